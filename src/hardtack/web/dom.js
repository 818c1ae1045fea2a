/** Small helpers to make and find elements. No framework: a page is built once and its parts refreshed. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[]} Children */

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected" || name === "open") {
      /** @type {any} */ (element)[name] = value;
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {ParentNode} element
 * @param {Children[]} children
 */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element: `h("button", {class: "x", onclick: act}, "Text")`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  fill(element, children);
  return element;
}

/**
 * The same in SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, props);
  fill(element, children);
  return element;
}

/**
 * Replace everything in an element.
 * @param {Element} element
 * @param {...Children} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/**
 * The same for children that nobody listens to, or whose listeners would do the same as those of the present ones: what
 * looks as before stays, and the browser has nothing to lay out and to paint.
 * @param {Element} element
 * @param {...Children} children
 */
export function renew(element, ...children) {
  const made = document.createDocumentFragment();
  fill(made, children);
  const before = element.childNodes,
    after = [...made.childNodes];
  if (before.length !== after.length || !after.every((node, i) => node.isEqualNode(before[i])))
    element.replaceChildren(made);
}

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function find(selector, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector} on this page`);
  return found;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The user wants nothing to move. @returns {boolean} */
export function calm() {
  return still.matches;
}

/**
 * A key for the page itself: no shortcut of the browser, not typed into a field, and no dialog lies over it.
 * @param {KeyboardEvent} event
 */
export function isForPage(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  return !document.querySelector("dialog[open]");
}

/** True when keys belong to a field the user types in. @param {EventTarget | null} target */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button", "submit"].includes(target.type)
  );
}

let wishes = 0;

/**
 * Of things that take a while to open, only the one wished for last is opened, and none after Escape: tells whether
 * this is still the one.
 * @returns {() => boolean}
 */
export function wish() {
  const mine = ++wishes;
  return () => mine === wishes;
}

document.addEventListener("keydown", (event) => event.key === "Escape" && wish(), true);

/**
 * Say something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const place = document.getElementById("announcer");
  if (place && text) place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/**
 * A short message at the foot of the page that goes away by itself.
 * @param {string} text
 * @param {string} [kind]
 */
export function toast(text, kind = "plain") {
  for (const old of document.querySelectorAll(".toast")) old.remove();
  const note = h("div", { class: `toast ${kind}` }, text);
  document.body.append(note);
  announce(text);
  setTimeout(() => note.remove(), 4200);
}
