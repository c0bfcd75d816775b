// Sound and vibration, if the visitor switched them on in the settings; and the wave of pegs at the end of a game.
import { recall } from "./common.js";

const NOTES = { solved: [523, 659, 784, 1047], other: [392, 330] }; // in hertz
const LOUDNESS = 0.15;

/** A short wave through the pegs of the code, a tune and a buzz, each only if it is wanted. */
export function celebrate(state, shield) {
  if (state === "solved") shield?.classList.add("wave"); // which stands still with reduced motion
  if (recall("sound", false)) (NOTES[state] ?? NOTES.other).forEach((hertz, k) => playNote(hertz, 0.12 * k));
  if (recall("vibration", false)) navigator.vibrate?.(state === "solved" ? [60, 40, 60] : 120);
}

/** A quiet tick, as of a peg that is put into its hole. */
export const tick = () => playNote(880, 0, 0.05, LOUDNESS / 5);

let sound = null;

/** Play a note that fades; times are in seconds from now. */
function playNote(hertz, start, length = 0.3, loudness = LOUDNESS) {
  sound ??= new AudioContext();
  const [tone, volume] = [sound.createOscillator(), sound.createGain()];
  const at = sound.currentTime + start;
  tone.type = "triangle";
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(volume).connect(sound.destination);
  tone.start(at);
  tone.stop(at + length);
}
