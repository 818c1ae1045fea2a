/** The HTTP API about notices: what one hears of, and by which ways. */

import { call } from "./api.js";

/** @typedef {import("./types").Wishes} Wishes */
/** @typedef {import("./types").GameWish} GameWish */

export const notices = {
  /** @returns {Promise<Wishes["ways"]>} */
  ways: () => call("GET", "/notices"),
  /** @returns {Promise<Wishes>} */
  mine: () => call("GET", "/me/notices", { me: true }),
  /** @param {{choice: string, talk: boolean, hour: number}} wish @returns {Promise<Wishes>} */
  choose: (wish) => call("PUT", "/me/notices", { me: true, body: wish }),
  trial: () => call("POST", "/me/notices/trial", { me: true }),
  /** @param {string} game @returns {Promise<GameWish>} */
  ofGame: (game) => call("GET", `/games/${game}/notices`, { me: true }),
  /** @param {string} game @param {string | null} choice @returns {Promise<GameWish>} */
  chooseGame: (game, choice) => call("PUT", `/games/${game}/notices`, { me: true, body: { choice } }),
  /** @param {{endpoint: string, keys: object}} browser */
  subscribe: (browser) => call("POST", "/me/push", { me: true, body: browser }),
  /** @param {string} id */
  unsubscribe: (id) => call("DELETE", `/me/push/${id}`, { me: true }),
  /** @param {string} address */
  giveAddress: (address) => call("PUT", "/me/mail", { me: true, body: { address } }),
  forgetAddress: () => call("DELETE", "/me/mail", { me: true }),
  /** @param {string} token */
  confirm: (token) => call("POST", "/letters/confirm", { body: { token } }),
  /** @param {string} token */
  stop: (token) => call("POST", `/letters/stop/${encodeURIComponent(token)}`),
  /** @param {string} name or address */
  mailLink: (name) => call("POST", "/people/mail", { body: { name } }),
  /** @param {string} url @returns {Promise<{secret: string}>} */
  setHook: (url) => call("PUT", "/me/webhook", { me: true, body: { url } }),
  removeHook: () => call("DELETE", "/me/webhook", { me: true }),
  /** @returns {Promise<{path: string}>} */
  newFeed: () => call("POST", "/me/feed", { me: true }),
  removeFeed: () => call("DELETE", "/me/feed", { me: true }),
};
