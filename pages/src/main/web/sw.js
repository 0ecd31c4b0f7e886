// Keeps the scanner and the board on the phone, so that they open without a network. API requests
// are not handled.

const VERSION = "@version@";
const CACHE = `doorlist-${VERSION}`;
const PAGES = ["scan", "board", "app.webmanifest"];
const FILES = ["@files@"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    Promise.all([caches.open(CACHE), spoken()]).then(([cache, words]) =>
      cache.addAll([...PAGES.map((page) => new Request(page, {cache: "reload"})), ...FILES, ...words]),
    ),
  );
});

// The words of the languages that an earlier version kept, in this one; a page keeps its own.
async function spoken() {
  const old = (await caches.keys()).filter((name) => name.startsWith("doorlist-") && name !== CACHE);
  const urls = (await Promise.all(old.map(async (name) => (await caches.open(name)).keys()))).flat();
  const names = urls.map(({url}) => /words-\w+\.js$/.exec(url)?.[0]).filter(Boolean);
  return [...new Set(names)].map((name) => `assets/${VERSION}/${name}`);
}

// A new version waits until the page says that nobody is using it.
self.addEventListener("message", (event) => {
  if (event.data === "take over") {
    self.skipWaiting();
  }
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("doorlist-") && name !== CACHE).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const scope = new URL(self.registration.scope);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) {
    return;
  }
  const name = url.pathname.slice(scope.pathname.length);
  if (PAGES.includes(name) || name.startsWith("assets/")) {
    event.respondWith(caches.match(event.request, {ignoreSearch: true}).then((kept) => kept ?? fetch(event.request)));
  }
});
