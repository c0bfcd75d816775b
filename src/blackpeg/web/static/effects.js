// Sound and vibration at the end of a game, if the visitor switched them on; and the wave of pegs.
import { el, recall, remember } from "./common.js";
import { t } from "./language.js";

const NOTES = { solved: [523, 659, 784, 1047], other: [392, 330] }; // in hertz

/** A short wave through the pegs of the code, a tune and a buzz, each only if it is wanted. */
export function celebrate(state, shield) {
  if (state === "solved") shield?.classList.add("wave"); // which stands still with reduced motion
  if (recall("sound", false)) playNotes(NOTES[state] ?? NOTES.other);
  if (recall("vibration", false)) navigator.vibrate?.(state === "solved" ? [60, 40, 60] : 120);
}

function playNotes(notes) {
  const sound = new AudioContext();
  notes.forEach((hertz, k) => {
    const [tone, volume] = [sound.createOscillator(), sound.createGain()];
    const start = sound.currentTime + 0.12 * k;
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(sound.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  });
  setTimeout(() => sound.close(), 2000);
}

/** The switches for sound and vibration; both are off until somebody wants them. */
export const effectSwitches = () =>
  el(
    "p",
    { class: "switches" },
    ...["sound", "vibration"]
      .filter((name) => name !== "vibration" || "vibrate" in navigator)
      .map((name) =>
        el(
          "label",
          { class: "check" },
          el("input", {
            type: "checkbox",
            name,
            checked: recall(name, false),
            onchange: (event) => remember(name, event.target.checked),
          }),
          ` ${name === "sound" ? t("Sound") : t("Vibration")}`,
        ),
      ),
  );
