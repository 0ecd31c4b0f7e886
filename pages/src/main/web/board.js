// The board: how an evening goes, on a phone or on a wall. It asks every few seconds; while nothing
// happens it gets 304.

import {html, nothing, render, svg} from "./lit-html.js";
import * as phone from "./phone.js";
import {Api, path} from "./api.js";
import {open} from "./database.js";
import {ours} from "./trusted.js";
import {OPEN_MILLIS, missing} from "./abilities.js";
import {age, ago, number, percent, say, sayWord, silence, speak, time} from "./language.js";

const EVERY_MILLIS = 2_500;
const MAX_WAIT_MILLIS = 30_000;

/** A phone that has not scanned for this long is not at the door any more. */
const MAX_SILENCE_MILLIS = 2 * 60 * 60_000;

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
  minutes: 60,
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
  return html`
    <header>
      <h1 dir="auto">${view.title || view.pairing?.event}</h1>
      <p class="net ${live ? "online" : "offline"}" role="status">
        <i aria-hidden="true"></i>${say(live ? "live" : view.locked ? "lockedStatus" : silence())}${live || !view.newsAt ? "" : ` · ${age(seconds)}`}
      </p>
      ${pulse ? html`<p class="people">${strong("peopleIn", pulse.people_in)}</p>` : nothing}
    </header>
    <p class="problem" role="alert">${view.problem}</p>
    ${pulse ? html`<div class="lists">${(pulse.areas ?? []).map(areaCard)}${pulse.lists.map(card)}</div>` : nothing}
    ${pulse ? html`<p class="more"><a href="report?event=${encodeURIComponent(view.pairing?.event ?? "")}">${say("morningAfter")}</a></p>` : nothing}`;
}

/**
 * @param {import("./api.js").Schemas["Area"]} area
 * @param {number} i
 */
function areaCard(area, i) {
  const {inside, capacity, peak, peak_at: at} = area;
  const full = capacity !== null && inside >= capacity ? "full" : "";
  return html`
    <article class="area ${full}" aria-labelledby="area-${i}">
      <h2 id="area-${i}" dir="auto">${area.name}</h2>
      <p class="count"><b>${number(inside)}</b> <span>${say("insideNow")}${capacity === null ? "" : ` · ${say("ofCapacity", {n: capacity})}`}</span></p>
      ${curve(area.inside_per_minute ?? [], capacity)}
      <ul class="facts">
        ${at ? html`<li>${say("peakWas", {n: peak, time: time(at)})}</li>` : nothing}
        <li>${say("cameAndLeft", {entries: number(area.entries), exits: number(area.exits)})}</li>
      </ul>
    </article>`;
}

/**
 * Draws how many were inside, with the capacity as a line.
 *
 * @param {number[]} perMinute oldest first
 * @param {number | null} capacity
 */
function curve(perMinute, capacity) {
  const top = Math.max(...perMinute, capacity ?? 0, 1) * 1.05;
  const step = 120 / Math.max(1, perMinute.length);
  const y = (/** @type {number} */ n) => 40 - (n / top) * 40;
  const line = perMinute.map((n, i) => `H${i * step}V${y(n)}`).join("");
  return html`
    <figure>
      <svg class="bars curve" viewBox="0 0 120 40" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<path d=${`M0 40${line}H120V40z`} />`}
        ${capacity === null ? nothing : svg`<path class="capacity" d=${`M0 ${y(capacity)}H120`} />`}
      </svg>
      <figcaption><span>${ago(perMinute.length * 60)}</span><span>${say("now")}</span></figcaption>
    </figure>`;
}

/** @param {import("./api.js").Schemas["ListPulse"]} list */
function card(list) {
  const {checked_in_count: inside, admitted_count: of} = list;
  const share = of ? Math.min(1, inside / of) : 0;
  const refused = Object.entries(list.refused).filter(([, n]) => n > 0);
  const phones = list.phones.filter((each) => Date.now() - Date.parse(each.last_scan_at ?? "") < MAX_SILENCE_MILLIS);
  const types = Object.entries(list.by_type).filter(([, n]) => n > 0);
  return html`
    <article aria-labelledby="list-${list.id}">
      <h2 id="list-${list.id}" dir="auto">${list.name}</h2>
      <p class="count"><b>${number(inside)}</b> <span>${say("of", {n: of})}</span></p>
      <div class="share" role="img" aria-label=${say("shareIn", {share: percent(share)})}>
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<rect width=${share * 100} height="6"/>`}
        </svg>
      </div>
      ${arrivals(list.per_minute)}
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
                <span>${each.last_minute ? say("aMinute", {n: each.last_minute}) : lastScan(each.last_scan_at)}</span>
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

/** @param {number[]} perMinute oldest first */
function arrivals(perMinute) {
  const most = Math.max(...perMinute, 1);
  const total = perMinute.reduce((sum, n) => sum + n, 0);
  const now = perMinute.slice(-5).reduce((sum, n) => sum + n, 0) / Math.min(5, perMinute.length);
  const width = 120 / perMinute.length;
  const span = age(perMinute.length * 60);
  const words = say("arrivals", {n: total, age: span, most, now: Math.round(now)});
  return html`
    <figure>
      <div role="img" aria-label=${words}>
        <svg class="bars" viewBox="0 0 120 40" preserveAspectRatio="none" aria-hidden="true">
          ${perMinute.map(
            (n, i) => svg`<rect x=${i * width + width * 0.1} width=${width * 0.8}
              y=${40 - (n ? Math.max(1.2, (n / most) * 39) : 0)} height=${n ? Math.max(1.2, (n / most) * 39) : 0}/>`,
          )}
        </svg>
      </div>
      <figcaption><span>${ago(perMinute.length * 60)}</span><b>${say("aMinute", {n: Math.round(now * 10) / 10})}</b><span>${say("now")}</span></figcaption>
    </figure>`;
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
    view.problem = view.locked ? say("boardLinkDead") : say("boardNoAnswer");
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

async function poll() {
  clearTimeout(timer);
  if (document.visibilityState === "hidden" || !view.pairing) {
    return;
  }
  const {account, event} = view.pairing;
  const answer = await api.ask("getPulse", `${path(account, event, "pulse")}?minutes=${view.minutes}`, {etag});
  if (answer.status === 200) {
    view.pulse = answer.body;
    etag = answer.etag;
  }
  const heard = answer.status === 200 || answer.status === 304;
  failures = heard ? 0 : failures + 1;
  view.reached = answer.status !== 0;
  view.newsAt = heard ? Date.now() : view.newsAt;
  view.locked = answer.status === 401 || answer.status === 403;
  view.problem =
    view.locked
      ? say("boardLinkDead")
      : answer.status === 429
        ? say("tooManyBoards")
        : "";
  draw();
  timer = setTimeout(poll, Math.min(MAX_WAIT_MILLIS, EVERY_MILLIS << Math.min(failures, 4)));
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
  history.replaceState(null, "", location.pathname);
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
