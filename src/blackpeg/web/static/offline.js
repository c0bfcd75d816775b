// The page that stands in for one that needs the server, at the address of that page, while the server does not answer.
import { $, root } from "./common.js";
import { whenServerIsBack } from "./server_back.js";

const tryAgain = () => (location.pathname === `${root}/offline` ? location.assign(`${root}/`) : location.reload());
$("#try-again").addEventListener("click", tryAgain);
if (location.pathname !== `${root}/offline`) whenServerIsBack(tryAgain);
