/** What must be decided now, in one sentence, with its buttons. */

import { h, put, renew } from "../dom.js";
import { api } from "../api.js";
import { people } from "../api_people.js";
import { keepKey } from "../prefs.js";
import { gamePage, go, reportPage } from "../ways.js";
import { complain } from "../wrong.js";
import { t } from "../strings.js";
import { actAlways, isAnswer } from "./answers.js";
import { chip, fold, kbd, resultName, sideSign } from "./parts.js";

/** @typedef {import("../types").Option} Option */

const MOST_BUTTONS = 9;
const FIRST = 5; // a player's moves with a hint, in a game of at most so many moves so far:
const EARLY = 60;
const ROW = 4; // as many choices of one kind for one unit go into a fold, if there are others beside them

/**
 * Long rows of one kind of action: detach with one, two, three ... points. A row that is all there is stays open.
 * @param {Option[]} options
 * @param {boolean} onMap whether hexes can be chosen, too
 * @returns {Option[][]}
 */
function rowsOf(options, onMap) {
  /** @type {Map<string, Option[]>} */
  const kinds = new Map();
  for (const option of options.filter((one) => one.kind === "choose" && one.unit && !one.hex)) {
    const kind = `${option.action.split(" ")[0]} ${option.unit}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), option]);
  }
  return [...kinds.values()].filter(
    (row) => row.length >= ROW && (onMap || options.some((option) => option.kind !== "end" && !row.includes(option))),
  );
}

/** What the labels of a row share, its beginning and its end: a Japanese verb comes last. @param {Option[]} row */
function sharedWords([first, ...others]) {
  const { label } = first;
  let begins = label.length;
  while (begins && !others.every((other) => other.label.startsWith(label.slice(0, begins)))) begins--;
  if (!begins) return `${label}…`;
  let ends = begins;
  while (!others.every((other) => other.label.slice(begins).endsWith(label.slice(ends)))) ends++;
  return `${label.slice(0, begins).trimEnd()}…${label.slice(ends)}`;
}

export class Prompt {
  /** @param {import("./hand.js").Hand} hand @param {() => void} goals shows how the game stands and what wins it */
  constructor(hand, goals) {
    this.hand = hand;
    this.goals = goals;
    this.text = h("p", { class: "prompt-text" });
    this.buttons = h("div", { class: "prompt-buttons" });
    this.element = h("section", { class: "panel prompt", "aria-label": t("prompt") }, this.text, this.buttons);
    /** @type {Option[]} in the order of the number keys */
    this.listed = [];
    /** @type {import("../offer.js").Offer | null} what the buttons were made of */
    this.asked = null;
    /** @type {Set<string>} rows of choices opened by hand */
    this.unfolded = new Set();
    /** @type {Promise<{page: string}> | null} where the report of the game is, once it is over */
    this.report = null;
  }

  refresh() {
    const { view } = this.hand.game;
    this.element.className = `panel prompt ${view.over ? "over" : view.your_turn ? `yours ${view.to_act}` : "waiting"}`;
    if (view.outcome) return this.showOutcome(view.outcome);
    renew(this.text, sideSign(view.to_act), view.prompt);
    const { planned, offer } = this.hand;
    // the planner has buttons of its own
    this.listed = view.your_turn && (!planned || planned === offer.declared) ? this.choices() : [];
    const rows = rowsOf(this.listed, this.hand.targets.size > 0);
    const many = new Set(rows.flat());
    // the number keys go to what is in sight
    this.listed = [...this.listed.filter((option) => !many.has(option)), ...many];
    const again = this.asked === offer; // the same question: its buttons do the same
    this.asked = offer;
    (again ? renew : put)(
      this.buttons,
      this.shortcuts(), // first: a long list below them has to be scrolled
      this.listed.map((option, i) => (many.has(option) ? null : this.button(option, i))),
      rows.map((row) =>
        fold(
          this.unfolded,
          row[0].action,
          "row-of-choices",
          sharedWords(row),
          row.map((option) => this.button(option, this.listed.indexOf(option))),
        ),
      ),
      this.alwaysSo(),
      this.restOfTurn(),
      this.hint(),
      !view.your_turn && view.bots.thinking
        ? h("span", { class: "thinking", role: "img", "aria-label": t("thinking") }, h("i"), h("i"), h("i"))
        : null,
      !view.yours.length ? h("p", { class: "quiet" }, t("spectating")) : null,
    );
  }

  /** What spares clicks: everybody at once, the whole column. */
  shortcuts() {
    const { hand } = this,
      { nameable } = hand.offer;
    if (!hand.game.view.your_turn || hand.planned) return null;
    const all =
      nameable > 1
        ? h(
            "button",
            { class: "button compact primary", type: "button", "data-all": "", onclick: () => hand.nameAll() },
            t("choose.all", { n: nameable }),
          )
        : null;
    const column =
      hand.column.length > 1
        ? h(
            "button",
            {
              class: "button compact column",
              type: "button",
              "data-column": "",
              "aria-pressed": String(hand.together),
              title: t("column.title"),
              onclick: () => {
                hand.together = !hand.together;
                this.refresh();
              },
            },
            h(
              "span",
              {},
              t("column", { n: hand.column.length }),
              hand.together ? h("small", {}, t("column.where")) : null,
            ),
          )
        : null;
    return all || column ? h("div", { class: "shortcuts" }, all, column) : null;
  }

  /** Where a question can be answered once for all: whether the next answer is for good. */
  alwaysSo() {
    const { view } = this.hand.game;
    if (!this.listed.some((option) => isAnswer(view, option))) return null;
    const box = h("input", {
      type: "checkbox",
      "data-always": "",
      checked: this.hand.always === view.version,
      onchange: () => (this.hand.always = box.checked ? view.version : -1),
    });
    return h("label", { class: "check always" }, box, t("answers.always"));
  }

  /** Where a side may pass again and again: whether it does so by itself until the turn is over. */
  restOfTurn() {
    const { passing, planned, game } = this.hand;
    if (planned || (!passing.asked && (!passing.on || game.view.your_turn))) return null;
    const box = h("input", {
      type: "checkbox",
      "data-rest": "",
      checked: passing.on,
      onchange: () => passing.set(box.checked),
    });
    return h("label", { class: "check always" }, box, t("pass.rest"));
  }

  /** Take one of the choices: now, or for good. @param {Option} option */
  choose(option) {
    const { hand } = this;
    if (hand.forGood(option)) return void actAlways(hand, option);
    if (option === hand.offer.end) void hand.end();
    else void hand.act(option);
  }

  /** In a player's first moves: what to click. The other side may have moved often before them. */
  hint() {
    const { game, unit, targets, ahead } = this.hand,
      { view } = game;
    const begins =
      view.number <= EARLY && game.moves.filter((move) => move.side && view.yours.includes(move.side)).length <= FIRST;
    if (!view.your_turn || !begins || !game.offer.units.size || this.hand.planned) return null;
    const costs = ahead.size || [...targets.values()].flat().some((option) => option.cost !== null);
    const words = unit && (targets.size || ahead.size) ? t(costs ? "hint.go" : "hint.place") : t("hint.choose");
    return h(
      "p",
      { class: "hint" },
      words,
      " ",
      h("button", { class: "link", type: "button", "data-goals": "", onclick: this.goals }, t("hint.goals")),
    );
  }

  /**
   * Buttons for what has no place on the map: of the chosen unit, of everybody while it is a short list.
   * @returns {Option[]}
   */
  choices() {
    const { offer, options, unit } = this.hand;
    const plain = offer.whole
      ? offer.known().filter((option) => !option.hex && option.kind !== "end" && !offer.buttons.includes(option))
      : [];
    const own = unit && !this.hand.planned ? options.filter((option) => this.hand.isButton(option)) : [];
    const folded = rowsOf(plain, true).flat().length; // a long row takes up one line
    const picks = plain.length - folded <= MOST_BUTTONS ? plain : [];
    const places = offer.loose.length <= MOST_BUTTONS ? offer.loose : [];
    // a question that can be answered once for all has a button for every answer, a hex or not
    const known = offer.known().filter((option) => isAnswer(this.hand.game.view, option)),
      answers = known.length <= MOST_BUTTONS ? known : [];
    const all = new Set([...own, ...answers, ...picks, ...places, ...offer.buttons]);
    if (offer.end) all.delete(offer.end);
    return offer.end ? [...all, offer.end] : [...all]; // what ends it all comes last
  }

  /**
   * A button stands out when the decision is about the buttons, not where hexes wait to be clicked; a risk never does,
   * nor what is for others than the chosen unit.
   * @param {Option} option
   * @param {number} i
   */
  button(option, i) {
    const end = option === this.hand.offer.end;
    const { unit, targets, ahead } = this.hand,
      anothers = Boolean(unit && option.unit && option.unit !== unit);
    const plain = targets.size || ahead.size || option.risk || anothers ? "" : "primary";
    return h(
      "button",
      {
        class: `button ${end ? "end" : option.kind === "end" ? "quiet-button" : this.listed.length > 6 ? "compact" : plain}`,
        type: "button",
        "data-action": option.action,
        onclick: () => this.choose(option),
        onpointerenter: () => option.hex && this.hand.scene.marks.cursor(option.hex, false),
      },
      i < 9 ? kbd(String(i + 1)) : null,
      h("span", {}, option.label, option.risk ? h("small", {}, option.risk) : null),
    );
  }

  /** @param {import("../types").Outcome} outcome */
  showOutcome(outcome) {
    const { game } = this.hand;
    this.listed = [];
    const lines = game.view.standing.lines.filter((line) => line !== outcome.text);
    put(
      this.text,
      h(
        "strong",
        { class: "result" },
        sideSign(outcome.winner === "draw" ? null : outcome.winner),
        resultName(outcome),
      ),
      h(
        "span",
        { class: "result-text" },
        outcome.text,
        " ",
        outcome.clause ? chip(outcome.clause, outcome.title) : null,
      ),
      h(
        "span",
        { class: "result-lines" },
        lines.map((line) => h("span", {}, line)),
      ),
    );
    const report = h(
      "a",
      { class: "button primary", href: reportPage(game.id), target: "_blank", "data-report": "" },
      t("report"),
    );
    this.report ??= api.report(game.id, game.key);
    this.report.then(
      ({ page }) => (report.href = page),
      () => {}, // then it is the plain address, which is right for all but private games
    );
    put(
      this.buttons,
      report,
      h("a", { class: "button", href: gamePage("replay", game.id), "data-in": "" }, t("replay.watch")),
      game.view.yours.length
        ? h(
            "button",
            { class: "button", type: "button", "data-rematch": "", onclick: () => void this.rematch() },
            game.view.rematch ? t("rematch.join") : t("rematch"),
          )
        : null,
      h("button", { class: "button", type: "button", "data-goals": "", onclick: this.goals }, t("hint.goals")),
      h("a", { class: "button", href: "/", "data-in": "" }, t("home.back")),
    );
  }

  /** The same again, sides swapped. */
  async rematch() {
    const { game } = this.hand;
    try {
      if (game.again) return await game.again();
      const { id, key, sides } = await people.rematch(game.id, game.key);
      keepKey(id, key, { scenario: game.view.scenario, yours: sides });
      go(gamePage("play", id));
    } catch (error) {
      complain(error);
    }
  }

  /** Press the button of a number key. @param {number} number */
  press(number) {
    const option = this.listed[number - 1];
    if (option) this.choose(option);
  }
}
