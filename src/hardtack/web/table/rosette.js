/** The six hexes around a target as a small drawing: what each of them adds to an attack. */

import { h, put, s } from "../dom.js";
import { t } from "../strings.js";
import { chip, sideSign } from "./parts.js";

/** @typedef {import("../types").Modifier} Modifier */

/** How a value tells for the attacker. @param {string} value */
export function tone(value) {
  if (value.startsWith("+") && value !== "+0") return "plus";
  return /^[-−]\d/.test(value) ? "minus" : "even";
}

/** One line of the planner. @param {Modifier} modifier */
export function modifierLine(modifier) {
  return h(
    "li",
    {},
    sideSign(modifier.side || null),
    h("span", {}, modifier.label),
    h("b", {}, modifier.value),
    chip(modifier.clause, modifier.title),
  );
}

/**
 * @param {import("../board/hexes.js").Hexes} hexes
 * @param {string} target
 * @param {Modifier[]} around those that belong to a neighbour of the target
 * @param {(hex: string | null) => void} point tells which neighbour is looked at
 */
export function rosette(hexes, target, around, point) {
  const words = h("figcaption", { class: "quiet" });
  const rest = () => {
    put(words, t("planner.point"));
    point(null);
  };
  const look = (/** @type {Modifier} */ modifier) => {
    put(words, modifier.label, " ", h("b", {}, modifier.value));
    point(modifier.hex);
  };
  rest();
  const middle = hexes.centre(target);
  const petal = (/** @type {string} */ hex, /** @type {Record<string, any>} */ props, /** @type {string} */ text) => {
    const { x, y } = hexes.centre(hex);
    return s(
      "g",
      { transform: `translate(${(x - middle.x).toFixed(1)} ${(y - middle.y).toFixed(1)})`, ...props },
      s("polygon", { points: hexes.corners.join(" "), transform: "scale(.94)" }),
      s("text", { y: -12, class: "petal-hex" }, hex),
      s("text", { y: 14 }, text),
    );
  };
  const petals = around.map((modifier) =>
    petal(
      modifier.hex,
      {
        class: `petal ${tone(modifier.value)}`,
        "data-hex": modifier.hex,
        tabindex: 0,
        role: "img",
        "aria-label": `${modifier.label} ${modifier.value}`,
        onpointerenter: () => look(modifier),
        onpointerleave: rest,
        onfocus: () => look(modifier),
        onblur: rest,
      },
      modifier.value,
    ),
  );
  const far = hexes.pitch * 1.62;
  return h(
    "figure",
    { class: "rosette" },
    s(
      "svg",
      { viewBox: `${-far} ${-far} ${far * 2} ${far * 2}`, role: "group", "aria-label": t("planner.around") },
      petal(target, { class: "petal target-petal", "aria-hidden": "true" }, ""),
      petals,
    ),
    words,
    h(
      "details",
      {},
      h("summary", {}, t("planner.around_n", { n: around.length })),
      h("ul", { class: "modifiers" }, around.map(modifierLine)),
    ),
  );
}
