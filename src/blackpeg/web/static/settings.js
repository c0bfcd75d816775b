// The settings: a small sheet that the button in the header opens. What is chosen is kept in this browser.
import { $, el, recall, remember } from "./common.js";
import { t } from "./language.js";
import { NAMES, peg } from "./pegs.js";

if (!$("#settings-style")) {
  const style = el("link", { id: "settings-style", rel: "stylesheet", href: new URL("settings.css", import.meta.url) });
  const loaded = new Promise((done) => (style.onload = style.onerror = done));
  document.head.append(style);
  await loaded;
}

const SHOWN_PEGS = 8; // in the row that shows what pegs look like
const page = document.documentElement.dataset; // which theme.js fills before anything is painted

const CHOICES = {
  theme: { title: t("Theme"), values: { auto: t("Auto"), light: t("Light"), dark: t("Dark") } },
  symbols: { title: t("On the pegs"), values: { digits: t("Digits"), letters: t("Letters"), shapes: t("Shapes") } },
  palette: {
    title: t("Colors"),
    values: { standard: t("Standard"), colorblind: t("Color blindness"), grayscale: t("Grayscale") },
  },
};
const SWITCHES = {
  large: { title: t("Large pegs") },
  hard: { title: t("Hard mode"), about: t("Only codes that fit all answers so far.") },
  sound: { title: t("Sound") },
  ...("vibrate" in navigator ? { vibration: { title: t("Vibration") } } : {}),
};

/** Keep what was chosen and show it; the board and other tabs hear of it by an event. */
function choose(name, value) {
  remember(name, value);
  if (name in CHOICES || name === "large") page[name] = String(value);
  dispatchEvent(new Event("settings"));
}

function choice([name, { title, values }]) {
  const chosen = page[name] in values ? page[name] : Object.keys(values)[0];
  return el(
    "fieldset",
    { class: "chips" },
    el("legend", {}, title),
    ...Object.entries(values).map(([value, text]) =>
      el(
        "label",
        {},
        el("input", {
          type: "radio",
          name: `settings-${name}`,
          value,
          checked: value === chosen,
          onchange: () => choose(name, value),
        }),
        el("span", {}, text),
      ),
    ),
  );
}

const toggle = ([name, { title, about }]) =>
  el(
    "label",
    { class: "check" },
    el("input", {
      type: "checkbox",
      name,
      checked: recall(name, false) === true,
      onchange: (event) => choose(name, event.target.checked),
    }),
    el("span", {}, title, about ? el("small", {}, about) : ""),
  );

const sheet = el("div", { class: "settings panel", id: "settings", popover: "", role: "dialog", "aria-labelledby": "settings-title" });
sheet.addEventListener("beforetoggle", (event) => {
  if (event.newState !== "open") return;
  sheet.replaceChildren(
    el("button", { type: "button", class: "close quiet", popovertarget: "settings", "aria-label": t("close") }, "×"),
    el("h2", { id: "settings-title", tabindex: -1, autofocus: true }, t("Settings")),
    ...Object.entries(CHOICES).map(choice),
    el(
      "span",
      { class: "code", role: "img", "aria-label": t("The first {count} colors", { count: SHOWN_PEGS }) },
      ...NAMES.slice(0, SHOWN_PEGS).map((_, color) => peg(color)),
    ),
    ...Object.entries(SWITCHES).map(toggle),
  );
});
document.body.append(sheet);
for (const button of document.querySelectorAll("[data-settings]")) button.popoverTargetElement = sheet; // from now on the browser opens it

/** Open the sheet for the first time. */
export const openSettings = () => $("#settings").matches(":popover-open") || sheet.showPopover();
