// A visitor's own data: take it to another device by a link, or have it deleted.
import { $, ask, attempt, el, isSure, root, say } from "./common.js";
import { t } from "./language.js";
import { share } from "./share.js";

$("#other-device").addEventListener("click", (event) =>
  attempt(async () => {
    const { code } = await ask("POST", "/device-links");
    const url = `${location.origin}${root}/device#${code}`;
    const text = t("Go on with Blackpeg on this device");
    $("#device-link").replaceChildren(
      el("a", { href: url, translate: "no" }, url.replace(/^https?:\/\//, "")),
      el("button", { type: "button", onclick: () => share({ title: "Blackpeg", text, url, message: t("the link is copied") }) }, t("Share the link")),
      el("span", { class: "note" }, t("Open it on the other device. It works once, for an hour; who has it gets your games.")),
    );
  }, event.target),
);

$("#forget").addEventListener("click", (event) => {
  const button = event.target;
  if (!isSure(button, t("Really delete everything?"))) return;
  attempt(async () => {
    await ask("POST", "/forget");
    try {
      localStorage.clear();
    } catch {}
    say(t("everything about you is deleted"));
    setTimeout(() => location.assign(`${root}/`), 1200);
  }, button);
});

for (const button of document.querySelectorAll("#data button")) button.disabled = false; // now that they do something
