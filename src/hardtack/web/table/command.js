/** The command box: the notation of actions, and plain questions. */

import { announce, h, put } from "../dom.js";
import { unitsOf } from "../offer.js";
import { headed, listed, t } from "../strings.js";
import { words as fault } from "../wrong.js";
import { describe, placeName } from "./parts.js";

/** @typedef {import("../types").Piece} Piece */

/** Words that ask a question, in both languages. */
const QUESTIONS = {
  where: ["where", "どこ"],
  reach: ["reach", "移動先"],
  odds: ["odds", "確率"],
  why: ["why", "なぜ"],
  go: ["go", "表示"],
  rule: ["rule", "ルール"],
  end: ["end", "終了"],
  undo: ["undo", "元に戻す"],
  help: ["help", "?", "ヘルプ"],
};

const ANSWERS = 5; // bearers of a name that are told
const ASKED = 2; // units asked about where nobody is named

export class Command {
  /**
   * @param {import("./hand.js").Hand} hand
   * @param {{moveTo: (hex: string, speak?: boolean) => void, rule: (clause: string) => void, help: () => void, here: ()
   *   => string | null}} ways
   */
  constructor(hand, ways) {
    this.hand = hand;
    this.ways = ways;
    this.input = h("input", {
      type: "text",
      class: "command-input",
      "aria-label": t("command"),
      placeholder: t("command.hint"),
      autocomplete: "off",
      spellcheck: "false",
      list: "command-words",
    });
    this.words = h("datalist", { id: "command-words" });
    this.answer = h("div", { class: "command-answer" }); // the announcer speaks it
    this.element = h(
      "form",
      {
        class: "command floating",
        hidden: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.run(this.input.value.trim());
        },
      },
      h("span", { "aria-hidden": "true" }, "/"),
      this.input,
      this.words,
      this.answer,
    );
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    /** @type {string[]} */
    this.past = [];
  }

  open() {
    this.element.hidden = false;
    const names = this.hand.game.view.pieces.map((piece) => piece.name);
    const actions = this.hand.offer
      .known()
      .slice(0, 120)
      .map((option) => option.action);
    put(
      this.words,
      [...new Set([...actions, ...names.map((name) => `${t("command.where")} ${name}`)])].map((value) =>
        h("option", { value }),
      ),
    );
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

  /** Units by id or name, the best match first; the start of a name will do. @param {string} text @returns {Piece[]} */
  units(text) {
    const wanted = text.toLowerCase();
    if (!wanted) return [];
    const { offer, game } = this.hand;
    const rank = (/** @type {Piece} */ piece) => {
      const name = piece.name.toLowerCase();
      const how =
        name === wanted || piece.id.toLowerCase() === wanted
          ? 1
          : name.startsWith(wanted)
            ? 2
            : name.includes(wanted)
              ? 3
              : 9;
      // of two bearers of a name the one that can act is meant, then the one on the board
      return how === 9 ? 9 : how + (offer.units.has(piece.id) ? 0 : this.hand.scene.hexes.has(piece.at) ? 3 : 5);
    };
    return game.view.pieces.filter((piece) => rank(piece) < 9).sort((a, b) => rank(a) - rank(b));
  }

  /** @param {string} text @returns {Piece | undefined} */
  unit(text) {
    return this.units(text)[0];
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
      this.say(fault(error));
    }
  }

  /** @param {string} name */
  where(name) {
    const found = this.units(name),
      { scene, game } = this.hand;
    if (!found.length) return this.say(this.nobody(name));
    const shown = found.find((piece) => scene.hexes.has(piece.at));
    if (shown) this.ways.moveTo(shown.at, false); // the answer is spoken, not the hex
    this.say(
      found
        .slice(0, ANSWERS)
        .map((piece) => headed(describe(piece), placeName(game.view, piece.at)))
        .join(t("intent.and")),
    );
  }

  /** @param {string} name */
  nobody(name) {
    return name ? t("command.nobody", { name }) : t("command.name");
  }

  /** @param {string} name */
  async reach(name) {
    const piece = this.unit(name);
    if (!piece) return this.say(this.nobody(name));
    await this.hand.select(piece.id);
    await this.hand.lookAhead(piece.id);
    const reached = [
      ...[...this.hand.targets].map(([hex, [option]]) => ({ hex, cost: option.cost })),
      ...this.hand.ahead.values(),
    ];
    const places = reached.map(({ hex, cost }) => (cost === null ? hex : t("hex.cost", { hex, n: cost })));
    const first = this.hand.options.filter((option) => this.hand.isButton(option)).map((option) => option.label);
    this.say(
      places.length
        ? headed(piece.name, listed(places))
        : first.length
          ? t("command.first", { name: piece.name, labels: first.join(" / ") })
          : t("command.nowhere", { name: piece.name }),
    );
  }

  /** Chances of an attack: from a unit or hex against a unit or hex. @param {string[]} words */
  async odds(words) {
    const { offer, scene, game } = this.hand;
    const goal = words.pop() ?? "",
      start = words.join(" ");
    const target = scene.hexes.has(goal) ? goal : (this.unit(goal)?.at ?? "");
    const all = await offer.at(target);
    const attacks = all.filter((option) => {
      if (option.kind !== "attack") return false;
      const units = [option.unit, ...option.attackers];
      return (
        !start ||
        (scene.hexes.has(start)
          ? units.some((unit) => game.piece(unit)?.at === start)
          : units.includes(this.unit(start)?.id ?? ""))
      );
    });
    if (!attacks.length) return this.noAttack(this.unit(start), target);
    this.hand.unit = attacks[0].unit || attacks[0].attackers[0] || null;
    await this.hand.load();
    this.hand.weigh(attacks);
    this.say(attacks[0].label);
  }

  /** Why there is no such attack, if the referee can tell. @param {Piece | undefined} piece @param {string} hex */
  async noAttack(piece, hex) {
    const { hand } = this;
    const why =
      piece && hand.game.view.your_turn && hand.scene.hexes.has(hex) ? await hand.whyNot(piece.id, hex) : null;
    this.say([t("command.no_attack"), why && !why.legal ? this.told(why) : ""].filter(Boolean).join(" "));
  }

  /** @param {import("../types").WhyNot} why */
  told(why) {
    return why.reasons.map((reason) => t("command.because", { text: reason.text, clause: reason.clause })).join(" ");
  }

  /** `why HEX` of the chosen unit or of everybody, `why NAME HEX`, or `why` with an action. @param {string[]} words */
  async why(words) {
    const { hand } = this,
      { game, scene } = hand;
    const last = words[words.length - 1] ?? "";
    if (!words.length) return this.say(t("command.why"));
    if (scene.hexes.has(last) && words.length === 1 && !hand.unit) return this.whyNobody(last);
    const piece =
      words.length > 1 ? this.unit(words.slice(0, -1).join(" ")) : hand.unit ? game.piece(hand.unit) : undefined;
    const about = scene.hexes.has(last) && piece;
    if (about) await hand.select(piece.id);
    const why = await (about ? hand.whyNot(piece.id, last) : game.whyNot({ action: words.join(" ") }));
    this.say(why.legal ? t("why.legal", { action: why.action ?? "" }) : this.told(why) || t("why.nothing"));
  }

  /** Who can get to a hex or attack it; else what stops the units nearest to it. @param {string} hex */
  async whyNobody(hex) {
    const { hand } = this,
      { game, offer, scene } = hand;
    const names = unitsOf(await offer.at(hex)).map((unit) => game.piece(unit)?.name ?? unit);
    if (names.length) return this.say(t("hex.reached", { names: listed(names) }));
    const goal = scene.hexes.centre(hex);
    const far = (/** @type {Piece} */ piece) =>
      Math.hypot(scene.hexes.centre(piece.at).x - goal.x, scene.hexes.centre(piece.at).y - goal.y);
    const near = game.view.pieces
      .filter((piece) => offer.units.has(piece.id) && scene.hexes.has(piece.at) && piece.at !== hex)
      .sort((a, b) => far(a) - far(b))
      .slice(0, ASKED);
    const told = [];
    for (const piece of near) {
      await hand.select(piece.id);
      const why = await hand.whyNot(piece.id, hex);
      told.push(
        headed(
          piece.name,
          why.legal ? t("why.legal", { action: why.action ?? "" }) : this.told(why) || t("why.nothing"),
        ),
      );
    }
    hand.clear();
    this.say(told.join(" ") || t("why.nothing"));
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
    const why = offered ? { legal: true, action, reasons: [] } : await this.hand.game.whyNot({ action });
    if (!why.legal) return this.say(this.told(why) || t("why.nothing"));
    if (!this.hand.refuses()) await this.hand.send(why.action ?? action);
    if (this.hand.game.view.version === before) return;
    const news = this.hand.game.view.log.map((line) => line.text).join(" ");
    this.input.value = "";
    this.say(news);
  }
}
