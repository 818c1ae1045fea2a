/** How parts of the page ask for another page, without importing the page that opens them all. */

/** @param {string} address */
export function go(address) {
  document.dispatchEvent(new CustomEvent("hardtack:go", { detail: address }));
}

/** @param {"en" | "ja"} lang */
export function speak(lang) {
  document.dispatchEvent(new CustomEvent("hardtack:speak", { detail: lang }));
}

/** The address of a game's page for whoever holds a key. @param {string} page @param {string} game @param {string | null} [key] @param {string} [query] */
export function gamePage(page, game, key = null, query = "") {
  return `/${page}/${game}${query && `?${query}`}${key ? `#${encodeURIComponent(key)}` : ""}`;
}
