/** The board page of a game: puts the parts together and keeps them in step with the game. */

import { ApiError } from "../api.js";
import { Scene } from "../board/scene.js";
import { announce, find, h, put, toast, wish } from "../dom.js";
import { Game } from "../game.js";
import { keepKey, prefs } from "../prefs.js";
import { whenReleased } from "../press.js";
import { spoken, t } from "../strings.js";
import { gamePage, go } from "../ways.js";
import { Bar } from "./bar.js";
import { Briefing } from "./briefing.js";
import { openCharts, openHelp, openRules } from "./books.js";
import { Cards } from "./cards.js";
import { Command } from "./command.js";
import { confirmEnd, drawCurtain, drawnCurtain } from "./dialogs.js";
import { EventCard } from "./event.js";
import { Fights } from "./fights.js";
import { Hand } from "./hand.js";
import { Head } from "./head.js";
import { HintLine } from "./hint.js";
import { Intent } from "./intent.js";
import { Keys } from "./keys.js";
import { Log } from "./log.js";
import { openMapKey } from "./mapkey.js";
import { Missed } from "./missed.js";
import { heard } from "./noises.js";
import { notice } from "./notice.js";
import { openMenu, trouble } from "./menu.js";
import { labelledDice, resultName, sheetHandle } from "./parts.js";
import { Planner } from "./planner.js";
import { Prompt } from "./prompt.js";
import { Overlays } from "./overlays.js";
import { paceControl } from "./pace.js";
import { Talk } from "./talk.js";
import { Tray } from "./tray.js";
import { UnitPanel } from "./unit.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Move} Move */

const DICE_MS = 2600; // the dice lie over the board that long
const OWN_MS = 700; // at most, for a march of one's own to be followed; the next click need not wait for it

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {string | null} key
 * @returns {Promise<import("../types").Page>}
 */
export async function openTable(root, id, key) {
  put(root, h("p", { class: "loading" }, t("loading")));
  try {
    const game = await Game.open(id, key);
    if (key) keepKey(id, key, game.view);
    return await layTable(root, game);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    put(root, trouble(error, id, key));
    return { close() {} };
  }
}

/**
 * @typedef {{element: HTMLElement, leaves?: string[], attach: (scene: Scene) => void}} Guide somebody who looks over
 *   the player's shoulder, a lesson say, and as classes what is left away of the table for it
 */

/** Lay the board of a game out. @param {HTMLElement} root @param {Game} game @param {Guide | null} [guide] */
export async function layTable(root, game, guide = null) {
  return new Table(root, game, await Scene.make(game.view.scenario), guide);
}

class Table {
  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {Scene} scene
   * @param {Guide | null} guide
   */
  constructor(root, game, scene, guide) {
    this.guide = guide;
    this.game = game;
    this.scene = scene;
    this.hand = new Hand(game, scene);
    this.shown = -1; // the version the panels were last drawn for
    this.redraw = () => this.panels();
    const rules = (clause = "") => void openRules(game.view.scenario, clause);
    const charts = () => void openCharts(game, /combat|result/);
    const forces = () => {
      const latest = wish();
      void import("./roster.js").then(({ openRoster }) => (latest() ? openRoster(this.hand) : undefined));
    };
    this.head = new Head({
      rules: () => rules(),
      charts,
      help: openHelp,
      menu: () =>
        openMenu(game, scene, this.overlays, this.intent, this.event, this.hint, this.log, [
          [t("briefing"), () => this.briefing.toggle()],
          [t("rules"), () => rules()],
          [t("charts"), charts],
          [t("roster"), forces],
          [t("key"), () => scene.onkey()],
          [t("standing"), () => this.bar.showStanding()],
          [t("command"), () => this.command.open()],
        ]),
    });
    this.prompt = new Prompt(this.hand, () => this.bar.showStanding(true));
    this.unit = new UnitPanel(this.hand);
    this.planner = new Planner(this.hand);
    this.log = new Log(game, (number) => go(gamePage("replay", game.id, `move=${number}`)));
    this.bar = new Bar(this.hand, forces);
    this.briefing = new Briefing(game, scene);
    this.missed = new Missed(game, guide === null); // a lesson is taken up from the list of lessons
    this.talk = new Talk(game);
    this.intent = new Intent(game.id, game.key, game.view.seats, async () =>
      (await import("./account.js")).openAccount(game),
    );
    this.event = new EventCard(game);
    this.hint = new HintLine(this.hand);
    this.fights = new Fights(game, scene);
    this.cards = new Cards(this.hand);
    this.tray = new Tray(this.hand);
    this.overlays = new Overlays(this.hand, () => this.hand.over ?? this.keys.cursor);
    this.keys = new Keys(this.hand, scene, {
      undo: () => void this.hand.undo(),
      end: () => void this.hand.end(),
      terrain: () => void openCharts(game, /terrain|movement/),
      charts,
      rules: () => rules(),
      log: () => this.log.element.focus(),
      overlays: () => this.overlays.next(),
      forces,
      command: () => this.command.open(),
      help: openHelp,
      key: () => scene.onkey(),
      briefing: () => this.briefing.toggle(),
      replay: () => go(gamePage("replay", game.id)),
      button: (number) => this.prompt.press(number),
    });
    this.command = new Command(this.hand, {
      moveTo: (hex, speak) => this.keys.moveTo(hex, true, speak),
      rule: rules,
      help: openHelp,
      here: () => this.keys.cursor,
    });
    this.dice = h("div", { class: "rolled", "aria-hidden": "true" });
    this.diceTimer = 0;
    this.ruleAsked = (/** @type {Event} */ event) => rules(/** @type {CustomEvent<string>} */ (event).detail);
    this.build(root);
    this.wire();
    this.refresh([], game.view);
    scene.look(game.view.pieces, game.view.yours); // now that it is known what lies over the board
    void this.hand.renew();
    game.listen();
    if (game.view.your_turn) announce(game.view.prompt);
    this.event.refresh();
    this.cover(null);
    if (guide) guide.attach(scene);
    else this.briefing.greet();
  }

  /** @param {HTMLElement} root */
  build(root) {
    const bots = this.game.view.seats.some((seat) => seat.who === "bot");
    const side = h(
      "aside",
      { class: "side", "aria-label": t("side") },
      sheetHandle(),
      this.guide?.element ?? this.briefing.element,
      this.talk.asked,
      this.prompt.element,
      this.fights.element,
      this.missed.element,
      this.talk.element,
      bots ? [paceControl(this.game), this.intent.element] : null,
      this.hint.element,
      this.planner.element,
      this.unit.element,
      this.log.element,
    );
    this.scene.element.append(this.overlays.legend, this.tray.element, this.command.element, this.dice);
    this.frame = h(
      "div",
      { class: ["table", ...(this.guide?.leaves ?? [])].join(" ") },
      this.head.element,
      h("main", { class: "field" }, this.scene.element),
      side,
      this.bar.element,
    );
    put(root, this.frame);
  }

  wire() {
    const { game, hand, scene, cards, keys } = this;
    game.onchange.push((view, moves, before) => this.changed(view, moves, before));
    game.onbusy.push((busy) => this.frame && (this.frame.dataset.busy = String(busy)));
    game.onlink.push((online) => {
      this.head.link.hidden = online;
      if (online) scene.counters.arrange(); // faces that could not be fetched
    });
    game.onseats.push(() => {
      this.head.refresh(game.view);
      this.talk.refresh();
      this.prompt.refresh();
    });
    hand.onchange = () => this.touch();
    hand.onrefused = (hex, why) => cards.refuse(hex, why);
    hand.onchoice = (hex, options, units) => cards.choose(hex, options, units);
    hand.onend = (end, units) => confirmEnd(hand, end, units);
    cards.note = (hex) => this.overlays.label(hex);
    this.overlays.onshown = () =>
      cards.pinned &&
      void cards.showHex(cards.pinned, this.overlays.follows && document.activeElement === scene.element);
    hand.onlook = (hex) => void cards.showHex(hex, true);
    keys.oncursor = (hex, speak) => {
      void cards.showHex(hex, speak);
      if (hex && game.piecesAt(hex).length > 1) cards.openFan(hex);
      else cards.closeFan();
      this.overlays.point();
    };
    scene.onkey = () => openMapKey(game.view);
    scene.view.onclick = (at, event) => this.click(at, event);
    scene.view.ondrag = (at) => this.drag(at);
    scene.view.onview = () => {
      cards.closeFan();
      cards.closePopup();
    };
    scene.element.addEventListener("pointermove", (event) => this.point(event));
    // a finger that is lifted leaves too
    scene.element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.point(null));
    scene.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && cards.closePopup()) event.stopPropagation();
    });
    document.addEventListener("hardtack:rule", this.ruleAsked);
  }

  // -- the pointer

  /** @param {{x: number, y: number}} at @param {PointerEvent} event */
  click(at, event) {
    const hex = this.scene.hexes.at(at);
    this.cards.closePopup();
    if (!hex) return this.hand.clear();
    this.keys.moveTo(hex, false);
    if (event.pointerType !== "mouse") {
      void this.cards.showHex(hex);
      if (this.game.piecesAt(hex).length > 1 && !this.hand.targets.has(hex)) this.cards.openFan(hex);
    }
    void this.hand.click(hex);
  }

  /** A counter that can act may be dragged. @param {{x: number, y: number}} at */
  drag(at) {
    const from = this.scene.hexes.at(at);
    if (!from || !this.game.piecesAt(from).some((piece) => this.hand.offer.units.has(piece.id)) || this.hand.offer.pick)
      return null;
    const { counters, hexes, marks } = this.scene;
    const ready = this.hand.from === from ? Promise.resolve() : this.hand.lift(from);
    this.cards.closeFan();
    return {
      move: (/** @type {{x: number, y: number}} */ to) => {
        const hex = hexes.at(to);
        if (this.hand.unit) counters.lift(this.hand.unit, to);
        if (hex) marks.cursor(hex, false);
        this.hand.preview(hex);
      },
      drop: (/** @type {{x: number, y: number} | null} */ to) => {
        const hex = to && hexes.at(to);
        void ready.then(() => (hex && hex !== from ? this.hand.click(hex) : null)).finally(() => counters.drop());
      },
    };
  }

  /** @param {PointerEvent | null} event */
  point(event) {
    if (
      event &&
      (event.pointerType !== "mouse" ||
        event.buttons ||
        (event.target instanceof Element && event.target.closest(".floating")))
    )
      return;
    const hex = event ? this.scene.hexes.at(this.scene.view.inside(event)) : null;
    if (hex === this.hand.over && event) return;
    this.hand.preview(hex);
    if (event) this.scene.marks.cursor(hex, false);
    this.cards.hover(hex);
    void this.cards.showHex(hex);
    this.overlays.point();
  }

  // -- the game

  /** @param {View} view @param {Move[]} moves @param {View} before */
  changed(view, moves, before) {
    this.refresh(moves, before);
    this.cards.closePopup();
    this.cards.closeFan();
    void this.hand.renew().then(() => {
      this.onlyChoice(before);
      this.hand.passing.answer(before);
    });
    if (moves.some((move) => move.side && view.yours.includes(move.side))) this.briefing.close();
    this.tell(view, moves, before);
    this.fights.note(view, moves, before);
    heard(view, moves, before);
    this.event.refresh();
    this.cover(before);
  }

  /**
   * At a hot seat the board is hidden when it changes hands, and whenever a secret begins to show, be it by loading the
   * page.
   * @param {View | null} before
   */
  cover(before) {
    const { view } = this.game,
      opens = view.private && !before?.private,
      changes = before !== null && view.to_act !== before.to_act;
    if (view.over) drawnCurtain()?.close(); // nothing is secret any more
    if (view.yours.length < 2 || !view.to_act || view.over || !(opens || changes)) return;
    if (prefs.curtain || view.private || before?.private || drawnCurtain())
      drawCurtain(view.sides[view.to_act], () => this.game.closed || this.event.refresh());
  }

  /** Everything that shows the state of the game. @param {Move[]} moves @param {View} before */
  refresh(moves, before) {
    const { view } = this.game;
    const own = moves.some((move) => move.by === "person" && move.side !== null && view.yours.includes(move.side));
    const pace =
      view.number < before.number ? 200 : own ? OWN_MS : Math.max(120, Math.min(900, view.bots.pace_ms || 120));
    const stood = new Map(before.pieces.map((piece) => [piece.id, piece.at]));
    this.scene.counters.show(view.pieces, moves, moves.length > 6 && !own ? 200 : pace);
    this.scene.marks.objectives(view.standing.objectives);
    this.scene.marks.bridges(view.bridges.filter((bridge) => !bridge.secret || view.yours.length < 2 || view.private));
    this.scene.lookAgain(view.pieces);
    if (moves.length || view.number < before.number) this.scene.marks.last(moves, stood);
    const rolls = moves.length ? view.log.filter((line) => line.number > before.number && line.dice.length) : [];
    put(this.dice, labelledDice(rolls, view.sides));
    this.dice.classList.remove("shown");
    clearTimeout(this.diceTimer);
    if (rolls.length) {
      requestAnimationFrame(() => this.dice.classList.add("shown"));
      this.diceTimer = setTimeout(() => this.dice.classList.remove("shown"), DICE_MS);
    }
    const last = moves[moves.length - 1];
    if (last) void this.intent.show(moves.findLast((move) => move.by === last.by && move.kind !== "end") ?? last);
    if (last?.by === "bot" && last.hex && this.scene.hexes.has(last.hex) && this.game.view.bots.pace_ms >= 200) {
      if (!this.scene.view.home) this.scene.view.reveal(this.scene.hexes.centre(last.hex));
    }
    this.head.refresh(view);
    this.missed.refresh(moves);
    this.talk.refresh();
    this.log.refresh();
    this.tray.refresh();
    if (this.overlays.kind !== "none") void this.overlays.refresh();
  }

  /** What follows from the player's own choosing. */
  touch() {
    if (this.game.closed) return; // an answer that came after the player had left
    if (this.frame && this.hand.ready) this.frame.dataset.version = String(this.game.view.version);
    if (this.frame) this.frame.dataset.ready = String(this.hand.ready);
    // the same decision: nothing is drawn anew under a finger; another one takes the buttons of the last away at once
    if (this.shown === this.game.view.version) whenReleased(this.frame, this.redraw);
    else this.panels();
    if (this.overlays.kind === "cost" || this.overlays.asksFrom) void this.overlays.refresh();
  }

  /** The panels beside and under the board. */
  panels() {
    if (this.game.closed) return;
    this.shown = this.game.view.version;
    this.prompt.refresh();
    this.hint.refresh();
    this.unit.refresh();
    this.planner.refresh();
    this.bar.refresh();
    this.tray.refresh();
    this.cards.renew();
    // classes, not `:has`: the browser would look for it through the whole board with every change
    for (const part of [this.frame, find(".side")]) part?.classList.toggle("planning", Boolean(this.hand.planned));
  }

  /** @param {View} view @param {Move[]} moves @param {View} before */
  tell(view, moves, before) {
    const news = view.log.filter((line) => line.number > before.number).map((line) => line.text);
    if (view.number < before.number) announce(t("undone"));
    else if (moves.length) announce(spoken([...news, view.your_turn ? view.prompt : ""]));
    notice(view, before);
    if (view.over && !before.over && view.outcome) toast(resultName(view.outcome), "result");
  }

  /** Where there is only one thing to do it is done, unless the player wants to be asked. @param {View} before */
  onlyChoice(before) {
    const { view, offer } = this.game;
    if (this.guide) return; // who learns does it
    if (!prefs.onlyChoice || this.hand.marching || !view.your_turn || offer.count !== 1 || view.number <= before.number)
      return;
    const [option] = offer.known();
    if (!option || option.risk || option.kind === "attack" || option.kind === "end") return;
    toast(t("only", { label: option.label }));
    void this.hand.act(option);
  }

  close() {
    this.game.close();
    this.missed.close();
    this.fights.close();
    this.talk.close();
    this.keys.close();
    this.scene.close();
    document.removeEventListener("hardtack:rule", this.ruleAsked);
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  }
}
