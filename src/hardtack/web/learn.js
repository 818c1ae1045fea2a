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

/** @param {HTMLElement} list @param {LessonSet[]} sets */
function fill(list, sets) {
  const all = sets.flatMap((set) => set.lessons.map((lesson) => ({ set, lesson })));
  const next = all.find(({ set, lesson }) => !isTicked(set.id, lesson.id)),
    begun = all.some(({ set, lesson }) => isTicked(set.id, lesson.id));
  put(
    list,
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
      : h("p", { class: "all-done" }, t("learn.all_done")),
    sets.map((set) =>
      h(
        "section",
        { class: "lesson-set", "aria-labelledby": `set-${set.id}`, "data-set": set.id },
        h("h2", { id: `set-${set.id}` }, set.title),
        h("p", { class: "about" }, set.about),
        h(
          "p",
          { class: "quiet" },
          t("learn.done_of", {
            n: set.lessons.filter((lesson) => isTicked(set.id, lesson.id)).length,
            of: set.lessons.length,
          }),
        ),
        h(
          "ol",
          { class: "lesson-list" },
          set.lessons.map((lesson) => entry(set.id, lesson)),
        ),
      ),
    ),
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

/** @param {string} set @param {{id: string, title: string}} lesson */
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
      done ? h("span", { class: "unseen" }, t("learn.done")) : null,
    ),
  );
}
