/** What this browser remembers: language, theme, name, pace, and the keys of the seats it holds. */

const DEFAULTS = {
  lang: "", theme: "", name: "", pace: 700, grid: true, ids: true, askEnd: true, onlyChoice: true, curtain: false, intent: true, notify: false,
};

/** @typedef {typeof DEFAULTS} Prefs */
/** @typedef {{key: string | null, invitations?: Record<string, string>, scenario: string, at: number, seen?: number, sides?: string[]}} Held the last move seen and the sides, among other things */

/**
 * @param {string} name
 * @returns {any}
 */
function read(name) {
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
  } catch {
    // private windows without storage: nothing is remembered
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
  const latest = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, 200);
  write("hardtack.games", Object.fromEntries(latest));
}

/** @param {string} game */
export function forgetGame(game) {
  const { [game]: _, ...rest } = heldGames();
  write("hardtack.games", rest);
}

/** The key of a seat: from the address (`#KEY`), or remembered by this browser. @param {string} game */
export function seatKey(game) {
  const key = location.hash.slice(1);
  try {
    return key ? decodeURIComponent(key) : heldGames()[game]?.key ?? null;
  } catch {
    return key; // a mangled link: the server will say that the key is wrong
  }
}
