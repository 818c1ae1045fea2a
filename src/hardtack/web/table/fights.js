/** The fights of a game as they happen: a card that stays until it is read, and a film that waits for it. */

import { ApiError, api } from "../api.js";
import { announce, h, put } from "../dom.js";
import { prefs } from "../prefs.js";
import { spoken, t } from "../strings.js";
import { gamePage } from "../ways.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Move} Move */

const MOST = 12; // unread cards that are kept
const SLOW_MS = 200; // bots faster than that are to be fast: nothing stops them

export class Fights {
  /** @param {import("../game.js").Game} game @param {import("../board/scene.js").Scene} scene */
  constructor(game, scene) {
    this.game = game;
    this.scene = scene;
    this.element = h("section", { class: "panel fight", "aria-label": t("fight"), hidden: true });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    /** @type {number[]} the fights to be read, the one in view first */
    this.queue = [];
    /** @type {import("../types").Fight | null} */
    this.shown = null;
    this.timer = 0;
    this.asked = 0;
  }

  /** What is new in the log. @param {View} view @param {Move[]} moves @param {View} before */
  note(view, moves, before) {
    if (view.number < before.number) return this.close(); // taken back
    const told = view.log.filter((line) => line.number > before.number && line.part);
    const begun = [...new Set(told.filter((line) => line.part === "begins").map((line) => line.number))];
    // whoever acts has read what lies there
    const read = moves.some((move) => move.side !== null && view.yours.includes(move.side) && move.by === "person");
    if (begun.length && prefs.fightStay >= 0) {
      this.queue = [...(read ? [] : this.queue), ...begun].slice(-MOST);
      if (begun.some((number) => this.isOthers(moves, number))) this.stop(view);
      void this.show();
    } else if (told.length && this.queue.length)
      void this.show(); // it goes on
    else if (read) this.close();
    else if (this.shown && !this.shown.over) void this.show(); // somebody stayed where he was: that may have ended it
  }

  /** @param {Move[]} moves @param {number} number */
  isOthers(moves, number) {
    const move = moves.find((one) => one.number === number);
    return move !== undefined && move.by === "bot" && !(move.side && this.game.view.yours.includes(move.side));
  }

  /** The film stops, unless something is to be decided here. @param {View} view */
  stop(view) {
    if (prefs.fightStop && !view.your_turn && !view.over && view.bots.pace_ms >= SLOW_MS && !document.hidden)
      this.game.halt();
  }

  async show() {
    const [number] = this.queue,
      mine = ++this.asked;
    try {
      const [fight, { fightBody, fightTitle }] = await Promise.all([
        api.fight(this.game.id, this.game.key, number),
        import("./fight.js"),
      ]);
      if (mine !== this.asked || !this.queue.length) return;
      this.shown = fight;
      const { game, scene } = this,
        field = {
          scenario: scene.scenario,
          sides: game.view.sides,
          piece: (/** @type {string} */ id) => game.piece(id),
        };
      const more = this.queue.length - 1;
      const read = h(
        "button",
        { class: "button primary", type: "button", "data-read": "", onclick: () => this.next() },
        more ? t("fight.next", { n: more }) : t("fight.read"),
      );
      put(
        this.element,
        h(
          "div",
          { class: "fight-top" },
          h("h3", { class: "fight-title" }, fightTitle(fight, field)),
          h("button", { class: "close", type: "button", "aria-label": t("close"), onclick: () => this.close() }, "×"),
        ),
        fightBody(fight, field),
        h(
          "div",
          { class: "fight-foot" },
          read,
          h(
            "a",
            { class: "button", href: gamePage("replay", game.id, `move=${number}`), "data-in": "" },
            t("fight.replay"),
          ),
          game.halted ? h("small", { class: "quiet" }, t("fight.waits")) : null,
        ),
      );
      this.element.hidden = false;
      this.scene.marks.fight(fight);
      this.wait(fight.over);
      if (game.halted) this.offer(read);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === this.asked) this.close(); // taken back in the meantime, or no link: the log has it
    }
  }

  /** Where nothing else can be done the keyboard is led to the button. @param {HTMLElement} read */
  offer(read) {
    const at = document.activeElement;
    if (!at || at === document.body || at === this.scene.element) read.focus();
    announce(spoken([t("fight.waits")]));
  }

  /** The card goes by itself after the time the player has chosen. @param {boolean} over */
  wait(over) {
    clearTimeout(this.timer);
    if (prefs.fightStay > 0 && over) this.timer = setTimeout(() => this.next(), prefs.fightStay * 1000);
  }

  next() {
    this.queue.shift();
    if (this.queue.length) void this.show();
    else this.close();
  }

  close() {
    clearTimeout(this.timer);
    this.asked++;
    this.queue = [];
    this.shown = null;
    const inside = this.element.contains(document.activeElement);
    this.element.hidden = true;
    put(this.element);
    this.scene.marks.fight(null);
    if (inside) this.scene.element.focus();
    this.game.goOn();
  }
}
