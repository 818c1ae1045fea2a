/** Runs in the browser with no page open: shows a notice that was pushed, and opens its game when it is chosen. */

/** @type {any} the global scope of a service worker, which the page's own types do not know */
const scope = self;

scope.addEventListener("install", () => scope.skipWaiting());
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, path, game, lang } = read(event.data);
  event.waitUntil(
    scope.registration.showNotification(title, {
      body,
      lang,
      icon: "/assets/icon.svg",
      tag: game || "hardtack", // a later one of the same game takes its place
      data: { path, game },
    }),
  );
});

/** What was pushed; a browser insists that something is shown. @param {any} data */
function read(data) {
  const usual = { title: "Hardtack", body: "", path: "/you", game: "", lang: "en" };
  try {
    const given = data.json();
    const path = typeof given.path === "string" && /^\/(?!\/)/.test(given.path) ? given.path : usual.path;
    return { ...usual, ...given, path }; // never to another site
  } catch {
    return usual;
  }
}

scope.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const { path, game } = event.notification.data ?? {};
  event.waitUntil(show(path ?? "/you", game ?? ""));
});

/** The page with the game, if one is open; any other page of ours, which goes there; or a new one. */
async function show(/** @type {string} */ path, /** @type {string} */ game) {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => game && new URL(page.url).pathname === `/play/${game}`);
  const page = there ?? pages[0];
  if (!page) return scope.clients.openWindow(path);
  if (!there) page.postMessage({ go: path });
  return page.focus().catch(() => page); // a browser may not want a page to come forward
}
