/** The head of the page: battle, turn, clock, phase, seats; rules, charts, language, menu. */

import { h, renew } from "../dom.js";
import { icon } from "../icons.js";
import { day, t } from "../strings.js";
import { languageSwitch, themeButton } from "./menu.js";
import { sideSign } from "./parts.js";

/** The sign of the house; leads home. */
export function houseSign() {
  return h(
    "a",
    { class: "house", href: "/", "data-in": "", "aria-label": `Hardtack: ${t("home.back")}` },
    h("img", { src: "/assets/icon.svg", alt: "", width: 26, height: 26 }),
    h("span", {}, "Hardtack"),
  );
}

/** Who sits there, or that nobody does. @param {import("../types").Seat} seat */
function seatName(seat) {
  if (seat.who === "bot") return seat.bot_name;
  if (seat.yours) return seat.name || t("you");
  const nobody =
    seat.state === "invited" ? t("seats.short_invited") : seat.state === "open" ? t("seats.short_open") : t("player");
  return seat.state === "taken" ? seat.name || nobody : nobody;
}

export class Head {
  /** @param {{rules: () => void, charts: () => void, menu: () => void, help: () => void}} ways */
  constructor(ways) {
    this.title = h("h1", { class: "battle" });
    this.phase = h("p", { class: "phase" });
    this.seats = h("div", { class: "seats" });
    this.link = h("p", { class: "link-lost", role: "alert", hidden: true }, t("link.lost"));
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick, name = "") =>
      h("button", { class: `button ${name}`, type: "button", onclick }, label);
    this.element = h(
      "header",
      { class: "head" },
      houseSign(),
      h("div", { class: "headline" }, this.title, this.phase),
      this.seats,
      h(
        "div",
        { class: "head-buttons" },
        button(t("rules"), ways.rules, "wide"),
        button(t("charts"), ways.charts, "wide"),
        languageSwitch(),
        themeButton(),
        h(
          "button",
          { class: "button icon", type: "button", "aria-label": t("help"), title: t("help"), onclick: ways.help },
          icon("help"),
        ),
        h(
          "button",
          { class: "button icon", type: "button", "aria-label": t("menu"), title: t("menu"), onclick: ways.menu },
          icon("menu"),
        ),
      ),
      this.link,
    );
  }

  /** @param {import("../types").View} view */
  refresh(view) {
    const { headline } = view;
    renew(this.title, view.title);
    renew(
      this.phase,
      h("b", {}, t("turn.of", { n: headline.turn, of: headline.turns })),
      headline.clock ? h("span", { class: "clock" }, day(headline.clock)) : null,
      view.over
        ? h("span", { class: "now" }, t("over")) // on a phone a line of its own
        : h(
            "span",
            { class: `now ${headline.side ?? ""}` },
            sideSign(headline.side),
            [headline.side_name, headline.phase].filter(Boolean).join(" · "),
          ),
    );
    renew(
      this.seats,
      view.seats.map((seat) =>
        h(
          "span",
          { class: `seat ${seat.yours ? "yours" : ""} ${seat.side === view.to_act ? "to-act" : ""}` },
          sideSign(seat.side, seat.side_name),
          seatName(seat),
        ),
      ),
    );
    document.title = `${view.your_turn ? "● " : ""}${view.title} · Hardtack`;
  }
}
