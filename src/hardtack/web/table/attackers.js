/** Who takes part in a declared attack: units join by an action, and leave by taking actions back. */

import { toast } from "../dom.js";
import { t } from "../strings.js";

/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Move} Move */

/**
 * How the attack came about: its declaration, then who joined; null when that is not the latest that happened.
 * @param {import("../game.js").Game} game @param {Option} attack
 * @returns {{declaration: Move, joins: Move[]} | null}
 */
function history(game, attack) {
  const joins = [];
  for (const move of [...game.moves].reverse()) {
    if (move.kind === "attack" && move.hex === attack.hex && !move.dice.length)
      return { declaration: move, joins: joins.reverse() };
    if (move.kind !== "choose" || move.dice.length || !attack.attackers.includes(move.unit)) return null;
    joins.push(move);
  }
  return null;
}

export class Attackers {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
  }

  /** The declared attack, if that is what must be decided. */
  get declared() {
    return this.hand.offer.declared;
  }

  /** The actions by which others would join. @returns {Option[]} */
  get joining() {
    const { declared } = this;
    return declared
      ? this.hand.offer.known().filter((option) => option !== declared && !declared.attackers.includes(option.unit))
      : [];
  }

  /** Units that could join. */
  get others() {
    return [...new Set(this.joining.map((option) => option.unit))];
  }

  /** How many actions lie between now and the time before the declaration; 0 when they cannot be taken back. */
  get depth() {
    const { game } = this.hand,
      past = this.declared && history(game, this.declared);
    const depth = past ? past.joins.length + 1 : 0;
    return depth <= game.view.undo ? depth : 0;
  }

  /** May this unit be taken out again? @param {string} unit */
  removable(unit) {
    return this.depth > 0 && Boolean(this.declared?.attackers.includes(unit));
  }

  /** Put a unit in or take it out. @param {string} unit */
  async toggle(unit) {
    const { hand } = this,
      join = this.joining.find((option) => option.unit === unit);
    if (join) return hand.act(join);
    if (!this.removable(unit)) return toast(t("attackers.fixed"));
    return this.remove(unit);
  }

  /** Take back as much as is needed, then let the others join again. @param {string} unit */
  async remove(unit) {
    const { hand } = this,
      { game } = hand,
      attack = this.declared,
      past = attack && history(game, attack);
    if (!attack || !past) return;
    const place = past.joins.findIndex((move) => move.unit === unit);
    const later = past.joins.slice(place + 1).map((move) => move.action);
    await hand.undo(past.joins.length - place);
    if (place < 0) {
      // the unit that declared it: another one declares it in its stead
      const [next] = (
        await Promise.all(attack.attackers.filter((one) => one !== unit).map((one) => hand.offer.of(one)))
      )
        .flat()
        .filter((option) => option.kind === "attack" && option.hex === attack.hex && !option.attackers.includes(unit));
      if (!next) return;
      await hand.act(next);
    }
    for (const action of later) {
      if (action && hand.offer.known().some((option) => option.action === action)) await hand.send(action);
    }
  }

  /** Give the whole attack up, as if it had never been declared. */
  async cancel() {
    if (this.depth) await this.hand.undo(this.depth);
    else this.hand.clear();
  }
}
