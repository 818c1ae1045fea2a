/** The attack planner: every modifier with its clause and the exact chances, before anything is rolled. */

import { ApiError } from "../api.js";
import { announce, h, put } from "../dom.js";
import { icon } from "../icons.js";
import { headed, listed, ownEnd, spoken, t } from "../strings.js";
import { openDialog } from "./dialogs.js";
import { chip, counterButton, kbd } from "./parts.js";
import { modifierLine, rosette, tone } from "./rosette.js";

/** @typedef {import("../types").Forecast} Forecast */

const MOST_TABS = 4;
const MOST_COMPARED = 8;

export class Planner {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    this.element = h("section", { class: "panel planner", "aria-label": t("planner") });
    /** @type {string} */
    this.shown = "";
  }

  refresh() {
    const { planned, ready } = this.hand;
    if (planned && !ready) return; // a plan of before the last change: whether it still stands is not known yet
    this.element.hidden = !planned;
    const sign = planned
      ? `${this.hand.game.view.version} ${planned.action} ${planned.attackers} ${this.hand.plan.length}`
      : "";
    if (sign === this.shown) return;
    this.shown = sign;
    this.hand.scene.marks.flanks([]);
    if (!planned) return put(this.element);
    const body = h(
      "div",
      { class: "plan-body", "aria-busy": "true" },
      h("p", { class: "quiet" }, t("planner.counting")),
    );
    put(this.element, this.head(planned), body, this.foot(planned));
    this.count(planned.action, body);
  }

  /** @param {string} action @param {HTMLElement} body */
  async count(action, body) {
    try {
      const forecast = await this.hand.game.forecast(action);
      if (this.hand.planned?.action !== action) return;
      put(body, this.chances(forecast), this.modifiers(forecast, this.hand.planned.hex));
      announce(spoken([forecast.label, ...this.told(forecast)]));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "passed") return; // the view that comes next has another decision
      put(
        body,
        h("p", { class: "warn" }, error.message),
        error.reasons.map((reason) => h("p", {}, chip(reason.clause, reason.title), " ", reason.text)),
      );
    } finally {
      body.removeAttribute("aria-busy");
    }
  }

  /** @param {import("../types").Option} planned */
  head(planned) {
    const { game, scene, plan, attackers } = this.hand;
    const pieces = (/** @type {string[]} */ ids) =>
      ids.map((id) => game.piece(id)).filter((piece) => piece !== undefined);
    const own = pieces(planned.attackers.length ? planned.attackers : [planned.unit]);
    const targets = game.piecesAt(planned.hex).filter((piece) => piece.side !== own[0]?.side);
    const others = planned === attackers.declared ? pieces(attackers.others) : [];
    return h(
      "div",
      { class: "plan-head" },
      h("h3", {}, planned.label),
      h(
        "div",
        { class: "versus" },
        h(
          "div",
          { class: "row" },
          own.map((piece) => this.attacker(piece, true)),
          others.map((piece) => this.attacker(piece, false)),
        ),
        icon("swords", 26),
        h(
          "div",
          { class: "row" },
          targets.map((piece) => counterButton(scene.scenario, piece, { size: 42 })),
        ),
      ),
      others.length || (planned === attackers.declared && own.length > 1)
        ? h("p", { class: "quiet small join-hint" }, t("attackers.hint"))
        : null,
      plan.length > 1 ? [this.ways(plan), this.comparison(plan)] : null,
      planned.risk ? h("p", { class: "risk" }, planned.risk) : null,
    );
  }

  /**
   * The ways to attack the same target: side by side, or in a list where they are many.
   * @param {import("../types").Option[]} plan
   */
  ways(plan) {
    const { chosen } = this.hand,
      weigh = (/** @type {number} */ i, byKey = true) => {
        this.hand.weigh(plan, i);
        // made anew: the focus stays on it
        const now = this.element.querySelector(".plan-ways, .tab[aria-pressed='true']");
        if (byKey && now instanceof HTMLElement) now.focus(); // after a click Enter begins the attack
      };
    if (plan.length <= MOST_TABS) {
      return h(
        "div",
        { class: "tabs", role: "group", "aria-label": t("planner.ways") },
        plan.map((option, i) =>
          h(
            "button",
            {
              type: "button",
              class: "tab",
              "aria-pressed": String(i === chosen),
              title: option.label,
              onclick: (/** @type {MouseEvent} */ event) => weigh(i, event.detail === 0),
            },
            this.tabLabel(option),
          ),
        ),
      );
    }
    const list = h(
      "select",
      { class: "plan-ways", "aria-label": t("planner.ways"), onchange: () => weigh(list.selectedIndex) },
      plan.map((option, i) => h("option", { selected: i === chosen }, this.tabLabel(option))),
    );
    return list;
  }

  /**
   * All ways to attack side by side, counted when somebody wants to see them.
   * @param {import("../types").Option[]} plan
   */
  comparison(plan) {
    return h(
      "button",
      { class: "button compact", type: "button", "data-compare": "", onclick: () => void this.compare(plan) },
      t("planner.compare", { n: plan.length }),
    );
  }

  /** @param {import("../types").Option[]} plan */
  async compare(plan) {
    const body = h("div", { class: "wide" }, h("p", { class: "quiet" }, t("planner.counting")));
    const dialog = openDialog(t("planner.ways"), body);
    dialog.classList.add("book");
    const choose = (/** @type {number} */ i) => {
      dialog.close();
      this.hand.weigh(plan, i);
    };
    try {
      const { game } = this.hand,
        shown = plan.slice(0, MOST_COMPARED),
        forecasts = await Promise.all(shown.map((option) => game.forecast(option.action)));
      const names = [...new Map(forecasts.flatMap((one) => one.expected.map(({ name, label }) => [name, label])))];
      const words = [
        ...new Map(
          forecasts.flatMap((one) =>
            this.rows(one)
              .filter(({ values }) => !numeric(values))
              .map(({ name, label }) => [name, label]),
          ),
        ),
      ];
      put(
        body,
        h(
          "table",
          { class: "compare", role: "table" }, // it stays one where a phone shows its rows as cards
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("planner.way")),
              names.map(([, label]) =>
                h("th", { scope: "col" }, label, " ", h("small", { class: "quiet" }, t("planner.expected"))),
              ),
              words.map(([, label]) => h("th", { scope: "col" }, label)),
            ),
          ),
          h(
            "tbody",
            {},
            shown.map((option, i) =>
              h(
                "tr",
                { role: "row", "aria-current": String(option === this.hand.planned) },
                h(
                  "th",
                  { role: "rowheader", scope: "row" },
                  h(
                    "button",
                    { class: "button", type: "button", title: t("planner.choose"), onclick: () => choose(i) },
                    this.tabLabel(option),
                  ),
                ),
                names.map(([name, label]) =>
                  h(
                    "td",
                    { role: "cell", "data-label": headed(label, t("planner.expected")) },
                    forecasts[i].expected.find((one) => one.name === name)?.value.toFixed(1) ?? "–",
                  ),
                ),
                words.map(([name, label]) =>
                  h("td", { role: "cell", "data-label": label }, h("span", {}, this.likeliest(forecasts[i], name))),
                ),
              ),
            ),
          ),
        ),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      put(body, h("p", { class: "warn" }, error.message));
    }
  }

  /** The two likeliest words for what comes of it. @param {Forecast} forecast @param {string} name */
  likeliest(forecast, name) {
    const row = this.rows(forecast).find((one) => one.name === name);
    return row
      ? row.values
          .slice(0, 2)
          .map(([value, share]) => h("div", {}, `${value} ${percent(share).replace(" ", "\u00a0")}`))
      : "–";
  }

  /**
   * A counter on the attacking side: taking part, or able to; pressing it puts it in or out.
   * @param {import("../types").Piece} piece
   * @param {boolean} within
   */
  attacker(piece, within) {
    const { scene, attackers } = this.hand;
    const button = counterButton(scene.scenario, piece, { size: 42 });
    if (within && !attackers.removable(piece.id)) return button;
    button.classList.add("toggle", within ? "within" : "without");
    button.setAttribute("aria-pressed", String(within));
    button.addEventListener("click", () => void attackers.toggle(piece.id));
    return button;
  }

  /**
   * What tells one of several attacks on the same target from the others: who attacks, or the end of its words.
   * @param {import("../types").Option} option
   */
  tabLabel(option) {
    const { plan, game } = this.hand,
      others = plan.filter((one) => one !== option);
    if (others.every((one) => String(one.attackers) !== String(option.attackers)))
      return listed(option.attackers.map((unit) => game.piece(unit)?.name ?? unit));
    return ownEnd(
      option.label,
      others.map((one) => one.label),
    );
  }

  /** @param {import("../types").Option} planned */
  foot(planned) {
    const { attackers } = this.hand,
      declared = planned === attackers.declared;
    return h(
      "div",
      { class: "plan-foot" },
      h(
        "button",
        {
          class: "button danger",
          type: "button",
          "data-commit": planned.action,
          onclick: () => this.hand.commit(planned),
        },
        t(declared ? "planner.begin" : "planner.attack"),
        kbd("⏎"),
      ),
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-cancel": "",
          onclick: () => (declared ? attackers.cancel() : this.hand.clear()),
        },
        t("cancel"),
        declared ? null : kbd("Esc"),
      ),
    );
  }

  /**
   * What goes into the attack; what belongs to a hex beside the target is drawn around it.
   * @param {Forecast} forecast
   * @param {string} target
   */
  modifiers(forecast, target) {
    const { hexes, marks } = this.hand.scene;
    const beside = new Set(hexes.toward[target] ?? []);
    const around = forecast.modifiers.filter((modifier) => modifier.hex && beside.has(modifier.hex));
    const lines = forecast.modifiers.filter((modifier) => !around.includes(modifier));
    const cells = around.map(({ hex, value }) => ({ hex, tone: tone(value) }));
    return [
      lines.length ? h("ul", { class: "modifiers" }, lines.map(modifierLine)) : null,
      around.length ? rosette(hexes, target, around, (pointed) => marks.flanks(cells, pointed)) : null,
    ];
  }

  /** The chances, one row of bars for each thing that can come of it. @param {Forecast} forecast */
  chances(forecast) {
    const rows = this.rows(forecast),
      certain = rows.filter((row) => row.values.length === 1 && row.values[0][0] !== 0);
    return h(
      "div",
      { class: "chances" },
      certain.length
        ? h(
            "p",
            { class: "certain" },
            certain.map(({ label, values }) => h("span", {}, headed(label, ""), h("b", {}, String(values[0][0])))),
          )
        : null,
      rows
        .filter((row) => row.values.length > 1)
        .map(({ label, values, mean }) =>
          h(
            "div",
            { class: "chance" },
            h(
              "div",
              { class: "chance-head" },
              h("span", {}, label),
              mean !== null ? h("span", { class: "mean" }, t("planner.mean", { n: mean.toFixed(2) })) : null,
            ),
            numeric(values) ? this.bar(values) : this.list(values),
          ),
        ),
      h(
        "details",
        { class: "joint-chances" },
        h("summary", {}, t("planner.all", { n: forecast.chances.length })),
        h(
          "table",
          { class: "joint" },
          h(
            "tbody",
            {},
            forecast.chances
              .slice(0, 40)
              .map((chance) =>
                h(
                  "tr",
                  {},
                  h("td", { class: "number" }, percent(chance.chance)),
                  h("td", { class: "number quiet" }, chance.fraction),
                  h("td", {}, chance.results.map((result) => `${result.label} ${result.value}`).join(" · ")),
                ),
              ),
          ),
        ),
      ),
    );
  }

  /** Numbers: one bar, divided. @param {[string | number, number][]} values */
  bar(values) {
    return h(
      "div",
      {
        class: "chance-bar",
        role: "img",
        "aria-label": listed(values.map(([value, share]) => headed(String(value), percent(share)))),
      },
      values.map(([value, share]) =>
        h(
          "span",
          {
            class: `part shade${Math.min(4, Number(value))}`,
            style: `flex-grow:${Math.max(share, 0.02).toFixed(4)}`,
            title: headed(String(value), percent(share)),
          },
          h("b", {}, share >= 0.05 ? String(value) : ""),
          h("small", {}, share >= 0.13 ? percent(share) : ""),
        ),
      ),
    );
  }

  /** Words: a bar for each, the likeliest first. @param {[string | number, number][]} values */
  list(values) {
    return h(
      "ul",
      { class: "outcomes" },
      values.map(([value, share]) =>
        h(
          "li",
          {},
          h("span", {}, String(value)),
          h("i", { style: `width:${(share * 100).toFixed(1)}%` }),
          h("b", {}, percent(share)),
        ),
      ),
    );
  }

  /**
   * Each named result by itself: value and chance, numbers in order.
   * @param {Forecast} forecast
   */
  rows(forecast) {
    /** @type {Map<string, {label: string, by: Map<string | number, number>}>} */
    const rows = new Map();
    for (const { chance, results } of forecast.chances) {
      for (const { name, label, value } of results) {
        const row = rows.get(name) ?? { label, by: new Map() };
        row.by.set(value, (row.by.get(value) ?? 0) + chance);
        rows.set(name, row);
      }
    }
    return [...rows].map(([name, { label, by }]) => {
      const values = [...by];
      if (numeric(values)) values.sort((a, b) => Number(a[0]) - Number(b[0]));
      else values.sort((a, b) => b[1] - a[1]);
      const mean = forecast.expected.find((one) => one.name === name)?.value ?? null;
      return { name, label, values, mean: values.length > 1 ? mean : null };
    });
  }

  /** @param {Forecast} forecast */
  told(forecast) {
    return this.rows(forecast).map(({ label, values }) =>
      headed(label, listed(values.map(([value, share]) => `${value} ${percent(share)}`))),
    );
  }
}

/** @param {[string | number, number][]} values */
function numeric(values) {
  return values.every(([value]) => typeof value === "number" && value >= 0);
}

/** @param {number} share */
function percent(share) {
  const value = share * 100;
  return t("percent", { n: value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1) });
}
