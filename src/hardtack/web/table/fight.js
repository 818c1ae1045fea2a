/** The card of a fight: who against whom, every number, each die with whose it is and what for, what came of it. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { headed, t } from "../strings.js";
import { chip, counterButton, rollingDie, sideSign } from "./parts.js";
import { modifierLine } from "./rosette.js";

/** @typedef {import("../types").Fight} Fight */
/** @typedef {import("../types").FightLine} FightLine */
/**
 * @typedef {{scenario: string, sides: Record<string, string>, piece: (id: string) => import("../types").Piece |
 *   undefined}} Field what the card needs to know of the game
 */

/** @param {string[]} ids @param {Fight} fight @param {Field} field */
function counters(ids, fight, field) {
  return h(
    "div",
    { class: "row wrap" },
    ids.map((id) => {
      const piece = field.piece(id);
      if (!piece) return null;
      const gone = fight.destroyed.includes(id),
        button = counterButton(field.scenario, piece, { size: 46, caption: true });
      if (!gone) return button;
      button.classList.add("gone");
      button.append(h("span", { class: "gone-word" }, t("fight.destroyed")));
      return button;
    }),
  );
}

/** Whose a die is and what it was for, then what it did. @param {FightLine} line @param {Field} field */
function rolled(line, field) {
  return h(
    "li",
    { class: "fight-roll" },
    h(
      "div",
      { class: "fight-dice" },
      line.dice.map(({ face, by, purpose }) =>
        h(
          "span",
          { class: "fight-die" },
          rollingDie(face, 30),
          h(
            "small",
            {},
            sideSign(by || null),
            by ? (field.sides[by] ?? by) : t("fight.both"),
            purpose ? h("br") : null,
            purpose,
          ),
        ),
      ),
    ),
    h("p", { class: "line" }, h("span", { class: "line-text" }, line.text), chip(line.clause, line.title)),
  );
}

/** @param {FightLine} line */
function plain(line) {
  return h(
    "li",
    { class: `fight-line ${line.part}` },
    h("p", { class: "line" }, h("span", { class: "line-text" }, line.text), chip(line.clause, line.title)),
  );
}

/** What was lost against what was to be expected. @param {Fight} fight @param {Field} field */
function toll({ toll: known, over }, field) {
  if (!known) return over ? null : h("p", { class: "quiet" }, t("fight.going_on"));
  return h(
    "div",
    { class: "fight-toll" },
    h("b", {}, headed(known.name, "")),
    known.sides.map(({ side, expected, fell }) =>
      h("span", {}, sideSign(side), t("fight.toll", { side: field.sides[side], n: fell, mean: expected.toFixed(1) })),
    ),
    h("span", { class: "quiet" }, t("fight.chance", { p: t("percent", { n: Math.round(known.chance * 100) }) })),
  );
}

/** Everything there is to read of a fight. @param {Fight} fight @param {Field} field @returns {HTMLElement} */
export function fightBody(fight, field) {
  const opening = fight.lines.find((line) => line.part === "begins");
  const dice = fight.lines.filter((line) => line.dice.length),
    told = fight.lines.filter((line) => !line.dice.length && line !== opening),
    eve = told.filter((line) => line.part === "eve"), // the order to attack is no result of it
    rest = told.filter((line) => line.part !== "eve");
  return h(
    "div",
    { class: "fight-body" },
    eve.length ? h("ul", { class: "plain eve" }, eve.map(plain)) : null,
    h("p", { class: "fight-label" }, fight.label, " ", opening ? chip(opening.clause, opening.title) : null),
    h(
      "div",
      { class: "versus" },
      counters(fight.attackers, fight, field),
      icon("swords", 24),
      counters(fight.defenders, fight, field),
    ),
    dice.length
      ? [
          h("h4", {}, t("fight.dice")),
          h(
            "ul",
            { class: "plain" },
            dice.map((line) => rolled(line, field)),
          ),
        ]
      : null,
    rest.length ? [h("h4", {}, t("fight.results")), h("ul", { class: "plain" }, rest.map(plain))] : null,
    toll(fight, field),
    fight.modifiers.length
      ? h(
          "details",
          { open: true },
          h("summary", {}, t("fight.numbers")),
          h("ul", { class: "modifiers" }, fight.modifiers.map(modifierLine)),
        )
      : null,
  );
}

/** The title of the card. @param {Fight} fight @param {Field} field */
export function fightTitle(fight, field) {
  return [sideSign(fight.side), t("fight.head", { side: field.sides[fight.side], n: fight.turn })];
}

/** Put a fight into an element. @param {HTMLElement} element @param {Fight} fight @param {Field} field */
export function showFight(element, fight, field) {
  put(element, h("h3", { class: "fight-title" }, fightTitle(fight, field)), fightBody(fight, field));
}
