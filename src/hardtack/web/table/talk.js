/** Between players: what waits for an answer, the time that runs, who is here, and what is said. */

import { people } from "../api_people.js";
import { h, put } from "../dom.js";
import { t } from "../strings.js";
import { duration } from "../times.js";
import { complain } from "../wrong.js";
import { sideSign } from "./parts.js";

const LOOK_MS = 30_000; // how often to ask who is here

export class Talk {
  /** @param {import("../game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {import("../types").TalkLine[]} */
    this.lines = [];
    this.count = -1;
    this.over = false; // when it was last asked: afterwards players hear, too, what was said in the gallery
    this.asking = false;
    this.asked = h("div", { class: "asked", role: "status" });
    this.time = h("p", { class: "time-left" });
    this.here = h("span", { class: "quiet small" });
    this.list = h("ol", { class: "talk-lines", tabindex: 0, "aria-label": t("talk") });
    this.input = h("input", {
      type: "text",
      maxlength: 500,
      "aria-label": t("talk.say"),
      placeholder: t("talk.say"),
      "data-talk": "text",
    });
    this.form = h(
      "form",
      { class: "talk-form", hidden: true, onsubmit: (/** @type {Event} */ event) => this.say(event) },
      this.input,
      h("button", { class: "button", type: "submit", "data-talk": "send" }, t("talk.send")),
    );
    this.fold = h(
      "details",
      { class: "talk-fold", open: this.relevant },
      h("summary", {}, t("talk"), " ", this.here),
      this.list,
      this.form,
    );
    this.element = h("section", { class: "panel talk", "aria-label": t("talk") }, this.time, this.fold);
    this.seconds = setInterval(() => this.tick(), 1000);
    this.looks = setInterval(() => !document.hidden && this.relevant && void this.read(), LOOK_MS);
  }

  /** Whether somebody else plays, or is watched. */
  get relevant() {
    return this.game.view.seats.some((seat) => seat.who === "person" && !seat.yours);
  }

  refresh() {
    const { view } = this.game;
    this.element.hidden = !this.relevant && !view.clock;
    this.fold.hidden = !this.relevant;
    put(
      this.asked,
      view.proposals.map((one) => this.proposal(one)),
    );
    this.tick();
    if (this.relevant && (view.talk !== this.count || view.over !== this.over)) void this.read();
  }

  /** @param {import("../types").Proposal} one */
  proposal(one) {
    const { game } = this,
      { view } = game;
    const button = (
      /** @type {string} */ label,
      /** @type {string} */ mark,
      /** @type {() => Promise<import("../types").View | null>} */ deed,
      kind = "",
    ) =>
      h(
        "button",
        { class: `button ${kind}`, type: "button", "data-proposal": mark, onclick: () => void this.do(deed) },
        label,
      );
    const answers = one.yours
      ? [button(t("asked.withdraw"), "withdraw", () => people.withdraw(game.id, game.key, one.id))]
      : view.yours.length
        ? [
            button(
              t("asked.agree"),
              "agree",
              () => people.decide(game.id, game.key, one.id, true, view.version),
              "primary",
            ),
            button(t("asked.decline"), "decline", () =>
              people.decide(game.id, game.key, one.id, false, view.version),
            ),
          ]
        : [];
    return h(
      "div",
      { class: "proposal", "data-kind": one.kind },
      h("p", {}, sideSign(one.side), one.text),
      h("div", { class: "row wrap" }, answers),
    );
  }

  /** Do something, and show how it stands. @param {() => Promise<import("../types").View | null>} deed */
  async do(deed) {
    try {
      await this.game.takeAnswer(await deed());
    } catch (error) {
      complain(error);
      await this.game.lookAgain().catch(() => undefined); // it may have been answered elsewhere
    }
  }

  /** The clocks, as they run. */
  tick() {
    const { game } = this,
      { clock, seats, yours, over } = game.view;
    this.time.hidden = !clock || over;
    if (!clock || over) return;
    const late = clock.due !== null && Date.parse(clock.due) <= Date.now();
    const left = (/** @type {string} */ side) =>
      side === clock.side && clock.due ? (Date.parse(clock.due) - Date.now()) / 1000 : clock.left[side];
    const sign = JSON.stringify([seats.map(({ side }) => [side, duration(left(side))]), late, clock.away]);
    if (this.time.dataset.sign === sign) return;
    this.time.dataset.sign = sign;
    const claims =
      late && clock.late === "claim" && clock.side !== null && yours.length === 1 && !yours.includes(clock.side);
    put(
      this.time,
      seats
        .filter((seat) => seat.who === "person")
        .map(({ side, side_name }) =>
          h(
            "span",
            { class: side === clock.side ? "running" : "" },
            sideSign(side, side_name),
            clock.side === null ? t("clock.waits") : left(side) > 0 ? duration(left(side)) : t("clock.up"),
            side in clock.away && Date.parse(clock.away[side]) > Date.now() ? ` (${t("clock.away")})` : "",
          ),
        ),
      claims
        ? h(
            "button",
            {
              class: "button primary",
              type: "button",
              "data-claim-game": "",
              onclick: () =>
                void this.do(() => people.end(game.id, game.key, "time", game.view.version)),
            },
            t("clock.claim"),
          )
        : null,
    );
  }

  /** Ask what was said since. */
  async read() {
    if (this.asking) return;
    this.asking = true;
    const { over } = this.game.view,
      known = over === this.over ? this.lines : [];
    try {
      const { count, lines, room, present, watching } = await people.talk(
        this.game.id,
        this.game.key,
        known.at(-1)?.number ?? 0,
      );
      if (this.game.closed) return;
      this.count = count;
      this.over = over;
      this.lines = [...known, ...lines];
      this.form.hidden = room === null;
      this.show(present, watching);
      if (lines.some((line) => !line.yours && line.room !== "log")) this.fold.open = true;
    } catch {
      this.count = this.game.view.talk; // the next change, or the next look, asks again
    } finally {
      this.asking = false;
    }
  }

  /** @param {string[]} present @param {number} watching */
  show(present, watching) {
    const { sides } = this.game.view,
      others = present.filter((side) => !this.game.view.yours.includes(side));
    put(
      this.here,
      [
        others.length ? t("talk.here", { side: others.map((side) => sides[side]).join(", ") }) : "",
        watching ? t("talk.watching", { n: watching }) : "",
      ]
        .filter(Boolean)
        .join(" · "),
    );
    put(
      this.list,
      this.lines.map((line) =>
        h(
          "li",
          { class: `said in-${line.room}`, "data-number": line.number },
          sideSign(line.side),
          line.name ? h("b", {}, line.name) : null,
          h("span", {}, line.text),
        ),
      ),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {Event} event */
  async say(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    try {
      await people.say(this.game.id, this.game.key, text);
      this.input.value = "";
      await this.read();
    } catch (error) {
      complain(error);
    }
  }

  close() {
    clearInterval(this.seconds);
    clearInterval(this.looks);
  }
}
