/** The games on the home page: those of this browser that go on, those of others, and those that are over. */

import { api } from "./api.js";
import { people } from "./api_people.js";
import { h, put, toast } from "./dom.js";
import { forgetGame, heldGames, hiddenGames, hideGame, language } from "./prefs.js";
import { t } from "./strings.js";
import { ago, duration } from "./times.js";
import { openDialog } from "./table/dialogs.js";
import { saveRecord } from "./table/menu.js";
import { rowSeats } from "./table/parts.js";
import { gamePage } from "./ways.js";
import { complain, words } from "./wrong.js";

/** @typedef {import("./types").Card} Card */

const MOST_KEYS = 200; // asked about at once
const ROWS = 8; // games in sight; the others are in a fold

export class GameLists {
  constructor() {
    this.sign = "";
    this.held = heldGames();
    /** @type {Card[]} */
    this.cards = [];
    this.element = h("div", { class: "games" });
    this.own = h("section", { class: "games own", "aria-labelledby": "own-title", hidden: true });
  }

  async refresh() {
    try {
      const games = await this.all();
      const sign = JSON.stringify([games.map((game) => ({ ...game, updated: ago(game.updated) })), language()]);
      if (sign === this.sign) return; // nothing new: whoever has a row in focus keeps it
      this.sign = sign;
      this.held = heldGames();
      this.show(games);
    } catch (error) {
      put(this.element, h("p", { class: "warn" }, words(error)));
    }
  }

  /** Those that are listed, and those this browser holds a key to though they are not. @returns {Promise<Card[]>} */
  async all() {
    const keys = Object.fromEntries(
      Object.entries(heldGames())
        .filter(([, held]) => held.key)
        .slice(0, MOST_KEYS)
        .map(([id, held]) => [id, String(held.key)]),
    );
    const [{ games }, held] = await Promise.all([
      api.games("all"),
      Object.keys(keys).length ? people.held(keys) : { games: [] },
    ]);
    const listed = new Set(games.map((game) => game.id));
    return [...games, ...held.games.filter((game) => !listed.has(game.id))].sort(
      (a, b) => Date.parse(b.updated) - Date.parse(a.updated),
    );
  }

  /** @param {Card[]} all */
  show(all) {
    this.cards = all;
    const hidden = new Set(hiddenGames()),
      games = all.filter((game) => !hidden.has(game.id)),
      out = all.filter((game) => hidden.has(game.id));
    const running = games.filter((game) => game.state === "running");
    const mine = running
      .filter((game) => this.held[game.id])
      .sort((a, b) => Number(this.waits(b)) - Number(this.waits(a)));
    const waiting = mine.filter((game) => this.waits(game)).length;
    document.title = waiting ? `(${waiting}) Hardtack` : "Hardtack";
    this.own.hidden = !mine.length;
    put(this.own, mine.length ? [h("h2", { id: "own-title" }, t("home.mine")), this.rows(mine)] : null);
    const unfolded = this.element.querySelector(".hidden-games[open]") !== null;
    put(
      this.element,
      !games.length ? h("p", { class: "quiet" }, t("home.no_games")) : null,
      this.group(
        t("home.others"),
        running.filter((game) => !this.held[game.id]),
      ),
      this.group(
        t("home.finished"),
        games.filter((game) => game.state === "finished"),
      ),
      out.length
        ? h(
            "details",
            { class: "hidden-games", open: unfolded },
            h("summary", {}, t("home.hidden", { n: out.length })),
            this.rows(out),
          )
        : null,
    );
  }

  /** True when the game waits for somebody at this browser. @param {Card} game */
  waits(game) {
    return Boolean(game.to_act && this.held[game.id]?.sides?.includes(game.to_act));
  }

  /**
   * True when this browser has a key to it and nobody else plays in it: then it can be thrown away.
   * @param {Card} game
   */
  ours(game) {
    const held = this.held[game.id],
      sides = held?.sides ?? [];
    return Boolean(held?.key) && game.seats.every((seat) => seat.state !== "taken" || sides.includes(seat.side));
  }

  /** Take a game out of the list, or put it back. @param {Card} game @param {boolean} hidden */
  hide(game, hidden) {
    hideGame(game.id, hidden);
    if (hidden) toast(t("home.hide_text"));
    this.show(this.cards);
  }

  /**
   * What can be done about a row: throw the game away, or only take it out of this browser's list.
   * @param {Card} game
   * @param {string | null} key
   */
  away(game, key) {
    const button = (/** @type {Record<string, any>} */ marks, /** @type {string} */ label, sign = "×") =>
      h("button", { class: "button icon away", type: "button", title: label, "aria-label": label, ...marks }, sign);
    if (hiddenGames().includes(game.id))
      return button(
        { "data-show": game.id, onclick: () => this.hide(game, false) },
        t("home.unhide", { title: game.title }),
        "↩",
      );
    if (this.ours(game))
      return button(
        { "data-delete": game.id, onclick: () => this.askToDelete(game, key) },
        t("delete.game", { title: game.title }),
      );
    return button(
      { "data-hide": game.id, onclick: () => this.hide(game, true) },
      t("home.hide", { title: game.title }),
    );
  }

  /** @param {string} title @param {Card[]} games */
  group(title, games) {
    if (!games.length) return [];
    const rest = games.slice(ROWS);
    return [
      h("h3", {}, title),
      this.rows(games.slice(0, ROWS)),
      rest.length ? h("details", {}, h("summary", {}, t("home.more", { n: rest.length })), this.rows(rest)) : null,
    ];
  }

  /** @param {Card[]} games */
  rows(games) {
    return h(
      "ul",
      { class: "game-list" },
      games.map((game) => this.row(game)),
    );
  }

  /** @param {Card} game */
  row(game) {
    const over = game.state === "finished",
      key = this.held[game.id]?.key ?? null;
    return h(
      "li",
      {},
      h(
        "a",
        { class: "game-row", href: gamePage(over ? "replay" : "play", game.id), "data-in": "" },
        h("b", {}, game.title),
        rowSeats(game, (seat) =>
          seat.who === "bot"
            ? seat.bot_name
            : seat.name ||
              (seat.state === "taken"
                ? t("player")
                : seat.state === "invited"
                  ? t("seats.short_invited")
                  : t("seats.short_open")),
        ),
        h(
          "span",
          {},
          over ? game.result : t("turn.of", { n: game.turn, of: game.turns }),
          game.clock?.due && !over
            ? h("span", { class: "quiet small" }, ` ${duration((Date.parse(game.clock.due) - Date.now()) / 1000)}`)
            : null,
          this.waits(game) ? h("span", { class: "your-turn" }, t("your_turn")) : null,
        ),
        h("time", { class: "quiet", datetime: game.updated }, ago(game.updated)),
      ),
      this.away(game, key),
    );
  }

  /** @param {Card} game @param {string | null} key */
  askToDelete(game, key) {
    const dialog = openDialog(
      t("delete.game", { title: game.title }),
      h("p", {}, t("delete.text")),
      h(
        "div",
        { class: "dialog-buttons" },
        h(
          "button",
          {
            class: "button danger",
            type: "button",
            "data-confirm": "delete",
            onclick: () => void this.delete(game, key).finally(() => dialog.close()),
          },
          t("delete"),
        ),
        h(
          "button",
          { class: "button", type: "button", onclick: () => saveRecord(game.id, key, game.scenario) },
          t("menu.record"),
        ),
        h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("delete.keep")),
      ),
    );
  }

  /** @param {Card} game @param {string | null} key */
  async delete(game, key) {
    try {
      await api.remove(game.id, key);
      forgetGame(game.id);
      await this.refresh();
    } catch (error) {
      complain(error);
    }
  }
}
