/** The rules and the charts, one key away. */

import { api } from "../api.js";
import { h, put, wish } from "../dom.js";
import { t } from "../strings.js";
import { lessonPage } from "../ways.js";
import { complain } from "../wrong.js";
import { openDialog } from "./dialogs.js";

/** @typedef {import("../types").Clause} Clause */

const PROSE = 14; // a longer cell is read, not looked up

/**
 * The rules: as a book of chapters, and every clause by its number.
 * @param {string} scenario
 * @param {string} [wanted] a clause to open at
 */
export async function openRules(scenario, wanted = "") {
  const latest = wish();
  try {
    const [{ clauses }, { chapters }] = await Promise.all([api.rules(scenario), api.book(scenario)]);
    if (!latest()) return;
    const list = h("dl", { class: "clauses" }),
      sections = chapters.map((chapter) => page(chapter, clauses)),
      pages = h("div", { class: "book-pages" }, contents(chapters, sections), sections);
    const search = h("input", {
      type: "search",
      placeholder: t("rules.search"),
      "aria-label": t("rules.search"),
      oninput: () => show(Boolean(search.value.trim()) || listing),
    });
    const tabs = h("div", { class: "tabs", role: "group", "aria-label": t("rules") });
    let listing = Boolean(wanted) || !chapters.length;
    const show = (/** @type {boolean} */ flat) => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean),
        matches = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word));
      const found = clauses.filter((clause) => matches(`${clause.id} ${clause.title} ${clause.summary}`));
      put(
        tabs,
        [false, true].map((is) =>
          h(
            "button",
            {
              class: "tab",
              type: "button",
              "aria-pressed": String(flat === is),
              "data-book": is ? "list" : "chapters",
              onclick: () => {
                [listing, search.value] = [is, is ? search.value : ""];
                show(is);
              },
            },
            t(is ? "book.list" : "book.chapters"),
          ),
        ),
      );
      pages.hidden = flat;
      list.hidden = !flat;
      put(
        list,
        words.length
          ? h(
              "div",
              { class: "found-chapters" },
              chapters
                .filter((chapter) => matches(`${chapter.title} ${chapter.text}`))
                .map((chapter) =>
                  h("div", { class: "clause" }, h("dt", {}, h("b", {}, chapter.title)), h("dd", {}, chapter.text)),
                ),
            )
          : null,
        found.length
          ? found.map((clause) => article(clause, clause.id === wanted))
          : h("p", { class: "quiet" }, t("rules.none")),
      );
    };
    openDialog(t("rules"), search, chapters.length ? tabs : null, pages, list).classList.add("book");
    show(listing);
    const open = list.querySelector(".wanted");
    if (open instanceof HTMLElement) {
      open.scrollIntoView({ block: "center" });
      open.focus();
    } else search.focus();
  } catch (error) {
    complain(error);
  }
}

/**
 * The way to each chapter, before the first of them.
 * @param {import("../types").Chapter[]} chapters
 * @param {HTMLElement[]} sections
 */
function contents(chapters, sections) {
  const open = (/** @type {HTMLElement} */ section) => {
    section.scrollIntoView({ block: "start" });
    section.focus({ preventScroll: true });
  };
  return h(
    "nav",
    { class: "contents", "aria-label": t("book.contents") },
    chapters.map((chapter, i) =>
      h("button", { class: "link", type: "button", onclick: () => open(sections[i]) }, chapter.title),
    ),
  );
}

/**
 * A chapter: its text, its examples as pictures that can be played, and the clauses it explains.
 * @param {import("../types").Chapter} chapter
 * @param {Clause[]} clauses
 */
function page(chapter, clauses) {
  const explained = clauses.filter((clause) => chapter.clauses.includes(clause.id));
  return h(
    "section",
    { class: "chapter", tabindex: -1 },
    h("h3", {}, chapter.title),
    h("p", {}, chapter.text),
    h(
      "div",
      { class: "examples" },
      chapter.examples.map((example) => {
        const picture = h("div", { class: "example-frame" });
        picture.innerHTML = example.picture; // our own server's drawing
        picture.firstElementChild?.setAttribute("aria-label", example.title);
        return h(
          "figure",
          {},
          picture,
          h(
            "figcaption",
            {},
            h("b", {}, example.title),
            " ",
            example.text,
            " ",
            h("a", { class: "button", href: lessonPage(example.set, example.lesson), "data-in": "" }, t("book.try")),
          ),
        );
      }),
    ),
    h(
      "details",
      {},
      h("summary", {}, t("book.clauses", { n: explained.length })),
      h(
        "dl",
        { class: "clauses" },
        explained.map((clause) => article(clause, false)),
      ),
    ),
  );
}

/** @param {Clause} clause @param {boolean} wanted */
function article(clause, wanted) {
  return h(
    "div",
    { class: wanted ? "clause wanted" : "clause", tabindex: wanted ? -1 : null },
    h(
      "dt",
      {},
      h("span", { class: "clause-id" }, clause.id),
      h("b", {}, clause.title),
      clause.provenance === "seed" ? null : h("span", { class: "provenance" }, t(`provenance.${clause.provenance}`)),
    ),
    h("dd", {}, clause.summary),
  );
}

/** @param {{id: string, key: string | null}} game @param {RegExp} [first] the chart to show first, by key */
export async function openCharts(game, first) {
  const latest = wish();
  try {
    const { charts } = await api.charts(game.id, game.key);
    if (!latest()) return;
    const order = first ? [...charts].sort((a, b) => Number(first.test(b.key)) - Number(first.test(a.key))) : charts;
    const body = h("div", { class: "charts" }),
      tabs = h("div", { class: "tabs", role: "group", "aria-label": t("charts") });
    const show = (/** @type {number} */ n) => {
      put(
        tabs,
        order.map((chart, i) =>
          h(
            "button",
            { class: "tab", type: "button", "aria-pressed": String(i === n), onclick: () => show(i) },
            chart.title,
          ),
        ),
      );
      put(body, order[n] ? chartTable(order[n]) : h("p", { class: "quiet" }, t("charts.none")));
    };
    openDialog(t("charts"), order.length > 1 ? tabs : null, body).classList.add("book");
    show(0);
  } catch (error) {
    complain(error);
  }
}

/** @param {import("../types").Chart} chart */
export function chartTable(chart) {
  return h(
    "div",
    { class: "table-frame", tabindex: 0, role: "region", "aria-label": chart.title },
    h(
      "table",
      { class: "chart" },
      h(
        "caption",
        {},
        chart.title,
        " ",
        h("span", { class: "clause-id" }, chart.clause),
        chart.provenance === "seed" ? null : h("span", { class: "provenance" }, t(`provenance.${chart.provenance}`)),
      ),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          chart.columns.map((column) => h("th", { scope: "col" }, column)),
        ),
      ),
      h(
        "tbody",
        {},
        chart.rows.map((row) =>
          h(
            "tr",
            {},
            row.map((cell, i) =>
              i === 0
                ? h("th", { scope: "row" }, cell)
                : h("td", { class: cell.length > PROSE ? "prose" : null }, cell),
            ),
          ),
        ),
      ),
    ),
    chart.notes.length
      ? h(
          "ul",
          { class: "plain chart-notes" },
          chart.notes.map((note) => h("li", {}, note)),
        )
      : null,
  );
}

const KEYS = [
  ["← ↑ → ↓", "keys.cursor"],
  ["Q W E A S D", "keys.steer"],
  ["Enter", "keys.enter"],
  ["Tab", "keys.tab"],
  ["N", "keys.next"],
  ["Esc", "keys.escape"],
  ["1 – 9", "keys.numbers"],
  ["Z", "keys.undo"],
  ["E", "keys.end"],
  ["T", "keys.terrain"],
  ["C", "keys.charts"],
  ["R", "keys.rules"],
  ["L", "keys.log"],
  ["O", "keys.overlays"],
  ["F", "keys.forces"],
  ["K", "keys.key"],
  ["I", "keys.briefing"],
  ["/", "keys.command"],
  ["P", "keys.replay"],
  ["B", "keys.board"],
  ["+ − 0", "keys.zoom"],
  ["?", "keys.help"],
];

export function openHelp() {
  const dialog = openDialog(
    t("help"),
    h("p", {}, t("help.text")),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, text]) => [
        h(
          "dt",
          {},
          key.split(" ").map((one) => h("kbd", {}, one)),
        ),
        h("dd", {}, t(text)),
      ]).flat(),
    ),
    h("p", { class: "quiet" }, t("help.command")),
  );
  // there is nothing else in it to hold on to while scrolling by key
  dialog.querySelector(".dialog-body")?.setAttribute("tabindex", "0");
}
