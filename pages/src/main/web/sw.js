// Stores the scanner and the board on the phone, so that they open without a network. On a laptop that has opened the
// desk, it stores the desk, too. Requests to the API are not handled here.

const VERSION = "@version@";
const CACHE = `doorlist-${VERSION}`;
const PAGES = ["scan", "board", "app.webmanifest"];
const FILES = ["@files@"];
const DESK_PAGES = ["desk", "badge"];
const DESK_FILES = ["@desk@"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    Promise.all([caches.open(CACHE), spoken(), caches.match("desk")]).then(([cache, words, desk]) =>
      cache.addAll([...scanner(), ...words, ...(desk ? desks() : [])]),
    ),
  );
});

const scanner = () => [...PAGES.map(newest), ...FILES];
const desks = () => [...DESK_PAGES.map(newest), ...DESK_FILES];

function newest(page) {
  return new Request(page, {cache: "reload"});
}

// Returns this version's files for the languages that an earlier version stored. A page stores its own language.
async function spoken() {
  const old = (await caches.keys()).filter((name) => name.startsWith("doorlist-") && name !== CACHE);
  const urls = (await Promise.all(old.map(async (name) => (await caches.open(name)).keys()))).flat();
  const names = urls.map(({url}) => /(desk-)?words-\w+\.js$/.exec(url)?.[0]).filter(Boolean);
  return [...new Set(names)].map((name) => `assets/${VERSION}/${name}`);
}

// A new version waits until the page says that nobody is using it. A desk that was just opened is not in use yet.
self.addEventListener("message", (event) => {
  if (event.data === "take over") {
    self.skipWaiting();
  } else if (event.data === "desk") {
    event.waitUntil(Promise.all([keep(PAGES, scanner), keep(DESK_PAGES, desks)]));
  } else if (event.data === "desk opened") {
    event.waitUntil(
      self.clients.matchAll({includeUncontrolled: true}).then((all) => all.length < 2 && self.skipWaiting()),
    );
  }
});

// A browser may lose stored files and keep the worker, for example after a crash or without room. Then the files are
// stored again.
async function keep(pages, all) {
  const cache = await caches.open(CACHE);
  if (!(await Promise.all(pages.map((page) => cache.match(page)))).every(Boolean)) {
    await cache.addAll(all());
  }
}

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
  if (PAGES.includes(name) || DESK_PAGES.includes(name) || name.startsWith("assets/")) {
    const kept = caches.match(event.request, {ignoreSearch: true});
    event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
    event.waitUntil(kept.then((answer) => answer || !PAGES.includes(name) || keep(PAGES, scanner)));
  }
});
