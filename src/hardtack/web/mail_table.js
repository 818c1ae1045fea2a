/** The board of a game by mail: as any other, with a panel that writes the letters. */

import { ApiError, firstView } from "./api.js";
import { announce, h, put } from "./dom.js";
import { Game } from "./game.js";
import { mail, otherName, showLetter } from "./mail_box.js";
import { heldMail } from "./prefs.js";
import { t } from "./strings.js";
import { openDialog } from "./table/dialogs.js";
import { trouble } from "./table/menu.js";
import { layTable } from "./table/table.js";
import { complain } from "./wrong.js";

/** @typedef {import("./types").Mailed} Mailed */
/** @typedef {import("./types").View} View */

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {string} commitment
 * @returns {Promise<import("./types").Page>}
 */
export async function openMailTable(root, id, commitment) {
  put(root, h("p", { class: "loading" }, t("loading")));
  const { key } = heldMail()[commitment];
  try {
    const state = await mail.stand(commitment, key),
      at = state.game ?? id;
    const game = new PostedGame(await firstView(at, state.game_key), state);
    return await layTable(root, game, new Postman(game));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    put(root, trouble(error, id, null));
    return { close() {} };
  }
}

/** A game whose dice come with letters. While one is on its way nothing is to be decided here. */
class PostedGame extends Game {
  /** @param {View} view @param {Mailed} state */
  constructor(view, state) {
    super(asPosted(view, state), state.game_key);
    this.mail = state;
    /** @type {() => void} the letters stand otherwise */
    this.onmail = () => {};
    /** @type {{version: number, actions: {action: string, label: string}[]}} what is to go into one letter */
    this.declared = { version: -1, actions: [] };
    this.again = async () => showLetter(await mail.rematch(String(state.commitment), String(state.key)));
  }

  /** What is declared ahead of the dice, as long as nothing else was done. */
  get ahead() {
    return this.declared.version === this.view.version ? this.declared.actions : [];
  }

  /** One more action for the same letter. @param {string} action */
  declare(action) {
    const { options, version } = this.view,
      offered = [...(options?.general ?? []), ...(options?.actors ?? []).flatMap((actor) => actor.options ?? [])];
    const label = offered.find((option) => option.action === action)?.label ?? action;
    this.declared = { version, actions: [...this.ahead, { action, label }] };
    this.onmail();
  }

  /** Leave one out again. @param {number} place */
  drop(place) {
    this.declared = { ...this.declared, actions: this.ahead.filter((_, i) => i !== place) };
    this.onmail();
  }

  /** @param {View} view */
  accept(view) {
    super.accept(asPosted(view, this.mail));
  }

  /** @param {string} action */
  async act(action) {
    if (this.ahead.length) return this.declare(action);
    try {
      await super.act(action);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "dice_wanted") throw error;
      await (this.mail.dice === "own" ? this.roll(action) : this.ask(action));
    }
  }

  /** A roll takes the other player's answer: whoever declares it should know. @param {string} action */
  async ask(action) {
    const sure = h(
      "button",
      {
        class: "button primary",
        type: "button",
        "data-mail": "declare",
        onclick: () => {
          dialog.close();
          void this.roll(action).catch(complain);
        },
      },
      t("mail.declare"),
    );
    const more = h(
      "button",
      {
        class: "button",
        type: "button",
        "data-mail": "more",
        onclick: () => {
          dialog.close();
          this.declare(action);
        },
      },
      t("mail.more"),
    );
    const dialog = openDialog(
      t("mail.roll"),
      h("p", {}, t("mail.roll_text", { name: otherName(this.mail) })),
      h("p", { class: "quiet" }, t("mail.more_text")),
      h("div", { class: "dialog-buttons" }, sure, more),
    );
    sure.focus({ preventScroll: true });
  }

  /** @param {string} action @param {string[]} then */
  async roll(action, then = []) {
    const { commitment, key } = this.mail;
    await this.posted(await mail.roll(String(commitment), String(key), action, this.view.version, then));
  }

  /** Write down all that was declared. */
  async rollAll() {
    const [first, ...then] = this.ahead.map(({ action }) => action);
    await this.roll(first, then);
  }

  /** Seal what was done, and take the letter away. */
  async write() {
    const { commitment, key } = this.mail;
    await this.posted(await mail.letter(String(commitment), String(key)));
  }

  /** @param {Mailed} state */
  async posted(state) {
    this.mail = state;
    this.declared = { version: -1, actions: [] };
    await this.refresh();
    this.onmail();
    if (state.letter) showLetter(state);
  }
}

/**
 * The view as the letters have it: the other player sits somewhere else, and while a letter is on its way nothing is to
 * be decided.
 * @param {View} given
 * @param {Mailed} state
 * @returns {View}
 */
function asPosted(given, state) {
  const name = otherName(state),
    seats = given.seats.map((seat) => (seat.side === state.side ? seat : { ...seat, name, state: "taken" })),
    view = { ...given, seats: /** @type {View["seats"]} */ (seats) };
  if (state.wanted !== "wait" || view.over) return view;
  return { ...view, your_turn: false, options: null, undo: 0, prompt: t("mail.waiting", { name }) };
}

/** The panel that says how the letters stand. */
class Postman {
  /** @param {PostedGame} game */
  constructor(game) {
    this.game = game;
    this.text = h("p", {});
    this.list = h("ol", { class: "mail-ahead" });
    this.buttons = h("div", { class: "prompt-buttons" });
    this.element = h(
      "section",
      { class: "panel mail-panel", "aria-label": t("mail") },
      this.text,
      this.list,
      this.buttons,
    );
    this.draw();
  }

  attach() {
    this.game.onchange.push(() => this.draw());
    this.game.onmail = () => this.draw();
  }

  draw() {
    const { mail: state, view, ahead } = this.game,
      done = state.wanted === "act" && !view.your_turn;
    const going = t(ahead.length ? "mail.ahead" : "mail.going"),
      said = done ? t("mail.write_text") : state.wanted === "act" ? going : this.waiting();
    if (this.text.textContent && this.text.textContent !== said) announce(said);
    put(this.text, said);
    put(
      this.list,
      ahead.map(({ label }, place) =>
        h(
          "li",
          {},
          label,
          " ",
          h(
            "button",
            { class: "link", type: "button", "data-mail-drop": place, onclick: () => this.game.drop(place) },
            t("mail.drop"),
          ),
        ),
      ),
    );
    put(
      this.buttons,
      ahead.length ? this.button("all", t("mail.declare_all"), () => this.game.rollAll(), true) : null,
      done ? this.button("write", t("mail.write"), () => this.game.write(), true) : null,
      state.letter ? this.button("again", t("mail.again"), async () => showLetter(state)) : null,
      state.wanted === "act"
        ? null
        : h("a", { class: "button", href: "/mail", "data-in": "", "data-mail": "answer" }, t("mail.answer")),
    );
    this.element.dataset.wanted = done ? "write" : state.wanted;
  }

  waiting() {
    const { mail: state } = this.game;
    return state.wanted === "over" ? t("mail.is_over") : t("mail.waiting", { name: otherName(state) });
  }

  /** @param {string} mark @param {string} label @param {() => Promise<void>} act @param {boolean} [first] */
  button(mark, label, act, first = false) {
    return h(
      "button",
      {
        class: `button ${first ? "primary" : ""}`,
        type: "button",
        "data-mail": mark,
        onclick: () => void act().catch(complain),
      },
      label,
    );
  }
}
