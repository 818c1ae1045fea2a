/** Dialogs: one frame for all, and those that a game asks for. */

import { find, h, put, toast, wish } from "../dom.js";
import { setPref } from "../prefs.js";
import { t } from "../strings.js";
import { counterButton } from "./parts.js";

/**
 * @param {string} title
 * @param {...import("../dom.js").Children | any} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  const dialog = h(
    "dialog",
    { class: "dialog", "aria-label": title, onclose: () => dialog.remove() },
    h(
      "header",
      {},
      h("h2", {}, title),
      h("button", { class: "close", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, "×"),
    ),
    h("div", { class: "dialog-body" }, content.flat(3)),
  );
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
 */
export function confirmEnd(hand, end, units) {
  const pieces = units.map((unit) => hand.game.piece(unit)).filter((piece) => piece !== undefined);
  const never = h("input", { type: "checkbox", id: "never-ask" });
  const go = (/** @type {string} */ unit, /** @type {string} */ hex) => {
    dialog.close();
    if (hand.scene.hexes.has(hex)) hand.scene.view.reveal(hand.scene.hexes.centre(hex));
    if (unit) void hand.select(unit);
  };
  const able = h(
    "div",
    { class: "row wrap" },
    pieces.map((piece) =>
      counterButton(hand.scene.scenario, piece, {
        size: 54,
        lit: true,
        caption: true,
        onclick: () => go(piece.id, piece.at),
      }),
    ),
  );
  const regrets = h("div", {});
  const dialog = openDialog(
    t("end.title", { label: end.label }),
    h(
      "div",
      { class: "dialog-buttons" },
      h(
        "button",
        {
          class: "button primary",
          type: "button",
          "data-confirm": "end",
          onclick: () => {
            if (never.checked) setPref("askEnd", false);
            dialog.close();
            void hand.act(end);
          },
        },
        end.label,
      ),
      h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("end.back")),
    ),
    regrets,
    h("p", {}, t("end.left", { n: pieces.length })),
    able,
    h("p", {}, h("label", { class: "check" }, never, t("end.never"))),
  );
  dialog.classList.add("steady"); // what is still to come must not push the buttons from under the pointer
  /** @type {HTMLButtonElement | null} */ (dialog.querySelector("[data-confirm]"))?.focus();
  void hand.game
    .cautions()
    .catch(() => [])
    .then((cautions) => {
      // a help only: the dialog does not wait for it
      if (!cautions.length || !dialog.open) return;
      put(
        regrets,
        h("p", {}, t("end.warnings")),
        h(
          "ul",
          { class: "warnings" },
          cautions.map(({ text, unit, hex }) =>
            h(
              "li",
              {},
              h(
                "button",
                {
                  class: "button",
                  type: "button",
                  "data-caution": unit || hex,
                  onclick: () => go(unit, hex || (hand.game.piece(unit)?.at ?? "")),
                },
                text,
              ),
            ),
          ),
        ),
      );
    });
}

/** @param {string} text @param {string} [label] */
export function copyButton(text, label = t("copy")) {
  return h(
    "button",
    {
      class: "button",
      type: "button",
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(text);
          toast(t("copied"));
        } catch {
          toast(text); // no clipboard here: show it, so that it can be copied by hand
        }
      },
    },
    label,
  );
}

/**
 * The curtain at a hot seat, if it is drawn: what has something to show waits until it is lifted.
 * @returns {HTMLDialogElement | null}
 */
export function drawnCurtain() {
  return document.querySelector("dialog.curtain[open]");
}

/**
 * Hide the board until the other player sits down. Nothing opens over the curtain; one that nobody has lifted yet is
 * for whoever decides now.
 * @param {string} side @param {() => void} lifted
 */
export function drawCurtain(side, lifted) {
  wish(); // whoever asked for a book is not the one who will read it
  const last = drawnCurtain(),
    title = t("curtain", { side });
  if (last) {
    last.setAttribute("aria-label", title);
    return put(find("h2", last), title);
  }
  const dialog = openDialog(
    title,
    h("p", {}, t("curtain.text")),
    h(
      "div",
      { class: "dialog-buttons" },
      h("button", { class: "button primary", type: "button", onclick: () => dialog.close() }, t("curtain.ready")),
    ),
  );
  dialog.classList.add("curtain");
  dialog.addEventListener("close", lifted); // however the browser closed it
  dialog.close = () => {
    HTMLDialogElement.prototype.close.call(dialog);
    lifted(); // at once: the next key is for what was behind it
  };
  find(".primary", dialog).focus();
}
