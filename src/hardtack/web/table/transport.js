/** The controls of a film: slider with the course of the victory meter, buttons, jumps. */

import { h, put, s } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../strings.js";

/**
 * @typedef {object} Wishes
 * @property {(number: number) => void} seek
 * @property {() => number} here
 * @property {() => void} toggle
 * @property {() => void} branch
 * @property {() => void} share
 * @property {() => void} save
 * @property {string} game the address of the game itself
 */

const SPEEDS = [
  ["2000", "½×"],
  ["1000", "1×"],
  ["500", "2×"],
  ["200", "5×"],
  ["60", "15×"],
];

export class Transport {
  /** @param {import("./film.js").FilmStore} film @param {Wishes} wishes */
  constructor(film, wishes) {
    this.film = film;
    const { seek, here } = wishes;
    /** @param {"first" | "back" | "play" | "step" | "last"} sign @param {string} label @param {() => void} onclick */
    const button = (sign, label, onclick) =>
      h("button", { class: "button icon", type: "button", title: label, "aria-label": label, onclick }, icon(sign));
    this.slider = h("input", {
      type: "range",
      class: "film-slider",
      min: 0,
      max: film.last,
      value: "0",
      "aria-label": t("replay.slider"),
      oninput: () => seek(Number(this.slider.value)),
    });
    this.play = button("play", t("replay.play"), wishes.toggle);
    this.speeds = h(
      "select",
      { "aria-label": t("replay.speed") },
      SPEEDS.map(([value, label]) => h("option", { value, selected: value === "1000" }, label)),
    );
    this.counter = h("span", { class: "film-number" }); // the announcer tells the move
    this.turns = h(
      "select",
      { "aria-label": t("replay.turn"), "data-jump": "turn", onchange: () => seek(Number(this.turns.value)) },
      h("option", { value: "", disabled: true, selected: true }, t("replay.turn")),
      film.turns.map(({ turn, number }) => h("option", { value: number }, t("turn.n", { n: turn }))),
    );
    this.battles = h(
      "select",
      { "aria-label": t("replay.battle"), "data-jump": "battle", onchange: () => seek(Number(this.battles.value)) },
      h("option", { value: "", disabled: true, selected: true }, t("replay.battle")),
      film.battles.map(({ number, label }) => h("option", { value: number }, `${number}. ${label}`)),
    );
    this.branch = h(
      "button",
      { class: "button", type: "button", "data-branch": "", onclick: wishes.branch },
      t("branch"),
    );
    this.graph = s("svg", {
      class: "film-graph",
      viewBox: "0 -1.1 100 2.2",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    this.element = h(
      "footer",
      { class: "bar film-bar" },
      h("div", { class: "film-track" }, this.graph, this.slider),
      h(
        "div",
        { class: "film-buttons" },
        button("first", t("replay.first"), () => seek(0)),
        button("back", t("replay.back"), () => seek(here() - 1)),
        this.play,
        button("step", t("replay.step"), () => seek(here() + 1)),
        button("last", t("replay.last"), () => seek(film.last)),
        this.counter,
        this.speeds,
      ),
      h("div", { class: "film-jumps" }, this.turns, this.battles),
      h(
        "div",
        { class: "bar-buttons" },
        this.branch,
        h("button", { class: "button", type: "button", onclick: wishes.share }, t("replay.share")),
        h("button", { class: "button", type: "button", onclick: wishes.save }, t("menu.record")),
        h("a", { class: "button", href: wishes.game, "data-in": "" }, t("replay.to_game")),
      ),
    );
  }

  /** Milliseconds a move is shown. */
  get speed() {
    return Number(this.speeds.value);
  }

  /** @param {boolean} on */
  running(on) {
    put(this.play, icon(on ? "pause" : "play"));
  }

  /** @param {number} number */
  show(number) {
    const { last, meters } = this.film;
    this.slider.max = String(last);
    this.slider.value = String(number);
    this.slider.setAttribute("aria-valuetext", t("replay.move", { n: number, of: last }));
    put(this.counter, `${number} / ${last}`);
    this.turns.value = String(this.film.turns.findLast((one) => one.number <= number)?.number ?? "");
    this.battles.value = String(this.film.battles.find((one) => one.number === number)?.number ?? "");
    if (!last) return;
    const points = [...meters]
      .sort((a, b) => a[0] - b[0])
      .map(([at, meter]) => `${((at / last) * 100).toFixed(2)},${(-meter).toFixed(3)}`);
    const x = ((number / last) * 100).toFixed(2);
    put(
      this.graph,
      s("line", { class: "zero", x1: 0, x2: 100, y1: 0, y2: 0 }),
      s("polyline", { points: points.join(" ") }),
      s("line", { class: "here", x1: x, x2: x, y1: -1.1, y2: 1.1 }),
    );
  }
}
