/** The HTTP API: one function for each thing the page asks of the server. */

import { language } from "./prefs.js";
import { EventStream } from "./stream.js";

/** @typedef {import("./types").View} View */

/** What went wrong, in words for the player. Code `offline`: the server did not answer. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{code: string, message: string, reasons?: import("./types").Reason[] | null}} error
   */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.reasons = error.reasons ?? [];
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{query?: Record<string, string | number | null | undefined>, body?: unknown, key?: string | null, text?: boolean, urgent?: boolean}} [given]
 * @returns {Promise<any>}
 */
async function call(method, path, { query = {}, body, key, text = false, urgent = false } = {}) {
  const asked = new URLSearchParams({ lang: language() });
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined) asked.set(name, String(value));
  /** @type {Record<string, string>} */
  const headers = {};
  if (key) headers["X-Seat-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/api${path}?${asked}`, { method, headers, priority: urgent ? "high" : "auto", body: body === undefined ? undefined : JSON.stringify(body) });
    if (response.status === 204) return null;
    if (response.ok) return text ? await response.text() : await response.json();
  } catch {
    throw new ApiError(0, { code: "offline", message: "offline" });
  }
  const problem = await response.json().catch(() => null);
  throw new ApiError(response.status, problem?.error ?? { code: "error", message: response.statusText });
}

/** Answers that do not change while the page is open, by address and language. @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * @param {string} path
 * @param {boolean} [text]
 * @returns {Promise<any>}
 */
function keep(path, text = false) {
  const name = `${language()} ${path}`;
  let found = kept.get(name);
  if (!found) {
    found = call("GET", path, { text });
    kept.set(name, found);
    found.catch(() => kept.delete(name));
  }
  return found;
}

/** Views asked for before the page was there to take them. @type {Map<string, Promise<View>>} */
const foreseen = new Map();

/** @param {string} game @param {string | null} key */
export function foresee(game, key) {
  const view = call("GET", `/games/${game}`, { key, urgent: true });
  foreseen.set(`${language()} ${game} ${key}`, view);
  return view;
}

/** The first view of a game: the one asked for early, if it is still the right one. @param {string} game @param {string | null} key @returns {Promise<View>} */
export function firstView(game, key) {
  const name = `${language()} ${game} ${key}`;
  const early = foreseen.get(name);
  foreseen.delete(name);
  return early ?? api.view(game, key);
}

export const api = {
  /** @returns {Promise<{scenarios: import("./types").Scenario[]}>} */
  scenarios: () => keep("/scenarios"),
  /** @param {string} id @returns {Promise<import("./types").Scenario>} */
  scenario: (id) => keep(`/scenarios/${id}`),
  /** @param {string} id @returns {Promise<{clauses: import("./types").Clause[]}>} */
  rules: (id) => keep(`/scenarios/${id}/rules`),
  /** @param {string} id @returns {Promise<import("./types").Geometry>} */
  geometry: (id) => keep(`/scenarios/${id}/geometry`),
  /** @param {string} id @returns {Promise<string>} */
  board: (id) => keep(`/scenarios/${id}/board.svg`, true),

  /**
   * Counters as SVG text, in this order.
   * @param {string} scenario @param {import("./types").Piece[]} pieces
   * @returns {Promise<{counters: string[]}>}
   */
  counters: (scenario, pieces) => call("POST", `/scenarios/${scenario}/counters`, {
    body: { counters: pieces.map(({ id, numbers, markers }) => ({ unit: id, numbers, markers })) },
  }),

  /** @param {"running" | "finished" | "all"} state @returns {Promise<{games: import("./types").Card[]}>} */
  games: (state) => call("GET", "/games", { query: { state, limit: 60 } }),
  /** @param {Record<string, unknown>} body @param {string | null} [key] to the game it branches off @returns {Promise<import("./types").Created>} */
  create: (body, key) => call("POST", "/games", { body, key }),
  /** @param {string} game @param {string | null} key @param {number} [since] @returns {Promise<View>} */
  view: (game, key, since) => call("GET", `/games/${game}`, { key, query: { since } }),
  /**
   * @param {string} game @param {string | null} key @param {{unit?: string, hex?: string}} about
   * @returns {Promise<{version: number, options: import("./types").Option[]}>}
   */
  options: (game, key, about) => call("GET", `/games/${game}/options`, { key, query: about }),
  /** @param {string} game @param {string | null} key @param {string} action @param {number} expected @returns {Promise<View>} */
  act: (game, key, action, expected) => call("POST", `/games/${game}/actions`, { key, body: { action, expected } }),
  /** @param {string} game @param {string | null} key @param {number} count @param {number} expected @returns {Promise<View>} */
  undo: (game, key, count, expected) => call("POST", `/games/${game}/undo`, { key, body: { count, expected } }),
  /**
   * @param {string} game @param {string | null} key @param {{action?: string, unit?: string, hex?: string}} body
   * @returns {Promise<import("./types").WhyNot>}
   */
  whyNot: (game, key, body) => call("POST", `/games/${game}/why-not`, { key, body }),
  /** @param {string} game @param {string | null} key @param {string} action @returns {Promise<import("./types").Forecast>} */
  forecast: (game, key, action) => call("POST", `/games/${game}/forecast`, { key, body: { action } }),
  /**
   * @param {string} game @param {string | null} key @param {number} from @param {number} to
   * @returns {Promise<{lines: import("./types").Line[], from: number, to: number, last_number: number}>}
   */
  log: (game, key, from, to) => call("GET", `/games/${game}/log`, { key, query: { from, to } }),
  /** @param {string} game @param {string | null} key @param {number} number @returns {Promise<{number: number, side: import("./types").Side | null, motives: string[]}>} */
  intention: (game, key, number) => call("GET", `/games/${game}/intention`, { key, query: { number } }),
  /** @param {string} game @param {string | null} key @param {number} from @returns {Promise<import("./types").Film>} */
  film: (game, key, from) => call("GET", `/games/${game}/replay`, { key, query: { from } }),
  /** @param {string} game @param {string | null} key @returns {Promise<string>} */
  record: (game, key) => call("GET", `/games/${game}/record`, { key, text: true }),
  /** @param {string} game @param {string | null} key @param {string} hex @returns {Promise<import("./types").HexCard>} */
  hex: (game, key, hex) => call("GET", `/games/${game}/hexes/${hex}`, { key }),
  /**
   * @param {string} game @param {string | null} key @param {string} kind @param {string} hex
   * @returns {Promise<{cells: import("./types").Cell[], legend: Record<string, string>}>}
   */
  overlay: (game, key, kind, hex) => call("GET", `/games/${game}/overlays/${kind}`, { key, query: { hex } }),
  /** @param {string} game @param {string | null} key @param {string} unit @returns {Promise<{ways: import("./types").Way[]}>} */
  ways: (game, key, unit) => call("GET", `/games/${game}/ways`, { key, query: { unit } }),
  /** @param {string} game @param {string | null} key @returns {Promise<{formations: import("./types").Formation[]}>} */
  roster: (game, key) => call("GET", `/games/${game}/roster`, { key }),
  /** @param {string} game @param {string | null} key @returns {Promise<{charts: import("./types").Chart[]}>} */
  charts: (game, key) => call("GET", `/games/${game}/charts`, { key }),
  /**
   * Hear of every change, from now on until the stream is closed.
   * @param {string} game @param {string | null} key
   * @param {{heard: (news: import("./types").News) => void, broken: () => void}} listener
   */
  events: (game, key, { heard, broken }) => new EventStream(`/api/games/${game}/events`, key ? { "X-Seat-Key": key } : {}, {
    heard: ({ event, data }) => event === "change" && heard(JSON.parse(data)),
    broken,
  }),
  /** @param {string} game @param {string | null} key */
  remove: (game, key) => call("DELETE", `/games/${game}`, { key }),
  /** @param {string} game @param {string | null} key @param {number} pace_ms @param {boolean} paused */
  pace: (game, key, pace_ms, paused) => call("PUT", `/games/${game}/pace`, { key, body: { pace_ms, paused } }),
};
