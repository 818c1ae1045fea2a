/** Dialogs: one frame for all, and those that a game asks for. */

import { h, toast } from "../dom.js";
import { prefs, setPref } from "../prefs.js";
import { t } from "../strings.js";
import { counterButton } from "./parts.js";

/**
 * @param {string} title
 * @param {...import("../dom.js").Children | any} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  const dialog = h("dialog", { class: "dialog", "aria-label": title, onclose: () => dialog.remove() },
    h("header", {}, h("h2", {}, title), h("button", { class: "close", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, "×")),
    h("div", { class: "dialog-body" }, content.flat(3)));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside the dialog
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation(); // this Escape is for the dialog, not for the unit in hand
    dialog.close();
    dialog.remove(); // at once: a field in a closed dialog would swallow the next key
  });
  document.body.append(dialog);
  dialog.autofocus = true; // the dialog itself, unless whoever opens it has something better
  dialog.showModal();
  return dialog;
}

/**
 * Before a phase ends: what may be regretted, and who could still act.
 * @param {import("./hand.js").Hand} hand
 * @param {import("../types").Option} end
 * @param {string[]} units
 * @param {import("../types").Caution[]} cautions
 */
export function confirmEnd(hand, end, units, cautions) {
  const pieces = units.map((unit) => hand.game.piece(unit)).filter((piece) => piece !== undefined);
  const never = h("input", { type: "checkbox", id: "never-ask" });
  const go = (/** @type {string} */ unit, /** @type {string} */ hex) => {
    dialog.close();
    if (hand.scene.hexes.has(hex)) hand.scene.view.reveal(hand.scene.hexes.centre(hex));
    if (unit) void hand.select(unit);
  };
  const able = h("div", { class: "row wrap" }, pieces.map((piece) => counterButton(hand.scene.scenario, piece, {
    size: 54, lit: true, caption: true, onclick: () => go(piece.id, piece.at),
  })));
  const dialog = openDialog(t("end.title", { label: end.label }),
    cautions.length ? [h("p", {}, t("end.warnings")), h("ul", { class: "warnings" }, cautions.map(({ text, unit, hex }) => h("li", {}, h("button", {
      class: "button", type: "button", "data-caution": unit || hex, onclick: () => go(unit, hex || (hand.game.piece(unit)?.at ?? "")) }, text)))),
    h("details", {}, h("summary", {}, t("end.others", { n: pieces.length })), able)] : [h("p", {}, t("end.left", { n: pieces.length })), able],
    h("p", {}, h("label", { class: "check" }, never, t("end.never"))),
    h("div", { class: "dialog-buttons" },
      h("button", { class: "button primary", type: "button", "data-confirm": "end", onclick: () => {
        if (never.checked) setPref("askEnd", false);
        dialog.close();
        void hand.act(end);
      } }, end.label),
      h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("end.back"))));
  /** @type {HTMLButtonElement | null} */ (dialog.querySelector("[data-confirm]"))?.focus();
}

/** @param {string} text @param {string} [label] */
export function copyButton(text, label = t("copy")) {
  return h("button", { class: "button", type: "button", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast(t("copied"));
    } catch {
      toast(text); // no clipboard here: show it, so that it can be copied by hand
    }
  } }, label);
}

/** At a hot seat with a curtain: hide the board until the other player sits down. @param {string} side @param {boolean} secret others may not see it, wanted or not */
export function curtain(side, secret) {
  if (!prefs.curtain && !secret) return;
  for (const last of document.querySelectorAll("dialog.curtain")) last.remove(); // one is enough
  const dialog = openDialog(t("curtain", { side }), h("p", {}, t("curtain.text")),
    h("div", { class: "dialog-buttons" }, h("button", { class: "button primary", type: "button", onclick: () => dialog.close() }, t("curtain.ready"))));
  dialog.classList.add("curtain");
  /** @type {HTMLButtonElement | null} */ (dialog.querySelector(".primary"))?.focus();
}
