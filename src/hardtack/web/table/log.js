/** The log: what happened, newest first, every line with its clause. */

import { ApiError } from "../api.js";
import { h, toast } from "../dom.js";
import { heldGames } from "../prefs.js";
import { headed, t } from "../strings.js";
import { gamePage } from "../ways.js";
import { chip, dice, sideSign } from "./parts.js";
import { Reasons } from "./reasons.js";

/** @typedef {import("../types").Line} Line */

/** One action's lines. @param {Line[]} lines @param {(number: number) => void} [jump] */
export function entry(lines, jump) {
  const [first] = lines;
  return h(
    "li",
    { class: `entry ${first.side ?? ""}`, "data-number": first.number },
    lines.map((line, i) =>
      h(
        "p",
        { class: "line" },
        i === 0 && jump
          ? h(
              "button",
              {
                class: "move-number",
                type: "button",
                title: t("log.jump"),
                "aria-label": headed(String(line.number), t("log.jump")),
                onclick: () => jump(line.number),
              },
              String(line.number),
            )
          : null,
        i === 0 ? sideSign(line.side) : null,
        h("span", { class: "line-text" }, line.text, dice(line.dice)),
        line.clause ? chip(line.clause, line.title) : null,
      ),
    ),
  );
}

/** The lines as entries, one for each action and turn. @param {Line[]} lines oldest first */
export function grouped(lines) {
  /** @type {Line[][]} */
  const groups = [];
  for (const line of lines) {
    const last = groups[groups.length - 1];
    if (last && last[0].number === line.number && last[0].turn === line.turn) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/**
 * Where a game branched off, with the way back: to the seat this browser holds there, else to the replay.
 * @param {import("../types").View["origin"]} origin
 */
function originLink(origin) {
  if (!origin) return null;
  const { game, number } = origin,
    held = heldGames()[game];
  const back = held ? gamePage("play", game) : gamePage("replay", game, `move=${number}`);
  return h("a", { class: "origin", href: back, "data-in": "" }, t("branch.origin", { n: number }));
}

export class Log {
  /** @param {import("../game.js").Game} game @param {(number: number) => void} jump */
  constructor(game, jump) {
    this.game = game;
    this.jump = jump;
    this.list = h("ol", { class: "lines", reversed: true });
    this.more = h(
      "button",
      { class: "button quiet-button", type: "button", onclick: () => this.earlier() },
      t("log.earlier"),
    );
    this.element = h(
      "section",
      { class: "panel log", "aria-label": t("log"), tabindex: -1 },
      h("h2", { class: "panel-title" }, t("log")),
      originLink(game.view.origin),
      this.list,
      this.more,
    );
    /** @type {Map<string, HTMLElement>} entries already made, by number and text */
    this.made = new Map();
    this.reasons = new Reasons(game);
  }

  refresh() {
    /** @type {Map<string, HTMLElement>} */
    const made = new Map();
    /** @type {HTMLElement[]} */
    const items = [];
    /** @type {[number, HTMLElement][]} */
    const ofBots = [];
    const groups = grouped(this.game.lines).reverse();
    groups.forEach((lines, i) => {
      const { turn } = lines[0];
      if (turn !== groups[i - 1]?.[0].turn)
        items.push(this.take(made, `turn ${turn}`, () => h("li", { class: "turn-mark" }, t("turn.n", { n: turn }))));
      const sign = lines.map((line) => `${line.number} ${line.text}`).join("|");
      const item = this.take(made, sign, () => entry(lines, this.jump));
      items.push(item);
      if (this.reasons.byBot(lines[0].side)) ofBots.push([lines[0].number, item]);
    });
    this.made = made;
    this.arrange(items);
    this.more.hidden = this.game.logFrom === 0;
    void this.reasons.show(ofBots);
  }

  /**
   * Leave what is in its place: to put a long log in anew would have the browser lay all of it out again.
   * @param {HTMLElement[]} items
   */
  arrange(items) {
    let at = this.list.firstChild;
    for (const item of items) {
      if (item === at) at = at.nextSibling;
      else this.list.insertBefore(item, at);
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  }

  /** @param {Map<string, HTMLElement>} made @param {string} sign @param {() => HTMLElement} make */
  take(made, sign, make) {
    const element = this.made.get(sign) ?? make();
    made.set(sign, element);
    return element;
  }

  async earlier() {
    try {
      await this.game.earlier();
      this.refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message, "warn");
    }
  }
}
