/** What appears on the board: the hex card, the fan of a stack, the reasons against a click, a choice of meanings. */

import { objectivePicture } from "../board/signs.js";
import { NEVER, best, corners } from "../board/placing.js";
import { announce, h, put } from "../dom.js";
import { unitsOf } from "../offer.js";
import { listed, spoken, t } from "../strings.js";
import { objectiveText } from "./goals.js";
import { chip, counterButton, describe } from "./parts.js";

/** @typedef {import("../types").Option} Option */

const REST_MS = 180; // a pointer on its way asks nothing
const COMERS = 8;
const SUGGESTED = 3;

export class Cards {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    this.hexCard = h("aside", { class: "hex-card floating passing", "aria-label": t("hex.card"), hidden: true });
    this.fan = h("div", { class: "fan floating passing", role: "group", "aria-label": t("stack"), hidden: true });
    this.popup = h("div", { class: "popup floating passing", role: "dialog", hidden: true });
    hand.scene.element.append(this.hexCard, this.fan, this.popup);
    /** @type {string | null} */
    this.fanned = null;
    /** @type {string | null} */
    this.pinned = null;
    this.timer = 0;
    this.told = ""; // what the hex card was made of: the state of the game and the unit in hand
    /** What an overlay says of a hex. @type {(hex: string) => string | null} */
    this.note = () => null;
    this.fan.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.closeFan());
  }

  // -- the hex card

  /** @param {string | null} hex @param {boolean} [speak] */
  async showHex(hex, speak = false) {
    this.pinned = hex;
    if (!hex) {
      this.hexCard.hidden = true;
      return;
    }
    const { game, targets, ahead } = this.hand;
    const card = await game.hexCard(hex).catch(() => null);
    if (!card || this.pinned !== hex) return;
    const pieces = game.piecesAt(hex);
    const way = ahead.get(hex),
      option = targets.get(hex)?.[0] ?? way,
      note = this.note(hex);
    const cost = option && option === way ? t("cost", { n: way.cost ?? 0 }) : ""; // a battle's own labels name it
    const zones = Object.entries(card.zones ?? {})
      .filter(([, held]) => held)
      .map(([side]) => t("hex.zone", { side: game.view.sides[side] }));
    const built = game.view.bridges.filter((one) => !one.secret && (one.hex === hex || one.hex2 === hex));
    const decides = game.view.standing.objectives.filter((one) => one.hex === hex);
    put(
      this.hexCard,
      h("h3", {}, h("span", { class: "hex-id" }, hex), " ", card.name || (card.lines.length ? "" : card.terrain)),
      h(
        "ul",
        { class: "plain" },
        (card.lines.length ? card.lines : [card.terrain]).map((line) => h("li", {}, line)),
        built.map((one) => h("li", {}, t("hex.bridge", { hex: one.hex === hex ? one.hex2 : one.hex }))),
        zones.map((zone) => h("li", { class: "zone" }, zone)),
      ),
      decides.map((one) =>
        h("p", { class: "objective-line" }, objectivePicture(one), h("span", {}, objectiveText(one, game.view))),
      ),
      note ? h("p", { class: "note" }, note) : null,
      option
        ? h(
            "p",
            { class: "here" },
            option.label,
            cost ? ` · ${cost}` : "",
            option.stops ? ` · ${t("stops")}` : "",
            option.risk ? h("small", {}, option.risk) : null,
          )
        : null,
      pieces.length ? h("p", { class: "quiet" }, listed(pieces.map((piece) => piece.name))) : null,
      card.provenance === "reconstructed" ? h("p", { class: "quiet small" }, t("hex.reconstructed")) : null,
    );
    this.hexCard.hidden = false;
    this.layHexCard(hex);
    void this.showComers(hex);
    if (speak) {
      const chosen = pieces.find((piece) => piece.id === this.hand.unit),
        others = pieces.filter((piece) => piece !== chosen);
      announce(
        spoken([
          chosen ? t("unit.chosen", { name: describe(chosen) }) : "",
          hex,
          card.name,
          ...card.lines,
          ...decides.map((one) => objectiveText(one, game.view)),
          ...zones,
          ...others.map((piece) => `${game.view.sides[piece.side]} ${describe(piece)}`),
          note ?? "",
          option ? option.label : "",
          cost,
          option?.stops ? t("stops") : "",
          option?.risk ?? "",
        ]),
      );
    }
  }

  /**
   * The card lies where it hides neither the hex, the unit in hand and what it is about to attack nor, if that can be,
   * anything lit.
   * @param {string} hex
   */
  layHexCard(hex) {
    const { from, planned, scene } = this.hand,
      { clientWidth: width, clientHeight: height } = scene.element,
      card = this.hexCard;
    const spots = [...scene.spots([hex, from ?? "", planned?.hex ?? ""], 100 * NEVER), ...this.lit()];
    const size = { width: card.offsetWidth, height: card.offsetHeight },
      panels = scene.covers(),
      margin = width < 600 ? 6 : 12;
    const { left, top } = best(corners(size, { width, height }, margin, panels), size, spots, panels);
    card.style.left = `${left}px`;
    const low = top + size.height > height / 2; // a card that grows must not grow out of the frame
    card.style.top = low ? "auto" : `${top}px`;
    card.style.bottom = low ? `${height - top - size.height}px` : "auto";
  }

  /**
   * What is lit to be clicked: places of the chosen unit; units that can act matter less, because there is always a way
   * to them.
   */
  lit() {
    const { scene, targets, ahead, game, unit } = this.hand,
      { units } = game.offer;
    const able = game.view.pieces.filter((piece) => units.has(piece.id)).map((piece) => piece.at);
    return [...scene.spots([...targets.keys(), ...ahead.keys()], NEVER), ...scene.spots(new Set(able), unit ? 0.2 : 2)];
  }

  /** After any change: the card of the hex pointed at must not tell of what is past. */
  renew() {
    const { game, unit, ready } = this.hand,
      made = `${game.view.version} ${unit}`;
    if (this.fanned) this.layFan(this.fanned); // other places are lit now
    if (!ready || made === this.told) return;
    this.told = made;
    if (this.pinned) void this.showHex(this.pinned);
  }

  /** Who can get to the hex or attack it, once the pointer rests on it. @param {string} hex */
  async showComers(hex) {
    const { game } = this.hand;
    if (!game.view.your_turn) return;
    await new Promise((done) => setTimeout(done, REST_MS));
    if (this.pinned !== hex) return;
    const options = await game.offer.at(hex).catch(() => []);
    if (this.pinned !== hex) return;
    for (const old of this.hexCard.querySelectorAll(".comers")) old.remove();
    const goers = this.named(this.goers(options, hex));
    const attackers = this.named(options.filter((option) => option.kind === "attack"));
    if (goers) this.hexCard.append(h("p", { class: "comers" }, t("hex.reached", { names: goers })));
    if (attackers) this.hexCard.append(h("p", { class: "comers" }, t("hex.attacked", { names: attackers })));
    if (goers || attackers) this.layHexCard(hex);
  }

  /**
   * Those that would bring somebody to a hex: who stands there digs in or is supplied, say.
   * @param {Option[]} options
   * @param {string} hex
   */
  goers(options, hex) {
    const { game } = this.hand;
    return options.filter(({ kind, unit }) => kind !== "attack" && kind !== "end" && game.piece(unit)?.at !== hex);
  }

  /** The units of some options in one line. @param {Option[]} options */
  named(options) {
    const units = unitsOf(options);
    const names = listed(units.slice(0, COMERS).map((unit) => this.hand.game.piece(unit)?.name ?? unit));
    return units.length > COMERS ? `${names} +${units.length - COMERS}` : names;
  }

  // -- the fan

  /** Open the fan over a stack soon; anything else closes it. @param {string | null} hex */
  hover(hex) {
    clearTimeout(this.timer);
    if (hex && hex === this.fanned) return;
    this.closeFan();
    if (!hex || this.hand.game.piecesAt(hex).length < 2) return;
    this.timer = setTimeout(() => this.openFan(hex), 260);
  }

  /** @param {string} hex */
  openFan(hex) {
    const { game, scene, unit } = this.hand;
    const pieces = game.piecesAt(hex);
    if (pieces.length < 2) return this.closeFan();
    this.fanned = hex;
    put(
      this.fan,
      pieces.map((piece) =>
        counterButton(scene.scenario, piece, {
          size: 56,
          lit: game.offer.units.has(piece.id),
          chosen: piece.id === unit,
          onclick: () => {
            this.closeFan();
            void this.hand.select(piece.id);
          },
        }),
      ),
    );
    this.layFan(hex);
  }

  /**
   * Where no place beside the stack is free of lit hexes the fan stays away: it would take the clicks meant for them.
   * @param {string} hex
   */
  layFan(hex) {
    this.fan.hidden = false;
    if (!this.hand.scene.lay(this.fan, hex, -1, this.lit(), [this.hexCard])) this.closeFan();
  }

  closeFan() {
    clearTimeout(this.timer);
    this.fanned = null;
    this.fan.hidden = true;
  }

  // -- popups

  /** @param {string} hex @param {import("../types").WhyNot} why */
  refuse(hex, why) {
    const heading = why.reasons.length ? t("why.not") : t("why.nothing");
    put(
      this.popup,
      h("button", { class: "close", type: "button", "aria-label": t("close"), onclick: () => this.closePopup() }, "×"),
      h("h3", {}, heading),
      why.reasons.length
        ? h(
            "ul",
            { class: "reasons" },
            why.reasons.map((reason) => h("li", {}, h("span", {}, reason.text), chip(reason.clause, reason.title))),
          )
        : null,
    );
    this.openPopup(hex, "why", heading);
    announce(spoken([heading, ...why.reasons.flatMap((reason) => [reason.text, reason.clause])]));
    void this.suggest(hex);
  }

  /** Under the reasons: what can be done instead, by this unit or by others. @param {string} hex */
  async suggest(hex) {
    const { game, scene } = this.hand,
      { version } = game.view;
    const options = scene.hexes.has(hex) ? await game.offer.at(hex).catch(() => []) : [];
    if (this.popup.hidden || game.view.version !== version) return;
    const goers = this.named(this.goers(options, hex)),
      attackers = this.named(options.filter((option) => option.kind === "attack"));
    const ways = this.nearest(hex),
      cost = ways && ways.cost !== null && "actions" in ways ? ` · ${t("cost", { n: ways.cost })}` : "";
    const begun = this.hand.options.some((option) => option.kind === "move"); // then nothing has to be ordered first
    const first =
      ways || begun || !this.hand.unit
        ? []
        : this.hand.options.filter((option) => this.hand.isButton(option) && option.kind !== "end").slice(0, SUGGESTED);
    const button = (/** @type {Option} */ option, extra = "") =>
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-instead": option.action,
          onclick: () => {
            this.closePopup();
            void this.hand.act(option);
          },
        },
        h("span", {}, option.label, extra),
      );
    const parts = [
      goers ? h("p", {}, t("hex.reached", { names: goers })) : null,
      attackers ? h("p", {}, t("hex.attacked", { names: attackers })) : null,
      ways ? h("p", { class: "instead" }, t("why.nearest"), button(ways, cost)) : null,
      first.length
        ? h(
            "p",
            { class: "instead" },
            t("why.first"),
            first.map((option) => button(option)),
          )
        : null,
    ].filter(Boolean);
    if (!parts.length) return;
    this.popup.append(h("div", { class: "suggestions" }, parts));
    this.hand.scene.lay(this.popup, hex, 1, this.lit());
  }

  /**
   * The place nearest to a hex that the chosen unit can get to without a risk, the cheapest of several.
   * @param {string} hex
   * @returns {Option | null}
   */
  nearest(hex) {
    const { targets, ahead, scene, from } = this.hand;
    if (!scene.hexes.has(hex)) return null;
    const goal = scene.hexes.centre(hex);
    const far = (/** @type {string} */ other) =>
      Math.round(
        (Math.hypot(scene.hexes.centre(other).x - goal.x, scene.hexes.centre(other).y - goal.y) / scene.hexes.pitch) *
          10,
      ); // equally far is not a hair nearer
    const now = from ? far(from) : Infinity; // from beside the board every place is nearer
    const moves = [...[...targets.values()].flat(), ...ahead.values()].filter(
      (option) => option.kind === "move" && !option.risk && far(option.hex) < now,
    );
    return moves.sort((one, other) => far(one.hex) - far(other.hex) || (one.cost ?? 0) - (other.cost ?? 0))[0] ?? null;
  }

  /**
   * Several things a click can mean, or one with a risk; `units` stand there and could be chosen instead.
   * @param {string} hex @param {Option[]} options @param {import("../types").Piece[]} [units]
   */
  choose(hex, options, units = []) {
    const pick = (/** @type {Option} */ option) => {
      this.closePopup();
      this.hand.scene.element.focus();
      if (option.kind === "attack") this.hand.weigh([option]);
      else void this.hand.act(option);
    };
    put(
      this.popup,
      h("button", { class: "close", type: "button", "aria-label": t("close"), onclick: () => this.closePopup() }, "×"),
      h(
        "div",
        { class: "meanings" },
        options.map((option) =>
          h(
            "button",
            { class: "button", type: "button", "data-action": option.action, onclick: () => pick(option) },
            h("span", {}, option.label, option.risk ? h("small", {}, option.risk) : null),
          ),
        ),
        units.map((piece) =>
          h(
            "button",
            {
              class: "button quiet-button",
              type: "button",
              "data-choose": piece.id,
              onclick: () => {
                this.closePopup();
                void this.hand.select(piece.id);
              },
            },
            t("choice.unit", { name: piece.name }),
          ),
        ),
      ),
    );
    this.openPopup(hex, "choice", t("choice"));
    this.popup.querySelector("button.button") instanceof HTMLElement &&
      /** @type {HTMLElement} */ (this.popup.querySelector("button.button")).focus();
  }

  /** @param {string} hex @param {string} kind @param {string} label */
  openPopup(hex, kind, label) {
    this.closeFan();
    this.popup.className = `popup floating passing ${kind}`;
    this.popup.setAttribute("aria-label", label);
    this.popup.hidden = false;
    this.hand.scene.lay(this.popup, hex, 1, this.lit());
  }

  closePopup() {
    if (this.popup.hidden) return false;
    const inside = this.popup.contains(document.activeElement);
    this.popup.hidden = true;
    if (inside) this.hand.scene.element.focus();
    return true;
  }
}
