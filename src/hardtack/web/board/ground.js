/**
 * The map under everything else. At first it is drawn in the page, without trees and letters, which take longest. When
 * the board is on the screen these follow, and the ground becomes a picture: one thing to the browser, however much is
 * in it. As a part of the page its thousands of shapes would be gone through again with every change on the board.
 * Letters stay in the page, since pictures know none of its fonts.
 */

import { api } from "../api.js";
import { h } from "../dom.js";
import { prefs, theme } from "../prefs.js";

const TREES = /(?:<defs>(?:<path[^>]*>)*<\/defs>)?<g class="trees[^>]*>(?:<use[^>]*>)*<\/g>/g;
const GRID = /<g id="[^"]*-grid" class="grid">.*?<\/g>/s;
const LETTERS = /<g id="[^"]*-ids" class="ids">/;
const COLOUR = /--ht-[a-z0-9-]+/g;
const FINISH_MS = 250; // without a graphics card it takes the browser about so long to put the ground on the screen

export class Ground {
  /** @param {string} drawing the board as SVG text, our own server's */
  constructor(drawing) {
    const style = drawing.indexOf("</style>") + "</style>".length,
      letters = drawing.search(LETTERS);
    this.head = drawing.slice(0, style);
    this.shapes = drawing.slice(style, letters);
    this.letters = drawing.slice(letters).replace(/<\/svg>\s*$/, "");
    this.element = h("div", { class: "terrain" });
    this.element.innerHTML = `${this.head}${this.shapes.replace(TREES, "")}</svg>`;
    this.sheet = /** @type {SVGElement} */ (this.element.firstElementChild);
    this.sheet.setAttribute("aria-hidden", "true");
    this.sheet.removeAttribute("role");
    this.sheet.querySelector("title")?.remove();
    /** @type {HTMLImageElement | null} the ground, once it is a picture */
    this.picture = null;
    this.closed = false;
    this.showLayers();
    this.watch = new MutationObserver(() => void this.repaint());
    this.watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  /** @param {string} scenario */
  static async make(scenario) {
    return new Ground(await api.board(scenario));
  }

  /** The board is being shown: draw all of it when it has been. */
  finish() {
    const { letters } = this;
    this.letters = "";
    if (!letters) return;
    // counted from the second frame: a busy browser may take longer than that to begin with the first
    requestAnimationFrame(() =>
      requestAnimationFrame(() => setTimeout(() => void this.paint().then(() => this.write(letters)), FINISH_MS)),
    );
  }

  /** @param {string} letters */
  write(letters) {
    for (const drawn of [...this.sheet.children]) if (drawn.tagName !== "style") drawn.remove();
    this.sheet.insertAdjacentHTML("beforeend", letters);
  }

  /** How the picture should look. */
  get look() {
    return `${theme()} ${prefs.grid}`;
  }

  /** Make a picture of the ground in the colours of the page; it is shown when it is there. */
  async paint() {
    const { look } = this,
      page = getComputedStyle(document.documentElement),
      names = [...new Set(this.head.match(COLOUR))],
      colours = names.map((name) => `${name}:${page.getPropertyValue(name)};`).join(""),
      shapes = prefs.grid ? this.shapes : this.shapes.replace(GRID, "");
    const text = `${this.head}<style>:root{${colours}}</style>${shapes}</svg>`;
    const picture = h("img", { alt: "", "data-look": look });
    await new Promise((done) => {
      picture.onload = picture.onerror = done; // a board without its ground can still be played on
      picture.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    });
    if (this.closed || look !== this.look) return this.throwAway(picture); // another is on its way
    this.throwAway(this.picture);
    this.element.prepend(picture);
    this.picture = picture;
  }

  /** The page has other colours, or a layer is switched on or off. */
  async repaint() {
    if (this.picture && this.picture.dataset.look !== this.look) await this.paint();
  }

  /** Hex grid and numbers can be switched off. */
  showLayers() {
    this.element.classList.toggle("no-grid", !prefs.grid); // as long as there is no picture
    this.element.classList.toggle("no-ids", !prefs.ids);
    void this.repaint();
  }

  /** @param {HTMLImageElement | null} picture */
  throwAway(picture) {
    if (!picture) return;
    URL.revokeObjectURL(picture.src);
    picture.remove();
  }

  close() {
    this.closed = true;
    this.watch.disconnect();
    this.throwAway(this.picture);
  }
}
