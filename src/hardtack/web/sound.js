/**
 * Small sounds, made on the spot: no files. Off where the player wants none, silent until somebody has touched the
 * page.
 */

import { loud } from "./prefs.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;
let last = 0;

const LEAST_GAP_MS = 90; // of a row of things that happen at once only the first is heard

/** @returns {AudioContext | null} nothing before a browser lets a page make itself heard */
function studio() {
  if (!loud() || document.hidden || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const wave = noise.getChannelData(0);
    for (let i = 0; i < wave.length; i++) wave[i] = Math.random() * 2 - 1;
  }
  return context;
}

/**
 * A burst of noise through a filter: a shot, a step, a stroke on a drum's skin.
 * @param {AudioContext} air
 * @param {number} at seconds from now
 * @param {number} long
 * @param {BiquadFilterType} kind
 * @param {number} pitch
 * @param {number} volume
 */
function burst(air, at, long, kind, pitch, volume) {
  const source = air.createBufferSource(),
    filter = air.createBiquadFilter(),
    gain = air.createGain(),
    start = air.currentTime + at;
  source.buffer = noise;
  filter.type = kind;
  filter.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + long);
  source.connect(filter).connect(gain).connect(air.destination);
  source.start(start, Math.random() * 0.5, long + 0.05);
}

/**
 * A tone that falls: a boom, the body of a drum.
 * @param {AudioContext} air
 * @param {number} at
 * @param {number} long
 * @param {number} from
 * @param {number} to
 * @param {number} volume
 */
function thump(air, at, long, from, to, volume) {
  const tone = air.createOscillator(),
    gain = air.createGain(),
    start = air.currentTime + at;
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + long);
  tone.connect(gain).connect(air.destination);
  tone.start(start);
  tone.stop(start + long);
}

/** @type {Record<string, (air: AudioContext) => void>} */
const SOUNDS = {
  /** Boots on a road. */
  march: (air) => [0, 0.16, 0.32, 0.48].forEach((at) => burst(air, at, 0.07, "lowpass", 420, 0.16)),
  /** A ragged volley. */
  musketry: (air) =>
    Array.from({ length: 9 }, (_, i) =>
      burst(air, i * 0.045 + Math.random() * 0.04, 0.13, "bandpass", 1500 + Math.random() * 1400, 0.2),
    ),
  /** Two guns, one after the other. */
  guns: (air) =>
    [0, 0.42].forEach((at) => {
      thump(air, at, 0.6, 110, 32, 0.5);
      burst(air, at, 0.5, "lowpass", 300, 0.4);
    }),
  /** A short roll: it is your turn. */
  drum: (air) =>
    [0, 0.07, 0.14, 0.21, 0.28, 0.44].forEach((at, i) => {
      thump(air, at, 0.12, 210, 120, i > 3 ? 0.3 : 0.16);
      burst(air, at, 0.09, "highpass", 2400, i > 3 ? 0.14 : 0.08);
    }),
};

/** Make a sound heard. @param {"march" | "musketry" | "guns" | "drum"} name */
export function sound(name) {
  document.documentElement.dataset.sound = loud() ? name : ""; // what would be heard, for whoever has no ears
  const now = performance.now();
  if (now - last < LEAST_GAP_MS) return;
  const air = studio();
  if (!air) return;
  last = now;
  SOUNDS[name](air);
}
