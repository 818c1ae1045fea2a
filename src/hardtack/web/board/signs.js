/** The signs of objectives: the shape tells whose they are, the sign within what they are worth. */

import { s } from "../dom.js";

/** @typedef {import("../types").Objective} Objective */

const SHAPES = {
  union: "M-9 -9H9V9H-9Z",
  confederate: "M-5 -9.5H5L9.5 -5V5L5 9.5H-5L-9.5 5V-5Z",
  either: "M9.5 0A9.5 9.5 0 1 1 -9.5 0A9.5 9.5 0 1 1 9.5 0Z",
};
const STAR = "M0 -6.6L1.9 -2.2L6.6 -1.9L3 1.1L4.2 5.8L0 3.2L-4.2 5.8L-3 1.1L-6.6 -1.9L-1.9 -2.2Z";
const FLAG = "M-4 6.5V-6.5H5.5L3 -3.2L5.5 0H-2.6V6.5Z";

/**
 * Whose shape a sign has: of a hex that either side may win by, of the side that has it.
 * @param {Objective} objective
 * @returns {keyof typeof SHAPES}
 */
export function owner({ side, holder }) {
  const whose = side || holder;
  return whose === "union" || whose === "confederate" ? whose : "either";
}

/**
 * The sign of an objective, around its middle: hollow, or filled while the side that wants the hex has it.
 * @param {Objective} objective
 */
export function objectiveSign(objective) {
  const { side, holder, sudden, points } = objective,
    whose = owner(objective),
    held = holder !== "" && (!side || side === holder);
  return s(
    "g",
    { class: `objective-sign ${whose}${held ? " held" : ""}` },
    s("path", { class: "plate", d: SHAPES[whose] }),
    points && !sudden ? s("text", { y: 4.5 }, String(points)) : s("path", { class: "sign", d: sudden ? STAR : FLAG }),
  );
}

/** The same as a small picture for lists. @param {Objective} objective */
export function objectivePicture(objective) {
  return s(
    "svg",
    { class: "objective-picture", viewBox: "-12 -12 24 24", width: 24, height: 24, "aria-hidden": "true" },
    objectiveSign(objective),
  );
}
