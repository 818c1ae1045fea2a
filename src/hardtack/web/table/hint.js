/** What a bot would do in the player's place, and why: a button, and its answer in a line. */

import { ApiError, api } from "../api.js";
import { announce, h, put } from "../dom.js";
import { prefs } from "../prefs.js";
import { headed, t } from "../strings.js";
import { weighedList } from "./weighed.js";

export class HintLine {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    this.version = -1; // of the game that is asked about, or was
    this.button = h(
      "button",
      { class: "button", type: "button", "data-hint": "", title: t("bothint.title"), onclick: () => void this.ask() },
      t("bothint"),
    );
    this.text = h("div", { class: "hint-text quiet", hidden: true });
    this.element = h("div", { class: "hint-line", hidden: true }, this.button, this.text);
  }

  /**
   * A hint is for the moment it was asked at; where the game gives none, or the player wants none, there is no button.
   */
  refresh() {
    const { view } = this.hand.game;
    this.element.hidden = !(prefs.hint && view.hints && view.your_turn);
    if (this.version === view.version) return;
    this.version = -1;
    this.text.hidden = true;
    this.button.disabled = false;
  }

  async ask() {
    const { game } = this.hand,
      { version } = game.view;
    this.version = version;
    this.button.disabled = true;
    put(this.text, h("span", { class: "thinking", role: "img", "aria-label": t("thinking") }, h("i"), h("i"), h("i")));
    this.text.hidden = false;
    try {
      const hint = await api.hint(game.id, game.key, version);
      if (this.version === version) this.show(hint);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.version !== version) return; // the game has gone on
      put(this.text, error.message);
      this.button.disabled = false;
    }
  }

  /** @param {import("../types").Hint} hint */
  show({ bot_name, option, motives, weighed }) {
    const { hand } = this,
      said = headed(t("bothint.would", { bot: bot_name, label: option.label }), motives.join(t("intent.and")));
    put(
      this.text,
      motives.length ? said : t("bothint.would", { bot: bot_name, label: option.label }),
      " ",
      h(
        "button",
        { class: "link", type: "button", "data-hint-do": "", onclick: () => void hand.act(option) },
        t("bothint.do"),
      ),
      weighed.length > 1 ? weighedList(weighed) : null,
    );
    const hex = option.hex || hand.game.piece(option.unit)?.at || "";
    if (hand.scene.hexes.has(hex)) {
      hand.scene.marks.cursor(hex, false);
      hand.scene.view.reveal(hand.scene.hexes.centre(hex));
    }
    announce(said);
  }
}
