// The board: how an evening goes, on a phone or on a wall, and the whole of it, to read and to print.
// It asks every few seconds; while nothing happens it gets 304.

import {html, nothing, render, svg} from "./lit-html.js";
import * as phone from "./phone.js";
import {Api, path} from "./api.js";
import {open} from "./database.js";
import {ours} from "./trusted.js";
import {OPEN_MILLIS, missing} from "./abilities.js";
import {age, ago, clock, date, number, percent, say, sayWord, silence, speak, time, useTimeZone} from "./language.js";

const EVERY_MILLIS = 2_500;
const EVENING_EVERY_MILLIS = 30_000;
const MAX_WAIT_MILLIS = 30_000;

/** A phone that has not scanned for this long is not at the door any more. */
const MAX_SILENCE_MILLIS = 2 * 60 * 60_000;

const MINUTES = 60;
const QUARTER_MILLIS = 15 * 60_000;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();

const view = {
  /** @type {import("./api.js").Pairing | undefined} */
  pairing: undefined,
  title: "",
  problem: "",
  /** @type {import("./api.js").Schemas["Pulse"] | undefined} */
  pulse: undefined,
  /** @type {{slug: string, title: string}[]} */
  events: [],
  reached: true,
  /** Whether the link has ended. */
  locked: false,
  newsAt: 0,
  /** Whether the whole evening is shown. */
  evening: new URLSearchParams(location.search).has("evening"),
  /** The event's time zone; empty if it names none: then the device's clock is shown. */
  zone: /** @type {string | undefined} */ (undefined),
};

/** @type {Api} */
let api;
let etag = "";
let failures = 0;
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
        ? html`<ul>${view.events.map((each) => html`<li><button @click=${() => choose(each.slug)} dir="auto">${each.title}</button></li>`)}</ul>`
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
  const span = pulse && spanOf(pulse);
  return html`
    <header>
      <h1 dir="auto">${view.title || view.pairing?.event}</h1>
      ${span?.at ? html`<p class="date">${date(span.at)}${view.zone ? html` · <bdi>${view.zone}</bdi>` : nothing}</p>` : nothing}
      <p class="net ${live ? "online" : "offline"}" role="status">
        <i aria-hidden="true"></i>${say(live ? "live" : view.locked ? "lockedStatus" : silence())}${live || !view.newsAt ? "" : ` · ${age(seconds)}`}
      </p>
      ${pulse ? html`<p class="people">${strong("peopleCame", pulse.people_in)}</p>` : nothing}
      <nav>
        <a href=${addressOf(!view.evening)} @click=${turn}>${say(view.evening ? "lastHour" : "wholeEvening")}</a>
        ${view.evening ? html`<button @click=${() => print()}>${say("printIt")}</button>` : nothing}
      </nav>
    </header>
    <p class="problem" role="alert">${view.problem}</p>
    ${pulse && span
      ? html`<div class="lists">
          ${(pulse.areas ?? []).map((area, i) => areaCard(area, i, span))}${pulse.lists.map((list) => card(list, span))}
        </div>`
      : nothing}`;
}

/**
 * What the figures show: the steps from one to another, and when the first of them begins if they are
 * an evening's quarters of an hour. Those before anything happened, and since, are left out.
 *
 * @typedef {{from: number, until: number, at?: number}} Span
 *
 * @param {import("./api.js").Schemas["Pulse"]} pulse
 * @returns {Span}
 */
function spanOf({lists, areas = [], evening_from: from}) {
  if (!from) {
    return {from: 0, until: MINUTES};
  }
  const quarters = lists[0]?.per_quarter?.map((_, i) => i) ?? [];
  const eventful = quarters.filter(
    (i) =>
      lists.some(({per_quarter: came}) => came?.[i]) ||
      areas.some(({inside_per_quarter: inside}) => inside?.[i] !== (inside?.[i - 1] ?? 0)),
  );
  const first = eventful[0] ?? 0;
  const until = (eventful.at(-1) ?? quarters.length - 1) + 1;
  return {from: first, until, at: Date.parse(from) + first * QUARTER_MILLIS};
}

/**
 * Says under a figure from when until when it goes, with something between.
 *
 * @param {Span} span
 * @param {unknown} middle
 */
function caption({from, until, at}, middle) {
  const ends = at ? [clock(at), clock(at + (until - from) * QUARTER_MILLIS)] : [ago(MINUTES * 60), say("now")];
  return html`<figcaption><span>${ends[0]}</span>${middle}<span>${ends[1]}</span></figcaption>`;
}

/**
 * @param {import("./api.js").Schemas["Area"]} area
 * @param {number} i
 * @param {Span} span
 */
function areaCard(area, i, span) {
  const {inside, capacity, peak, peak_at: at} = area;
  const full = capacity !== null && inside >= capacity ? "full" : "";
  return html`
    <article class="area ${full}" aria-labelledby="area-${i}">
      <h2 id="area-${i}" dir="auto">${area.name}</h2>
      <p class="count"><b>${number(inside)}</b> <span>${say("insideNow")}${capacity === null ? "" : ` · ${say("ofCapacity", {n: capacity})}`}</span></p>
      ${curve((area.inside_per_quarter ?? area.inside_per_minute ?? []).slice(span.from, span.until), capacity, span)}
      <ul class="facts">
        ${at ? html`<li>${say("peakWas", {n: peak, time: time(at)})}</li>` : nothing}
        <li>${say("cameAndLeft", {entries: number(area.entries), exits: number(area.exits)})}</li>
      </ul>
    </article>`;
}

/**
 * Draws how many were inside, with the capacity as a line.
 *
 * @param {number[]} counts oldest first
 * @param {number | null} capacity
 * @param {Span} span
 */
function curve(counts, capacity, span) {
  const top = Math.max(...counts, capacity ?? 0, 1) * 1.05;
  const step = 120 / Math.max(1, counts.length);
  const y = (/** @type {number} */ n) => 40 - (n / top) * 40;
  const line = counts.map((n, i) => `H${i * step}V${y(n)}`).join("");
  return html`
    <figure>
      <svg class="bars curve" viewBox="0 0 120 40" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<path d=${`M0 40${line}H120V40z`} />`}
        ${capacity === null ? nothing : svg`<path class="capacity" d=${`M0 ${y(capacity)}H120`} />`}
      </svg>
      ${caption(span, nothing)}
    </figure>`;
}

/**
 * @param {import("./api.js").Schemas["ListPulse"]} list
 * @param {Span} span
 */
function card(list, span) {
  const {checked_in_count: came, admitted_count: of} = list;
  const share = of ? Math.min(1, came / of) : 0;
  const refused = Object.entries(list.refused).filter(([, n]) => n > 0);
  const phones = list.phones.filter((each) => span.at || Date.now() - Date.parse(each.last_scan_at ?? "") < MAX_SILENCE_MILLIS);
  const types = Object.entries(list.by_type).filter(([, n]) => n > 0);
  return html`
    <article aria-labelledby="list-${list.id}">
      <h2 id="list-${list.id}" dir="auto">${list.name}</h2>
      <p class="count"><b>${number(came)}</b> <span>${say("cameOf", {n: of})}</span></p>
      <div class="share" role="img" aria-label=${percent(share)}>
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<rect width=${share * 100} height="6"/>`}
        </svg>
      </div>
      ${arrivals((list.per_quarter ?? list.per_minute).slice(span.from, span.until), span)}
      ${list.double_admissions
        ? html`<p class="double">${strong("doubles", list.double_admissions)}</p>`
        : nothing}
      ${types.length
        ? html`<ul class="facts" aria-label=${say("byType")}>
            ${types.map(([slug, n]) => html`<li><b>${number(n)}</b> <bdi>${slug}</bdi></li>`)}
          </ul>`
        : nothing}
      ${refused.length
        ? html`<ul class="facts refused" aria-label=${say("refused")}>
            ${refused.map(([reason, n]) => html`<li><b>${number(n)}</b> ${sayWord("reason", reason)}</li>`)}
          </ul>`
        : nothing}
      ${phones.length
        ? html`<ul class="phones" aria-label=${say("phones")}>
            ${phones.map(
              (each) => html`<li>
                <span dir="auto">${each.name ?? say("namelessPhone")}</span>
                <span>${span.at ? time(each.last_scan_at ?? "") : each.last_minute ? say("aMinute", {n: each.last_minute}) : lastScan(each.last_scan_at)}</span>
              </li>`,
            )}
          </ul>`
        : nothing}
    </article>`;
}

/** @param {string | null} at */
function lastScan(at) {
  return at ? ago((Date.now() - Date.parse(at)) / 1_000) : "–";
}

/**
 * @param {number[]} counts oldest first
 * @param {Span} span
 */
function arrivals(counts, span) {
  const most = Math.max(...counts, 1);
  const width = 120 / counts.length;
  return html`
    <figure>
      <div role=${span.at ? nothing : "img"} aria-label=${span.at ? nothing : arrivalsSoFar(counts, most)}>
        <svg class="bars" viewBox="0 0 120 40" preserveAspectRatio="none" aria-hidden="true">
          ${counts.map(
            (n, i) => svg`<rect x=${i * width + width * 0.1} width=${width * 0.8}
              y=${40 - (n ? Math.max(1.2, (n / most) * 39) : 0)} height=${n ? Math.max(1.2, (n / most) * 39) : 0}/>`,
          )}
        </svg>
      </div>
      ${caption(span, span.at ? nothing : html`<b>${say("aMinute", {n: Math.round(pace(counts) * 10) / 10})}</b>`)}
      ${span.at ? busiest(counts, span.at) : nothing}
    </figure>`;
}

/**
 * @param {number[]} perMinute
 * @param {number} most
 */
function arrivalsSoFar(perMinute, most) {
  const n = perMinute.reduce((sum, each) => sum + each, 0);
  return say("arrivals", {n, age: age(MINUTES * 60), most, now: Math.round(pace(perMinute))});
}

/**
 * Returns how many came a minute in the last five.
 *
 * @param {number[]} perMinute
 */
function pace(perMinute) {
  return perMinute.slice(-5).reduce((sum, n) => sum + n, 0) / 5;
}

/**
 * @param {number[]} perQuarter
 * @param {number} at
 */
function busiest(perQuarter, at) {
  const n = Math.max(...perQuarter);
  const time = clock(at + perQuarter.indexOf(n) * QUARTER_MILLIS);
  return n ? html`<p class="busiest">${say("busiest", {n, time})}</p>` : nothing;
}

/**
 * Says something with its number in bold.
 *
 * @param {import("./language.js").Word} word
 * @param {number} n
 */
function strong(word, n) {
  const [before, after] = say(word, {n}).split(number(n));
  return html`${before}<b>${number(n)}</b>${after}`;
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
  const events = pairing.account ? await api.ask("listEvents", `${path(pairing.account, "events")}?items=250`) : undefined;
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
  view.title = view.events.find((each) => each.slug === pairing.event)?.title ?? "";
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
    await learnZone();
  }
  const heard = answer.status === 200 || answer.status === 304;
  failures = heard ? 0 : failures + 1;
  view.reached = answer.status !== 0;
  view.newsAt = heard ? Date.now() : view.newsAt;
  view.locked = answer.status === 401 || answer.status === 403;
  view.problem =
    view.locked
      ? say("linkDead")
      : answer.status === 429
        ? say("tooManyBoards")
        : "";
  draw();
  const wait = EVERY_MILLIS << Math.min(failures, 4);
  timer = setTimeout(poll, evening && heard ? EVENING_EVERY_MILLIS : Math.min(MAX_WAIT_MILLIS, wait));
}

/** Times are those of the place; an event that names no time zone is said to be in UTC. */
async function learnZone() {
  if (view.zone === undefined && view.pairing) {
    const answer = await api.ask("listAreas", path(view.pairing.account, view.pairing.event, "areas"));
    const zone = answer.status === 200 ? answer.body.time_zone : undefined;
    view.zone = zone && zone !== "UTC" && useTimeZone(zone) ? zone : zone && "";
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

async function start() {
  const lacking = missing();
  if (lacking) {
    lack(lacking);
    return;
  }
  const patience = setTimeout(() => lack("nothingKept"), OPEN_MILLIS);
  const fragment = location.hash;
  history.replaceState(null, "", addressOf(view.evening));
  const db = await open();
  await speak(await db.get("settings", "language"));
  clearTimeout(patience);
  view.problem = "";
  new BroadcastChannel("doorlist").onmessage = (event) => event.data === "forgotten" && location.reload();
  const link = phone.pairing(fragment);
  if (link) {
    view.pairing = link;
    await db.put("settings", view.pairing, "board");
  } else {
    view.pairing = (await db.get("settings", "board")) ?? (await db.get("settings", "pairing"));
  }
  const theme = (await db.get("settings", "theme")) ?? "auto";
  if (theme !== "auto") {
    document.documentElement.dataset.theme = theme;
  }
  draw();
  if (view.pairing) {
    api = new Api(view.pairing.token, () => {});
    await begin();
  }
  performance.mark("ready");
}

document.addEventListener("visibilitychange", poll);
addEventListener("online", poll);
addEventListener("hashchange", () => location.hash.length > 1 && start());
setInterval(draw, 5_000);
navigator.serviceWorker?.register(ours("sw.js"), {scope: "./"}).catch(() => {});
navigator.wakeLock?.request("screen").catch(() => {});
start().catch(() => lack("nothingKept"));
