// The scanner page. The screen is drawn from the door's state, and each touch is passed to the door.

import {render} from "./lit-html.js";
import {Door} from "./door.js";
import {listen} from "./handscanner.js";
import {tell, wake} from "./sounds.js";
import {ours} from "./trusted.js";
import {Screens} from "./screens.js";
import {Sight} from "./sight.js";
import {view} from "./view.js";
import {Watch, stayAwake} from "./watch.js";
import {say, speak} from "./language.js";
import {OPEN_MILLIS, missing} from "./abilities.js";
import {PAIRING_CODE, goesBy} from "./words.js";

const IN_SHOWN_MILLIS = 4_000;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
const door = new Door(draw);
const camera = new Watch(seen, draw);
const sight = new Sight();
door.forgotten = (/** @type {string[]} */ texts) => sight.forget(texts);

/** @type {unknown} */
let told;
let frameAt = 0;
/** @type {any} */
let dismissal;
/** @type {unknown} what covers the scanner: a verdict, a group, or the name of a sheet */
let cover;
/** @type {Element | null} */
let focusedBefore = null;

const on = {
  open,
  show,
  startCamera: () => camera.start(),
  turnCamera: () => camera.turn(),
  chooseCamera,
  next,
  typed,
  pairTyped,
  pairWith,
  goOn,
  searched,
  whatHappened,
  verdictClicked,
  toggleLight: () => camera.toggleLight(),
  setCount,
  chooseEvent,
  chooseList,
  choose,
  scanExits,
  chooseLanguage,
  keep,
  update,
};
/** @typedef {typeof on} On */
const screens = new Screens(door, on);

// ---- what is on the screen

function draw() {
  if (door.verdict !== told) {
    told = door.verdict;
    clearTimeout(dismissal);
    if (door.verdict) {
      tell(door.verdict.kind, view.sound);
      measure();
      if (goesBy(door.verdict)) {
        const shown = door.verdict;
        // The server may have answered meanwhile that staff must look closely.
        dismissal = setTimeout(() => door.verdict === shown && goesBy(shown) && door.dismiss(), IN_SHOWN_MILLIS);
      }
    }
  }
  if (door.ended) {
    camera.stop();
    view.screen = "forgotten";
  }
  render(screens.screen(), root);
  moveFocus();
}

/** Moves the focus to what covers the scanner. When that closes, the focus returns to where it was. */
function moveFocus() {
  const covers = view.screen === "scan" ? (door.verdict ?? door.group ?? view.sheet) || undefined : undefined;
  if (covers === cover) {
    return;
  }
  const before = cover;
  cover = covers;
  if (covers) {
    focusedBefore = before ? focusedBefore : document.activeElement;
    const first = door.verdict ? ".verdict .next" : door.group ? ".sheet .main" : ".sheet input, .sheet button";
    /** @type {HTMLElement | null} */ (root.querySelector(first))?.focus();
  } else if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) {
    focusedBefore.focus({preventScroll: true});
  }
}

/** Measures the time from a camera frame to the verdict on the screen. */
function measure() {
  if (frameAt) {
    performance.measure("frame-to-verdict", {start: frameAt, end: performance.now()});
    frameAt = 0;
  }
}

// ---- what is done on it

/** @param {"" | "menu" | "recent" | "search" | "forget" | "scanner"} which */
function open(which) {
  view.tested = undefined;
  view.sheet = which;
  view.problem = "";
  view.found = undefined;
  view.history = undefined;
  draw();
  if (which === "search") {
    document.getElementById("q")?.focus();
  }
}

/** @param {string} slug @param {number} number of this type to let in */
function setCount(slug, number) {
  view.counts[slug] = number;
  draw();
}

/** @param {MouseEvent} event */
function verdictClicked(event) {
  if (!(event.target instanceof Element && event.target.closest("button"))) {
    next();
  }
}

/** @param {SubmitEvent} event */
function typed(event) {
  event.preventDefault();
  wake();
  const field = /** @type {HTMLInputElement} */ (document.getElementById("code"));
  const text = field.value;
  field.value = "";
  scanned(text, false);
}

/** @param {SubmitEvent} event */
function pairTyped(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (document.getElementById("code"));
  pair(field.value);
}

/** @param {SubmitEvent} event */
async function searched(event) {
  event.preventDefault();
  const q = /** @type {HTMLInputElement} */ (document.getElementById("q")).value.trim();
  const answer = await door.search(q);
  view.history = undefined;
  view.found = answer.status === 200 ? answer.body : undefined;
  view.problem = view.found?.tickets.length === 0 ? say("nobodyFound") : notSearched(answer.status);
  draw();
}

/** @param {string} reference */
async function whatHappened(reference) {
  const answer = await door.history(reference);
  view.history = answer.status === 200 ? {reference, events: answer.body.history} : undefined;
  view.problem = notSearched(answer.status);
  draw();
}

/** @param {number} status */
function notSearched(status) {
  return status === 200
    ? ""
    : say(
        status === 400
          ? "threeLetters"
          : status === 429
            ? "tooManySearches"
            : status === 0
              ? "searchNeedsNetwork"
              : "mayNotSearch",
      );
}

/**
 * @param {string} text
 * @param {boolean} byScanner
 * @param {string[]} [meant] what a hand scanner may have meant instead
 * @param {string[]} [beside] what the camera saw beside it
 */
function scanned(text, byScanner, meant, beside) {
  if (view.screen === "pair") {
    pair(text);
  } else if (view.screen === "scan" && !door.read(text).wrong) {
    // Anybody could show a link to the camera. So a phone is paired only where staff have asked for it.
    door.say(PAIRING_CODE);
  } else if (view.screen === "scan" && view.sheet === "scanner") {
    view.tested = {text, keys: meant?.[0] ?? text};
    draw();
  } else if (view.screen === "scan") {
    view.sheet = "";
    view.counts = {};
    door.take(text, byScanner, meant, beside);
  }
}

/** @param {string[]} texts @param {number} at */
function seen(texts, at) {
  const held = Boolean(door.group || (door.verdict && !goesBy(door.verdict)));
  const knows = (/** @type {string} */ text) => (view.screen === "scan" && !view.sheet ? door.knows(text) : undefined);
  const [text, ...others] = sight.see(texts, performance.now(), knows, held);
  if (text) {
    frameAt = door.busy ? 0 : at;
    scanned(text, true, undefined, others);
  }
}

/** Goes on to the next scan, so that what is before the camera counts again. */
function next() {
  sight.next();
  door.dismiss();
}

/** Pairs this phone by a link. If it would then let in other people, staff must agree first. @param {string} text */
async function pair(text) {
  const {pairing, wrong} = door.read(text);
  if (pairing && door.replaces(pairing)) {
    view.offer = await door.offer(pairing);
    show("offer");
    draw();
  } else {
    await pairWith(pairing, wrong);
  }
}

/** @param {import("./api.js").Pairing | undefined} pairing @param {string} wrong */
async function pairWith(pairing, wrong = "") {
  view.problem = pairing ? await door.pair(pairing) : wrong;
  if (!view.problem) {
    await goOn();
  } else if (!door.pairing || view.screen === "starting" || view.screen === "offer") {
    show("pair");
  }
  draw();
}

/** Goes to the next choice that is still open, or to the door. */
async function goOn() {
  view.problem = "";
  const pairing = door.pairing;
  if (!pairing) {
    show("pair");
  } else if (!pairing.event) {
    await choose("event");
  } else if (!pairing.list) {
    await choose("list");
  } else {
    show("scan");
    stayAwake();
    door.poll();
    door.drain(true);
    navigator.storage?.persist?.();
  }
  draw();
}

/**
 * Goes to another screen. The camera stops, because that screen has another video element, or none.
 *
 * @param {"pair" | "offer" | "event" | "list" | "scan" | "lacking"} screen
 */
function show(screen) {
  if (screen !== view.screen) {
    camera.stop();
    view.screen = screen;
    view.sheet = "";
    draw();
    if (view.watching) {
      camera.start();
    }
  }
}

/** @param {string} event */
async function chooseEvent(event) {
  view.problem = await door.chooseEvent(event);
  if (!view.problem) {
    await goOn();
  }
  draw();
}

/** @param {string} list */
async function chooseList(list) {
  const written = door.chooseList(list);
  await goOn();
  await written;
}

/** @param {boolean} leaving */
async function scanExits(leaving) {
  open("");
  tell(leaving ? "out" : "in", view.sound);
  await door.scanExits(leaving);
}

/** @param {string} device */
async function chooseCamera(device) {
  open("");
  await camera.choose(device);
  await door.remember(device, "camera");
}

/** Shows a choice. The events, or their details, may arrive later. @param {"event" | "list"} screen */
async function choose(screen) {
  show(screen);
  view.events = await door.events();
  draw();
}

/** @param {"sound" | "theme"} name @param {any} value */
async function keep(name, value) {
  /** @type {any} */ (view)[name] = value;
  colour(view.theme);
  await door.remember(value, name);
  draw();
}

/** @param {string} tag */
async function chooseLanguage(tag) {
  await door.remember(tag, "language");
  await speak(tag);
  draw();
}

/** @param {string} theme */
function colour(theme) {
  if (theme === "auto") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
}

// ---- a new version of this page waits until nobody is using it

async function serve() {
  const registration = await navigator.serviceWorker?.register(ours("sw.js"), {scope: "./"}).catch(() => undefined);
  const waiting = () => {
    view.update = Boolean(registration?.waiting && navigator.serviceWorker.controller);
    draw();
  };
  registration?.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", waiting),
  );
  if (registration) {
    waiting();
    setInterval(() => registration.update().catch(() => {}), 30 * 60_000);
  }
  // When a phone's first worker takes over, the page is not reloaded, because both have the same files.
  let renewed = Boolean(navigator.serviceWorker?.controller);
  navigator.serviceWorker?.addEventListener("controllerchange", () => (renewed ? location.reload() : (renewed = true)));
}

async function update() {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage("take over");
}

/** @param {import("./language.js").Word} word why this page cannot work here */
async function lack(word) {
  await speak();
  view.problem = say(word);
  show("lacking");
  draw();
}

async function start() {
  const lacking = missing();
  if (lacking) {
    lack(lacking);
    return;
  }
  // A slow phone opens its database later. A browser that does not allow a database may never say so.
  const patience = setTimeout(() => lack("nothingKept"), OPEN_MILLIS);
  const fragment = location.hash;
  // The token must not stay in the address, where the next person can read it and the history keeps
  // it.
  history.replaceState(null, "", location.pathname);
  const paired = await door.start();
  clearTimeout(patience);
  await speak(await door.recall("language"));
  view.sound = (await door.recall("sound")) ?? true;
  view.theme = (await door.recall("theme")) ?? "auto";
  view.device = (await door.recall("camera")) ?? "";
  colour(view.theme);
  door.db.hurry();
  if (fragment.length > 1) {
    await pair(fragment);
  } else if (paired) {
    await goOn();
    door.learn();
  } else {
    show("pair");
  }
  draw();
  performance.mark("ready");
  if (
    (await navigator.permissions?.query({name: /** @type {any} */ ("camera")}).catch(() => undefined))?.state ===
    "granted"
  ) {
    camera.start();
  }
}

listen(
  () => /** @type {HTMLInputElement | null} */ (document.getElementById("code")),
  () => door.verdict && door.dismiss(),
  (text, meant) => {
    wake();
    scanned(text, Boolean(meant), meant);
  },
);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (view.sheet || door.verdict || door.group)) {
    view.sheet = "";
    next();
  }
});
document.addEventListener("pointerdown", () => {
  wake();
  camera.eye?.wake();
});
navigator.mediaDevices?.addEventListener("devicechange", () => view.camera === "none" && camera.start());
document.addEventListener("visibilitychange", () => {
  // An unused camera drains the battery, and on some phones it dies unnoticed.
  if (document.visibilityState === "hidden") {
    camera.stop();
  } else {
    if (view.watching) {
      camera.start();
    }
    door.poll();
    door.drain(true);
    if (view.screen === "scan") {
      stayAwake();
    }
  }
});
addEventListener("online", () => door.network(true));
addEventListener("offline", () => door.network(false));
addEventListener("hashchange", () => {
  if (location.hash.length > 1) {
    const fragment = location.hash;
    history.replaceState(null, "", location.pathname);
    pair(fragment);
  }
});
setInterval(draw, 5_000);
serve();
start().catch(() => lack("nothingKept"));
