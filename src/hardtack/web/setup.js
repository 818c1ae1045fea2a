/** A new game: which scenario, who sits where, which options. */

import { Conditions } from "./conditions.js";
import { h, put } from "./dom.js";
import { player, prefs, setPref } from "./prefs.js";
import { SeatPlans } from "./seats.js";
import { Settings } from "./settings.js";
import { t } from "./strings.js";
import { openDialog } from "./table/dialogs.js";

/** @typedef {import("./types").Scenario} Scenario */

class Setup {
  /** @param {Scenario} scenario @param {Scenario[]} family */
  constructor(scenario, family) {
    this.family = family;
    this.scenario = scenario;
    this.seats = this.planSeats(scenario);
    this.settings = this.planSettings(scenario);
    this.conditions = new Conditions(scenario);
    this.body = h("div", { class: "setup" });
    this.name = h("input", {
      type: "text",
      maxlength: 40,
      value: player()?.name ?? prefs.name,
      disabled: Boolean(player()), // whoever has a name of their own sits down by it
      autocomplete: "nickname",
      "aria-label": t("setup.name"),
      placeholder: t("setup.name"),
    });
    this.choose(scenario);
  }

  /** You against the best bot, until somebody else is chosen. @param {Scenario} scenario */
  planSeats(scenario) {
    const seats = new SeatPlans(scenario, { doctrine: true, changed: () => this.settings.draw() });
    seats.giveToBot(scenario.solitaire_side || (scenario.sides.at(-1)?.id ?? ""));
    return seats;
  }

  /** The book's own solitaire system wants some settings as they are. @param {Scenario} scenario */
  planSettings(scenario) {
    return new Settings(scenario, () => (this.seats.doctrine ? scenario.doctrine_settings : {}));
  }

  /** @param {Scenario} scenario */
  choose(scenario) {
    this.scenario = scenario;
    this.seats = this.planSeats(scenario);
    this.conditions = new Conditions(scenario);
    this.settings = this.planSettings(scenario);
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
      this.settings.element,
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

  async start() {
    const { scenario, seats } = this;
    if (!player()) setPref("name", this.name.value.trim());
    await seats.begin({ ...this.conditions.chosen, scenario: scenario.id, settings: this.settings.chosen });
  }
}

/** @param {Scenario} scenario @param {Scenario[]} family the scenarios of the same battle */
export function openSetup(scenario, family) {
  const setup = new Setup(scenario, family);
  openDialog(scenario.battle_title, setup.body).classList.add("setup-dialog");
  /** @type {HTMLElement | null} */ (setup.body.querySelector("[data-setup=start]"))?.focus({ preventScroll: true });
}
