/** The random event of a turn as a card that waits to be read, once in each browser. */

import { h, put } from "../dom.js";
import { eventRead, prefs, readEvent } from "../prefs.js";
import { t } from "../strings.js";
import { drawnCurtain, openDialog } from "./dialogs.js";
import { chip, dice } from "./parts.js";

/** @typedef {import("../types").Line} Line */

const RANDOM = "event.random_";

/** The chapter of a clause: what follows from an event stands in the same one. @param {Line} line */
const chapter = (line) => line.clause.split(".")[0];

/** Each random event with what came of it at once, oldest first. @param {Line[]} lines @returns {Line[][]} */
export function randomEvents(lines) {
  return lines.flatMap((line, place) => {
    if (!line.key.startsWith(RANDOM)) return [];
    const rest = lines.slice(place + 1),
      end = rest.findIndex(
        (next) => next.number !== line.number || chapter(next) !== chapter(line) || next.key.startsWith(RANDOM),
      );
    return [[line, ...(end < 0 ? rest : rest.slice(0, end))]];
  });
}

export class EventCard {
  /** @param {import("../game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    this.shown = -1; // the action of the latest event on the card
  }

  /** Whether the game has such events, as far as this browser knows. */
  get known() {
    return eventRead(this.game.id) !== null || randomEvents(this.game.lines).length > 0;
  }

  /** Events nobody has read here; where none was read yet, that of the present turn. */
  unread() {
    const { lines, view } = this.game,
      last = eventRead(this.game.id);
    return randomEvents(lines).filter(([{ number, turn }]) =>
      last === null ? turn === view.headline.turn : number > last,
    );
  }

  /**
   * Show what has not been read; a card that still lies there takes in what is new. Behind the curtain none is laid.
   */
  refresh() {
    const events = this.unread(),
      latest = events[events.length - 1]?.[0];
    if (this.game.view.over) return this.dialog?.close(); // how it ended matters more
    if (!latest || (drawnCurtain() && !this.dialog)) return;
    if (!prefs.events) return readEvent(this.game.id, latest.number);
    if (this.dialog && latest.number === this.shown) return;
    this.shown = latest.number;
    const title = events.length > 1 ? t("random.titles") : t("random.title", { n: latest.turn });
    if (!this.dialog) this.open(title);
    put(/** @type {Element} */ (this.dialog?.querySelector("h2")), title);
    put(
      /** @type {Element} */ (this.dialog?.querySelector(".events")),
      events.map((lines) => this.section(lines, events.length > 1)),
    );
  }

  /** @param {string} title */
  open(title) {
    const read = h(
      "button",
      { class: "button primary", type: "button", onclick: () => dialog.close() },
      t("random.read"),
    );
    const dialog = openDialog(title, h("div", { class: "events" }), h("div", { class: "dialog-buttons" }, read));
    dialog.classList.add("event-card");
    dialog.addEventListener("close", () => this.away(dialog)); // however the browser closed it
    dialog.close = () => {
      this.away(dialog); // at once: that event comes later, perhaps after the page has gone
      HTMLDialogElement.prototype.close.call(dialog);
    };
    this.dialog = dialog;
    read.focus();
  }

  /** The card was put away; with the page it goes unread. @param {HTMLDialogElement} dialog */
  away(dialog) {
    if (this.dialog !== dialog) return;
    if (!this.game.closed) readEvent(this.game.id, this.shown);
    this.dialog = null;
  }

  /** @param {Line[]} lines @param {boolean} headed which turn it was, where there are several */
  section(lines, headed) {
    const [{ turn }] = lines;
    return h(
      "section",
      {},
      headed ? h("h3", {}, t("turn.n", { n: turn })) : null,
      lines.map((line) =>
        h(
          "p",
          { class: "line" },
          h("span", { class: "line-text" }, line.text, dice(line.dice, 24)),
          chip(line.clause, line.title),
        ),
      ),
    );
  }
}
