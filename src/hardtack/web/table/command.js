/** The command box: the notation of actions, and plain questions. */

import { api } from "../api.js";
import { announce, h, put } from "../dom.js";
import { t } from "../strings.js";
import { describe, placeName } from "./parts.js";

/** @typedef {import("../types").Piece} Piece */

/** Words that ask a question, in both languages. */
const QUESTIONS = {
  where: ["where", "どこ"], reach: ["reach", "移動先"], odds: ["odds", "確率"], why: ["why", "なぜ"], go: ["go", "表示"],
  rule: ["rule", "ルール"], end: ["end", "終了"], undo: ["undo", "取消"], help: ["help", "?", "ヘルプ"],
};

export class Command {
  /**
   * @param {import("./hand.js").Hand} hand
   * @param {{moveTo: (hex: string) => void, rule: (clause: string) => void, help: () => void, here: () => string | null}} ways
   */
  constructor(hand, ways) {
    this.hand = hand;
    this.ways = ways;
    this.input = h("input", { type: "text", class: "command-input", "aria-label": t("command"), placeholder: t("command.hint"), autocomplete: "off", spellcheck: "false", list: "command-words" });
    this.words = h("datalist", { id: "command-words" });
    this.answer = h("output", { class: "command-answer" });
    this.element = h("form", { class: "command floating", hidden: true, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.run(this.input.value.trim());
    } }, h("span", { "aria-hidden": "true" }, "/"), this.input, this.words, this.answer);
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    /** @type {string[]} */
    this.past = [];
  }

  open() {
    this.element.hidden = false;
    const names = this.hand.game.view.pieces.map((piece) => piece.name);
    const actions = this.hand.offer.known().slice(0, 120).map((option) => option.action);
    put(this.words, [...new Set([...actions, ...names.map((name) => `where ${name}`)])].map((value) => h("option", { value })));
    this.input.focus();
    this.input.select();
  }

  close() {
    this.element.hidden = true;
    this.hand.scene.element.focus();
  }

  /** @param {string} text */
  say(text) {
    put(this.answer, text);
    announce(text);
  }

  /** A unit by id or name; the start of a name will do. @param {string} text @returns {Piece | undefined} */
  unit(text) {
    const wanted = text.toLowerCase();
    const { pieces } = this.hand.game.view;
    return pieces.find((piece) => piece.id.toLowerCase() === wanted) ?? pieces.find((piece) => piece.name.toLowerCase() === wanted)
      ?? pieces.find((piece) => piece.name.toLowerCase().startsWith(wanted)) ?? pieces.find((piece) => piece.name.toLowerCase().includes(wanted));
  }

  /** @param {string} text */
  async run(text) {
    if (!text) return this.close();
    put(this.answer);
    const [head, ...rest] = text.split(/\s+/);
    const asked = Object.entries(QUESTIONS).find(([, words]) => words.includes(head.toLowerCase()))?.[0];
    const said = rest.join(" ");
    try {
      if (asked === "where") this.where(said);
      else if (asked === "reach") await this.reach(said);
      else if (asked === "odds") await this.odds(rest);
      else if (asked === "why") await this.why(rest);
      else if (asked === "go" || this.hand.scene.hexes.has(text)) this.go(said || text);
      else if (asked === "rule") this.ways.rule(said);
      else if (asked === "undo") await this.hand.undo();
      else if (asked === "help") this.ways.help();
      else if (asked === "end" && this.hand.offer.end && !rest.length) await this.play(this.hand.offer.end.action);
      else await this.play(text);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} name */
  where(name) {
    const piece = this.unit(name);
    if (!piece) return this.say(t("command.nobody", { name }));
    if (this.hand.scene.hexes.has(piece.at)) this.ways.moveTo(piece.at);
    this.say(`${describe(piece)}: ${placeName(this.hand.game.view, piece.at)}`);
  }

  /** @param {string} name */
  async reach(name) {
    const piece = this.unit(name);
    if (!piece) return this.say(t("command.nobody", { name }));
    await this.hand.select(piece.id);
    await this.hand.lookAhead(piece.id);
    const reached = [...[...this.hand.targets].map(([hex, [option]]) => ({ hex, cost: option.cost })), ...this.hand.ahead.values()];
    const places = reached.map(({ hex, cost }) => (cost === null ? hex : `${hex} (${cost})`));
    this.say(places.length ? `${piece.name}: ${places.join(", ")}` : t("command.nowhere", { name: piece.name }));
  }

  /** Chances of an attack: from a unit or hex against a unit or hex. @param {string[]} words */
  async odds(words) {
    const { offer, scene, game } = this.hand;
    const goal = words.pop() ?? "", start = words.join(" ");
    const target = scene.hexes.has(goal) ? goal : this.unit(goal)?.at ?? "";
    const all = await offer.at(target);
    const attacks = all.filter((option) => {
      if (option.kind !== "attack") return false;
      const units = [option.unit, ...option.attackers];
      return !start || (scene.hexes.has(start) ? units.some((unit) => game.piece(unit)?.at === start) : units.includes(this.unit(start)?.id ?? ""));
    });
    if (!attacks.length) return this.say(t("command.no_attack"));
    this.hand.unit = attacks[0].unit || attacks[0].attackers[0] || null;
    await this.hand.load();
    this.hand.weigh(attacks);
    this.say(attacks[0].label);
  }

  /** `why HEX` with a unit chosen, `why NAME HEX`, or `why` with an action. @param {string[]} words */
  async why(words) {
    const { game, scene, unit } = this.hand;
    const last = words[words.length - 1] ?? "";
    const piece = words.length > 1 ? this.unit(words.slice(0, -1).join(" ")) : unit ? game.piece(unit) : undefined;
    const question = scene.hexes.has(last) && piece ? { unit: piece.id, hex: last } : { action: words.join(" ") };
    const why = await api.whyNot(game.id, game.key, question);
    this.say(why.legal ? t("why.legal", { action: why.action ?? "" }) : why.reasons.map((reason) => `${reason.text} [${reason.clause}]`).join(" ") || t("why.nothing"));
  }

  /** @param {string} hex */
  go(hex) {
    if (!this.hand.scene.hexes.has(hex)) return this.say(t("command.no_hex", { hex }));
    this.ways.moveTo(hex);
    this.close();
  }

  /** @param {string} action */
  async play(action) {
    const before = this.hand.game.view.version;
    const offered = this.hand.offer.known().some((option) => option.action === action);
    const why = offered ? { legal: true, action, reasons: [] } : await api.whyNot(this.hand.game.id, this.hand.game.key, { action });
    if (!why.legal) return this.say(why.reasons.map((reason) => `${reason.text} [${reason.clause}]`).join(" ") || t("why.nothing"));
    await this.hand.send(why.action ?? action);
    if (this.hand.game.view.version === before) return;
    const news = this.hand.game.view.log.map((line) => line.text).join(" ");
    this.input.value = "";
    this.say(news);
  }
}
