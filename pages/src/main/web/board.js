// The board: how an evening goes, on a phone or on a wall. It asks every few seconds; while nothing
// happens it gets 304.

import {html, nothing, render, svg} from "./lit-html.js";
import * as phone from "./phone.js";
import {Api, path} from "./api.js";
import {open} from "./database.js";
import {ours} from "./trusted.js";
import {age, ago} from "./words.js";

const EVERY_MILLIS = 2_500;
const MAX_WAIT_MILLIS = 30_000;

/** A phone that has not scanned for this long is not at the door today. */
const MAX_SILENCE_MILLIS = 12 * 60 * 60_000;

const REASONS = {
  already_checked_in: "already in",
  unknown: "unknown code",
  wrong_list: "other door",
  too_early: "too early",
  too_late: "too late",
  revoked: "old ticket",
  void: "cancelled",
  blocked: "blocked",
  order_not_confirmed: "not paid",
};

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
      <h1>${view.events.length ? "Which event?" : "Board"}</h1>
      ${view.events.length
        ? html`<ul>${view.events.map((each) => html`<li><button @click=${() => choose(each.slug)}>${each.title}</button></li>`)}</ul>`
        : html`<p>Open the link that was made for the board, or pair this device at the <a href="scan">scanner</a>.</p>`}
      <p class="problem" role="alert">${view.problem}</p>
    </div>`;
}

function board() {
  const {pulse} = view;
  const seconds = (Date.now() - view.newsAt) / 1_000;
  return html`
    <header>
      <h1>${view.title || view.pairing?.event}</h1>
      <p class="net ${view.reached ? "online" : "offline"}" role="status">
        <i aria-hidden="true"></i>${view.reached ? "Live" : view.newsAt ? `No network for ${age(seconds)}` : "No network"}
      </p>
      ${pulse ? html`<p class="people"><b>${number(pulse.people_in)}</b> people in</p>` : nothing}
    </header>
    <p class="problem" role="alert">${view.problem}</p>
    ${pulse ? html`<div class="lists">${pulse.lists.map(card)}</div>` : nothing}`;
}

/** @param {import("./api.js").Schemas["ListPulse"]} list */
function card(list) {
  const {checked_in_count: inside, admitted_count: of} = list;
  const share = of ? Math.min(1, inside / of) : 0;
  // A scanner requests more than any group has, to learn how many are left: that is no refusal of
  // anybody.
  const refused = Object.entries(list.refused).filter(([reason, n]) => n > 0 && reason !== "not_enough_tickets");
  const phones = list.phones.filter((each) => Date.now() - Date.parse(each.last_scan_at ?? "") < MAX_SILENCE_MILLIS);
  const types = Object.entries(list.by_type).filter(([, n]) => n > 0);
  return html`
    <article aria-labelledby="list-${list.id}">
      <h2 id="list-${list.id}">${list.name}</h2>
      <p class="count"><b>${number(inside)}</b> <span>of ${number(of)}</span></p>
      <div class="share" role="img" aria-label="${Math.round(share * 100)} per cent are in">
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<rect width=${share * 100} height="6"/>`}
        </svg>
      </div>
      ${arrivals(list.per_minute)}
      ${list.double_admissions
        ? html`<p class="double"><b>${list.double_admissions}</b> let in twice or wrongly, without the network</p>`
        : nothing}
      ${types.length
        ? html`<ul class="facts" aria-label="By ticket type">
            ${types.map(([slug, n]) => html`<li><b>${number(n)}</b> ${slug}</li>`)}
          </ul>`
        : nothing}
      ${refused.length
        ? html`<ul class="facts refused" aria-label="Refused">
            ${refused.map(([reason, n]) => html`<li><b>${n}</b> ${REASONS[/** @type {keyof typeof REASONS} */ (reason)] ?? reason}</li>`)}
          </ul>`
        : nothing}
      ${phones.length
        ? html`<ul class="phones" aria-label="Phones">
            ${phones.map(
              (each) => html`<li>
                <span>${each.name ?? "A phone without a name"}</span>
                <span>${each.last_minute ? `${each.last_minute} a minute` : lastScan(each.last_scan_at)}</span>
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
  const words = `${number(total)} in the last ${perMinute.length} minutes, at most ${most} in one; ${now.toFixed(0)} a minute now`;
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
      <figcaption><span>${perMinute.length} min ago</span><b>${now.toFixed(now < 10 ? 1 : 0)} a minute</b><span>now</span></figcaption>
    </figure>`;
}

/** @param {number} n */
function number(n) {
  return n.toLocaleString();
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
  if (!pairing.account) {
    pairing.account = await accountOf();
  }
  const events = await api.ask("listEvents", `${path(pairing.account, "events")}?items=250`);
  view.events = events.status === 200 ? events.body.events : [];
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
  view.problem =
    answer.status === 401 || answer.status === 403
      ? "This link no longer opens the board. Ask for a new one."
      : answer.status === 429
        ? "Too many boards are open. This one waits."
        : "";
  draw();
  timer = setTimeout(poll, Math.min(MAX_WAIT_MILLIS, EVERY_MILLIS << Math.min(failures, 4)));
}

async function accountOf() {
  const access = await api.ask("getAccess", "");
  return access.status === 200 ? access.body.account_slug : "";
}

async function start() {
  const fragment = location.hash;
  history.replaceState(null, "", location.pathname);
  const db = await open();
  const [, account, event, list, token] = phone.pairing(fragment).split("\t");
  if (token) {
    view.pairing = {account, event, list, token};
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
new BroadcastChannel("doorlist").onmessage = (event) => event.data === "forgotten" && location.reload();
setInterval(draw, 5_000);
navigator.serviceWorker?.register(ours("sw.js"), {scope: "./"}).catch(() => {});
navigator.wakeLock?.request("screen").catch(() => {});
start();
