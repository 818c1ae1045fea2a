/** A lesson: the board of a game of its own, with a panel that says what it is about and whether it is done. */

import { ApiError, api } from "./api.js";
import { announce, h, isForPage, put } from "./dom.js";
import { Game } from "./game.js";
import { spoken, t } from "./strings.js";
import { chip, kbd } from "./table/parts.js";
import { trouble } from "./table/menu.js";
import { layTable } from "./table/table.js";
import { tick } from "./ticks.js";
import { go, lessonPage, scenarioPage } from "./ways.js";
import { complain } from "./wrong.js";

/** @typedef {import("./types").Lesson} Lesson */

const whole = (/** @type {string} */ text) => text.replaceAll(" %", "\u00a0%"); // a number and its sign on one line
const HEX = /(?<!\d)\d{4}(?!\d)/g; // the number of a hex, in a sentence

/**
 * @param {HTMLElement} root
 * @param {string} set
 * @param {string} id
 * @returns {Promise<import("./types").Page>}
 */
export async function openLesson(root, set, id) {
  put(root, h("p", { class: "loading" }, t("loading")));
  try {
    const { lesson, created } = await api.beginLesson(set, id);
    const game = new Game(created.game, created.key);
    const guide = new Guide(lesson, game),
      table = await layTable(root, game, guide);
    return {
      close() {
        table.close();
        guide.close(); // the server throws the game away some day: questions about it may still be under way
      },
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    put(root, trouble(error, "", null));
    return { close() {} };
  }
}

/** The panel of a lesson. The server says how it stands, after every move and after everything that was refused. */
class Guide {
  /** @param {Lesson} lesson @param {Game} game */
  constructor(lesson, game) {
    this.lesson = lesson;
    this.game = game;
    this.state = "going";
    this.asked = 0;
    this.leaves = ["learning", ...(lesson.scored ? [] : ["unscored"])]; // away: seats, and points that do not matter
    this.box = h("span", { class: "tick", "aria-hidden": "true" });
    this.say = h("p", { class: "lesson-say", hidden: true });
    this.hint = h("p", { class: "lesson-hint", hidden: true }, whole(lesson.hint));
    this.buttons = h("div", { class: "lesson-buttons" });
    this.element = h(
      "section",
      {
        class: "panel lesson",
        "aria-label": t(lesson.kind === "puzzle" ? "learn.puzzles" : "learn.lesson"),
      },
      h(
        "p",
        { class: "lesson-number" },
        h(
          "a",
          { href: lesson.kind === "puzzle" ? "/puzzles" : "/learn", "data-in": "" },
          t("lesson.number", { title: lesson.set_title, n: lesson.number, of: lesson.of }),
        ),
      ),
      h("h2", {}, lesson.title),
      h(
        "p",
        { class: "lesson-idea" },
        whole(lesson.idea),
        " ",
        lesson.clauses.map((clause) => [chip(clause.id, clause.title), " "]).flat(),
      ),
      h(
        "p",
        { class: "lesson-task" },
        this.box,
        h("b", { class: "unseen" }, t("lesson.task"), " "),
        h("span", {}, whole(lesson.task)),
      ),
      this.say,
      this.hint,
      this.buttons,
    );
    /** @type {(hexes: string[]) => void} light these hexes */
    this.onpoint = () => {};
    this.keys = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.keys);
    this.draw();
  }

  close() {
    document.removeEventListener("keydown", this.keys);
  }

  /** H shows the hint, G goes on: to the next lesson, or to another attempt. @param {KeyboardEvent} event */
  press(event) {
    if (!isForPage(event)) return;
    const name = { h: "[data-lesson-hint]", g: "[data-lesson-next], [data-lesson-again]" }[event.key.toLowerCase()];
    const wanted = name ? this.buttons.querySelector(name) : null;
    if (!(wanted instanceof HTMLElement)) return;
    event.preventDefault();
    wanted.click();
  }

  /** @param {import("./board/scene.js").Scene} scene */
  attach(scene) {
    this.onpoint = (hexes) => {
      scene.marks.pointOut(hexes);
      const seen = hexes.filter((hex) => scene.hexes.has(hex)).map((hex) => scene.hexes.centre(hex));
      if (seen.length && !seen.some((at) => scene.view.sees(at))) scene.view.reveal(seen[0]);
    };
    const { look, show } = this.lesson; // on a large map a few counters are soon overlooked
    scene.lookAt([...(look.length ? look : this.game.view.pieces.map((piece) => piece.at)), ...show]);
    // a hex has a small number on a large map: what a puzzle is about is lit, and what a task names
    this.onpoint(this.lesson.kind === "puzzle" ? show : (this.lesson.task.match(HEX) ?? []));
    this.game.onchange.push(() => void this.ask({}));
    this.game.onrefused.push((tried) => void this.ask(tried));
    announce(spoken([this.lesson.title, this.lesson.idea, this.lesson.task]));
  }

  /** @param {{action?: string, unit?: string, hex?: string}} tried */
  async ask(tried) {
    const mine = ++this.asked;
    try {
      const progress = await api.progress(this.game.id, this.game.key, tried);
      if (mine === this.asked || progress.state === "done") this.show(progress);
    } catch (error) {
      if (!this.game.closed) complain(error);
    }
  }

  /** @param {{state: "going" | "done" | "failed", text: string}} progress */
  show({ state, text }) {
    if (this.state === "done") return; // what is done stays done
    this.state = state;
    if (state === "done") tick(this.lesson.set, this.lesson.id);
    this.element.dataset.state = state;
    put(this.box, state === "done" ? "✓" : "");
    const plain = state === "going" && text === this.lesson.task;
    this.say.hidden = plain;
    if (!plain)
      put(
        this.say,
        state === "going" ? null : h("b", {}, t(state === "done" ? "lesson.solved" : "lesson.failed"), " "),
        whole(text),
      );
    if (!plain) announce(spoken([state === "done" ? t("lesson.solved") : "", text]));
    this.draw();
    if (state === "done") {
      this.hint.hidden = true;
      this.onpoint([]);
      this.element.scrollIntoView?.({ block: "nearest" });
    }
    // on a phone the panel is a few lines high: what is said comes into sight, or the button to go on, if there is one
    if (!plain) (state === "going" ? this.say : this.buttons).scrollIntoView?.({ block: "nearest" });
  }

  draw() {
    const { lesson, state } = this,
      done = state === "done",
      played = this.game.view.number > 0;
    const list = lesson.kind === "puzzle" ? "/puzzles" : "/learn";
    put(
      this.buttons,
      done && lesson.next
        ? h(
            "a",
            { class: "button primary", href: lessonPage(...split(lesson.next)), "data-in": "", "data-lesson-next": "" },
            t(lesson.kind === "puzzle" ? "puzzle.next" : "lesson.next"),
            kbd("G"),
          )
        : null,
      done && !lesson.next
        ? [
            h("p", {}, t("lesson.end")),
            lesson.kind === "puzzle"
              ? null
              : h(
                  "a",
                  { class: "button primary", href: scenarioPage(this.game.view.scenario), "data-in": "" },
                  t("lesson.play"),
                ),
            h(
              "a",
              {
                class: lesson.kind === "puzzle" ? "button primary" : "button compact",
                href: list,
                "data-in": "",
                "data-lesson-next": "",
              },
              t(lesson.kind === "puzzle" ? "puzzle.list" : "lesson.list"),
              kbd("G"),
            ),
          ]
        : null,
      done
        ? null
        : h(
            "button",
            {
              class: "button compact",
              type: "button",
              "data-lesson-hint": "",
              "aria-expanded": String(!this.hint.hidden),
              onclick: () => this.showHint(),
            },
            t("lesson.hint"),
            kbd("H"),
          ),
      done || state === "failed" || played
        ? h(
            "button",
            {
              class: state === "failed" ? "button primary" : "button compact",
              type: "button",
              "data-lesson-again": "",
              onclick: () => go(lessonPage(lesson.set, lesson.id)),
            },
            t("lesson.again"),
            done ? null : kbd("G"),
          )
        : null,
    );
  }

  showHint() {
    this.hint.hidden = false;
    this.onpoint(this.lesson.show);
    announce(this.lesson.hint);
    this.draw();
    this.hint.scrollIntoView?.({ block: "nearest" });
  }
}

/** @param {string} name @returns {[string, string]} */
function split(name) {
  const [set, lesson] = name.split("/");
  return [set, lesson];
}
