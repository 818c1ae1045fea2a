/** The HTTP API about people: names of one's own, open seats, standings, and what players settle between themselves. */

import { call, deviceName } from "./api.js";

/** @typedef {import("./types").View} View */

export const people = {
  /** @param {string} name @returns {Promise<import("./types").Player>} */
  takeName: (name) => call("POST", "/people", { body: { name, device: deviceName() } }),
  /** @param {string} token @returns {Promise<import("./types").Player>} */
  useLink: (token) => call("POST", "/people/link", { body: { token, device: deviceName() } }),
  /** @returns {Promise<import("./types").Myself>} */
  myself: () => call("GET", "/me", { me: true }),
  giveUp: () => call("DELETE", "/me", { me: true }),
  /** @returns {Promise<{id: string, token: string}>} */
  link: () => call("POST", "/me/links", { me: true }),
  /** @param {string} device */
  revoke: (device) => call("DELETE", `/me/devices/${device}`, { me: true }),
  /** @returns {Promise<{games: import("./types").OwnCard[]}>} */
  games: () => call("GET", "/me/games", { me: true }),
  /** @param {string} game @returns {Promise<{key: string, sides: string[], game: View}>} */
  recover: (game) => call("POST", `/me/games/${game}/key`, { me: true, body: { device: deviceName() } }),
  /** @param {string} game @param {string} key */
  bind: (game, key) => call("PUT", `/me/games/${game}`, { me: true, key }),
  /**
   * The games whose keys this browser holds.
   * @param {Record<string, string>} keys
   * @returns {Promise<{games: import("./types").OwnCard[]}>}
   */
  held: (keys) => call("POST", "/held", { body: { keys } }),

  /** @returns {Promise<{seats: import("./types").OpenSeat[]}>} */
  lobby: () => call("GET", "/lobby"),
  /**
   * @param {string} game
   * @param {string} side
   * @param {string} name
   * @returns {Promise<{key: string, sides: string[], game: View}>}
   */
  sit: (game, side, name) =>
    call("POST", `/games/${game}/sit`, { me: true, body: { side, name, device: deviceName() } }),
  /** @param {string} game @param {string | null} key @returns {Promise<{id: string, key: string, sides: string[]}>} */
  rematch: (game, key) => call("POST", `/games/${game}/rematch`, { key, body: { device: deviceName() } }),
  /** @param {string | null} series @returns {Promise<import("./types").Standings>} */
  standings: (series) => call("GET", "/standings", { query: { series } }),

  /**
   * @param {string} game
   * @param {string | null} key
   * @param {number} after
   * @returns {Promise<import("./types").Talk>}
   */
  talk: (game, key, after) => call("GET", `/games/${game}/talk`, { key, me: true, query: { after } }),
  /** @param {string} game @param {string | null} key @param {string} text @returns {Promise<import("./types").Talk>} */
  say: (game, key, text) => call("POST", `/games/${game}/talk`, { key, me: true, body: { text } }),
  /** @param {string} game @param {string | null} key @returns {Promise<{side: string, text: string}>} */
  notes: (game, key) => call("GET", `/games/${game}/notes`, { key }),
  /** @param {string} game @param {string | null} key @param {string} text */
  keepNotes: (game, key, text) => call("PUT", `/games/${game}/notes`, { key, body: { text } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {"resign" | "abandon" | "time"} deed
   * @param {number} expected
   * @returns {Promise<View>}
   */
  end: (game, key, deed, expected) => call("POST", `/games/${game}/${deed}`, { key, body: { expected } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {{kind: string, count?: number, bot?: string}} wish
   * @param {number} expected
   * @returns {Promise<{token: string | null, game: View}>}
   */
  propose: (game, key, wish, expected) =>
    call("POST", `/games/${game}/proposals`, { key, body: { ...wish, expected } }),
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {string} proposal
   * @param {boolean} agree
   * @param {number} expected
   * @returns {Promise<View>}
   */
  decide: (game, key, proposal, agree, expected) =>
    call("POST", `/games/${game}/proposals/${proposal}`, { key, body: { agree, expected } }),
  /** @param {string} game @param {string | null} key @param {string} proposal */
  withdraw: (game, key, proposal) => call("DELETE", `/games/${game}/proposals/${proposal}`, { key }),
  /** @param {string} game @param {string | null} key @param {number} days @returns {Promise<View>} */
  vacation: (game, key, days) => call("PUT", `/games/${game}/vacation`, { key, body: { days } }),
};
