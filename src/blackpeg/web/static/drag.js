// A peg dragged from one place to another, by mouse or finger.
import { el } from "./common.js";
import { peg } from "./pegs.js";

/** Let a peg be dragged from an element; `drop` is called with the number of the hole where it ends, or null. */
export function draggable(source, color, drop) {
  source.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || color === null) return;
    const done = new AbortController();
    const listen = (name, work) => addEventListener(name, work, { signal: done.signal });
    let ghost = null;
    listen("pointermove", (event) => {
      if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 8) return;
      if (!ghost) {
        ghost = el("span", { class: "ghost" }, peg(color));
        document.body.append(ghost);
      }
      ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    });
    const end = (event) => {
      done.abort();
      if (!ghost) return;
      ghost.remove();
      const swallow = (click) => click.stopPropagation(); // the end of a drag is not a click
      addEventListener("click", swallow, true);
      setTimeout(() => removeEventListener("click", swallow, true));
      if (event.type === "pointercancel") return;
      const hole = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-peg]");
      drop(hole ? +hole.dataset.peg : null);
    };
    listen("pointerup", end);
    listen("pointercancel", end);
  });
}
