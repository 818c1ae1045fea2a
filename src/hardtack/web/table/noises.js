/** Which sound goes with what has happened. */

import { loud } from "../prefs.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Move} Move */

const GUNS = new Set(["artillery", "horse_artillery", "gunboat"]);

/**
 * Fetched when the first sound is to be heard, and made when the board has been painted: to set a browser's
 * loudspeakers going takes it a tenth of a second.
 * @param {"march" | "musketry" | "guns" | "drum"} name
 */
const sound = (name) =>
  requestAnimationFrame(() =>
    setTimeout(
      () =>
        void import("../sound.js").then(
          (studio) => studio.sound(name),
          () => {}, // away with the server: none is heard
        ),
    ),
  );

/** @param {View} view @param {Move[]} moves @param {View} before */
export function heard(view, moves, before) {
  if (!loud()) return;
  if (view.log.some((line) => line.number > before.number && line.part === "begins")) {
    const attackers = new Set(moves.flatMap((move) => (move.kind === "attack" ? move.attackers : [])));
    const guns = view.pieces.some((piece) => attackers.has(piece.id) && GUNS.has(piece.type));
    return void sound(guns ? "guns" : "musketry");
  }
  if (view.your_turn && !before.your_turn) return void sound("drum");
  if (moves.some((move) => move.kind === "move" && move.path.length)) sound("march");
}
