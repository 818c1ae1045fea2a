/** The rules and the charts, one key away. */

import { api } from "../api.js";
import { h, put, wish } from "../dom.js";
import { t } from "../strings.js";
import { complain } from "../wrong.js";
import { openDialog } from "./dialogs.js";

/** @typedef {import("../types").Clause} Clause */

const PROSE = 14; // a longer cell is read, not looked up

/** @param {string} scenario @param {string} [wanted] a clause to open at */
export async function openRules(scenario, wanted = "") {
  const latest = wish();
  try {
    const { clauses } = await api.rules(scenario);
    if (!latest()) return;
    const list = h("dl", { class: "clauses" });
    const search = h("input", { type: "search", placeholder: t("rules.search"), "aria-label": t("rules.search"), oninput: () => show(search.value) });
    const show = (/** @type {string} */ text) => {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const found = clauses.filter((clause) => words.every((word) => `${clause.id} ${clause.title} ${clause.summary}`.toLowerCase().includes(word)));
      put(list, found.length ? found.map((clause) => article(clause, clause.id === wanted)) : h("p", { class: "quiet" }, t("rules.none")));
    };
    openDialog(t("rules"), search, list).classList.add("book");
    show("");
    const open = list.querySelector(".wanted");
    if (open instanceof HTMLElement) {
      open.scrollIntoView({ block: "center" });
      open.focus();
    } else search.focus();
  } catch (error) {
    complain(error);
  }
}

/** @param {Clause} clause @param {boolean} wanted */
function article(clause, wanted) {
  return h("div", { class: wanted ? "clause wanted" : "clause", tabindex: wanted ? -1 : null },
    h("dt", {}, h("span", { class: "clause-id" }, clause.id), h("b", {}, clause.title), clause.provenance === "seed" ? null : h("span", { class: "provenance" }, t(`provenance.${clause.provenance}`))),
    h("dd", {}, clause.summary));
}

/** @param {{id: string, key: string | null}} game @param {RegExp} [first] the chart to show first, by key */
export async function openCharts(game, first) {
  const latest = wish();
  try {
    const { charts } = await api.charts(game.id, game.key);
    if (!latest()) return;
    const order = first ? [...charts].sort((a, b) => Number(first.test(b.key)) - Number(first.test(a.key))) : charts;
    const body = h("div", { class: "charts" }), tabs = h("div", { class: "tabs", role: "group", "aria-label": t("charts") });
    const show = (/** @type {number} */ n) => {
      put(tabs, order.map((chart, i) => h("button", { class: "tab", type: "button", "aria-pressed": String(i === n), onclick: () => show(i) }, chart.title)));
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
  return h("div", { class: "table-frame", tabindex: 0, role: "region", "aria-label": chart.title }, h("table", { class: "chart" },
    h("caption", {}, chart.title, " ", h("span", { class: "clause-id" }, chart.clause), chart.provenance === "seed" ? null : h("span", { class: "provenance" }, t(`provenance.${chart.provenance}`))),
    h("thead", {}, h("tr", {}, chart.columns.map((column) => h("th", { scope: "col" }, column)))),
    h("tbody", {}, chart.rows.map((row) => h("tr", {}, row.map((cell, i) => (i === 0 ? h("th", { scope: "row" }, cell) : h("td", { class: cell.length > PROSE ? "prose" : null }, cell))))))),
    chart.notes.length ? h("ul", { class: "plain chart-notes" }, chart.notes.map((note) => h("li", {}, note))) : null);
}

const KEYS = [
  ["← ↑ → ↓", "keys.cursor"], ["Q W E A S D", "keys.steer"], ["Enter", "keys.enter"], ["Tab", "keys.tab"], ["N", "keys.next"], ["Esc", "keys.escape"],
  ["1 – 9", "keys.numbers"], ["Z", "keys.undo"], ["E", "keys.end"], ["T", "keys.terrain"], ["C", "keys.charts"], ["R", "keys.rules"],
  ["L", "keys.log"], ["O", "keys.overlays"], ["F", "keys.forces"], ["K", "keys.key"], ["/", "keys.command"], ["P", "keys.replay"], ["B", "keys.board"], ["+ − 0", "keys.zoom"], ["?", "keys.help"],
];

export function openHelp() {
  const dialog = openDialog(t("help"), h("p", {}, t("help.text")),
    h("dl", { class: "keys" }, KEYS.map(([key, text]) => [h("dt", {}, key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, t(text))]).flat()),
    h("p", { class: "quiet" }, t("help.command")));
  dialog.querySelector(".dialog-body")?.setAttribute("tabindex", "0"); // there is nothing else in it to hold on to while scrolling by key
}
