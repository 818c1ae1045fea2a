/** Play by mail: begin a game, open a file that has come, see what is wanted and take the letter away. */

import { api } from "./api.js";
import { announce, h, put } from "./dom.js";
import { hallPage } from "./hall.js";
import { letterParts, mail, whatNow } from "./mail_box.js";
import { heldMail, player, prefs, setPref } from "./prefs.js";
import { Settings } from "./settings.js";
import { headed, t } from "./strings.js";
import { cleanAddress, gamePage } from "./ways.js";
import { words } from "./wrong.js";

/** @typedef {import("./types").Mailed} Mailed */

/** The key of the game a text is about, if this browser plays it: it names the commitment. @param {string} text */
function keyFor(text) {
  const found = Object.entries(heldMail()).find(([commitment]) => text.includes(commitment));
  return found ? found[1].key : null;
}

/** @param {HTMLElement} root @returns {Promise<import("./types").Page>} */
export async function openMail(root) {
  const page = new MailPage();
  document.title = `${t("mail")} · Hardtack`;
  put(root, page.element);
  await page.begin();
  return { close() {} };
}

class MailPage {
  constructor() {
    this.name = h("input", {
      type: "text",
      maxlength: 40,
      value: prefs.name || (player()?.name ?? ""),
      autocomplete: "nickname",
      "data-mail": "name",
    });
    this.scenario = h("select", { "data-mail": "scenario", onchange: () => this.chooseScenario() });
    /** @type {import("./types").Scenario[]} */
    this.scenarios = [];
    /** @type {Settings | null} of the scenario that is chosen */
    this.settings = null;
    this.options = h("div", { class: "setup" });
    this.side = h("select", { "data-mail": "side" });
    this.dice = h(
      "select",
      { "data-mail": "dice" },
      h("option", { value: "both" }, t("mail.both")),
      h("option", { value: "own" }, t("mail.own")),
    );
    this.text = h("textarea", { class: "mail-text", rows: 5, "data-mail": "text", placeholder: t("mail.paste") });
    this.text.setAttribute("aria-label", t("mail.paste"));
    this.state = h("section", { class: "mail-state", "aria-live": "polite" });
    this.list = h("ul", { class: "game-list" });
    this.element = hallPage(
      "mail",
      h("section", { class: "hero" }, h("h1", {}, t("mail")), h("p", {}, t("mail.text"))),
      this.state,
      h("label", { class: "field-row mail-name" }, t("mail.name"), this.name),
      this.arrived(),
      this.starting(),
      h("section", { class: "mail-yours" }, h("h2", {}, t("mail.yours")), this.list),
    );
  }

  /** What the address asks for, the scenarios there are, and the games this browser has. */
  async begin() {
    const asked = /^#open=([0-9a-f]{1,40})\.([\w-]{1,100})$/.exec(location.hash);
    if (asked) {
      cleanAddress();
      await this.show(() => mail.stand(asked[1], asked[2]));
    }
    this.drawList();
    try {
      this.scenarios = (await api.scenarios()).scenarios.filter((one) => one.by_mail);
      put(
        this.scenario,
        this.scenarios.map((one) => h("option", { value: one.id }, one.title)),
      );
      put(
        this.side,
        this.scenarios[0].sides.map((side) => h("option", { value: side.id }, side.name)),
      );
      this.chooseScenario();
    } catch (error) {
      put(this.state, h("p", { class: "warn" }, words(error)));
    }
  }

  chooseScenario() {
    this.settings = new Settings(this.scenarios[this.scenario.selectedIndex]);
    put(this.options, this.settings.element);
  }

  arrived() {
    const file = h("input", {
      type: "file",
      id: "mail-file",
      accept: ".txt,text/plain",
      "data-mail": "file",
      onchange: async () => {
        const chosen = file.files?.[0];
        if (chosen) this.text.value = await chosen.text();
        file.value = "";
        if (chosen) await this.receive();
      },
    });
    return h(
      "section",
      { class: "mail-come" },
      h("h2", {}, t("mail.come")),
      h("label", { class: "button", for: "mail-file" }, t("mail.choose")),
      file,
      this.text,
      h(
        "button",
        { class: "button primary", type: "button", "data-mail": "open", onclick: () => void this.receive() },
        t("mail.open"),
      ),
    );
  }

  starting() {
    const row = (/** @type {string} */ label, /** @type {HTMLElement} */ field) =>
      h("label", { class: "field-row" }, label, field);
    return h(
      "section",
      { class: "mail-new" },
      h("h2", {}, t("mail.new")),
      row(t("mail.scenario"), this.scenario),
      row(t("mail.side"), this.side),
      row(t("mail.dice"), this.dice),
      this.options,
      h(
        "button",
        { class: "button primary", type: "button", "data-mail": "begin", onclick: () => void this.start() },
        t("mail.begin"),
      ),
    );
  }

  start() {
    setPref("name", this.name.value.trim());
    return this.show(() =>
      mail.begin({
        scenario: this.scenario.value,
        side: this.side.value,
        name: this.name.value.trim(),
        dice: this.dice.value,
        settings: this.settings?.chosen ?? {},
      }),
    );
  }

  receive() {
    const text = this.text.value;
    return this.show(() => mail.open(text, keyFor(text)), text);
  }

  /** Ask the server, and show how the game stands. @param {() => Promise<Mailed>} ask @param {string} [text] */
  async show(ask, text = "") {
    try {
      this.drawState(await ask(), text);
      this.drawList();
    } catch (error) {
      const told = words(error);
      put(this.state, h("p", { class: "warn", role: "alert", "data-mail": "refused" }, told));
      announce(told);
    }
    this.state.scrollIntoView?.({ block: "nearest" });
  }

  /** @param {Mailed} state @param {string} text */
  drawState(state, text) {
    const { names, wanted, game, commitment, key } = state,
      who = (/** @type {"union" | "confederate"} */ side) => names[side] ?? t("mail.nobody");
    put(
      this.state,
      h("h2", {}, state.title),
      h("p", {}, t("mail.against", { union: who("union"), confederate: who("confederate") })),
      h("p", { class: "quiet" }, headed(t("mail.dice"), t(`mail.${state.dice}`))),
      state.lines ? h("p", { class: "quiet" }, t("mail.verified", { n: state.lines })) : null,
      h("p", { class: "mail-now", "data-wanted": wanted }, whatNow(state)),
      state.letter ? letterParts(state) : null,
      h(
        "div",
        { class: "dialog-buttons" },
        wanted === "join"
          ? h(
              "button",
              {
                class: "button primary",
                type: "button",
                "data-mail": "join",
                onclick: () => {
                  setPref("name", this.name.value.trim());
                  void this.show(() => mail.join(text, this.name.value.trim()));
                },
              },
              t("mail.join"),
            )
          : null,
        game
          ? h(
              "a",
              {
                class: wanted === "act" ? "button primary" : "button",
                href: gamePage("play", game),
                "data-in": "",
                "data-mail": "board",
              },
              t(wanted === "act" ? "mail.play" : "mail.board"),
            )
          : null,
        wanted === "over" && commitment && key
          ? h(
              "button",
              {
                class: "button",
                type: "button",
                "data-mail": "rematch",
                onclick: () => void this.show(() => mail.rematch(commitment, key)),
              },
              t("mail.rematch"),
            )
          : null,
      ),
    );
    announce(whatNow(state));
  }

  drawList() {
    const own = Object.entries(heldMail()).sort((a, b) => b[1].at - a[1].at);
    put(
      this.list,
      own.map(([commitment, held]) =>
        h(
          "li",
          {},
          h("span", {}, held.title, " ", h("small", { class: "quiet" }, new Date(held.at).toLocaleDateString())),
          h(
            "button",
            { class: "button", type: "button", onclick: () => void this.show(() => mail.stand(commitment, held.key)) },
            t("mail.open"),
          ),
        ),
      ),
    );
    const { parentElement } = this.list;
    if (parentElement) parentElement.hidden = !own.length;
  }
}
