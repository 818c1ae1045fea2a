/** The HTTP API: one function for each thing the page asks of the server. */

import { keepPlayer, language, player } from "./prefs.js";
import { EventStream } from "./stream.js";

/** @typedef {import("./types").View} View */

/**
 * What went wrong, in words for the player. Code `offline`: the server did not answer; `passed`: what was asked about
 * is no more.
 */
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
 * @param {{query?: Record<string, string | number | null | undefined>, body?: unknown, key?: string | null, token?:
 *   string, me?: boolean, text?: boolean, urgent?: boolean}} [given] `me`: as the person whose name this browser has
 * @returns {Promise<any>}
 */
export async function call(
  method,
  path,
  { query = {}, body, key, token, me = false, text = false, urgent = false } = {},
) {
  const asked = new URLSearchParams({ lang: language() });
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) asked.set(name, String(value));
  /** @type {Record<string, string>} */
  const headers = {};
  if (key) headers["X-Seat-Key"] = key;
  if (token) headers["X-Seat-Link"] = token;
  const own = me ? player() : null;
  if (own) headers["X-Player-Key"] = own.key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/api${path}?${asked}`, {
      method,
      headers,
      priority: urgent ? "high" : "auto",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (response.status === 204 || response.status === 202) return null;
    if (response.ok) return text ? await response.text() : await response.json();
  } catch {
    throw new ApiError(0, { code: "offline", message: "offline" });
  }
  const problem = await response.json().catch(() => null);
  if (problem?.error?.code === "bad_player_key") keepPlayer(null); // revoked elsewhere
  throw new ApiError(response.status, problem?.error ?? { code: "error", message: response.statusText });
}

/**
 * Ask about the present decision, as of the version on this page. When the game has moved on meanwhile there is no
 * answer, and no fault either.
 * @param {string} method
 * @param {string} path
 * @param {{query?: Record<string, string | number | undefined>, body?: object, key: string | null}} given
 */
async function ask(method, path, given) {
  const answer = await call(method, path, given);
  if (answer === null) throw new ApiError(204, { code: "passed", message: "passed" });
  return answer;
}

/** What this browser is called in the list of devices that hold a seat. */
export function deviceName() {
  const told = navigator.userAgent,
    first = (/** @type {[RegExp, string][]} */ names) => names.find(([sign]) => sign.test(told))?.[1] ?? "";
  const browser = first([
    [/Firefox|FxiOS/, "Firefox"],
    [/Edg/, "Edge"],
    [/OPR/, "Opera"],
    [/Chrom|CriOS/, "Chrome"],
    [/Safari/, "Safari"],
  ]);
  const system = first([
    [/Android/, "Android"],
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Windows/, "Windows"],
    [/Mac/, "Mac"],
    [/Linux/, "Linux"],
  ]);
  return [browser, system].filter(Boolean).join(", ");
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

/**
 * The first view of a game: the one asked for early, if it is still the right one.
 * @param {string} game
 * @param {string | null} key
 * @returns {Promise<View>}
 */
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
  /** @param {string} id @returns {Promise<{chapters: import("./types").Chapter[]}>} */
  book: (id) => keep(`/scenarios/${id}/book`),
  /** @param {string} id @returns {Promise<{briefings: import("./types").BriefingText[]}>} */
  briefing: (id) => keep(`/scenarios/${id}/briefing`),
  /** @param {string} id @returns {Promise<import("./types").Geometry>} */
  geometry: (id) => keep(`/scenarios/${id}/geometry`),
  /** @param {string} id @returns {Promise<string>} */
  board: (id) => keep(`/scenarios/${id}/board.svg`, true),
  /** @param {string} id @returns {Promise<string>} */
  legend: (id) => keep(`/scenarios/${id}/legend.svg`, true),

  /**
   * Counters as SVG text, in this order.
   * @param {string} scenario @param {import("./types").Piece[]} pieces
   * @returns {Promise<{counters: string[]}>}
   */
  counters: (scenario, pieces) =>
    call("POST", `/scenarios/${scenario}/counters`, {
      body: { counters: pieces.map(({ id, numbers, markers }) => ({ unit: id, numbers, markers })) },
    }),

  /** @param {"running" | "finished" | "all"} state @returns {Promise<{games: import("./types").Card[]}>} */
  games: (state) => call("GET", "/games", { query: { state, limit: 60 } }),
  /**
   * @param {Record<string, unknown>} body
   * @param {string | null} [key] to the game it branches off
   * @returns {Promise<import("./types").Created>}
   */
  create: (body, key) => call("POST", "/games", { body: { ...body, device: deviceName() }, key, me: true }),
  /** @param {string} game @param {string | null} key @param {number} [since] @returns {Promise<View>} */
  view: (game, key, since) => call("GET", `/games/${game}`, { key, query: { since } }),
  /**
   * What whoever has a link may see before taking it.
   * @param {string} game
   * @param {string | null} key
   * @param {string} token
   * @returns {Promise<View>}
   */
  preview: (game, key, token) => call("GET", `/games/${game}`, { key, token }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} expected
   * @param {{unit?: string, hex?: string}} about
   * @returns {Promise<{version: number, options: import("./types").Option[]}>}
   */
  options: (game, key, expected, about) => ask("GET", `/games/${game}/options`, { key, query: { ...about, expected } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {string} action
   * @param {number} expected
   * @returns {Promise<import("./types").News>}
   */
  act: (game, key, action, expected) =>
    call("POST", `/games/${game}/actions`, {
      key,
      query: { changes: "true", options: "true" },
      body: { action, expected },
    }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} expected
   * @param {string} unit
   * @returns {Promise<{units: string[]}>}
   */
  column: (game, key, expected, unit) => ask("GET", `/games/${game}/column`, { key, query: { unit, expected } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {string[]} units
   * @param {string[]} route
   * @param {number} expected
   * @returns {Promise<View>}
   */
  march: (game, key, units, route, expected) =>
    call("POST", `/games/${game}/column`, { key, body: { units, route, expected } }),
  /** @param {string} game @param {string | null} key @param {number} expected @returns {Promise<View>} */
  nameAll: (game, key, expected) => call("POST", `/games/${game}/all`, { key, body: { expected } }),
  /** @param {string} game @param {string | null} key @returns {Promise<import("./types").Answers>} */
  answers: (game, key) => call("GET", `/games/${game}/answers`, { key }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {string} side
   * @param {string} frame
   * @param {string | null} verb none: be asked again
   * @returns {Promise<import("./types").Answers>}
   */
  answerAlways: (game, key, side, frame, verb) =>
    call("PUT", `/games/${game}/answers`, { key, body: { side, frame, verb } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} count
   * @param {number} expected
   * @returns {Promise<View>}
   */
  undo: (game, key, count, expected) => call("POST", `/games/${game}/undo`, { key, body: { count, expected } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} expected
   * @param {{action?: string, unit?: string, hex?: string}} about
   * @returns {Promise<import("./types").WhyNot>}
   */
  whyNot: (game, key, expected, about) => ask("POST", `/games/${game}/why-not`, { key, body: { ...about, expected } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} expected
   * @param {string} action
   * @returns {Promise<import("./types").Forecast>}
   */
  forecast: (game, key, expected, action) =>
    ask("POST", `/games/${game}/forecast`, { key, body: { action, expected } }),
  /**
   * @param {string} game @param {string | null} key @param {number} from @param {number} to
   * @returns {Promise<{lines: import("./types").Line[], from: number, to: number, last_number: number}>}
   */
  log: (game, key, from, to) => call("GET", `/games/${game}/log`, { key, query: { from, to } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} number
   * @param {boolean} [weighed] what else there was to do, too
   * @returns {Promise<import("./types").Reason>}
   */
  intention: (game, key, number, weighed = false) =>
    call("GET", `/games/${game}/intention`, { key, query: { number, weighed: String(weighed) } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} from
   * @param {number} to
   * @returns {Promise<{intentions: import("./types").Reason[], from: number, to: number}>}
   */
  intentions: (game, key, from, to) => call("GET", `/games/${game}/intentions`, { key, query: { from, to } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} expected
   * @returns {Promise<import("./types").Hint>}
   */
  hint: (game, key, expected) => ask("POST", `/games/${game}/hint`, { key, body: { expected } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} number
   * @returns {Promise<import("./types").Fight>}
   */
  fight: (game, key, number) => call("GET", `/games/${game}/fights/${number}`, { key }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} expected
   * @returns {Promise<{version: number, cautions: import("./types").Caution[]}>}
   */
  cautions: (game, key, expected) => call("GET", `/games/${game}/cautions`, { key, query: { expected } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {string} side
   * @param {number} [turn]
   * @returns {Promise<import("./types").Account>}
   */
  account: (game, key, side, turn) =>
    call("GET", `/games/${game}/account`, { key, query: turn === undefined ? { side } : { side, turn } }),
  /** @param {string} game @param {string | null} key @param {number} from @returns {Promise<import("./types").Film>} */
  film: (game, key, from) => call("GET", `/games/${game}/replay`, { key, query: { from } }),
  /** @param {string} game @param {string | null} key @returns {Promise<string>} */
  record: (game, key) => call("GET", `/games/${game}/record`, { key, text: true }),
  /** @param {string} game @param {string | null} key @returns {Promise<{page: string, pdf: string}>} */
  report: (game, key) => call("GET", `/games/${game}/report`, { key }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {string} hex
   * @returns {Promise<import("./types").HexCard>}
   */
  hex: (game, key, hex) => call("GET", `/games/${game}/hexes/${hex}`, { key }),
  /**
   * @param {string} game @param {string | null} key @param {string} kind @param {string} hex
   * @returns {Promise<{cells: import("./types").Cell[], legend: Record<string, string>}>}
   */
  overlay: (game, key, kind, hex) => call("GET", `/games/${game}/overlays/${kind}`, { key, query: { hex } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} expected
   * @param {string} unit
   * @returns {Promise<{ways: import("./types").Way[]}>}
   */
  ways: (game, key, expected, unit) => ask("GET", `/games/${game}/ways`, { key, query: { unit, expected } }),
  /** @param {string} game @param {string | null} key @returns {Promise<{formations: import("./types").Formation[]}>} */
  roster: (game, key) => call("GET", `/games/${game}/roster`, { key }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @returns {Promise<{charts: import("./types").Chart[], goals: import("./types").Goal[]}>}
   */
  charts: (game, key) => call("GET", `/games/${game}/charts`, { key }),
  /** @param {string} game @param {string | null} key @returns {Promise<import("./types").Dice>} */
  dice: (game, key) => call("GET", `/games/${game}/dice`, { key }),

  // lessons
  /** @returns {Promise<{sets: import("./types").LessonSet[]}>} */
  lessons: () => keep("/lessons"),
  /**
   * @param {string} set
   * @param {string} lesson
   * @returns {Promise<{lesson: import("./types").Lesson, created: import("./types").Created}>}
   */
  beginLesson: (set, lesson) => call("POST", `/lessons/${set}/${lesson}`, { body: { device: deviceName() } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {{action?: string, unit?: string, hex?: string}} tried
   * @returns {Promise<{state: "going" | "done" | "failed", text: string, version: number}>}
   */
  progress: (game, key, tried) => call("POST", `/games/${game}/lesson`, { key, body: tried }),

  // seats
  /** @param {string} game @param {string | null} key @returns {Promise<import("./types").Seating>} */
  seats: (game, key) => call("GET", `/games/${game}/seats`, { key }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {string} side
   * @returns {Promise<import("./types").SeatLink>}
   */
  invite: (game, key, side) => call("POST", `/games/${game}/invitations`, { key, body: { side } }),
  /** @param {string} game @param {string | null} key @returns {Promise<import("./types").SeatLink>} */
  linkDevice: (game, key) => call("POST", `/games/${game}/devices`, { key }),
  /** @param {string} game @param {string | null} key @param {string} link */
  withdraw: (game, key, link) => call("DELETE", `/games/${game}/links/${link}`, { key }),
  /** @param {string} game @param {string | null} key @param {string} device */
  revoke: (game, key, device) => call("DELETE", `/games/${game}/devices/${device}`, { key }),
  /** @param {string} game @param {string} token @returns {Promise<import("./types").LinkCard>} */
  link: (game, token) => call("GET", `/games/${game}/link`, { token }),
  /**
   * @param {string} game
   * @param {string} token
   * @param {string} name
   * @returns {Promise<{key: string, sides: string[], game: View}>}
   */
  claim: (game, token, name) =>
    call("POST", `/games/${game}/claim`, { me: true, body: { token, name, device: deviceName() } }),
  /** @returns {Promise<{local: boolean, open: boolean, addresses: string[]}>} */
  addresses: () => call("GET", "/addresses"),

  /**
   * Hear of every change, and what it changed in the view, from now on until the stream is closed.
   * @param {string} game @param {string | null} key
   * @param {{heard: (news: import("./types").News) => void, closed: () => void, broken: () => void}} listener `closed`:
   *   the key has been revoked
   */
  events: (game, key, { heard, closed, broken }) =>
    new EventStream(`/api/games/${game}/events?view=true&lang=${language()}`, key ? { "X-Seat-Key": key } : {}, {
      heard: ({ event, data }) => (event === "closed" ? closed() : event === "change" && heard(JSON.parse(data))),
      broken,
    }),
  /** @param {string} game @param {string | null} key */
  remove: (game, key) => call("DELETE", `/games/${game}`, { key }),
  /** @param {string} game @param {string | null} key @param {number} pace_ms @param {boolean} paused */
  pace: (game, key, pace_ms, paused) => call("PUT", `/games/${game}/pace`, { key, body: { pace_ms, paused } }),
};
