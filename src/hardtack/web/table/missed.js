/** What happened while the player was away, to be watched like a film. */

import { h, put } from "../dom.js";
import { heldGames, holdGame } from "../prefs.js";
import { t } from "../strings.js";
import { gamePage } from "../ways.js";

export class Missed {
  /** @param {import("../game.js").Game} game @param {boolean} kept it belongs among this browser's games */
  constructor(game, kept) {
    this.game = game;
    this.kept = kept;
    this.seen = heldGames()[game.id]?.seen ?? game.view.number;
    this.element = h("section", { class: "panel missed", role: "status", hidden: true });
    this.returned = () => !document.hidden && this.show();
    document.addEventListener("visibilitychange", this.returned);
    this.show();
  }

  /**
   * Whoever looks sees everything as it happens, and whoever acts has seen enough.
   * @param {import("../types").Move[]} moves
   */
  refresh(moves) {
    if (moves.some((move) => this.own(move))) this.element.hidden = true;
    this.note();
  }

  /** @param {import("../types").Move} move */
  own(move) {
    return move.side !== null && this.game.view.yours.includes(move.side);
  }

  /** Offer what others did since the last look. */
  show() {
    const { game, seen } = this,
      missed = game.view.number - seen;
    this.note();
    if (!game.view.yours.length || !game.moves.some((move) => move.number > seen && !this.own(move))) return;
    const watch = gamePage("replay", game.id, `move=${seen}&play=1`);
    put(
      this.element,
      h("span", {}, t("missed", { n: missed })),
      h("a", { class: "button", href: watch, "data-in": "" }, t("missed.watch")),
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-account": "",
          onclick: async () => (await import("./account.js")).openAccount(game),
        },
        t("account"),
      ),
      h(
        "button",
        {
          class: "button icon",
          type: "button",
          "aria-label": t("close"),
          title: t("close"),
          onclick: () => (this.element.hidden = true),
        },
        "×",
      ),
    );
    this.element.hidden = false;
  }

  /** Remember the game, and how far it was seen. */
  note() {
    const { id, key, view } = this.game;
    if (!document.hidden) this.seen = view.number;
    if (key && this.kept && !this.game.closed)
      holdGame(id, { key, scenario: view.scenario, at: Date.now(), seen: this.seen, sides: view.yours });
  }

  close() {
    document.removeEventListener("visibilitychange", this.returned);
  }
}
