/** The lessons, set by set, each with a tick when it was done in this browser. */

import { api } from "./api.js";
import { h, put } from "./dom.js";
import { headed, t } from "./strings.js";
import { houseSign } from "./table/head.js";
import { languageSwitch, themeButton } from "./table/menu.js";
import { isTicked, untick } from "./ticks.js";
import { go, lessonPage } from "./ways.js";
import { words } from "./wrong.js";

/** @typedef {import("./types").LessonSet} LessonSet */

/**
 * @param {HTMLElement} root
 * @param {LessonSet["kind"]} kind
 * @returns {Promise<import("./types").Page>}
 */
export async function openLearn(root, kind) {
  document.title = `${t(`learning.${kind}`)} · Hardtack`;
  const list = h("div", { class: "lesson-sets", "aria-busy": "true" }, h("p", { class: "loading" }, t("loading")));
  put(
    root,
    h(
      "div",
      { class: "home" },
      h(
        "header",
        { class: "head home-head" },
        houseSign(),
        h("div", { class: "head-buttons" }, languageSwitch(), themeButton()),
      ),
      h(
        "main",
        {},
        h("section", { class: "hero" }, h("h1", {}, t(`learning.${kind}`)), h("p", {}, t(`learning_text.${kind}`))),
        list,
        h(
          "p",
          { class: "back" },
          h(
            "a",
            { class: "button", href: kind === "lesson" ? "/puzzles" : "/learn", "data-in": "" },
            t(kind === "lesson" ? "learn.puzzles" : "learn.lessons"),
          ),
          " ",
          h("a", { class: "button", href: "/", "data-in": "" }, t("home.back")),
        ),
      ),
    ),
  );
  try {
    const { sets } = await api.lessons();
    fill(
      list,
      sets.filter((set) => set.kind === kind),
    );
  } catch (error) {
    put(list, h("p", { class: "warn" }, words(error)));
  } finally {
    list.removeAttribute("aria-busy");
  }
  return { close() {} };
}

/** Which puzzles are shown: kept while the page is open, so that whoever comes back from one finds the same list. */
const chosen = { set: "", theme: "" };

/** @param {HTMLElement} list @param {LessonSet[]} sets */
function fill(list, sets) {
  const puzzles = sets.some((set) => set.kind === "puzzle");
  const shown = sets
    .filter((set) => !puzzles || !chosen.set || set.id === chosen.set)
    .map((set) => ({ ...set, lessons: set.lessons.filter((one) => !chosen.theme || one.theme === chosen.theme) }));
  const all = shown.flatMap((set) => set.lessons.map((lesson) => ({ set, lesson })));
  const next = all.find(({ set, lesson }) => !isTicked(set.id, lesson.id)),
    begun = sets.some((set) => set.lessons.some((lesson) => isTicked(set.id, lesson.id)));
  const again = (/** @type {string} */ focus) => {
    fill(list, sets);
    /** @type {HTMLElement | null} */ (list.querySelector(`[data-filter="${focus}"]`))?.focus();
  };
  put(
    list,
    puzzles ? filters(sets, again) : null,
    next
      ? h(
          "p",
          {},
          h(
            "a",
            { class: "button primary first-lesson", href: lessonPage(next.set.id, next.lesson.id), "data-in": "" },
            headed(t(begun ? "learn.on" : "learn.first"), next.lesson.title),
          ),
        )
      : h(
          "p",
          { class: "all-done" },
          all.length ? t(puzzles ? "puzzle.all_done" : "learn.all_done") : t("puzzle.none"),
        ),
    shown.filter((set) => set.lessons.length).map(section),
    begun
      ? h(
          "p",
          {},
          h(
            "button",
            {
              class: "link",
              type: "button",
              onclick: () => {
                untick(sets.map((set) => set.id));
                go(location.pathname);
              },
            },
            t("learn.forget"),
          ),
        )
      : null,
  );
}

/**
 * Buttons that choose the game and the kind of puzzle.
 * @param {LessonSet[]} sets
 * @param {(focus: string) => void} again
 */
function filters(sets, again) {
  const themes = [...new Set(sets.flatMap((set) => set.lessons.map((lesson) => lesson.theme)))];
  return h(
    "div",
    { class: "puzzle-filters" },
    row("set", t("puzzle.systems"), [["", t("puzzle.all")], ...sets.map((set) => [set.id, set.title])], again),
    row("theme", t("puzzle.themes"), [["", t("puzzle.all")], ...themes.map((one) => [one, t(`theme.${one}`)])], again),
  );
}

/**
 * @param {"set" | "theme"} name
 * @param {string} label
 * @param {string[][]} choices
 * @param {(focus: string) => void} again
 */
function row(name, label, choices, again) {
  return h(
    "div",
    { class: "tabs", role: "group", "aria-label": label },
    h("span", { class: "quiet", "aria-hidden": "true" }, label),
    choices.map(([value, text]) =>
      h(
        "button",
        {
          class: "tab",
          type: "button",
          "aria-pressed": String(chosen[name] === value),
          "data-filter": `${name} ${value}`,
          onclick: () => {
            chosen[name] = value;
            again(`${name} ${value}`);
          },
        },
        text,
      ),
    ),
  );
}

/** One game's lessons. @param {LessonSet} set */
function section(set) {
  const ticked = set.lessons.filter((lesson) => isTicked(set.id, lesson.id)).length;
  return h(
    "section",
    { class: "lesson-set", "aria-labelledby": `set-${set.id}`, "data-set": set.id },
    h("h2", { id: `set-${set.id}` }, set.title),
    h("p", { class: "about" }, set.about),
    h("p", { class: "quiet" }, t("learn.done_of", { n: ticked, of: set.lessons.length })),
    h(
      "ol",
      { class: "lesson-list" },
      set.lessons.map((lesson) => entry(set.id, lesson)),
    ),
  );
}

/** @param {string} set @param {import("./types").LessonCard} lesson */
function entry(set, lesson) {
  const done = isTicked(set, lesson.id);
  return h(
    "li",
    {},
    h(
      "a",
      {
        class: done ? "lesson-row ticked" : "lesson-row",
        href: lessonPage(set, lesson.id),
        "data-in": "",
        "data-lesson": lesson.id,
      },
      h("span", { class: "tick", "aria-hidden": "true" }, done ? "✓" : ""),
      h("span", {}, lesson.title),
      lesson.theme ? h("span", { class: "theme" }, t(`theme.${lesson.theme}`)) : null,
      done ? h("span", { class: "unseen" }, t("learn.done")) : null,
    ),
  );
}
