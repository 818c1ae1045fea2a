/** How parts of the page ask for another page, without importing the page that opens them all. */

/** @param {string} address */
export function go(address) {
  document.dispatchEvent(new CustomEvent("hardtack:go", { detail: address }));
}

/** @param {"en" | "ja"} lang */
export function speak(lang) {
  document.dispatchEvent(new CustomEvent("hardtack:speak", { detail: lang }));
}

/**
 * The address of a game's page. It holds no key: the browser remembers the seats it has.
 * @param {string} page
 * @param {string} game
 * @param {string} [query]
 */
export function gamePage(page, game, query = "") {
  return `/${page}/${game}${query && `?${query}`}`;
}

/** The address of a lesson or a puzzle. @param {string} set @param {string} lesson */
export function lessonPage(set, lesson) {
  return `/learn/${set}/${lesson}`;
}

/** The address at which a game of a scenario is set up. @param {string} scenario */
export function scenarioPage(scenario) {
  return `/?scenario=${scenario}`;
}

/** The address of a report, to be read or (".pdf") kept. @param {string} game @param {string} [kind] */
export function reportPage(game, kind = "") {
  return `/report/${game}${kind}?lang=${document.documentElement.lang}`;
}

const LINK = "take=";

/**
 * The address by which somebody takes a seat, once.
 * @param {string} origin of the server
 * @param {string} game
 * @param {string} token
 */
export function linkPage(origin, game, token) {
  return `${origin}${gamePage("play", game)}#${LINK}${encodeURIComponent(token)}`;
}

/**
 * The secret an address came with: the token of a link, or a key (of links made before there were tokens).
 * @returns {{token: string | null, key: string | null}}
 */
export function brought() {
  let given = location.hash.slice(1);
  try {
    given = decodeURIComponent(given);
  } catch {
    // a mangled link: the server will say that it is wrong
  }
  return given.startsWith(LINK) ? { token: given.slice(LINK.length), key: null } : { token: null, key: given || null };
}

/** Secrets do not stay in the address, where others may read them and browsers write them down. */
export function cleanAddress() {
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** The token of a link to one's own name, if the address came with one. @returns {string | null} */
export function nameToken() {
  return location.hash.startsWith("#name=") ? decodeURIComponent(location.hash.slice(6)) : null;
}

/** The game a notice was about, if the address came from one. @returns {string | null} */
export function noticed() {
  return /^#game=([\w-]{1,16})$/.exec(location.hash)?.[1] ?? null;
}
