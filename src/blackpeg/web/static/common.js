// What every page needs: elements, requests, messages to the visitor, and wording.
import { language, number, t, translateSentence } from "./language.js";
export { number };

export const root = document.querySelector('meta[name="root"]').content;
export const $ = (selector, where = document) => where.querySelector(selector);

/** Make an element: el("button", { class: "quiet", onclick }, "text", child). */
export function el(name, attributes = {}, ...children) {
  const made =
    name === "svg" || svgNames.has(name)
      ? document.createElementNS("http://www.w3.org/2000/svg", name)
      : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [k, v] of Object.entries(value)) made.style.setProperty(k, v);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}
const svgNames = new Set(["path", "rect", "circle", "line", "text", "g", "polyline", "title"]);

const MAX_SECONDS = 180; // for which an answer is waited for; the longest computation takes half of it

/** Ask the API and return its answer; an error is thrown with the server's sentence. */
export async function ask(method, path, body, seconds = MAX_SECONDS) {
  let response;
  try {
    response = await fetch(`${root}/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(1000 * seconds),
    });
  } catch {
    throw new Refused(needsServer(), 0);
  }
  const answer = await response.json().catch(() => ({ error: t("the server answers with {status}", { status: `${response.status}` }) }));
  if (!response.ok) throw new Refused(translateSentence(answer.error), response.status);
  return answer;
}

/** That the server does not answer, and what can be played without it where a service worker keeps the app. */
export const needsServer = () =>
  navigator.serviceWorker?.controller
    ? t("This needs the server, which does not answer. What you have played is kept, and honest games of up to 5 pegs and 8 colors are played without it.")
    : t("The server does not answer; what you have played is kept.");

/** A request that failed; status is 0 if the server did not answer. */
export class Refused extends Error {
  constructor(text, status) {
    super(text);
    this.status = status;
  }
}

/** Whether a request failed as the server did not answer, or only a proxy in front of it. */
export const isAway = (error) => [0, 502, 504].includes(error.status);

/** Receive server-sent events until one of type end or error; returns a function that stops. */
export function follow(path, onRow, onEnd = () => {}) {
  const source = new EventSource(`${root}/api${path}`);
  const stop = () => source.close();
  let ended = false;
  source.onmessage = (event) => {
    const row = JSON.parse(event.data);
    if (row.error) row.error = translateSentence(row.error);
    if (row.type === "end" || row.type === "error") {
      ended = true;
      stop();
    }
    onRow(row);
    if (ended) onEnd();
  };
  source.onerror = async () => {
    stop();
    if (ended) return;
    ended = true;
    const again = new AbortController(); // an event source does not say why it failed, so the same is requested once more
    const error = await fetch(`${root}/api${path}`, { signal: again.signal }).then(
      (response) => (response.ok ? t("the connection was lost") : response.json().then((answer) => translateSentence(answer.error))),
      needsServer,
    );
    again.abort();
    onRow({ type: "error", error: sentence(error) });
    onEnd();
  };
  return stop;
}

let messageTimer;
/** Show a message at the bottom of the screen for five seconds. */
export function say(text, bad = false) {
  const place = $("#said");
  clearTimeout(messageTimer);
  place.textContent = sentence(text);
  place.className = bad ? "bad" : "good";
  messageTimer = setTimeout(() => (place.className = ""), 5000);
}

/** A text as a sentence, with a capital letter and a period. */
export const sentence = (text) => {
  const whole = String(text);
  return whole[0].toLocaleUpperCase(language) + whole.slice(1) + (/[.!?؟…]$/.test(whole) ? "" : ".");
};

/** Do something that may fail, with the button disabled meanwhile; a failure is shown as a message. */
export async function attempt(work, button) {
  if (button) button.disabled = true;
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) console.error(error);
    say(error.message, true);
  } finally {
    if (button) button.disabled = false;
  }
}

/** Copy a text to the clipboard, and say so. */
export async function copy(text, message) {
  try {
    await navigator.clipboard.writeText(text);
    say(message);
  } catch {
    prompt(t("Copy this:"), text);
  }
}

// What the browser remembers, if it may

export const recall = (key, fallback) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
};
export const remember = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {}
};

// Without the server the app is opened by a service worker. It waits until the page is there, and browsers have it only
// on https and localhost; elsewhere everything else is as ever.
addEventListener("load", () => navigator.serviceWorker?.register(`${root}/sw.js`, { scope: root || "/" }).catch(() => {}));

for (const button of document.querySelectorAll("[data-settings]"))
  button.addEventListener("click", () => {
    if (button.popoverTargetElement) return; // the sheet is there, and the browser opens and closes it
    attempt(async () => (await import("./settings.js")).openSettings());
  });

const SURE_SECONDS = 4;

// The first click asks on the button itself; a second one, before the question is forgotten, is sure.
export function isSure(button, question) {
  if (button.dataset.sure) return true;
  const before = button.textContent;
  const reset = () => {
    if (!button.dataset.sure) return;
    delete button.dataset.sure;
    button.textContent = before;
  };
  button.dataset.sure = "yes";
  button.textContent = question;
  button.addEventListener("blur", reset, { once: true });
  setTimeout(reset, SURE_SECONDS * 1000);
  return false;
}
