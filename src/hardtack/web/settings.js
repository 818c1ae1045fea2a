/** The options and readings of a scenario, to be chosen before a game begins. */

import { h, put } from "./dom.js";
import { t } from "./strings.js";

/** @typedef {import("./types").Scenario} Scenario */

export class Settings {
  /** @param {Scenario} scenario @param {() => Record<string, unknown>} [forced] what is not for anybody to choose */
  constructor(scenario, forced = () => ({})) {
    this.scenario = scenario;
    this.forced = forced;
    /** @type {Record<string, unknown>} */
    this.values = Object.fromEntries(scenario.settings.map((setting) => [setting.name, setting.default]));
    this.element = h("div", { class: "settings" });
    this.draw();
  }

  /** What was chosen otherwise than usual. @returns {Record<string, unknown>} */
  get chosen() {
    const changed = this.scenario.settings
      .filter((setting) => this.values[setting.name] !== setting.default)
      .map((setting) => [setting.name, this.values[setting.name]]);
    return { ...Object.fromEntries(changed), ...this.forced() };
  }

  draw() {
    const { settings } = this.scenario,
      unfolded = this.element.querySelector("details")?.open;
    const options = settings.filter((setting) => setting.kind === "option"),
      rest = settings.filter((setting) => setting.kind !== "option");
    put(
      this.element,
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
    const fixed = this.forced(),
      forced = setting.name in fixed,
      value = forced ? fixed[setting.name] : this.values[setting.name];
    if (typeof setting.default === "boolean") {
      const box = h("input", {
        type: "checkbox",
        checked: value === true,
        disabled: forced,
        "data-setting": setting.name,
        onchange: () => (this.values[setting.name] = box.checked),
      });
      return h("label", { class: "check" }, box, setting.label, h("span", { class: "clause-id" }, setting.clause));
    }
    const list = h(
      "select",
      {
        disabled: forced,
        "data-setting": setting.name,
        onchange: () => (this.values[setting.name] = setting.values[list.selectedIndex]),
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
}
