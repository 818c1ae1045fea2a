/** A march of several actions, played one after the other as long as everything goes as foreseen. */

import { calm, toast } from "../dom.js";
import { t } from "../strings.js";

/** @typedef {import("../types").Way} Way */

const STEP_MS = 160; // between two steps, so that the eye can follow

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {import("./hand.js").Hand} hand @param {Way} way */
export async function march(hand, way) {
  hand.marching = true;
  const last = way.actions.length - 1;
  try {
    for (const [step, action] of way.actions.entries()) {
      if (step === last) hand.marching = false; // what follows the last step is as after any other action
      const before = hand.game.view;
      await hand.send(action);
      if (hand.game.view.version === before.version || step === last) return; // refused, and told why; or there
      const halt = await reasonToHalt(hand, way, step, before);
      if (halt) return toast(t(`march.${halt}`, { hex: way.hex }), "warn");
      await wait(calm() ? 0 : STEP_MS);
      if (!hand.marching) return toast(t("march.stopped", { hex: way.hex })); // the player's wish
    }
  } finally {
    hand.marching = false;
  }
}

/**
 * Why the next step must not be taken without asking the player; "" when nothing has come between.
 * @param {import("./hand.js").Hand} hand @param {Way} way @param {number} step the one just taken
 * @param {import("../types").View} before
 */
async function reasonToHalt({ game }, way, step, before) {
  const { view } = game;
  const moves = view.moves.filter((move) => move.number > before.number);
  if (moves.some((move) => move.dice.length)) return "dice";
  if (!view.your_turn) return "answer";
  const stood = before.pieces.find((piece) => piece.id === way.unit)?.at ?? "";
  if (moves.length !== 1 || ![stood, ...way.path].includes(game.piece(way.unit)?.at ?? "")) return "halt";
  const next = (await game.offer.of(way.unit)).find((option) => option.action === way.actions[step + 1]);
  const foreseen = next && (!next.risk || step + 2 === way.actions.length); // a risk at the end was agreed to
  return foreseen && game.view === view ? "" : "halt";
}
