// The page for addresses where there is nothing: the header works as on all pages.
import "./common.js";
