/** The faces of counters: drawn by the server, kept here by what they show. */

import { api } from "../api.js";
import { language } from "../prefs.js";
import { s } from "../dom.js";

/** @typedef {import("../types").Piece} Piece */

/** @type {Map<string, SVGGElement>} */
const kept = new Map();
/** @type {Map<string, Promise<SVGGElement>>} */
const coming = new Map();
/** @type {(() => void)[]} requests held back so that a crowd of counters does not block everything else */
const queue = [];
let underWay = 0;
const AT_ONCE = 4;

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
    const start = () => {
      underWay++;
      api.counter(scenario, piece).then((text) => {
        const group = reader.parseFromString(text, "image/svg+xml").querySelector("g.counter");
        if (!(group instanceof SVGGElement)) throw new Error(`no counter ${piece.id}`);
        group.querySelector("title")?.remove();
        kept.set(wanted, group);
        done(group);
      }).catch(failed).finally(() => {
        underWay--;
        queue.shift()?.();
      });
    };
    if (underWay < AT_ONCE) start();
    else queue.push(start);
  });
  coming.set(wanted, face);
  face.catch(() => coming.delete(wanted));
  return face;
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
  fetchFace(scenario, piece, wanted).then((face) => {
    if (group.dataset.face === wanted) group.replaceChildren(face.cloneNode(true));
  }).catch(() => {
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
  return s("svg", { class: "ht counter-picture", viewBox: "0 0 100 100", width: size, height: size, "aria-hidden": "true" }, group);
}
