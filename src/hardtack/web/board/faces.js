/** The faces of counters: drawn by the server, kept here by what they show. */

import { api } from "../api.js";
import { language } from "../prefs.js";
import { s } from "../dom.js";

/** @typedef {import("../types").Piece} Piece */

/** @type {Map<string, SVGGElement>} */
const kept = new Map();
/** @type {Map<string, Promise<SVGGElement>>} */
const coming = new Map();
/**
 * @typedef {{scenario: string, piece: Piece, done: (face: SVGGElement) => void, failed: (error: unknown) => void}} Wish
 * @type {Wish[]} wanted since the last request: counters that are shown together are asked for together
 */
const wishes = [];
const AT_ONCE = 100;

const reader = new DOMParser();

/** @param {string} scenario @param {Piece} piece */
function name(scenario, piece) {
  return [language(), scenario, piece.id, piece.name, piece.numbers.join(","), piece.markers.join(",")].join("|");
}

/** A plain square in the side's shape, shown until the face is there. @param {Piece} piece */
function blank(piece) {
  const shape = piece.side === "union" ? "M4 4H96V96H4Z" : "M17 4H83L96 17V83L83 96H17L4 83V17Z";
  const ground = piece.side === "union" ? "on-blue" : "on-grey";
  return s("g", { class: `counter ${piece.side} ${ground} blank` }, s("path", { class: "ground", d: shape }));
}

/** @param {string} scenario @param {Piece} piece @param {string} wanted @returns {Promise<SVGGElement>} */
function fetchFace(scenario, piece, wanted) {
  let face = coming.get(wanted);
  if (face) return face;
  face = new Promise((done, failed) => {
    if (!wishes.length) queueMicrotask(askForAll);
    wishes.push({ scenario, piece, done, failed });
  });
  coming.set(wanted, face);
  face.then(
    (made) => kept.set(wanted, made),
    () => coming.delete(wanted),
  );
  return face;
}

function askForAll() {
  while (wishes.length) {
    const [{ scenario }] = wishes;
    const other = wishes.findIndex((wish) => wish.scenario !== scenario);
    void askFor(scenario, wishes.splice(0, Math.min(AT_ONCE, other < 0 ? AT_ONCE : other)));
  }
}

/** @param {string} scenario @param {Wish[]} some */
async function askFor(scenario, some) {
  try {
    const { counters } = await api.counters(
      scenario,
      some.map((wish) => wish.piece),
    );
    some.forEach((wish, i) => wish.done(read(counters[i])));
  } catch (error) {
    for (const wish of some) wish.failed(error);
  }
}

/** The drawing in an SVG text. @param {string} text @returns {SVGGElement} */
function read(text) {
  const group = reader.parseFromString(text, "image/svg+xml").querySelector("g.counter");
  if (!(group instanceof SVGGElement)) throw new Error("not a counter");
  group.querySelector("title")?.remove();
  return group;
}

/**
 * Put the face of a counter into a group (100 units wide); at once if it is known, else as soon as it arrives.
 * @param {SVGGElement} group
 * @param {string} scenario
 * @param {Piece} piece
 */
export function showFace(group, scenario, piece) {
  const wanted = name(scenario, piece);
  if (group.dataset.face === wanted) return;
  group.dataset.face = wanted;
  const known = kept.get(wanted);
  if (known) {
    group.replaceChildren(known.cloneNode(true));
    return;
  }
  if (!group.firstChild) group.replaceChildren(blank(piece));
  fetchFace(scenario, piece, wanted)
    .then((face) => {
      if (group.dataset.face === wanted) group.replaceChildren(face.cloneNode(true));
    })
    .catch(() => {
      if (group.dataset.face === wanted) delete group.dataset.face; // the next refresh tries again
    });
}

/**
 * A counter as a small picture for lists.
 * @param {string} scenario
 * @param {Piece} piece
 * @param {number} size
 */
export function counterPicture(scenario, piece, size) {
  const group = s("g");
  showFace(group, scenario, piece);
  return s(
    "svg",
    { class: "ht counter-picture", viewBox: "0 0 100 100", width: size, height: size, "aria-hidden": "true" },
    group,
  );
}
