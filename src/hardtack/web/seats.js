/** Who sits where in a new game, and its beginning. */

import { api } from "./api.js";
import { h, put } from "./dom.js";
import { keepKey, prefs } from "./prefs.js";
import { t } from "./strings.js";
import { sideSign } from "./table/parts.js";
import { showLinks } from "./table/seating.js";
import { gamePage, go } from "./ways.js";
import { complain } from "./wrong.js";

/** @typedef {import("./types").Scenario} Scenario */
/** @typedef {{who: "you" | "link" | "bot" | "open" | "person", bot: string, name?: string}} Plan */

const DOCTRINE = "doctrine";

export class SeatPlans {
  /**
   * @param {Scenario} scenario
   * @param {{doctrine: boolean, changed?: () => void}} given whether the book's own system may command, and who wants
   *   to hear of changes
   */
  constructor(scenario, { doctrine, changed = () => {} }) {
    this.scenario = scenario;
    this.doctrineAble = doctrine;
    this.changed = changed;
    /** @type {Record<string, Plan>} */
    this.plans = Object.fromEntries(
      scenario.sides.map((side) => [side.id, { who: "you", bot: this.bestBot(side.id) }]),
    );
    /** @type {boolean | null} whether players may ask what a bot would do; null: as is usual */
    this.hints = null;
    this.element = h("div", { class: "seat-plans" });
    this.draw();
  }

  /** @param {string} side */
  bots(side) {
    return this.scenario.bots.filter(
      (bot) => bot.id !== DOCTRINE || (this.doctrineAble && this.scenario.solitaire_side === side),
    );
  }

  /** The book's own system, else the one the scenario proposes. @param {string} side */
  bestBot(side) {
    const able = this.bots(side);
    const best = able.find((bot) => bot.id === DOCTRINE) ?? able.find((bot) => bot.proposed) ?? able[0];
    return best?.id ?? "";
  }

  /** True when the book's own system commands a side. */
  get doctrine() {
    return Object.values(this.plans).some((plan) => plan.who === "bot" && plan.bot === DOCTRINE);
  }

  /** Give a side to its best bot. @param {string} side */
  giveToBot(side) {
    this.plans[side].who = "bot";
    this.draw();
  }

  draw() {
    put(
      this.element,
      this.scenario.sides.map((side) => this.seat(side)),
      this.hintsChoice(),
    );
  }

  /** Against another person there are no hints, unless somebody wants them. */
  get hinting() {
    return this.hints ?? Object.values(this.plans).every((plan) => plan.who !== "link");
  }

  hintsChoice() {
    if (Object.values(this.plans).every((plan) => plan.who === "bot")) return null;
    const box = h("input", {
      type: "checkbox",
      checked: this.hinting,
      "data-setup": "hints",
      onchange: () => (this.hints = box.checked),
    });
    return h("label", { class: "check" }, box, t("setup.hints"));
  }

  /** @param {string} side @param {Partial<Plan>} change @param {string} focus */
  change(side, change, focus) {
    Object.assign(this.plans[side], change);
    this.draw();
    /** @type {HTMLElement | null} */ (this.element.querySelector(focus))?.focus();
    this.changed();
  }

  /** @param {{id: string, name: string}} side */
  seat({ id, name }) {
    const plan = this.plans[id],
      bots = this.bots(id);
    const who = (/** @type {Plan["who"]} */ kind) =>
      h(
        "label",
        { class: "segment" },
        h("input", {
          type: "radio",
          name: `seat-${id}`,
          value: kind,
          checked: plan.who === kind,
          onchange: () => this.change(id, { who: kind }, `input[name="seat-${id}"]:checked`),
        }),
        h("span", {}, t(`setup.${kind}`)),
      );
    const level = h(
      "select",
      { "data-setup": `bot-${id}`, onchange: () => this.change(id, { bot: level.value }, `[data-setup="bot-${id}"]`) },
      bots.map((bot) => h("option", { value: bot.id, selected: bot.id === plan.bot }, bot.name)),
    );
    const chosen = bots.find((bot) => bot.id === plan.bot);
    const about = {
      bot: [chosen?.about, chosen?.strength].filter(Boolean).join(" "),
      link: t("setup.link_text"),
      open: t("setup.open_text"),
      person: t("setup.person_text"),
      you: "",
    }[plan.who];
    const whom = h("input", {
      type: "text",
      maxlength: 40,
      value: plan.name ?? "",
      "data-setup": `person-${id}`,
      "aria-label": t("setup.person_name"),
      placeholder: t("setup.person_name"),
      oninput: () => (plan.name = whom.value),
    });
    return h(
      "fieldset",
      { class: `seat-plan ${id}` },
      h("legend", {}, sideSign(id), name),
      h(
        "div",
        { class: "segments" },
        who("you"),
        who("link"),
        who("open"),
        who("person"),
        bots.length ? who("bot") : null,
      ),
      plan.who === "person" ? whom : null,
      plan.who === "bot" ? h("label", { class: "field-row" }, t("setup.level"), level) : null,
      h("p", { class: "quiet small" }, about ?? ""),
    );
  }

  /**
   * Begin a game with these seats, and go there.
   * @param {object} what begins
   * @param {string | null} [key] to the game it branches off
   */
  async begin(what, key = null) {
    const seats = Object.fromEntries(
      Object.entries(this.plans).map(([side, plan]) => [
        side,
        plan.who === "bot"
          ? { who: "bot", bot: plan.bot }
          : plan.who === "you"
            ? { who: "you", name: prefs.name }
            : plan.who === "person"
              ? { who: "person", name: plan.name ?? "" }
              : { who: plan.who },
      ]),
    );
    try {
      const made = await api.create({ ...what, seats, hints: this.hinting, pace_ms: prefs.pace }, key);
      keepKey(made.id, made.key, made.game);
      go(gamePage("play", made.id));
      const links = Object.entries(made.invitations).map(([side, token]) => ({
        name: made.game.sides[side] ?? side,
        token,
      }));
      if (links.length) setTimeout(() => void showLinks(made.id, t("invite"), t("invite.text"), links), 600);
    } catch (error) {
      complain(error);
    }
  }
}
