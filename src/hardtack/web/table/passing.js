/** Passing for the rest of a turn: whoever has nothing more to do in it need not say so each time he is asked. */

export const PASS = "pass";

export class Passing {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    this.until = ""; // the turn and the side that passes in it
  }

  /** Whether the present question can be passed. */
  get asked() {
    const { view, offer } = this.hand.game;
    return view.your_turn && offer.end?.action === PASS;
  }

  /** Whether somebody here passes for the rest of the present turn. */
  get on() {
    const { view } = this.hand.game;
    return !view.over && view.yours.some((side) => this.until === `${view.headline.turn} ${side}`);
  }

  /** @param {boolean} wanted */
  set(wanted) {
    const { view } = this.hand.game;
    this.until = wanted ? `${view.headline.turn} ${view.to_act}` : "";
  }

  /** Pass where that was wanted: once for every new question. @param {import("../types").View} before */
  answer(before) {
    const { view, offer } = this.hand.game;
    if (!this.asked || !offer.end || view.number <= before.number) return;
    if (this.until === `${view.headline.turn} ${view.to_act}`) void this.hand.act(offer.end);
  }
}
