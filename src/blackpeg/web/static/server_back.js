// Pages that wait for the server look now and then whether it answers again.
import { root } from "./common.js";

const LOOK_SECONDS = 5;
let waiting = false;

/** Do something once the server answers again, such as to load the page again. */
export function whenServerIsBack(work) {
  if (waiting) return;
  waiting = true;
  const look = async () => {
    const answer = await fetch(`${root}/sw.js`, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (!answer?.ok || !waiting) return;
    waiting = false;
    clearInterval(timer);
    work();
  };
  const timer = setInterval(() => document.hidden || look(), 1000 * LOOK_SECONDS);
  addEventListener("online", look);
}
