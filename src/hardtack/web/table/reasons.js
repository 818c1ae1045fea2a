/** What bots did their actions for, kept in the log for who wants them there. */

import { ApiError, api } from "../api.js";
import { h } from "../dom.js";
import { prefs } from "../prefs.js";
import { t } from "../strings.js";
import { weighedButton } from "./weighed.js";

const AT_ONCE = 40; // actions the server tells the reasons of in one answer

/** @typedef {[number, HTMLElement]} Entry an action and its place in the log */

export class Reasons {
  /** @param {import("../game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {WeakSet<HTMLElement>} entries whose reasons have been asked for */
    this.asked = new WeakSet();
    this.busy = false;
    /** @type {Entry[]} */
    this.entries = [];
  }

  /** @param {import("../types").Side | null} side */
  byBot(side) {
    return this.game.view.seats.some((seat) => seat.side === side && seat.who === "bot");
  }

  /** Tell the reasons of these entries, the newest first; none where nobody wants them. @param {Entry[]} entries */
  async show(entries) {
    this.entries = prefs.reasons ? entries : [];
    if (!prefs.reasons) return this.clear(entries);
    if (this.busy) return; // whoever is at it goes on with these
    this.busy = true;
    try {
      for (let next = this.next(); next; next = this.next()) await this.ask(next);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the log is read without them
    } finally {
      this.busy = false;
    }
  }

  /** The newest action whose reasons are not there. */
  next() {
    return this.entries.find(([, element]) => !this.asked.has(element))?.[0] ?? 0;
  }

  /** @param {number} last */
  async ask(last) {
    const { id, key } = this.game,
      from = Math.max(1, last - AT_ONCE + 1);
    const about = this.entries.filter(([number]) => number >= from && number <= last);
    for (const [, element] of about) this.asked.add(element);
    const { intentions } = await api.intentions(id, key, from, last);
    const told = new Map(intentions.map(({ number, motives }) => [number, motives]));
    for (const [number, element] of about) {
      const motives = told.get(number);
      if (!motives || !prefs.reasons || element.querySelector(".because")) continue;
      const text = t("account.because", { text: motives.join(t("intent.and")) });
      element.append(h("div", { class: "because quiet" }, text, " ", weighedButton(id, key, number)));
    }
  }

  /** @param {Entry[]} entries */
  clear(entries) {
    for (const [, element] of entries) {
      element.querySelector(".because")?.remove();
      this.asked.delete(element);
    }
  }
}
