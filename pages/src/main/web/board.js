// The board shows how an evening goes, on a phone or on a wall. It can also show the whole evening, to read or print.
// It asks every few seconds, and gets 304 while nothing happens.

import {html, nothing, render} from "./lit-html.js";
import * as phone from "./phone.js";
import {Api, path} from "./api.js";
import {Database} from "./database.js";
import {ours} from "./trusted.js";
import {OPEN_MILLIS, missing} from "./abilities.js";
import {age, date, language, learn, say, silence, speak, useTimeZone} from "./language.js";
import {MINUTES, places, spanOf, strong} from "./places.js";

const EVERY_MILLIS = 2_500;
const EVENING_EVERY_MILLIS = 30_000;
const MAX_WAIT_MILLIS = 30_000;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();

const view = {
  /** @type {import("./api.js").Pairing | undefined} */
  pairing: undefined,
  title: "",
  where: "",
  problem: "",
  /** @type {import("./api.js").Schemas["Pulse"] | undefined} */
  pulse: undefined,
  /** @type {{slug: string, title: string, date?: string, place?: string}[]} */
  events: [],
  reached: true,
  /** Whether the link is no longer accepted. */
  locked: false,
  newsAt: 0,
  /** Whether the whole evening is shown. */
  evening: new URLSearchParams(location.search).has("evening"),
  /** @type {import("./places.js").Open | undefined} */
  open: undefined,
  /** The event's time zone. It is empty if the event names none, and then times are by the device's clock. */
  zone: /** @type {string | undefined} */ (undefined),
  /** The function that shows the money taken at desks, loaded once there is some. */
  takings: /** @type {typeof import("./desk-takings.js").takings | undefined} */ (undefined),
  /** Whether this browser stores the link. */
  kept: true,
};

/** @type {BroadcastChannel | undefined} */
let channel;

/** Stores the board's link, and writes it again if the browser has erased it. */
const db = new Database({
  changed: () => {
    view.kept = !db.down;
    draw();
  },
  renewed: async () => {},
  back: () => {},
  erased: () => location.reload(),
});

/** @type {Api} */
let api;
let etag = "";
let failures = 0;
/** What to add to the device's time. */
let correction = 0;
/** @type {any} */
let timer;

function draw() {
  render(view.pairing?.event ? board() : chooser(), root);
}

function chooser() {
  return html`
    <div class="choose">
      <h1>${say(view.events.length ? "whichEvent" : "board")}</h1>
      ${view.events.length
        ? html`<ul>${view.events.map((each) => html`<li><button
          @click=${() => choose(each.slug)} dir="auto">${each.title}</button></li>`)}</ul>`
        : view.pairing || view.problem
          ? nothing
          : html`<p>${say("openBoardLink")} <a href="scan">${say("scannerLink")}</a></p>`}
      <p class="problem" role="alert">${view.problem}</p>
    </div>`;
}

function board() {
  const {pulse} = view;
  const seconds = (Date.now() - view.newsAt) / 1_000;
  const live = view.reached && !view.locked;
  const span = pulse && spanOf(pulse, Date.now() + correction);
  return html`
    <header>
      <h1 dir="auto">${view.title || view.pairing?.event}</h1>
      ${view.where ? html`<p dir="auto">${view.where}</p>` : nothing}
      ${span?.at ? html`<p class="date">${date(span.at)}${view.zone ? html` · <bdi>${view.zone}</bdi>` : nothing}</p>`
        : nothing}
      <p class="net ${live ? "online" : "offline"}" role="status">
        <i aria-hidden="true"></i>${say(live ? "live" : view.locked ? "lockedStatus" : silence())}${live || !view.newsAt
          ? "" : ` · ${age(seconds)}`}
      </p>
      ${pulse ? html`<p class="people">${strong("peopleCame", pulse.people_in)}</p>` : nothing}
      <nav>
        <a href=${addressOf(!view.evening)} @click=${turn}>${say(view.evening ? "lastHour" : "wholeEvening")}</a>
        ${view.evening ? html`<button @click=${() => print()}>${say("printIt")}</button>` : nothing}
      </nav>
    </header>
    <p class="problem" role="alert">${view.problem || (view.kept ? "" : say("boardNotKept"))}</p>
    ${pulse && span ? places(pulse, span, view.open, show) : nothing}
    ${pulse?.takings?.length && view.takings ? view.takings(pulse.takings) : nothing}`;
}

/** @param {string} event */
async function choose(event) {
  if (view.pairing) {
    view.pairing = {...view.pairing, event};
    await begin();
  }
}

async function begin() {
  const {pairing} = view;
  if (!pairing) {
    return;
  }
  clearTimeout(timer);
  pairing.account ||= await accountOf();
  const events = pairing.account ? await api.ask("listEvents", `${path(pairing.account, "events")}?items=250`)
    : undefined;
  view.events = events?.status === 200 ? events.body.events : [];
  if (events?.status === 200) {
    view.problem = "";
  } else {
    view.problem = view.locked ? say("linkDead") : say("boardNoAnswer");
    timer = pairing.event ? timer : setTimeout(begin, EVERY_MILLIS);
  }
  if (!pairing.event && view.events.length === 1) {
    pairing.event = view.events[0].slug;
  }
  const event = view.events.find((each) => each.slug === pairing.event);
  view.title = event?.title ?? "";
  view.where = [event?.date, event?.place].filter(Boolean).join(" · ");
  draw();
  if (pairing.event) {
    poll();
  }
}

/** @param {boolean} evening */
function addressOf(evening) {
  return evening ? "board?evening" : "board";
}

/** @param {Event} event */
function turn(event) {
  event.preventDefault();
  view.evening = !view.evening;
  history.replaceState(null, "", addressOf(view.evening));
  etag = "";
  poll();
}

/** @param {number} list at which people were let in twice */
async function show(list) {
  view.open = view.open?.list === list ? undefined : {list, people: []};
  await learnOpen();
  draw();
}

async function learnOpen() {
  const {open, pairing} = view;
  if (open && pairing) {
    const log = path(pairing.account, pairing.event, "checkin_lists", open.list, "log");
    const answer = await api.ask("listHappenings", `${log}?open=true`);
    open.people = answer.status === 200 ? answer.body.log : [];
    view.problem = answer.status === 403 ? say("mayNotSearch") : "";
  }
}

async function poll() {
  clearTimeout(timer);
  if (document.visibilityState === "hidden" || !view.pairing) {
    return;
  }
  const {account, event} = view.pairing;
  const {evening} = view;
  const window = evening ? "evening=true" : `minutes=${MINUTES}`;
  const answer = await api.ask("getPulse", `${path(account, event, "pulse")}?${window}`, {etag});
  if (evening !== view.evening) {
    return;
  }
  if (answer.status === 200) {
    view.pulse = answer.body;
    etag = answer.etag;
    await Promise.all([learnZone(), learnOpen(), learnMoney()]);
  }
  const heard = answer.status === 200 || answer.status === 304;
  failures = heard ? 0 : failures + 1;
  view.reached = answer.status !== 0;
  view.newsAt = heard ? Date.now() : view.newsAt;
  view.locked = answer.status === 401 || answer.status === 403;
  view.problem = view.locked ? say("linkDead") : answer.status === 429 ? say("tooManyBoards") : "";
  draw();
  const wait = EVERY_MILLIS << Math.min(failures, 4);
  timer = setTimeout(poll, evening && heard ? EVENING_EVERY_MILLIS : Math.min(MAX_WAIT_MILLIS, wait));
}

/**
 * Shows times by the clock at the event's place. For an event without a time zone the service says UTC, and times stay
 * by the device's clock.
 */
async function learnZone() {
  if (view.zone === undefined && view.pairing) {
    const answer = await api.ask("listAreas", path(view.pairing.account, view.pairing.event, "areas"));
    const zone = answer.status === 200 ? answer.body.time_zone : undefined;
    view.zone = zone && zone !== "UTC" && useTimeZone(zone) ? zone : zone && "";
  }
}

/** Loads the words about money when there is some to show, because most boards show none. */
async function learnMoney() {
  if (view.pulse?.takings?.length && !view.takings) {
    learn((await import(`./desk-words-${language}.js`)).default);
    view.takings = (await import("./desk-takings.js")).takings;
  }
}

async function accountOf() {
  const access = await api.ask("getAccess", "");
  view.locked = access.status === 401;
  return access.status === 200 ? access.body.account_slug : "";
}

/** @param {import("./language.js").Word} word why this page cannot work here */
async function lack(word) {
  await speak();
  view.problem = say(word);
  draw();
}

/**
 * Reads what this page or the scanner has stored under a name. It is undefined if nothing is stored, or if the database
 * fails.
 *
 * @param {string} name
 */
function recall(name) {
  return db.recall(name).catch(() => undefined);
}

async function start() {
  const lacking = missing();
  if (lacking) {
    lack(lacking);
    return;
  }
  channel ??= new BroadcastChannel("doorlist");
  channel.onmessage = (event) => event.data === "forgotten" && location.reload();
  const link = phone.pairing(location.hash);
  history.replaceState(null, "", addressOf(view.evening));
  const opened = db.open();
  const late = () => new Promise((done) => setTimeout(() => done(false), OPEN_MILLIS));
  if (!(await Promise.race([opened.then(() => true, () => false), late()]))) {
    view.kept = false;
    await speak();
    if (!link) {
      view.problem = say("nothingKept");
      draw();
    }
    opened.then(() => (link ? keep(link) : start()), () => {});
    if (!link) {
      return;
    }
  }
  if (view.kept) {
    await speak(await recall("language"));
    await keep(link);
    view.pairing = link ?? (await recall("board")) ?? (await recall("pairing"));
    const theme = (await recall("theme")) ?? "auto";
    if (theme !== "auto") {
      document.documentElement.dataset.theme = theme;
    }
  } else {
    view.pairing = link ?? undefined;
  }
  db.hurry();
  draw();
  if (view.pairing) {
    api = new Api(view.pairing.token, (reached, sent, received, date) => {
      correction = reached && date ? phone.correction(sent, received, Date.parse(date)) : correction;
    });
    await begin();
  }
  performance.mark("ready");
}

/** @param {import("./api.js").Pairing | null} link */
async function keep(link) {
  view.kept = !link || (await db.remember(link, "board").then(() => true, () => false));
}

document.addEventListener("visibilitychange", poll);
addEventListener("online", poll);
addEventListener("hashchange", () => location.hash.length > 1 && start());
setInterval(draw, 5_000);
navigator.serviceWorker?.register(ours("sw.js"), {scope: "./"}).catch(() => {});
navigator.wakeLock?.request("screen").catch(() => {});
start().catch(() => lack("nothingKept"));
