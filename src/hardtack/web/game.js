/** One game as this browser knows it: the latest view, the log so far, and the ways to change it. */

import { ApiError, api, firstView } from "./api.js";
import { toast } from "./dom.js";
import { Offer } from "./offer.js";
import { dropKey } from "./prefs.js";
import { t } from "./strings.js";
import { go } from "./ways.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Option} Option */

const MOVES = 60; // actions remembered
const CATCH_UP_MS = 400; // at most, for what happened while the film stood still
// what changes though nobody has acted
const AROUND = /** @type {const} */ (["seats", "seating", "talk", "proposals", "clock", "rematch"]);
const RETRY_MS = [300, 700, 1500, 3000];

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** A whole view as news. @param {View} view */
const whole = (view) => ({ version: view.version, view });

/**
 * Its owner sees a hidden counter in its hex.
 * @param {import("./types").Piece[]} pieces
 * @param {boolean} open nobody else looks on
 * @returns {import("./types").Piece[]}
 */
export function placed(pieces, open) {
  return pieces.map((piece) => {
    const sent = piece.sent ?? piece,
      { unseen_at: at } = sent;
    return at && open ? { ...sent, at, states: [...sent.states, t("unit.hidden")], sent } : sent;
  });
}

/** What is hidden shows at a hot seat only behind the curtain. @param {View} view @returns {View} */
function opened(view) {
  return { ...view, pieces: placed(view.pieces, view.yours.length < 2 || view.private) };
}

export class Game {
  /**
   * @param {View} view
   * @param {string | null} key
   */
  constructor(view, key) {
    this.id = view.id;
    this.key = key;
    this.view = opened(view);
    /** @type {import("./types").Line[]} oldest first */
    this.log = view.log;
    /** @type {import("./types").Move[]} the latest actions, oldest first */
    this.moves = view.moves;
    /** The first action whose lines are in `log`. */
    this.logFrom = view.since === 0 ? 0 : view.since + 1;
    this.offer = new Offer(this, view);
    this.busy = false;
    /** @type {{pace_ms: number, paused: boolean} | null} the pace of the bots that the server has yet to hear of */
    this.wish = null;
    this.online = true;
    /** @type {((view: View, moves: import("./types").Move[], before: View) => void)[]} */
    this.onchange = [];
    /** @type {((online: boolean) => void)[]} */
    this.onlink = [];
    /** @type {((busy: boolean) => void)[]} */
    this.onbusy = [];
    /** @type {(() => void)[]} others sit there now, or are invited */
    this.onseats = [];
    /**
     * @type {((about: {action?: string, unit?: string, hex?: string}) => void)[]} the rules do not have what was asked
     *   about
     */
    this.onrefused = [];
    /** @type {Map<string, Promise<import("./types").HexCard>>} */
    this.cards = new Map();
    /** @type {import("./stream.js").EventStream | null} */
    this.stream = null;
    this.closed = false;
    this.catching = false;
    /** @type {import("./types").News[]} what we were told and have not taken in yet */
    this.told = [];
    /** @type {{done: Promise<void>, end: () => void} | null} the film stands still until this is done */
    this.halted = null;
    this.backlog = 0; // what gathered meanwhile is shown at its pace
    /** @type {(() => Promise<void>) | null} how it is played again, where that is not for this server to settle */
    this.again = null;
  }

  /** @param {string} id @param {string | null} key */
  static async open(id, key) {
    return new Game(await firstView(id, key), key);
  }

  // -- changes

  /**
   * Take a newer view in.
   * @param {View} view
   */
  accept(view) {
    const before = this.view;
    if (view.version < before.version) return;
    const first = view.log.length ? view.log[0].number : Infinity;
    const gap = before.number < view.since;
    const kept = gap ? [] : this.log.filter((line) => line.number <= view.since && line.number < first);
    if (gap) this.logFrom = view.since + 1;
    this.log = [...kept, ...view.log];
    if (view.since === 0) this.logFrom = 0;
    this.view = view = opened(view);
    if (this.wish) view.bots = { ...view.bots, ...this.wish };
    if (view.version !== before.version) this.cards.clear();
    this.offer = new Offer(this, view);
    const moves = view.moves.filter((move) => move.number > before.number);
    this.moves = [
      ...(gap ? [] : this.moves.filter((move) => move.number <= Math.min(view.since, view.number))),
      ...view.moves,
    ].slice(-MOVES);
    for (const tell of this.onchange) tell(view, moves, before);
  }

  /**
   * Take news in: the whole view, or what has changed in the one we have. False when something between is missing.
   * @param {import("./types").Change} news
   */
  take(news) {
    if (news.version <= this.view.version) return true;
    const more = news.options ? { options: news.options } : {};
    if (news.view) this.accept({ ...news.view, ...more });
    else if (news.changes && news.from === this.view.version) {
      const { pieces = [], ...rest } = news.changes,
        changed = new Map(pieces.map((piece) => [piece.id, piece]));
      this.accept({
        ...this.view,
        ...rest,
        ...more,
        pieces: this.view.pieces.map((piece) => changed.get(piece.id) ?? piece),
      });
    } else return false;
    return true;
  }

  /**
   * Play an action. When the server is away, wait for it and see whether the action arrived: `expected` makes
   * sending it again harmless.
   * @param {string} action
   */
  async act(action) {
    await this.change((expected) => api.act(this.id, this.key, action, expected));
  }

  /** Send several counters along a route in one order. @param {string[]} units @param {string[]} route */
  async march(units, route) {
    await this.change(async (expected) => whole(await api.march(this.id, this.key, units, route, expected)));
  }

  /** Name everybody who can be named. */
  async nameAll() {
    await this.change(async (expected) => whole(await api.nameAll(this.id, this.key, expected)));
  }

  /** @param {number} count */
  async undo(count = 1) {
    await this.change(async (expected) => whole(await api.undo(this.id, this.key, count, expected)));
  }

  /** @param {(expected: number) => Promise<import("./types").Change>} send */
  async change(send) {
    if (this.busy) return;
    this.setBusy(true);
    const expected = this.view.version;
    try {
      for (let turn = 0; ; turn++) {
        try {
          if (!this.take(await send(expected))) await this.refresh();
          this.setOnline(true);
          return;
        } catch (error) {
          const passing = error instanceof ApiError && (error.code === "offline" || error.code === "busy");
          // a store that stays away is told like a broken line
          this.setOnline(!passing || (error.code === "busy" && turn === 0));
          if (error instanceof ApiError && error.code === "stale_move") {
            await this.refresh();
            if (turn > 0) return; // it had arrived before the line broke
          }
          if (error instanceof ApiError && error.code === "bad_key") return this.lose();
          if (!passing || this.closed) throw error;
          await wait(RETRY_MS[Math.min(turn, RETRY_MS.length - 1)]);
        }
      }
    } finally {
      this.setBusy(false);
    }
  }

  /** @param {boolean} busy an action is on its way */
  setBusy(busy) {
    this.busy = busy;
    for (const tell of this.onbusy) tell(busy);
  }

  /**
   * Fetch the whole view.
   */
  async refresh() {
    this.accept(await api.view(this.id, this.key));
  }

  // -- live

  listen() {
    if (this.closed) return;
    this.stream?.close();
    this.stream = api.events(this.id, this.key, {
      heard: (news) => {
        this.setOnline(true);
        this.hear(news);
      },
      closed: () => this.lose(),
      broken: () => {
        this.setOnline(false);
        void this.doubt();
      },
    });
  }

  /** Take what we are told in, one after the other. @param {import("./types").News} news */
  async hear(news) {
    this.told.push(news);
    this.view.bots.thinking = news.thinking;
    if (this.catching) return;
    this.catching = true;
    try {
      while (!this.closed && this.told.length) {
        // an action of our own is answered with its view; hearing of it first must not show it twice
        if (this.halted) await this.halted.done;
        else if (this.busy) await wait(20);
        else {
          if (!this.take(this.told[0])) await this.refresh();
          const { seating, talk, view, changes } = this.told[0];
          if ((seating !== this.view.seating || talk !== this.view.talk) && this.told.length === 1)
            await this.lookAround(view ?? changes);
          this.told.shift();
          if (this.backlog && this.backlog-- && this.told.length)
            await wait(Math.min(this.view.bots.pace_ms, CATCH_UP_MS));
        }
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "bad_key") return this.lose();
      setTimeout(
        () => !this.closed && this.told.length && this.hear(/** @type {import("./types").News} */ (this.told.pop())),
        1000,
      );
    } finally {
      this.catching = false;
    }
  }

  /** The film stops: what happens from now on waits. */
  halt() {
    if (this.halted) return;
    let end = () => {};
    const done = /** @type {Promise<void>} */ (new Promise((resolve) => (end = resolve)));
    this.halted = { done, end };
  }

  /** It goes on. */
  goOn() {
    this.backlog = this.halted ? this.told.length : this.backlog;
    this.halted?.end();
    this.halted = null;
  }

  /**
   * See who sits where and what they propose. Nothing has happened on the board: whoever has a unit in hand keeps it.
   * @param {Partial<View> | undefined} given as we were told, or to be asked for
   */
  async lookAround(given) {
    const { seating, talk } = this.told[0];
    this.showAround(given ? { ...given, seating, talk } : await api.view(this.id, this.key, this.view.number));
  }

  /** Ask who sits where and what they propose. */
  async lookAgain() {
    this.showAround(await api.view(this.id, this.key, this.view.number));
  }

  /**
   * Take in how it stands as a deed was answered; where it was answered with nothing, that is asked for. Whoever has
   * handed the seat over has no key to ask with.
   * @param {View | null} view
   */
  async takeAnswer(view) {
    if (!view) return this.lookAgain();
    this.accept(view);
    this.showAround(view);
  }

  /** @param {Partial<View>} around */
  showAround(around) {
    for (const part of AROUND) if (around[part] !== undefined) Object.assign(this.view, { [part]: around[part] });
    for (const tell of this.onseats) tell();
  }

  /** The line was refused: perhaps the key has been revoked meanwhile. */
  async doubt() {
    try {
      await api.view(this.id, this.key, this.view.number);
    } catch (error) {
      if (error instanceof ApiError && error.code === "bad_key") this.lose();
    }
  }

  /** The key was revoked: go on as a spectator. */
  lose() {
    if (this.closed) return;
    this.close();
    dropKey(this.id, this.key);
    toast(t("seats.lost"), "warn");
    go(location.pathname + location.search);
  }

  /** @param {boolean} online */
  setOnline(online) {
    if (online === this.online) return;
    this.online = online;
    for (const tell of this.onlink) tell(online);
  }

  close() {
    this.closed = true;
    this.goOn();
    this.stream?.close();
    this.onchange = [];
    this.onlink = [];
    this.onbusy = [];
    this.onseats = [];
    this.onrefused = [];
  }

  // -- questions

  /** @param {string} id */
  piece(id) {
    return this.view.pieces.find((piece) => piece.id === id);
  }

  /** The log as whoever decides may read it: at a hot seat it came to other eyes before. */
  get lines() {
    const { yours, to_act, over } = this.view,
      eye = yours.length > 1 && !over ? to_act : null;
    return eye ? this.log.filter(({ seats }) => !seats || seats.includes(eye)) : this.log;
  }

  /** @param {string} hex */
  piecesAt(hex) {
    return this.view.pieces.filter((piece) => piece.at === hex);
  }

  /**
   * What speaks against an action, a click or a unit's acting at all.
   * @param {{action?: string, unit?: string, hex?: string}} about
   */
  async whyNot(about) {
    const why = await api.whyNot(this.id, this.key, this.view.version, about);
    if (!why.legal) for (const tell of this.onrefused) tell(why.action ? { action: why.action } : about);
    return why;
  }

  /** The exact chances of an action, before anything is rolled. @param {string} action */
  forecast(action) {
    return api.forecast(this.id, this.key, this.view.version, action);
  }

  /** What may be regretted when the phase ends now. */
  async cautions() {
    return (await api.cautions(this.id, this.key, this.view.version)).cautions;
  }

  /** The hex card, asked for once for each version. @param {string} hex */
  hexCard(hex) {
    let card = this.cards.get(hex);
    if (!card) {
      card = api.hex(this.id, this.key, hex);
      this.cards.set(hex, card);
      card.catch(() => this.cards.delete(hex));
    }
    return card;
  }

  /** Older lines of the log, if there are any. */
  async earlier() {
    const from = Math.max(0, this.logFrom - 200);
    const { lines } = await api.log(this.id, this.key, from, this.logFrom - 1);
    this.logFrom = from;
    this.log = [...lines, ...this.log];
  }
}
