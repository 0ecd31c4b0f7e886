// The scanner page: what is on the screen follows from the door's state, and each touch goes back to the door.

import {html, nothing, render} from "./lit-html.js";
import {Door} from "./door.js";
import {DOUBLE, age, time} from "./words.js";
import {ICONS, shape} from "./shapes.js";
import {listen} from "./handscanner.js";
import {open as openCamera} from "./camera.js";
import {tell, wake} from "./sounds.js";
import {ours} from "./trusted.js";

/** The same code that stays before the camera is one scan. */
const SAME_CODE_MILLIS = 2_500;
const IN_SHOWN_MILLIS = 4_000;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
const door = new Door(() => draw());

const view = {
  screen: /** @type {"starting" | "pair" | "event" | "list" | "scan" | "forgotten"} */ ("starting"),
  sheet: /** @type {"" | "menu" | "recent" | "search" | "forget"} */ (""),
  problem: "",
  events: /** @type {{slug: string, title: string}[]} */ ([]),
  /** Whether the camera is wanted wherever there is a place for it. */
  watching: false,
  camera: /** @type {"off" | "opening" | "on" | "refused" | "none"} */ ("off"),
  light: false,
  sound: true,
  theme: "auto",
  counts: /** @type {Record<string, number>} */ ({}),
  found: /** @type {import("./api.js").Schemas["FoundTickets"] | undefined} */ (undefined),
  update: false,
};

/** @type {import("./camera.js").Eye | undefined} */
let eye;
/** @type {unknown} */
let told;
let lastCode = "";
let lastSeenAt = 0;
let frameAt = 0;
/** @type {any} */
let dismissal;
/** @type {any} */
let awake;
/** @type {unknown} what covers the scanner: a verdict, a group, the name of a sheet */
let cover;
/** @type {Element | null} */
let focusedBefore = null;

// ---- what is on the screen

function draw() {
  if (door.verdict !== told) {
    told = door.verdict;
    clearTimeout(dismissal);
    if (door.verdict) {
      tell(door.verdict.kind, view.sound);
      measure();
      if (door.verdict.kind === "in" && !door.verdict.attention) {
        const shown = door.verdict;
        dismissal = setTimeout(() => door.verdict === shown && door.dismiss(), IN_SHOWN_MILLIS);
      }
    }
  }
  if (door.ended) {
    eye?.close();
    eye = undefined;
    view.screen = "forgotten";
  }
  render(screen(), root);
  moveFocus();
}

/** What covers the scanner has the focus; when it goes, the focus goes back to where it was. */
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

/** How long somebody looked at a camera before there was a word. */
function measure() {
  if (frameAt) {
    performance.measure("frame-to-verdict", {start: frameAt, end: performance.now()});
    frameAt = 0;
  }
}

function screen() {
  switch (view.screen) {
    case "starting":
      return html`<p class="starting">Doorlist</p>`;
    case "pair":
      return pairScreen();
    case "event":
      return chooser("Which event?", view.events.map((each) => ({id: each.slug, name: each.title})), chooseEvent);
    case "list":
      return chooser("Which door?", door.lists, chooseList);
    case "forgotten":
      return forgottenScreen();
    default:
      return scanScreen();
  }
}

function pairScreen() {
  return html`
    <div class="page">
      <h1>Pair this phone</h1>
      <p>Hold the pairing code before the camera, or open the link that was made for this phone.</p>
      ${cameraBox("Pairing code")}
      <form class="row" @submit=${onPairTyped}>
        <label class="hidden-words" for="code">Pairing link</label>
        <input id="code" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="or paste the link">
        <button class="main">Pair</button>
      </form>
      <p class="problem" role="alert">${view.problem}</p>
    </div>`;
}

function forgottenScreen() {
  return html`
    <div class="page">
      <h1>${door.erased ? "Forgotten" : "Erasing"}</h1>
      ${door.erased
        ? html`<p>Everything that was kept here is erased. To scan again, open a new link.</p>
            <button @click=${() => location.reload()}>Pair this phone</button>`
        : nothing}
    </div>`;
}

/**
 * @param {string} title
 * @param {{id: string, name: string}[]} choices
 * @param {(id: string) => void} choose
 */
function chooser(title, choices, choose) {
  return html`
    <div class="page">
      <h1>${title}</h1>
      <ul class="choices">
        ${choices.map((each) => html`<li><button @click=${() => choose(each.id)}>${each.name}</button></li>`)}
      </ul>
      <p class="problem" role="alert">${view.problem}</p>
    </div>`;
}

function scanScreen() {
  const {in: inside, of} = door.figures;
  return html`
    <div class="scan" ?inert=${Boolean(door.verdict || door.group || view.sheet)}>
      <header class="bar">
        <div class="where"><h1>${door.list?.name ?? "Door"}</h1></div>
        <p class="figures"><b>${inside ?? "–"}</b>${of === undefined ? " in" : html` <span>of ${of} in</span>`}</p>
        <button class="plain" aria-label="Menu" @click=${() => open("menu")}>${ICONS.menu}</button>
      </header>
      ${statusLine()} ${notices()}
      ${cameraBox(door.lookFirst ? "Look first: nobody is let in" : "Hold the code before the camera")}
      <form class="row" @submit=${onTyped}>
        <label class="hidden-words" for="code">Ticket code</label>
        <input id="code" type="text" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" enterkeyhint="go" placeholder="Type or scan a code">
        <button class="main">${door.lookFirst ? "Look" : "Check"}</button>
      </form>
      <nav class="tools" aria-label="Tools">
        <button aria-pressed=${String(door.lookFirst)} @click=${toggleLook}>${ICONS.look}<span>Look first</span></button>
        <button @click=${() => open("recent")}>${ICONS.recent}<span>Recent</span></button>
        ${door.role === "scanner"
          ? nothing
          : html`<button @click=${() => open("search")}>${ICONS.search}<span>Search</span></button>`}
        ${eye?.hasLight
          ? html`<button aria-pressed=${String(view.light)} @click=${toggleLight}>${ICONS.light}<span>Light</span></button>`
          : nothing}
      </nav>
    </div>
    ${door.group ? groupSheet() : nothing} ${sheet()} ${door.verdict ? verdictScreen(door.verdict) : nothing}`;
}

function statusLine() {
  const copy = door.copy;
  const queued = door.queue?.length ?? 0;
  const state = door.refused ? "locked" : door.reached ? "online" : "offline";
  const words = {locked: "Locked out", online: "Online", offline: "No network"}[state];
  const seconds = copy ? (Date.now() - copy.at) / 1_000 : 0;
  return html`
    <p class="status ${state}">
      <span class="net"><i aria-hidden="true"></i>${words}</span>
      <span class=${queued ? "queue some" : "queue"}>${queued ? `${queued} to send` : "All sent"}</span>
      <span class=${seconds > 300 ? "copy old" : "copy"}>${copy ? `Copy ${age(seconds)} old` : "No copy yet"}</span>
    </p>`;
}

function notices() {
  return html`
    ${door.doubles.length
      ? html`<section class="notice" role="alert">
          <h2>${door.doubles.length === 1 ? "Let in, but should not have been" : `${door.doubles.length} let in, but should not have been`}</h2>
          <ul>
            ${door.doubles.slice(-3).map(
              (each) => html`<li>
                ${time(each.at)}: ${DOUBLE[/** @type {keyof typeof DOUBLE} */ (each.reason)] ?? each.reason}${each.reference ? ` (${each.reference})` : ""}${each.by ? `, first by ${each.by}` : ""}
              </li>`,
            )}
          </ul>
          <p>It happened without the network. The organiser sees it too.</p>
          <button @click=${() => door.doublesSeen()}>Understood</button>
        </section>`
      : nothing}
    ${door.queue?.setAside
      ? html`<p class="notice" role="alert">${door.queue.setAside} scans could not be sent. Tell the organiser before you forget this phone.</p>`
      : nothing}
    ${door.full || door.copies?.unsaved.size
      ? html`<p class="notice" role="alert">This phone is full. Free some storage: without, it keeps no copy for when the network goes.</p>`
      : nothing}
    ${view.update
      ? html`<p class="notice quiet">A new version is here. <button @click=${update}>Use it now</button></p>`
      : nothing}`;
}

/** @param {string} hint */
function cameraBox(hint) {
  const on = view.camera === "on";
  return html`
    <section class="camera ${view.camera} ${door.busy ? "busy" : ""} ${door.lookFirst ? "looking" : ""}" aria-label="Camera">
      <video id="video" muted playsinline aria-hidden="true"></video>
      <div class="aim" aria-hidden="true"></div>
      ${on ? html`<p class="hint">${hint}</p>` : html`<div class="closed">${closedCamera()}</div>`}
    </section>`;
}

function closedCamera() {
  switch (view.camera) {
    case "refused":
      return html`<p>The camera is not allowed. Allow it in the browser's settings for this page, or type codes below.</p>
        <button @click=${startCamera}>Try again</button>`;
    case "none":
      return html`<p>No camera here. Use a hand scanner, or type codes below.</p>`;
    default:
      return html`<button class="main big" @click=${startCamera}>${ICONS.camera} Start camera</button>
        <p>A hand scanner works too, at any time.</p>`;
  }
}

/** @param {import("./words.js").Verdict} verdict */
function verdictScreen(verdict) {
  const length = verdict.word.length <= 4 ? "short" : verdict.word.length <= 8 ? "medium" : "long";
  return html`
    <section class="verdict ${verdict.kind}" role="alert" data-kind=${verdict.kind} @click=${onVerdictClick}>
      ${verdict.band ? html`<p class="band">${verdict.band}</p>` : nothing}
      <div class="said">
        ${shape(verdict.kind)}
        <div class="words">
          <h2 class=${length}>${verdict.word}</h2>
          ${verdict.name ? html`<p class="name">${verdict.name}</p>` : nothing}
          ${verdict.type ? html`<p class="type">${verdict.type}</p>` : nothing}
          ${verdict.note ? html`<p class="note ${verdict.attention ? "attention" : ""}">${verdict.note}</p>` : nothing}
          ${!verdict.note && verdict.attention ? html`<p class="note attention">Look closely</p>` : nothing}
          ${verdict.detail ? html`<p class="detail">${verdict.detail}</p>` : nothing}
          ${verdict.advice ? html`<p class="advice">${verdict.advice}</p>` : nothing}
        </div>
      </div>
      <div class="answers">
        ${verdict.undo ? html`<button @click=${() => door.undo(verdict)}>Undo</button>` : nothing}
        ${verdict.act ? html`<button @click=${verdict.act}>${verdict.actWord}</button>` : nothing}
        <button class="next" @click=${() => door.dismiss()}>Next</button>
      </div>
    </section>`;
}

function groupSheet() {
  const {remaining, problem} = door.group;
  const slugs = Object.keys(remaining).filter((slug) => remaining[slug] > 0);
  const all = slugs.reduce((sum, slug) => sum + remaining[slug], 0);
  const chosen = slugs.reduce((sum, slug) => sum + count(slug), 0);
  return html`
    <section class="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title">
      <h2 id="sheet-title">A group: ${all} left</h2>
      <p>How many are here?</p>
      ${slugs.map(
        (slug) => html`
          <div class="stepper" role="group" aria-label=${door.copies?.type(slug)?.name ?? slug}>
            <span class="what">${door.copies?.type(slug)?.name ?? slug}<small>${remaining[slug]} left</small></span>
            <button aria-label="One less" ?disabled=${count(slug) === 0} @click=${() => step(slug, -1)}>−</button>
            <output>${count(slug)}</output>
            <button aria-label="One more" ?disabled=${count(slug) >= remaining[slug]} @click=${() => step(slug, 1)}>+</button>
          </div>`,
      )}
      <p class="problem" role="alert">${problem ?? ""}</p>
      <div class="row">
        <button @click=${() => door.dismiss()}>Cancel</button>
        <button class="main" ?disabled=${chosen === 0 || door.busy} @click=${() => door.admitGroup(countsOf(slugs))}>
          ${chosen === 0 ? (all === 0 ? "All are in" : "Let in") : `Let ${chosen} in`}
        </button>
      </div>
    </section>`;
}

function sheet() {
  const body = {menu, recent, search, forget};
  return view.sheet
    ? html`<section class="sheet full" role="dialog" aria-modal="true" aria-label=${view.sheet}>
        <header class="bar"><button class="plain" aria-label="Back" @click=${() => open("")}>${ICONS.back}</button></header>
        ${body[view.sheet]()}
      </section>`
    : nothing;
}

function menu() {
  const standalone = matchMedia("(display-mode: standalone)").matches;
  return html`
    <div class="page">
      <h2>This phone</h2>
      <dl>
        <div><dt>Door</dt><dd>${door.list?.name ?? "–"}</dd></div>
        <div><dt>Known as</dt><dd>${door.access?.name ?? "–"}</dd></div>
        <div><dt>Role</dt><dd>${door.role}${door.access?.mode === "test" ? ", test tickets only" : ""}</dd></div>
      </dl>
      <button @click=${() => show("list")}>Change door</button>
      ${door.access && (door.access.events === null || door.access.events.length > 1)
        ? html`<button @click=${changeEvent}>Change event</button>`
        : nothing}
      <button aria-pressed=${String(view.sound)} @click=${() => keep("sound", !view.sound)}>Sound ${view.sound ? "on" : "off"}</button>
      <fieldset>
        <legend>Screen</legend>
        ${["auto", "bright", "dark"].map(
          (theme) => html`<button aria-pressed=${String(view.theme === theme)} @click=${() => keep("theme", theme)}>${theme}</button>`,
        )}
      </fieldset>
      ${standalone
        ? nothing
        : html`<p class="soft">Put this page on the home screen: it then opens without a network, and the browser does not clear it.</p>`}
      <button class="danger" @click=${() => open("forget")}>Forget this phone</button>
      <p class="soft"><a href="board">Board</a></p>
    </div>`;
}

function forget() {
  const queued = door.queue?.length ?? 0;
  return html`
    <div class="page">
      <h2>Forget this phone?</h2>
      <p>Link, copies and everything else that is kept here is erased. You need a new link to scan again.</p>
      ${queued ? html`<p class="problem" role="alert">${queued === 1 ? "1 scan has" : `${queued} scans have`} not been sent and would be lost.</p>` : nothing}
      <button class="danger" @click=${() => door.forget()}>${queued ? `Erase, and lose ${queued === 1 ? "1 scan" : `${queued} scans`}` : "Erase everything"}</button>
      <button @click=${() => open("menu")}>Keep</button>
    </div>`;
}

function recent() {
  return html`
    <div class="page">
      <h2>Recent scans</h2>
      ${door.recent.length ? nothing : html`<p class="soft">None yet. They are gone when this page is closed.</p>`}
      <ul class="recent">
        ${door.recent.map(
          (each) => html`<li class=${each.kind}>
            ${shape(each.kind)}
            <div><b>${each.word}</b> ${each.name ?? each.reference ?? each.type ?? ""}<small>${time(each.at)}</small></div>
            ${each.undo ? html`<button @click=${() => { open(""); door.undo(each); }}>Undo</button>` : nothing}
          </li>`,
        )}
      </ul>
    </div>`;
}

function search() {
  return html`
    <div class="page">
      <h2>Find a ticket</h2>
      <form class="row" @submit=${onSearch}>
        <label class="hidden-words" for="q">Name, reference or e-mail</label>
        <input id="q" type="search" autocomplete="off" placeholder="Name, reference or e-mail">
        <button class="main">Find</button>
      </form>
      <p class="problem" role="alert">${view.problem}</p>
      <ul class="found">
        ${(view.found?.tickets ?? []).map(foundTicket)}
      </ul>
      ${view.found?.more ? html`<p class="soft">There are more. Type more of the name.</p>` : nothing}
    </div>`;
}

/** @param {import("./api.js").Schemas["FoundTicket"]} ticket */
function foundTicket(ticket) {
  const here = ticket.checked_in.find((each) => String(each.checkin_list_id) === door.pairing?.list);
  return html`<li>
    <div>
      <b>${ticket.name ?? "No name"}</b>
      <small>${door.copies?.type(ticket.ticket_type)?.name ?? ticket.ticket_type} · ${ticket.reference}${ticket.state === "valid" ? "" : ` · ${ticket.state}`}</small>
      ${here ? html`<small class="in">In since ${time(here.created_at)}</small>` : nothing}
    </div>
    ${here || ticket.state !== "valid"
      ? nothing
      : html`<button class="main" @click=${() => { open(""); door.admit(ticket.qr_code_identifier, false); }}>Let in</button>`}
  </li>`;
}

// ---- what is done on it

/** @param {"" | "menu" | "recent" | "search" | "forget"} which */
function open(which) {
  view.sheet = which;
  view.problem = "";
  view.found = undefined;
  draw();
  if (which === "search") {
    document.getElementById("q")?.focus();
  }
}

/** @param {string} slug */
function count(slug) {
  return Math.min(view.counts[slug] ?? door.group.remaining[slug], door.group.remaining[slug]);
}

/** @param {string[]} slugs */
function countsOf(slugs) {
  return Object.fromEntries(slugs.map((slug) => [slug, count(slug)]));
}

/**
 * @param {string} slug
 * @param {number} more
 */
function step(slug, more) {
  view.counts[slug] = count(slug) + more;
  draw();
}

function toggleLook() {
  door.lookFirst = !door.lookFirst;
  draw();
}

async function toggleLight() {
  view.light = !view.light;
  await eye?.light(view.light).catch(() => {});
  draw();
}

/** @param {MouseEvent} event */
function onVerdictClick(event) {
  if (!(event.target instanceof Element && event.target.closest("button"))) {
    door.dismiss();
  }
}

/** @param {SubmitEvent} event */
function onTyped(event) {
  event.preventDefault();
  wake();
  const field = /** @type {HTMLInputElement} */ (document.getElementById("code"));
  const text = field.value;
  field.value = "";
  scanned(text, false);
}

/** @param {SubmitEvent} event */
function onPairTyped(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (document.getElementById("code"));
  pair(field.value);
}

/** @param {SubmitEvent} event */
async function onSearch(event) {
  event.preventDefault();
  const q = /** @type {HTMLInputElement} */ (document.getElementById("q")).value.trim();
  if ([...q].length < 3) {
    view.problem = "At least three letters.";
    draw();
    return;
  }
  const answer = await door.search(q);
  view.found = answer.status === 200 ? answer.body : undefined;
  view.problem =
    answer.status === 200
      ? answer.body.tickets.length
        ? ""
        : "Nobody found."
      : answer.status === 429
        ? "Too many searches. Wait a moment."
        : answer.status === 0
          ? "Searching needs the network."
          : "This phone may not search.";
  draw();
}

/**
 * @param {string} text
 * @param {boolean} byScanner
 */
function scanned(text, byScanner) {
  if (text.includes("#") && text.includes("token=dl_")) {
    pair(text);
    return;
  }
  if (view.screen !== "scan") {
    view.problem = view.screen === "pair" ? "That is no pairing code." : "";
    draw();
    return;
  }
  view.sheet = "";
  view.counts = {};
  door.take(text, byScanner);
}

/**
 * @param {string} text
 * @param {number} at
 */
function seen(text, at) {
  const now = performance.now();
  const again = text === lastCode && now - lastSeenAt < SAME_CODE_MILLIS;
  lastCode = text;
  lastSeenAt = now;
  if (!again && !door.busy) {
    frameAt = at;
    scanned(text, true);
  }
}

async function startCamera() {
  wake();
  const video = /** @type {HTMLVideoElement | null} */ (document.getElementById("video"));
  view.watching = true;
  if (!video || eye || view.camera === "opening") {
    return;
  }
  view.camera = "opening";
  draw();
  try {
    eye = await openCamera(video, seen);
    view.camera = "on";
    stayAwake();
  } catch (error) {
    view.camera = error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "none";
  }
  draw();
}

async function stayAwake() {
  awake = await navigator.wakeLock?.request("screen").catch(() => undefined);
}

/** @param {string} text */
async function pair(text) {
  view.problem = "";
  const wrong = await door.pair(text);
  if (wrong) {
    if (view.screen === "scan") {
      door.show(++door.turn, {kind: "wait", word: "NOT PAIRED", detail: wrong, advice: "This phone stays as it was."});
      return;
    }
    view.problem = wrong;
    if (!door.pairing) {
      show("pair");
    }
    draw();
    return;
  }
  await goOn();
}

/** Goes to whatever is still to be chosen, or to the door. */
async function goOn() {
  const pairing = door.pairing;
  if (!pairing) {
    show("pair");
  } else if (!pairing.event) {
    view.events = await door.events();
    show("event");
  } else if (!pairing.list) {
    show("list");
  } else {
    show("scan");
    door.poll();
    door.drain(true);
    navigator.storage?.persist?.();
  }
  draw();
}

/**
 * Goes to another screen. It has another video element, or none.
 *
 * @param {"pair" | "event" | "list" | "scan"} screen
 */
function show(screen) {
  if (screen !== view.screen) {
    eye?.close();
    eye = undefined;
    view.camera = "off";
    view.screen = screen;
    view.sheet = "";
    draw();
    if (view.watching) {
      startCamera();
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

async function changeEvent() {
  view.events = await door.events();
  show("event");
}

/**
 * @param {"sound" | "theme"} name
 * @param {any} value
 */
async function keep(name, value) {
  /** @type {any} */ (view)[name] = value;
  colour(view.theme);
  await door.remember(value, name);
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

// ---- a new version of this page waits until nobody is in the middle of something

async function serve() {
  const registration = await navigator.serviceWorker?.register(ours("sw.js"), {scope: "./"}).catch(() => undefined);
  const waiting = () => {
    view.update = Boolean(registration?.waiting && navigator.serviceWorker.controller);
    draw();
  };
  registration?.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", waiting));
  if (registration) {
    waiting();
    setInterval(() => registration.update().catch(() => {}), 30 * 60_000);
  }
  // The first worker of a phone takes over too, but it has the very files that are open.
  let renewed = Boolean(navigator.serviceWorker?.controller);
  navigator.serviceWorker?.addEventListener("controllerchange", () => (renewed ? location.reload() : (renewed = true)));
}

async function update() {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.waiting?.postMessage("take over");
}

async function start() {
  const fragment = location.hash;
  // The token must not stay in the address, where the next person reads it and the history keeps it.
  history.replaceState(null, "", location.pathname);
  const paired = await door.start();
  view.sound = (await door.db.get("settings", "sound")) ?? true;
  view.theme = (await door.db.get("settings", "theme")) ?? "auto";
  colour(view.theme);
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
  if ((await navigator.permissions?.query({name: /** @type {any} */ ("camera")}).catch(() => undefined))?.state === "granted") {
    startCamera();
  }
}

listen(
  () => /** @type {HTMLInputElement | null} */ (document.getElementById("code")),
  () => door.verdict && door.dismiss(),
  (text, byScanner) => {
    wake();
    scanned(text, byScanner);
  },
);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (view.sheet || door.verdict || door.group)) {
    view.sheet = "";
    door.dismiss();
  }
});
document.addEventListener("pointerdown", wake);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    door.poll();
    door.drain(true);
    if (awake?.released) {
      stayAwake();
    }
  }
});
addEventListener("online", () => {
  door.reached = true;
  door.drain(true);
  door.poll();
});
addEventListener("offline", () => {
  door.reached = false;
  draw();
});
addEventListener("hashchange", () => {
  if (location.hash.length > 1) {
    const fragment = location.hash;
    history.replaceState(null, "", location.pathname);
    pair(fragment);
  }
});
setInterval(draw, 5_000);
serve();
start();
