/** What a bot was after with its last action, in a line, and the way to all it did in the turn. */

import { ApiError, api } from "../api.js";
import { h, put } from "../dom.js";
import { prefs } from "../prefs.js";
import { t } from "../strings.js";
import { sideSign } from "./parts.js";
import { weighedButton } from "./weighed.js";

/** @typedef {import("../types").Move} Move */

export class Intent {
  /**
   * @param {string} game
   * @param {string | null} key
   * @param {import("../types").Seat[]} seats
   * @param {() => void} [tell] opens the account of the turn; none beside a film, which shows it
   */
  constructor(game, key, seats, tell) {
    this.game = game;
    this.key = key;
    this.seats = seats;
    this.element = h("p", { class: "intent quiet", hidden: true });
    this.more = tell
      ? h("button", { class: "link", type: "button", "data-account": "", onclick: tell }, t("account"))
      : null;
    this.asked = 0; // the action asked about last
    /** @type {Move | null | undefined} */
    this.move = null;
  }

  /** @param {Move | null | undefined} [move] the action on show, or the one shown last */
  async show(move = this.move) {
    this.move = move;
    const wanted = prefs.intent && move?.by === "bot" && move.action ? move.number : 0;
    if (wanted === this.asked && wanted) return;
    this.asked = wanted;
    if (!wanted) return void (this.element.hidden = true);
    try {
      const { side, motives } = await api.intention(this.game, this.key, wanted);
      if (this.asked !== wanted) return; // the game has gone on
      const bot = this.seats.find((seat) => seat.side === side)?.bot_name ?? "";
      const said = t("intent", { bot, text: motives.join(t("intent.and")) });
      put(this.element, sideSign(side), said, " ", this.more, " ", weighedButton(this.game, this.key, wanted));
      this.element.hidden = !motives.length;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.element.hidden = true; // taken back in the meantime, or no link: the line is not missed
    }
  }
}
