/** The dice of a game: how they fell for each side, how unusual that is, and whether they are the ones that were sealed. */

import { api } from "../api.js";
import { h, wish } from "../dom.js";
import { diceOf, seal } from "../seal.js";
import { t } from "../strings.js";
import { complain } from "../wrong.js";
import { openDialog } from "./dialogs.js";
import { die, sideSign } from "./parts.js";

const FACES = [1, 2, 3, 4, 5, 6];
const FEW = 10; // below that even a mean of 2 says nothing
const SPREAD = Math.sqrt(35 / 12); // of one die

/** @typedef {{headers: Record<string, string>, rolled: {side: string, faces: number[]}[]}} Dice */

/** What a record says of dice: docs/notation.md. @param {string} record @returns {Dice} */
function read(record) {
  /** @type {Dice} */
  const found = { headers: {}, rolled: [] };
  for (const line of record.split("\n")) {
    const move = /^\d+(?: (\w+) .*?)? ?: ([1-6 ]+)$/.exec(line), header = /^([a-z]+): (.*)$/.exec(line);
    if (move) found.rolled.push({ side: move[1] ?? "", faces: move[2].trim().split(" ").map(Number) });
    else if (header) found.headers[header[1]] = header[2];
  }
  return found;
}

/** How often fair dice have a mean as far from 3.5, or further. @param {number} count @param {number} mean */
export function oddity(count, mean) {
  const z = (Math.abs(mean - 3.5) * Math.sqrt(count)) / SPREAD / Math.SQRT2, w = 1 / (1 + 0.3275911 * z);
  return w * (0.254829592 + w * (-0.284496736 + w * (1.421413741 + w * (-1.453152027 + w * 1.061405429)))) * Math.exp(-z * z); // the complementary error function
}

/** @param {Dice} dice @param {Record<string, string>} sides */
function table(dice, sides) {
  const rows = Object.entries(sides).map(([side, name]) => {
    const faces = dice.rolled.filter((roll) => roll.side === side).flatMap((roll) => roll.faces);
    return { side, name, faces, mean: faces.reduce((sum, face) => sum + face, 0) / Math.max(1, faces.length) };
  });
  const told = rows.map(({ name, faces, mean }) => faces.length < FEW ? t("luck.few", { side: name })
    : t("luck.chance", { side: name, n: faces.length, mean: mean.toFixed(2), p: Math.max(1, Math.round(oddity(faces.length, mean) * 100)) }));
  return [
    h("table", { class: "chart luck" },
      h("thead", {}, h("tr", {}, h("td"), FACES.map((face) => h("th", { scope: "col", "aria-label": String(face) }, die(face))), h("th", { scope: "col" }, t("luck.rolls")), h("th", { scope: "col" }, t("luck.mean")))),
      h("tbody", {}, rows.map(({ side, name, faces, mean }) => h("tr", { "data-side": side }, h("th", { scope: "row" }, sideSign(side), name),
        FACES.map((face) => h("td", {}, String(faces.filter((one) => one === face).length))), h("td", {}, String(faces.length)), h("td", {}, faces.length ? mean.toFixed(2) : "–"))))),
    told.map((line) => h("p", {}, line)),
  ];
}

/** Whether the dice are those of the seed that was sealed. @param {Dice} dice */
function verdict({ headers, rolled }) {
  const { seed, commitment } = headers, faces = rolled.flatMap((roll) => roll.faces);
  if (!commitment) return h("p", { class: "quiet" }, t("luck.open"));
  if (seed === undefined) return h("p", { class: "quiet" }, t("luck.sealed"), " ", h("code", {}, commitment));
  const right = diceOf(seed, faces.length), wrong = seal(seed) === commitment ? faces.findIndex((face, i) => face !== right[i]) : 0;
  return h("p", { class: wrong < 0 ? "seal true" : "seal false" }, wrong < 0 ? `✓ ${t("luck.true", { n: faces.length })}` : t("luck.false", { n: wrong + 1 }));
}

/** @param {string} game @param {string | null} key @param {Record<string, string>} sides */
export async function openLuck(game, key, sides) {
  const latest = wish();
  try {
    const dice = read(await api.record(game, key));
    if (latest()) openDialog(t("luck"), table(dice, sides), verdict(dice)).classList.add("book");
  } catch (error) {
    complain(error);
  }
}
