/** The film of a game: frames fetched in reels, and how the board stood after any action. */

import { api } from "../api.js";

/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Frame} Frame */

const REEL = 300;

export class FilmStore {
  /** @param {string} game @param {string | null} key */
  constructor(game, key) {
    this.game = game;
    this.key = key;
    /** @type {Map<number, Promise<import("../types").Film>>} */
    this.reels = new Map();
    this.last = 0;
    /** @type {{turn: number, number: number}[]} */
    this.turns = [];
    /** @type {{number: number, label: string}[]} */
    this.battles = [];
    /** @type {Map<number, number>} the victory meter after each action seen so far */
    this.meters = new Map();
  }

  /** @param {number} index @returns {Promise<import("../types").Film>} */
  reel(index) {
    let reel = this.reels.get(index);
    if (!reel) {
      reel = api.film(this.game, this.key, index * REEL).then((film) => {
        this.last = film.last_number;
        this.turns = film.turns;
        this.battles = film.battles;
        film.frames.forEach((frame, i) => this.meters.set(film.from + 1 + i, frame.meter));
        return film;
      });
      this.reels.set(index, reel);
      reel.catch(() => this.reels.delete(index));
    }
    return reel;
  }

  /**
   * The board after an action, and the frame of that action (none for 0).
   * @param {number} number
   * @returns {Promise<{pieces: Piece[], bridges: import("../types").Bridge[], frame: Frame | null, recent: Frame[]}>}
   */
  async at(number) {
    const film = await this.reel(Math.max(0, Math.ceil(number / REEL) - 1));
    const count = Math.min(number - film.from, film.frames.length);
    const pieces = new Map(film.opening.map((piece) => [piece.id, piece]));
    for (const frame of film.frames.slice(0, count)) for (const piece of frame.changed) pieces.set(piece.id, piece);
    const recent = film.frames.slice(Math.max(0, count - 30), count);
    const frame = recent[recent.length - 1] ?? null;
    return {
      pieces: film.opening.map((piece) => pieces.get(piece.id) ?? piece),
      bridges: (frame ?? film).bridges,
      frame,
      recent,
    };
  }

  /** Fetch every reel, in order; tells after each. @param {() => void} tell */
  async all(tell) {
    for (let index = 0; index === 0 || index * REEL < this.last; index++) {
      await this.reel(index);
      tell();
    }
  }
}
