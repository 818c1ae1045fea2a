/** What a new game is played on: time, who may watch, whom it is offered to, whether it is rated. */

import { h } from "./dom.js";
import { player } from "./prefs.js";
import { t } from "./strings.js";

const DAY = 86_400;
/** @type {Record<string, object | null>} */
const CLOCKS = {
  none: null,
  day: { kind: "turn", seconds: DAY, vacation_days: 14 },
  three: { kind: "turn", seconds: 3 * DAY, vacation_days: 14 },
  hour: { kind: "bank", seconds: 3_600, increment: 300 },
  bank: { kind: "bank", seconds: 7 * DAY, increment: DAY, vacation_days: 14 },
};

export class Conditions {
  /** @param {import("./types").Scenario} scenario */
  constructor(scenario) {
    const choice = (
      /** @type {string} */ name,
      /** @type {string[]} */ values,
      /** @type {(value: string) => string} */ label,
    ) =>
      h(
        "select",
        { "data-setup": name },
        values.map((value) => h("option", { value }, label(value))),
      );
    const bots = scenario.bots.filter((bot) => bot.id !== "doctrine");
    this.clock = choice("clock", Object.keys(CLOCKS), (value) => t(`clocks.${value}`));
    this.late = choice("late", ["claim", ...bots.map((bot) => bot.id)], (value) =>
      value === "claim" ? t("late.claim") : t("late.bot", { bot: bots.find((bot) => bot.id === value)?.name ?? value }),
    );
    this.visibility = choice("visibility", ["open", "unlisted", "private"], (value) => t(`seen.${value}`));
    this.delay = choice("delay", ["0", "1", "2"], (value) => t(`delay.${value}`));
    this.level = choice("player-level", ["any", "beginner", "seasoned"], (value) => t(`level.${value}`));
    this.rated = h("input", { type: "checkbox", "data-setup": "rated", disabled: !player() });
    const row = (/** @type {string} */ label, /** @type {HTMLElement} */ part) =>
      h("label", { class: "field-row" }, label, part);
    this.element = h(
      "details",
      { class: "conditions" },
      h("summary", {}, t("conditions")),
      row(t("conditions.clock"), this.clock),
      row(t("conditions.late"), this.late),
      row(t("conditions.seen"), this.visibility),
      row(t("conditions.delay"), this.delay),
      row(t("conditions.level"), this.level),
      h("label", { class: "check" }, this.rated, player() ? t("conditions.rated") : t("conditions.rated_name")),
    );
  }

  /** As a request says it. */
  get chosen() {
    const clock = CLOCKS[this.clock.value],
      bot = this.late.value === "claim" ? null : this.late.value;
    return {
      clock: clock && { ...clock, ...(bot ? { late: "bot", bot } : {}) },
      visibility: this.visibility.value,
      delay: Number(this.delay.value),
      level: this.level.value,
      rated: this.rated.checked,
    };
  }
}
