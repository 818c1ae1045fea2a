/**
 * The dice of a game: how they fell for each side, how unusual that is, and whether they are the ones that were sealed.
 */

import { api } from "../api.js";
import { h, wish } from "../dom.js";
import { verify } from "../seal.js";
import { t } from "../strings.js";
import { complain } from "../wrong.js";
import { openDialog } from "./dialogs.js";
import { die, sideSign } from "./parts.js";

const FACES = [1, 2, 3, 4, 5, 6];
const FEW = 10; // below that even a mean of 2 says nothing
const SPREAD = Math.sqrt(35 / 12); // of one die

/** @typedef {import("../types").Dice} Dice */

/** How often fair dice have a mean as far from 3.5, or further. @param {number} count @param {number} mean */
export function oddity(count, mean) {
  const z = (Math.abs(mean - 3.5) * Math.sqrt(count)) / SPREAD / Math.SQRT2,
    w = 1 / (1 + 0.3275911 * z);
  return (
    w * (0.254829592 + w * (-0.284496736 + w * (1.421413741 + w * (-1.453152027 + w * 1.061405429)))) * Math.exp(-z * z)
  ); // the complementary error function
}

/** @param {Dice} dice @param {Record<string, string>} sides */
function table(dice, sides) {
  const row = (/** @type {string} */ side, /** @type {string} */ name, /** @type {Dice["rolls"]} */ rolls) => {
    const faces = rolls.map((roll) => roll.face);
    return { side, name, faces, mean: faces.reduce((sum, face) => sum + face, 0) / Math.max(1, faces.length) };
  };
  const rolled = Object.entries(sides).map(([side, name]) =>
    row(
      side,
      name,
      dice.rolls.filter((roll) => roll.by === side),
    ),
  );
  // one die for both, as for the initiative of some battles
  const shared = dice.rolls.filter((roll) => roll.by === null);
  const rows = [
    ...rolled,
    ...(shared.length ? [row("", t("luck.neither"), shared)] : []),
    row("all", t("luck.all"), dice.rolls),
  ];
  const told = rolled.map(({ name, faces, mean }) =>
    faces.length < FEW
      ? t("luck.few", { side: name })
      : t("luck.chance", {
          side: name,
          n: faces.length,
          mean: mean.toFixed(2),
          p: Math.max(1, Math.round(oddity(faces.length, mean) * 100)),
        }),
  );
  return [
    h(
      "table",
      { class: "chart luck" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td"),
          FACES.map((face) => h("th", { scope: "col", "aria-label": String(face) }, die(face))),
          h("th", { scope: "col" }, t("luck.rolls")),
          h("th", { scope: "col" }, t("luck.mean")),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(({ side, name, faces, mean }) =>
          h(
            "tr",
            { "data-side": side },
            h("th", { scope: "row" }, side in sides ? sideSign(side) : null, name),
            FACES.map((face) => h("td", {}, String(faces.filter((one) => one === face).length))),
            h("td", {}, String(faces.length)),
            h("td", {}, faces.length ? mean.toFixed(2) : "–"),
          ),
        ),
      ),
    ),
    told.map((line) => h("p", {}, line)),
  ];
}

/** Whether the dice are those of the seeds that were sealed. @param {Dice} dice */
function verdict({ rolls, seals, over }) {
  return verify(
    rolls.map((roll) => roll.face),
    seals,
  ).map((part, i, all) => {
    const { kind, first, last, wrong, commitment } = part,
      whole = all.length === 1;
    if (kind === "recorded")
      return h("p", { class: "quiet" }, whole ? t("luck.open") : t("luck.recorded", { n: last }));
    if (kind === "sealed") {
      const ended = i < all.length - 1 || over;
      return h(
        "p",
        { class: "quiet" },
        ended
          ? t("luck.unknown", { a: first, b: last })
          : whole
            ? t("luck.sealed")
            : t("luck.sealed_from", { n: first }),
        " ",
        h("code", {}, commitment),
      );
    }
    const right = whole ? t("luck.true", { n: last }) : t("luck.true_part", { a: first, b: last });
    return h("p", { class: `seal ${kind}` }, kind === "true" ? `✓ ${right}` : t("luck.false", { n: wrong }));
  });
}

/** @param {string} game @param {string | null} key @param {Record<string, string>} sides */
export async function openLuck(game, key, sides) {
  const latest = wish();
  try {
    const dice = await api.dice(game, key);
    if (latest()) openDialog(t("luck"), table(dice, sides), verdict(dice)).classList.add("book");
  } catch (error) {
    complain(error);
  }
}
