/** The replay of a game: slider, step, play, jump to a turn or battle, share a move, save the record. */

import { ApiError, api } from "../api.js";
import { Scene } from "../board/scene.js";
import { openBranch } from "../branch.js";
import { announce, calm, h, isForPage, put, toast } from "../dom.js";
import { placed } from "../game.js";
import { keepKey, prefs } from "../prefs.js";
import { headed, spoken, t } from "../strings.js";
import { gamePage, go } from "../ways.js";
import { openCharts, openHelp, openRules } from "./books.js";
import { copyButton, openDialog } from "./dialogs.js";
import { FilmStore } from "./film.js";
import { Head } from "./head.js";
import { Intent } from "./intent.js";
import { entry, grouped } from "./log.js";
import { openMapKey } from "./mapkey.js";
import { fightSwitches, looks, reportLinks, saveRecord, trouble } from "./menu.js";
import { dice, labelledDice, sheetHandle, sideSign } from "./parts.js";
import { Peek } from "./peek.js";
import { Transport } from "./transport.js";

const FIGHT_S = 6; // a running film rests on a fight that long, where the player has chosen no time
const FAST_MS = 500; // a film that runs faster than that does not rest

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {string | null} key
 * @returns {Promise<import("../types").Page>}
 */
export async function openReplay(root, id, key) {
  put(root, h("p", { class: "loading" }, t("loading")));
  try {
    const view = await api.view(id, key, 0);
    if (key) keepKey(id, key, view);
    const film = new FilmStore(id, key);
    const [scene] = await Promise.all([Scene.make(view.scenario), film.reel(0)]);
    const replay = new Replay(root, view, key, scene, film);
    const asked = location.search,
      wanted = Number(new URLSearchParams(asked).get("move") ?? 0);
    await replay.show(Math.min(film.last, Math.max(0, Number.isFinite(wanted) ? wanted : 0)));
    if (new URLSearchParams(asked).has("play")) replay.toggle();
    // the rest of the film comes when it comes
    void film.all(() => replay.transport.show(replay.number)).catch(() => {});
    return replay;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    put(root, trouble(error, id, key));
    return { close() {} };
  }
}

/** What a move is called: a fight by who fights whom, as the log has it. @param {import("../types").Frame} frame */
function heading({ lines, move }) {
  return lines.find((line) => line.part === "begins")?.text ?? move.label ?? t("replay.secret");
}

class Replay {
  /**
   * @param {HTMLElement} root
   * @param {import("../types").View} view
   * @param {string | null} key
   * @param {Scene} scene
   * @param {FilmStore} film
   */
  constructor(root, view, key, scene, film) {
    this.game = view;
    this.key = key;
    this.scene = scene;
    this.film = film;
    this.number = -1;
    this.timer = 0;
    /** @type {import("../types").Piece[]} */
    this.pieces = [];
    const rules = (clause = "") => void openRules(view.scenario, clause);
    this.head = new Head({
      rules: () => rules(),
      charts: () => void openCharts({ id: view.id, key }, /combat|result/),
      help: openHelp,
      menu: () => this.menu(),
    });
    this.now = h("section", { class: "panel now-panel" });
    this.intent = new Intent(view.id, key, view.seats);
    this.lines = h("ol", { class: "lines", reversed: true });
    this.fight = h("section", { class: "panel fight", "aria-label": t("fight"), hidden: true });
    this.asked = 0; // the fight asked about last
    this.dice = h("div", { class: "rolled", "aria-hidden": "true" });
    this.ruleAsked = (/** @type {Event} */ event) => rules(/** @type {CustomEvent<string>} */ (event).detail);
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.press(event);
    this.transport = new Transport(film, {
      seek: (number) => this.seek(number),
      toggle: () => this.toggle(),
      branch: () => this.branch(),
      share: () => this.share(),
      here: () => this.number,
      save: () => void saveRecord(view.id, key, view.scenario),
      game: gamePage("play", view.id),
    });
    this.build(root);
    this.peek = new Peek(scene, (hex) => this.pieces.filter((piece) => piece.at === hex));
    document.addEventListener("hardtack:rule", this.ruleAsked);
    document.addEventListener("keydown", this.pressed);
  }

  /** @param {HTMLElement} root */
  build(root) {
    const side = h(
      "aside",
      { class: "side", "aria-label": t("side") },
      sheetHandle(),
      this.now,
      this.fight,
      h(
        "section",
        { class: "panel log", "aria-label": t("log") },
        h("h2", { class: "panel-title" }, t("log")),
        this.lines,
      ),
    );
    this.scene.element.append(this.dice);
    put(
      root,
      h(
        "div",
        { class: "table replay" },
        this.head.element,
        h("main", { class: "field" }, this.scene.element),
        side,
        this.transport.element,
      ),
    );
    // who had them when is not told
    this.scene.marks.objectives(this.game.standing.objectives.map((one) => ({ ...one, holder: "" })));
    this.scene.onkey = () => openMapKey(this.game);
    this.scene.look(this.game.pieces);
  }

  // -- going through the film

  /** @param {number} number */
  seek(number) {
    this.stop();
    this.show(number).catch((error) => toast(error instanceof ApiError ? t("link.lost") : String(error), "warn"));
  }

  /** @param {number} number */
  async show(number) {
    const goal = Math.max(0, Math.min(this.film.last, number));
    if (goal === this.number) return null;
    const { pieces: sent, bridges, frame, recent } = await this.film.at(goal);
    const open = this.game.yours.length < 2 || this.game.over,
      pieces = placed(sent, open); // at a hot seat both look on
    const forward = goal === this.number + 1;
    const stood = new Map(this.pieces.map((piece) => [piece.id, piece.at]));
    const moves = frame && forward ? [frame.move] : [];
    this.number = goal;
    this.pieces = pieces;
    this.peek.close();
    this.scene.counters.show(pieces, moves, forward ? Math.min(600, this.transport.speed * 0.7) : 160);
    this.scene.marks.bridges(bridges.filter((bridge) => !bridge.secret || open));
    this.scene.marks.last(moves, stood);
    put(this.dice, frame && forward ? labelledDice(frame.lines, this.game.sides) : null);
    void this.showFight(frame);
    this.dice.classList.toggle("shown", Boolean(forward && frame?.move.dice.length));
    this.tell(frame, recent);
    return frame;
  }

  /**
   * The fight an action belongs to, marked on the map and told beside it.
   * @param {import("../types").Frame | null} frame
   */
  async showFight(frame) {
    const mine = ++this.asked,
      wanted = frame?.lines.some((line) => line.part && line.part !== "eve");
    if (!wanted || prefs.fightStay < 0) {
      this.fight.hidden = true;
      return this.scene.marks.fight(null);
    }
    try {
      const [fight, { showFight }] = await Promise.all([
        api.fight(this.game.id, this.key, frame?.move.number ?? 0),
        import("./fight.js"),
      ]);
      if (mine !== this.asked) return; // the film has gone on
      const pieces = new Map(this.pieces.map((piece) => [piece.id, piece]));
      showFight(this.fight, fight, {
        scenario: this.scene.scenario,
        sides: this.game.sides,
        piece: (id) => pieces.get(id),
      });
      this.fight.hidden = false;
      this.scene.marks.fight(fight);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine !== this.asked) return;
      this.fight.hidden = true; // of what may be known here there was none
      this.scene.marks.fight(null);
    }
  }

  /**
   * How long the film rests on what is shown now: a fight is to be read.
   * @param {import("../types").Frame | null} frame
   */
  rest(frame) {
    const fought = prefs.fightStop && prefs.fightStay >= 0 && frame?.lines.some((line) => line.part === "begins");
    return fought ? (prefs.fightStay || FIGHT_S) * 1000 : 0;
  }

  /** @param {import("../types").Frame | null} frame @param {import("../types").Frame[]} recent */
  tell(frame, recent) {
    const { game } = this;
    const headline = {
      turn: frame?.turn ?? 1,
      turns: game.headline.turns,
      clock: frame?.clock ?? "",
      phase: frame?.phase ?? "",
      side: frame?.to_act ?? null,
      side_name: frame?.to_act ? game.sides[frame.to_act] : "",
    };
    this.head.refresh({
      ...game,
      headline,
      over: Boolean(frame) && frame?.to_act === null,
      your_turn: false,
      to_act: frame?.to_act ?? null,
    });
    put(
      this.now,
      frame
        ? [
            h("h3", {}, sideSign(frame.move.side), heading(frame)),
            h(
              "p",
              { class: "quiet" },
              t("replay.move", { n: this.number, of: this.film.last }),
              " ",
              dice(frame.move.dice),
            ),
            this.intent.element,
          ]
        : [h("h3", {}, t("replay.opening"))],
    );
    put(
      this.lines,
      grouped(recent.flatMap((one) => one.lines))
        .reverse()
        .map((lines) => entry(lines, (number) => this.seek(number))),
    );
    void this.intent.show(frame?.move);
    this.transport.show(this.number);
    this.transport.branch.disabled = this.game.over && this.number === this.film.last;
    history.replaceState(null, "", `${location.pathname}?move=${this.number}${location.hash}`);
    if (frame && !this.timer)
      announce(
        spoken([
          frame.move.side ? headed(game.sides[frame.move.side], heading(frame)) : "",
          ...frame.lines.map((line) => line.text),
        ]),
      );
  }

  // -- running

  toggle() {
    if (this.timer) return this.stop();
    this.transport.running(true);
    const step = async () => {
      if (this.number >= this.film.last) return this.stop();
      const frame = await this.show(this.number + 1);
      const rest = this.transport.speed >= FAST_MS ? this.rest(frame ?? null) : 0; // whoever hurries wants no halt
      if (this.timer) this.timer = setTimeout(step, Math.max(calm() ? 400 : 30, this.transport.speed, rest));
    };
    if (this.number >= this.film.last) this.number = -1;
    this.timer = setTimeout(step, 10);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.transport.running(false);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!isForPage(event)) return;
    const onSlider = event.target === this.transport.slider;
    const ways = {
      ArrowLeft: () => this.seek(this.number - 1),
      ArrowRight: () => this.seek(this.number + 1),
      Home: () => this.seek(0),
      End: () => this.seek(this.film.last),
      " ": () => this.toggle(),
      "+": () => this.scene.view.zoom(1.25),
      "-": () => this.scene.view.zoom(0.8),
      0: () => this.scene.view.fit(),
      "=": () => this.scene.view.zoom(1.25),
      k: () => this.scene.onkey(),
      "?": openHelp,
      r: () => void openRules(this.game.scenario),
      c: () => void openCharts({ id: this.game.id, key: this.key }, /combat|result/),
    };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (!way || (onSlider && event.key !== " ") || (event.key === " " && event.target instanceof HTMLButtonElement))
      return;
    event.preventDefault();
    way();
  }

  // -- giving it away

  branch() {
    this.stop();
    void openBranch(this.game, this.key, this.number);
  }

  share() {
    const link = `${location.origin}/replay/${this.game.id}?move=${this.number}`;
    openDialog(
      t("replay.share"),
      h("p", {}, t("replay.share_text")),
      h(
        "p",
        { class: "invitation" },
        h("input", { readonly: true, value: link, "aria-label": t("replay.share") }),
        copyButton(link),
      ),
    );
  }

  menu() {
    openDialog(
      t("menu"),
      h(
        "div",
        { class: "menu links" },
        h("button", { class: "button", type: "button", onclick: () => this.branch() }, t("branch")),
        h(
          "button",
          {
            class: "button",
            type: "button",
            "data-luck": "",
            onclick: async () => (await import("./luck.js")).openLuck(this.game.id, this.key, this.game.sides),
          },
          t("luck"),
        ),
        h("button", { class: "button", type: "button", onclick: () => this.scene.onkey() }, t("key")),
        h("button", { class: "button", type: "button", onclick: () => this.share() }, t("replay.share")),
        h(
          "button",
          { class: "button", type: "button", onclick: () => saveRecord(this.game.id, this.key, this.game.scenario) },
          t("menu.record"),
        ),
        this.game.over ? reportLinks(this.game.id, this.key) : null,
        h(
          "button",
          { class: "button", type: "button", onclick: () => go(gamePage("play", this.game.id)) },
          t("replay.to_game"),
        ),
        h("a", { class: "button", href: "/", "data-in": "" }, t("home.back")),
      ),
      h("div", { class: "menu" }, looks(), fightSwitches()),
    );
  }

  close() {
    this.stop();
    this.scene.close();
    document.removeEventListener("hardtack:rule", this.ruleAsked);
    document.removeEventListener("keydown", this.pressed);
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  }
}
