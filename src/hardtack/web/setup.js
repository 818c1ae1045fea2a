/** A new game: which scenario, who sits where, which options. */

import { Conditions } from "./conditions.js";
import { h, put } from "./dom.js";
import { prefs, setPref } from "./prefs.js";
import { SeatPlans } from "./seats.js";
import { t } from "./strings.js";
import { openDialog } from "./table/dialogs.js";

/** @typedef {import("./types").Scenario} Scenario */

class Setup {
  /** @param {Scenario} scenario @param {Scenario[]} family */
  constructor(scenario, family) {
    this.family = family;
    this.scenario = scenario;
    this.seats = this.planSeats(scenario);
    /** @type {Record<string, unknown>} */
    this.settings = {};
    this.chosen = h("div");
    this.conditions = new Conditions(scenario);
    this.body = h("div", { class: "setup" });
    this.name = h("input", {
      type: "text",
      maxlength: 40,
      value: prefs.name,
      autocomplete: "nickname",
      "aria-label": t("setup.name"),
      placeholder: t("setup.name"),
    });
    this.choose(scenario);
  }

  /** You against the best bot, until somebody else is chosen. @param {Scenario} scenario */
  planSeats(scenario) {
    const seats = new SeatPlans(scenario, { doctrine: true, changed: () => this.drawSettings() });
    seats.giveToBot(scenario.solitaire_side || (scenario.sides.at(-1)?.id ?? ""));
    return seats;
  }

  /** @param {Scenario} scenario */
  choose(scenario) {
    this.scenario = scenario;
    this.seats = this.planSeats(scenario);
    this.conditions = new Conditions(scenario);
    this.settings = Object.fromEntries(scenario.settings.map((setting) => [setting.name, setting.default]));
    this.drawSettings();
    put(
      this.body,
      this.family.length > 1
        ? h(
            "label",
            { class: "field-row" },
            t("setup.scenario"),
            h(
              "select",
              {
                "data-setup": "scenario",
                onchange: (/** @type {Event} */ event) =>
                  this.choose(this.family[/** @type {HTMLSelectElement} */ (event.target).selectedIndex]),
              },
              this.family.map((one) => h("option", { value: one.id, selected: one.id === scenario.id }, one.title)),
            ),
          )
        : null,
      h("p", { class: "about" }, scenario.about),
      this.seats.element,
      h("label", { class: "field-row" }, t("setup.name"), this.name),
      this.conditions.element,
      this.chosen,
      h(
        "div",
        { class: "dialog-buttons" },
        h(
          "button",
          { class: "button primary", type: "button", "data-setup": "start", onclick: () => this.start() },
          t("setup.start"),
        ),
      ),
    );
  }

  drawSettings() {
    const { settings } = this.scenario,
      unfolded = this.chosen.querySelector("details")?.open;
    const options = settings.filter((setting) => setting.kind === "option"),
      rest = settings.filter((setting) => setting.kind !== "option");
    put(
      this.chosen,
      options.length
        ? h(
            "fieldset",
            {},
            h("legend", {}, t("setup.options")),
            options.map((setting) => this.setting(setting)),
          )
        : null,
      rest.length
        ? h(
            "details",
            { open: unfolded },
            h("summary", {}, t("setup.readings")),
            rest.map((setting) => this.setting(setting)),
          )
        : null,
    );
  }

  /** @param {import("./types").Setting} setting */
  setting(setting) {
    const forced = this.seats.doctrine && setting.name in this.scenario.doctrine_settings;
    const value = forced ? this.scenario.doctrine_settings[setting.name] : this.settings[setting.name];
    if (typeof setting.default === "boolean") {
      const box = h("input", {
        type: "checkbox",
        checked: value === true,
        disabled: forced,
        "data-setting": setting.name,
        onchange: () => (this.settings[setting.name] = box.checked),
      });
      return h("label", { class: "check" }, box, setting.label, h("span", { class: "clause-id" }, setting.clause));
    }
    const list = h(
      "select",
      {
        disabled: forced,
        "data-setting": setting.name,
        onchange: () => (this.settings[setting.name] = setting.values[list.selectedIndex]),
      },
      setting.values.map((one, i) => h("option", { selected: one === value }, setting.choices[i])),
    );
    return h(
      "label",
      { class: "field-row" },
      h("span", {}, setting.label, " ", h("span", { class: "clause-id" }, setting.clause)),
      list,
    );
  }

  async start() {
    const { scenario, seats } = this;
    setPref("name", this.name.value.trim());
    const changed = scenario.settings
      .filter((setting) => this.settings[setting.name] !== setting.default)
      .map((setting) => [setting.name, this.settings[setting.name]]);
    await seats.begin({
      ...this.conditions.chosen,
      scenario: scenario.id,
      settings: { ...Object.fromEntries(changed), ...(seats.doctrine ? scenario.doctrine_settings : {}) },
    });
  }
}

/** @param {Scenario} scenario @param {Scenario[]} family the scenarios of the same battle */
export function openSetup(scenario, family) {
  const setup = new Setup(scenario, family);
  openDialog(scenario.battle_title, setup.body).classList.add("setup-dialog");
  /** @type {HTMLElement | null} */ (setup.body.querySelector("[data-setup=start]"))?.focus({ preventScroll: true });
}
