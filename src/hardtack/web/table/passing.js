/** Passing for the rest of a turn: whoever has nothing more to do in it need not say so each time he is asked. */

export const PASS = "pass";

export class Passing {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    /** @type {Set<string>} the turns and the sides that pass in them */
    this.until = new Set();
  }

  /** Whether the present question can be passed. */
  get asked() {
    const { view, offer } = this.hand.game;
    return view.your_turn && offer.end?.action === PASS;
  }

  /** Whether whoever is asked here passes for the rest of this turn; if nobody is, whether any side here does. */
  get on() {
    const { view } = this.hand.game;
    return !view.over && this.sides().some((side) => this.until.has(`${view.headline.turn} ${side}`));
  }

  /** Whom a tick is about: the side to decide, or all that wait here. */
  sides() {
    const { view } = this.hand.game;
    return view.your_turn && view.to_act ? [view.to_act] : view.yours;
  }

  /** @param {boolean} wanted */
  set(wanted) {
    const { view } = this.hand.game;
    for (const side of this.sides()) {
      const entry = `${view.headline.turn} ${side}`;
      if (wanted) this.until.add(entry);
      else this.until.delete(entry);
    }
  }

  /** Pass where that was wanted: once for every new question. @param {import("../types").View} before */
  answer(before) {
    const { view, offer } = this.hand.game;
    if (!this.asked || !offer.end || view.number <= before.number) return;
    if (this.until.has(`${view.headline.turn} ${view.to_act}`)) void this.hand.act(offer.end);
  }
}
