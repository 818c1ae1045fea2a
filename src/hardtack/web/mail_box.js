/** Games by mail as this browser knows them: what it asks of the server, and how a letter is shown. */

import { call, deviceName } from "./api.js";
import { h } from "./dom.js";
import { holdMail, keepKey } from "./prefs.js";
import { STRINGS, t } from "./strings.js";
import { MAIL } from "./strings_mail.js";
import { copyButton, openDialog } from "./table/dialogs.js";

/** @typedef {import("./types").Mailed} Mailed */

Object.assign(STRINGS, MAIL);

/** Whatever is known of a game is remembered: its key, and where its board is. @param {Mailed} state */
function keep(state) {
  const { commitment, key, game, game_key: seat, title, side, scenario } = state;
  if (commitment && key && side) {
    holdMail(commitment, { key, game, title, at: Date.now() });
    if (game && seat) keepKey(game, seat, { scenario, yours: [side] });
  }
  return state;
}

export const mail = {
  /**
   * @param {{scenario: string, side: string, name: string, dice: string, settings: object}} body
   * @returns {Promise<Mailed>}
   */
  begin: async (body) => keep(await call("POST", "/mail", { body: { ...body, device: deviceName() } })),
  /** @param {string} text @param {string} name @returns {Promise<Mailed>} */
  join: async (text, name) => keep(await call("POST", "/mail/join", { body: { text, name, device: deviceName() } })),
  /** @param {string} text @param {string | null} key @returns {Promise<Mailed>} */
  open: async (text, key) => keep(await call("POST", "/mail/open", { body: { text, device: deviceName() }, key })),
  /** @param {string} commitment @param {string} key @returns {Promise<Mailed>} */
  stand: async (commitment, key) => keep(await call("GET", `/mail/${commitment}`, { key })),
  /**
   * @param {string} commitment
   * @param {string} key
   * @param {string} action
   * @param {number} expected
   * @param {string[]} then what is declared ahead of the dice
   * @returns {Promise<Mailed>}
   */
  roll: async (commitment, key, action, expected, then) =>
    keep(await call("POST", `/mail/${commitment}/roll`, { body: { action, expected, then }, key })),
  /** @param {string} commitment @param {string} key @returns {Promise<Mailed>} */
  letter: async (commitment, key) => keep(await call("POST", `/mail/${commitment}/letter`, { key })),
  /** @param {string} commitment @param {string} key @returns {Promise<Mailed>} */
  rematch: async (commitment, key) => keep(await call("POST", `/mail/${commitment}/rematch`, { key })),
};

/** The other player's name. @param {Mailed} state */
export function otherName({ names, side }) {
  const other = Object.entries(names).find(([one]) => one !== side);
  return other?.[1] ?? t("mail.nobody");
}

/** What is to be done now, in a sentence. @param {Mailed} state */
export function whatNow(state) {
  const { wanted, lines, rolling } = state,
    name = otherName(state);
  if (wanted === "join") return t("mail.is_join", { name: Object.values(state.names)[0] });
  if (wanted === "over") return t("mail.is_over");
  if (wanted === "look") return t("mail.is_look");
  if (wanted !== "wait") return t("mail.is_act");
  if (!lines) return t("mail.is_invite");
  return rolling ? t("mail.is_roll", { name }) : t("mail.is_wait", { name });
}

/** The letter with its ways out of the browser. @param {Mailed} state */
export function letterParts({ letter, file }) {
  const text = letter ?? "";
  return [
    h("textarea", { class: "mail-text", rows: 8, readonly: true, "aria-label": t("mail.letter"), value: text }),
    h(
      "div",
      { class: "dialog-buttons" },
      copyButton(text, t("mail.copy")),
      h(
        "a",
        {
          class: "button primary",
          "data-mail": "download",
          download: file,
          href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
        },
        t("mail.download"),
      ),
    ),
  ];
}

/** Show a letter that is to be sent. @param {Mailed} state */
export function showLetter(state) {
  openDialog(t("mail.letter"), h("p", {}, whatNow(state)), letterParts(state)).classList.add("mail-letter");
}
