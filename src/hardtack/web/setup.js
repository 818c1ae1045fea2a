/** A new game: which scenario, who sits where, which options. */

import { ApiError, api } from "./api.js";
import { h, put, toast } from "./dom.js";
import { holdGame, prefs, setPref } from "./prefs.js";
import { t } from "./strings.js";
import { openDialog, showInvitations } from "./table/dialogs.js";
import { sideSign } from "./table/parts.js";
import { gamePage, go } from "./ways.js";

/** @typedef {import("./types").Scenario} Scenario */
/** @typedef {{who: "you" | "link" | "bot", bot: string}} Plan */

const DOCTRINE = "doctrine";

/** The best opponent a scenario has for a side: the book's own system, else the strongest bot. @param {Scenario} scenario @param {string} side */
function bestBot(scenario, side) {
  const able = botsFor(scenario, side);
  const order = [DOCTRINE, "recruit", "veteran", "general", "random"];
  return order.find((id) => able.some((bot) => bot.id === id)) ?? able[0]?.id ?? "";
}

/** @param {Scenario} scenario @param {string} side */
function botsFor(scenario, side) {
  return scenario.bots.filter((bot) => bot.id !== DOCTRINE || scenario.solitaire_side === side);
}

class Setup {
  /** @param {Scenario} scenario @param {Scenario[]} family */
  constructor(scenario, family) {
    this.family = family;
    this.scenario = scenario;
    /** @type {Record<string, Plan>} */
    this.plans = {};
    /** @type {Record<string, unknown>} */
    this.settings = {};
    this.body = h("div", { class: "setup" });
    this.name = h("input", { type: "text", maxlength: 40, value: prefs.name, autocomplete: "nickname", "aria-label": t("setup.name"), placeholder: t("setup.name") });
    this.choose(scenario);
  }

  /** @param {Scenario} scenario */
  choose(scenario) {
    this.scenario = scenario;
    const [a, b] = scenario.sides.map((side) => side.id);
    const bot = scenario.solitaire_side || b || "";
    this.plans = Object.fromEntries([a, b].map((side) => [side, side === bot ? { who: "bot", bot: bestBot(scenario, side) } : { who: "you", bot: bestBot(scenario, side) }]));
    this.settings = Object.fromEntries(scenario.settings.map((setting) => [setting.name, setting.default]));
    this.draw();
  }

  get doctrine() {
    return Object.values(this.plans).some((plan) => plan.who === "bot" && plan.bot === DOCTRINE);
  }

  draw() {
    const { scenario } = this;
    const options = scenario.settings.filter((setting) => setting.kind === "option"), rest = scenario.settings.filter((setting) => setting.kind !== "option");
    put(this.body,
      this.family.length > 1 ? h("label", { class: "field-row" }, t("setup.scenario"), h("select", { "data-setup": "scenario", onchange: (/** @type {Event} */ event) => this.choose(this.family[/** @type {HTMLSelectElement} */ (event.target).selectedIndex]) },
        this.family.map((one) => h("option", { value: one.id, selected: one.id === scenario.id }, one.title)))) : null,
      h("p", { class: "about" }, scenario.about),
      h("div", { class: "seat-plans" }, scenario.sides.map((side) => this.seat(side))),
      h("label", { class: "field-row" }, t("setup.name"), this.name),
      options.length ? h("fieldset", {}, h("legend", {}, t("setup.options")), options.map((setting) => this.setting(setting))) : null,
      rest.length ? h("details", {}, h("summary", {}, t("setup.readings")), rest.map((setting) => this.setting(setting))) : null,
      h("div", { class: "dialog-buttons" }, h("button", { class: "button primary", type: "button", "data-setup": "start", onclick: () => this.start() }, t("setup.start"))));
  }

  /** @param {{id: string, name: string}} side */
  seat(side) {
    const plan = this.plans[side.id];
    const bots = botsFor(this.scenario, side.id);
    const who = (/** @type {Plan["who"]} */ kind) => h("label", { class: "segment" },
      h("input", { type: "radio", name: `seat-${side.id}`, value: kind, checked: plan.who === kind, onchange: () => {
        plan.who = kind;
        this.draw();
        /** @type {HTMLElement | null} */ (this.body.querySelector(`input[name="seat-${side.id}"]:checked`))?.focus();
      } }), h("span", {}, t(`setup.${kind}`)));
    const about = bots.find((bot) => bot.id === plan.bot)?.about;
    return h("fieldset", { class: `seat-plan ${side.id}` }, h("legend", {}, sideSign(side.id), side.name),
      h("div", { class: "segments" }, who("you"), who("link"), bots.length ? who("bot") : null),
      plan.who === "bot" ? h("label", { class: "field-row" }, t("setup.level"), h("select", { "data-setup": `bot-${side.id}`, onchange: (/** @type {Event} */ event) => {
        plan.bot = /** @type {HTMLSelectElement} */ (event.target).value;
        this.draw();
      } }, bots.map((bot) => h("option", { value: bot.id, selected: bot.id === plan.bot }, bot.name)))) : null,
      h("p", { class: "quiet small" }, plan.who === "bot" ? about ?? "" : plan.who === "link" ? t("setup.link_text") : ""));
  }

  /** @param {import("./types").Setting} setting */
  setting(setting) {
    const forced = this.doctrine && setting.name in this.scenario.doctrine_settings;
    const value = forced ? this.scenario.doctrine_settings[setting.name] : this.settings[setting.name];
    if (typeof setting.default === "boolean") {
      const box = h("input", { type: "checkbox", checked: value === true, disabled: forced, "data-setting": setting.name, onchange: () => (this.settings[setting.name] = box.checked) });
      return h("label", { class: "check" }, box, setting.label, h("span", { class: "clause-id" }, setting.clause));
    }
    const list = h("select", { disabled: forced, "data-setting": setting.name, onchange: () => (this.settings[setting.name] = setting.values[list.selectedIndex]) },
      setting.values.map((one) => h("option", { selected: one === value }, String(one).replaceAll("_", " "))));
    return h("label", { class: "field-row" }, h("span", {}, setting.label, " ", h("span", { class: "clause-id" }, setting.clause)), list);
  }

  async start() {
    const { scenario } = this;
    const name = this.name.value.trim();
    setPref("name", name);
    const changed = scenario.settings.filter((setting) => this.settings[setting.name] !== setting.default).map((setting) => [setting.name, this.settings[setting.name]]);
    const settings = { ...Object.fromEntries(changed), ...(this.doctrine ? scenario.doctrine_settings : {}) };
    const seats = Object.fromEntries(Object.entries(this.plans).map(([side, plan]) => [side, plan.who === "bot" ? { who: "bot", bot: plan.bot } : plan.who === "you" ? { who: "you", name } : { who: "link" }]));
    try {
      const made = await api.create({ scenario: scenario.id, settings, seats, pace_ms: prefs.pace });
      holdGame(made.id, { key: made.key, invitations: made.invitations, scenario: scenario.id, at: Date.now() });
      go(gamePage("play", made.id, made.key));
      const links = Object.fromEntries(Object.entries(made.invitations).map(([side, key]) => [side, location.origin + gamePage("play", made.id, key)]));
      if (Object.keys(links).length) setTimeout(() => showInvitations(links, made.game.sides), 600);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.code === "offline" ? t("link.lost") : error.message, "warn");
    }
  }
}

/** @param {Scenario} scenario @param {Scenario[]} family the scenarios of the same battle */
export function openSetup(scenario, family) {
  const setup = new Setup(scenario, family);
  openDialog(scenario.battle_title, setup.body).classList.add("setup-dialog");
  /** @type {HTMLElement | null} */ (setup.body.querySelector("[data-setup=start]"))?.focus({ preventScroll: true });
}
