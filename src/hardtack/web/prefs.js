/** What this browser remembers: language, theme, name, pace, the keys of the seats it holds, games out of its list. */

import { brought, cleanAddress } from "./ways.js";

const DEFAULTS = {
  lang: "",
  theme: "",
  name: "",
  pace: 700,
  grid: true,
  ids: true,
  askEnd: true,
  onlyChoice: true,
  curtain: false,
  events: true,
  intent: true,
  reasons: false,
  hint: true,
  notify: false,
  briefing: true,
  fightStay: 0,
  fightStop: true,
  sound: "",
};

/** @typedef {typeof DEFAULTS} Prefs */
/**
 * @typedef {{key: string | null, trial?: string, scenario: string, at: number, seen?: number, sides?: string[]}} Held
 *   the last move seen and the sides, among other things; `trial`: a key that came with the address, until the server
 *   has taken it
 */

const MOST_GAMES = 1000; // a forgotten key is a lost seat

/**
 * What could not be written, as in private windows without storage: remembered as long as the page is open.
 * @type {Map<string, unknown>}
 */
const unwritten = new Map();

/**
 * @param {string} name
 * @returns {any}
 */
function read(name) {
  if (unwritten.has(name)) return unwritten.get(name);
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null; // storage closed or spoilt: go on with what is usual
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    unwritten.delete(name);
  } catch {
    unwritten.set(name, value);
  }
}

/** @type {Prefs} */
export const prefs = { ...DEFAULTS, ...(read("hardtack.prefs") ?? {}) };

/**
 * @template {keyof Prefs} K
 * @param {K} name
 * @param {Prefs[K]} value
 */
export function setPref(name, value) {
  prefs[name] = value;
  write("hardtack.prefs", prefs);
}

/** Sounds are on where nobody said otherwise, but not on phones. */
export function loud() {
  return prefs.sound === "" ? !matchMedia("(pointer: coarse)").matches : prefs.sound === "on";
}

/** @returns {"en" | "ja"} */
export function language() {
  if (prefs.lang === "en" || prefs.lang === "ja") return prefs.lang;
  return navigator.language.startsWith("ja") ? "ja" : "en";
}

/** @returns {"light" | "dark"} */
export function theme() {
  if (prefs.theme === "light" || prefs.theme === "dark") return prefs.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.lang = language();
}

/** The games of this browser, by id. @returns {Record<string, Held>} */
export function heldGames() {
  return read("hardtack.games") ?? {};
}

/**
 * @param {string} game
 * @param {Held} held
 */
export function holdGame(game, held) {
  const all = heldGames();
  all[game] = { ...all[game], ...held };
  const latest = Object.entries(all)
    .sort((a, b) => b[1].at - a[1].at)
    .slice(0, MOST_GAMES);
  write("hardtack.games", Object.fromEntries(latest));
}

/** @param {string} game */
export function forgetGame(game) {
  const { [game]: _, ...rest } = heldGames();
  write("hardtack.games", rest);
}

/**
 * The key of a seat that this browser holds. One that came with the address goes before it and leaves the address.
 * @param {string} game
 * @returns {string | null}
 */
export function seatKey(game) {
  const { key } = brought(),
    all = heldGames();
  if (key) {
    all[game] = { ...(all[game] ?? { key: null, scenario: "", at: Date.now() }), trial: key };
    write("hardtack.games", all);
    cleanAddress();
  }
  return all[game]?.trial ?? all[game]?.key ?? null;
}

/**
 * The server has taken this key.
 * @param {string} game
 * @param {string} key
 * @param {{scenario: string, yours: string[]}} view
 */
export function keepKey(game, key, { scenario, yours }) {
  holdGame(game, { key, trial: undefined, scenario, at: Date.now(), sides: yours });
}

/** The server does not know this key, or not any more. @param {string} game @param {string | null} key */
export function dropKey(game, key) {
  const all = heldGames(),
    held = all[game];
  if (!held || !key) return;
  if (held.trial === key) delete held.trial;
  if (held.key === key) Object.assign(held, { key: null, sides: [] });
  if (held.key || held.trial) write("hardtack.games", all);
  else forgetGame(game);
}

/**
 * The name of one's own that this browser has, with its key.
 * @returns {{id: string, name: string, key: string} | null}
 */
export function player() {
  return read("hardtack.player");
}

/** @param {{id: string, name: string, key: string} | null} own */
export function keepPlayer(own) {
  write("hardtack.player", own);
}

/**
 * The games by mail of this browser, by their commitments: the key of each, and where its board is.
 * @returns {Record<string, {key: string, game: string | null, title: string, at: number}>}
 */
export function heldMail() {
  return read("hardtack.mail") ?? {};
}

/** @param {string} commitment @param {{key: string, game: string | null, title: string, at: number}} held */
export function holdMail(commitment, held) {
  write("hardtack.mail", { ...heldMail(), [commitment]: held });
}

/** The commitment of the game by mail that a game is the board of, if it is one. @param {string} game */
export function mailOf(game) {
  return Object.entries(heldMail()).find(([, held]) => held.game === game)?.[0] ?? null;
}

/** Games taken out of the list of this browser. @returns {string[]} */
export function hiddenGames() {
  return read("hardtack.hidden") ?? [];
}

/** @param {string} game @param {boolean} hidden */
export function hideGame(game, hidden) {
  const others = hiddenGames().filter((one) => one !== game);
  write("hardtack.hidden", (hidden ? [game, ...others] : others).slice(0, MOST_GAMES));
}

/** Whether the briefing of a side was read here. @param {string} scenario @param {string} side @returns {boolean} */
export function briefed(scenario, side) {
  return (read("hardtack.briefed") ?? []).includes(`${scenario}/${side}`);
}

/** @param {string} scenario @param {string} side */
export function setBriefed(scenario, side) {
  if (!briefed(scenario, side)) write("hardtack.briefed", [...(read("hardtack.briefed") ?? []), `${scenario}/${side}`]);
}

/**
 * The action that brought the last random event read here, if any was.
 * @param {string} game
 * @returns {number | null}
 */
export function eventRead(game) {
  return read("hardtack.events")?.[game] ?? null;
}

/** @param {string} game @param {number} number */
export function readEvent(game, number) {
  const { [game]: _, ...others } = read("hardtack.events") ?? {};
  write("hardtack.events", Object.fromEntries([[game, number], ...Object.entries(others)].slice(0, MOST_GAMES)));
}
