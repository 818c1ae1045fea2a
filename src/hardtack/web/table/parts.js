/** Small parts that several panels share: clause chips, dice, side signs, counters in lists. */

import { counterPicture } from "../board/faces.js";
import { calm, h, put, s } from "../dom.js";
import { headed, listed, t } from "../strings.js";

/** A rule's number; opens the rule. @param {string} clause @param {string} [title] */
export function chip(clause, title = "") {
  return h(
    "button",
    {
      class: "chip",
      type: "button",
      title,
      "aria-label": title ? headed(`${t("rule")} ${clause}`, title) : `${t("rule")} ${clause}`,
      onclick: (/** @type {Event} */ event) => {
        event.stopPropagation();
        document.dispatchEvent(new CustomEvent("hardtack:rule", { detail: clause }));
      },
    },
    clause,
  );
}

const PIPS = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

const ROLL_MS = [60, 60, 70, 80, 100, 130]; // how long each face shows before a rolling die comes to rest

/** @param {number} face */
const pips = (face) => [
  s("rect", { x: -9, y: -9, width: 18, height: 18, rx: 4 }),
  ...(PIPS[face] ?? []).map(([x, y]) => s("circle", { cx: x * 5, cy: y * 5, r: 2 })),
];

/** A die showing a face. @param {number} face @param {number} [size] */
export function die(face, size = 18) {
  return s(
    "svg",
    {
      class: "die-face",
      viewBox: "-10 -10 20 20",
      width: size,
      height: size,
      role: "img",
      "aria-label": t("die", { n: face }),
    },
    pips(face),
  );
}

/**
 * A die that is seen to roll before it shows its face, unless nothing is to move.
 * @param {number} face
 * @param {number} [size]
 */
export function rollingDie(face, size) {
  const shown = die(face, size);
  if (calm()) return shown;
  shown.classList.add("rolling");
  const turn = (/** @type {number} */ step) => {
    const rest = step === ROLL_MS.length;
    put(shown, pips(rest ? face : ((face + step * 2) % 6) + 1));
    if (rest) return shown.classList.remove("rolling");
    setTimeout(turn, ROLL_MS[step], step + 1);
  };
  turn(0);
  return shown;
}

/**
 * The dice of some lines of the log over the board: each with whose it is and what it was for.
 * @param {import("../types").Line[]} lines
 * @param {Record<string, string>} sides
 */
export function labelledDice(lines, sides) {
  return lines
    .filter((line) => line.dice.length)
    .slice(-MOST_ROLLS)
    .map((line) =>
      h(
        "div",
        { class: "roll-group" },
        line.dice.map((face, i) =>
          h(
            "span",
            { class: "roll-die" },
            rollingDie(face, 34),
            h("small", {}, sideSign(line.rollers[i] || null), line.rollers[i] ? sides[line.rollers[i]] : ""),
          ),
        ),
        h("small", { class: "roll-purpose" }, line.title),
      ),
    );
}

const MOST_ROLLS = 4; // over the board; the log has all of them

/** @param {number[]} faces @param {number} [size] */
export function dice(faces, size) {
  return faces.length
    ? h(
        "span",
        { class: "dice" },
        faces.map((face) => die(face, size)),
      )
    : null;
}

/** The sign of a side: its letter in its shape. @param {string | null} side @param {string} [name] */
export function sideSign(side, name = "") {
  if (!side) return null;
  return h(
    "span",
    {
      class: `side-sign ${side}`,
      title: name,
      role: name ? "img" : null,
      "aria-label": name || null,
      "aria-hidden": name ? null : "true",
    },
    side.slice(0, 1).toUpperCase(),
  );
}

/**
 * Who sits where, in a list of games; the side that has to decide stands out.
 * @param {import("../types").Card} game
 * @param {(seat: import("../types").Seat) => string | null} nameOf
 */
export function rowSeats(game, nameOf) {
  return h(
    "span",
    { class: "row-seats" },
    game.seats.map((seat) =>
      h(
        "span",
        { class: seat.side === game.to_act ? "to-act" : "" },
        sideSign(seat.side, seat.side_name),
        nameOf(seat),
      ),
    ),
  );
}

/**
 * A counter that can be pressed.
 * @param {string} scenario
 * @param {import("../types").Piece} piece
 * @param {{size?: number, lit?: boolean, chosen?: boolean, onclick?: () => void, caption?: boolean}} [how]
 */
export function counterButton(
  scenario,
  piece,
  { size = 52, lit = false, chosen = false, onclick, caption = false } = {},
) {
  return h(
    "button",
    {
      class: `counter-button${lit ? " can-act" : ""}${chosen ? " chosen" : ""}${piece.spent ? " spent" : ""}`,
      type: "button",
      "data-unit": piece.id,
      "aria-pressed": chosen ? "true" : null,
      title: describe(piece),
      onclick,
    },
    counterPicture(scenario, piece, size),
    h("span", { class: "unseen" }, describe(piece)),
    caption ? h("span", { class: "caption", "aria-hidden": "true" }, piece.name) : null,
  );
}

/**
 * A part that can be unfolded, and stays so when it is drawn anew.
 * @param {Set<string>} unfolded the names of those that somebody has opened
 * @param {string} name
 * @param {string} kind
 * @param {import("../dom.js").Children} heading
 * @param {import("../dom.js").Children} inside
 * @returns {HTMLDetailsElement}
 */
export function fold(unfolded, name, kind, heading, inside) {
  /** @type {HTMLDetailsElement} */
  const element = h(
    "details",
    { class: kind, "data-fold": name, open: unfolded.has(name) },
    // by the click and not when it has been opened: what becomes known in between draws it anew
    h("summary", { onclick: () => (element.open ? unfolded.delete(name) : unfolded.add(name)) }, heading),
    inside,
  );
  return element;
}

/** Who has won and how clearly; a draw has no degrees. @param {import("../types").Outcome} outcome */
export function resultName(outcome) {
  return outcome.winner === "draw" && outcome.clause
    ? outcome.winner_name
    : `${outcome.winner_name} · ${outcome.level_name}`;
}

/** Where a unit is, in words. @param {import("../types").View} view @param {string} at */
export function placeName(view, at) {
  if (at === "-") return t("place.waiting");
  if (at === "x") return t("place.lost");
  return boxName(view, at) ?? t("place.hex", { hex: at });
}

/**
 * The name of a box beside the board; its id, made readable, where the battle gives none.
 * @param {import("../types").View} view
 * @param {string} id
 */
export function boxName(view, id) {
  const box = view.boxes.find((one) => one.id === id);
  return (
    box && (box.name === box.id ? id.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase()) : box.name)
  );
}

/** A unit in words. @param {import("../types").Piece} piece */
export function describe(piece) {
  return listed([piece.name, piece.numbers.join("-"), ...piece.states].filter(Boolean));
}

/** @param {string} key as written on the keyboard */
export function kbd(key) {
  return h("kbd", { "aria-hidden": "true" }, key);
}

/** On a narrow screen the side is a sheet over the board; this raises and lowers it. */
export function sheetHandle() {
  const handle = h("button", {
    class: "sheet-handle",
    type: "button",
    "aria-label": t("sheet"),
    "aria-expanded": "false",
    onclick: () => {
      const open = handle.parentElement?.classList.toggle("raised") ?? false;
      handle.setAttribute("aria-expanded", String(open));
    },
  });
  return handle;
}
