// The morning after: what happened at the doors, added up, to read and to print. It reads every
// check-in, passage and double admission once, when it is opened.

import {html, nothing, render, svg} from "./lit-html.js";
import * as phone from "./phone.js";
import {Api, path} from "./api.js";
import {open} from "./database.js";
import {OPEN_MILLIS, missing} from "./abilities.js";
import {ahead, number, say, sayWord, silence, speak, time, useTimeZone} from "./language.js";

const ITEMS = 250;
const MAX_WALKS = 3;
const PAUSE_MILLIS = 1_000;
const MAX_TRIES = 5;

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** For so long refusals are kept. */
const REFUSED_MINUTES = 30 * 24 * 60;

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {{checkins: number, entries: number, exits: number, doubles: number}} Counts */
/** @typedef {keyof Counts} Kind */

/** @type {Kind[]} */
const KINDS = ["checkins", "entries", "exits", "doubles"];

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();

const view = {
  title: "",
  problem: "",
  counted: 0,
  done: false,
  at: 0,
  zone: "",
  /** @type {{slug: string, title: string}[]} */
  events: [],
  /** @type {Schemas["ListPulse"][]} */
  lists: [],
  /** @type {Schemas["Area"][]} */
  areas: [],
  /** @type {Map<number, Counts>} */
  byList: new Map(),
  /** @type {Map<number, number>} */
  undone: new Map(),
  /** @type {Map<number, Counts>} */
  byHour: new Map(),
  /** @type {Map<string, Counts>} */
  byPhone: new Map(),
};

/** Of each quarter of an hour, how far the clock on the wall is ahead. @type {Map<number, number>} */
const clocks = new Map();

/** What tickets did, by list. @type {Map<number, {at: number, ticket: number, exit: boolean}[]>} */
const passed = new Map();

/** @type {Api} */
let api;
let account = "";
let event = "";

/** A walk that cannot go on; what it says is for people. */
class Stop extends Error {}

function draw() {
  render(
    html`
      <header>
        <h1 dir="auto">${view.title || say("morningAfter")}</h1>
        ${view.done ? html`<p>${say("morningAfter")} · ${time(view.at)} <bdi>${view.zone}</bdi></p>` : nothing}
        <nav>
          ${view.done ? html`<button class="main" @click=${() => print()}>${say("printIt")}</button>` : nothing}
          <a class="button" href="board">${say("board")}</a>
        </nav>
      </header>
      <p class="problem" role="alert">${view.problem}</p>
      ${view.done ? tables() : view.events.length && !event ? chooser() : view.problem ? nothing : html`<p role="status">${say("countedSoFar", {n: view.counted})}</p>`}`,
    root,
  );
}

function chooser() {
  return html`<ul class="choose">
    ${view.events.map((each) => html`<li><button @click=${() => load(each.slug)} dir="auto">${each.title}</button></li>`)}
  </ul>`;
}

function tables() {
  const most = Math.max(1, ...[...view.byHour.values()].map((each) => each.checkins + each.entries));
  return html`
    ${table(
      "door",
      say("door"),
      [...kinds(), say("takenBack"), say("refused")],
      view.lists.map((list) => [list.name, ...cells(counts(view.byList, list.id)), view.undone.get(list.id) ?? 0, refusals(list)]),
      true,
    )}
    ${table(
      "hour",
      say("byHour"),
      kinds(),
      [...view.byHour].sort(([a], [b]) => a - b).map(([hour, each]) => [time(hour), ...cells(each), bar((each.checkins + each.entries) / most)]),
    )}
    ${table("type", say("byType"), [say("checkins")], [...types()])}
    ${table("phone", say("phones"), kinds(), [...view.byPhone].sort(([a], [b]) => a.localeCompare(b)).map(([name, each]) => [name || say("namelessPhone"), ...cells(each)]))}
    ${table("refused", say("refused"), [say("refused")], [...reasons()].map(([reason, n]) => [sayWord("reason", reason), n]))}
    ${table("gate", say("byGate"), [say("checkins")], [...sum(view.lists.map((list) => list.by_gate))])}
    ${table(
      "area",
      say("areas"),
      [say("cameIn"), say("wentOut"), say("unexplained"), say("insideNow"), say("mostAtOnce")],
      view.areas.map((area) => [
        area.name,
        area.entries,
        area.exits,
        area.unexplained_entries + area.unexplained_exits,
        area.inside,
        html`${number(area.peak)}${area.peak_at ? html`<br><small>${time(area.peak_at)}</small>` : nothing}`,
      ]),
    )}
    ${view.areas.map(curve)}`;
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string[]} columns
 * @param {any[][]} rows a name and its numbers; the last may be a drawing
 * @param {boolean} [sums] whether to add up
 */
function table(id, title, columns, rows, sums) {
  if (!rows.length) {
    return nothing;
  }
  const drawn = rows[0].length > columns.length + 1;
  return html`
    <section aria-labelledby="by-${id}">
      <h2 id="by-${id}">${title}</h2>
      <div class="wide">
        <table id=${id} aria-labelledby="by-${id}">
          <thead><tr>
            <th scope="col"><span class="hidden-words">${title}</span></th>
            ${columns.map((each) => html`<th scope="col">${each}</th>`)}
            ${drawn ? html`<td class="bar" aria-hidden="true"></td>` : nothing}
          </tr></thead>
          <tbody>${rows.map((row) => html`<tr>
            <th scope="row" dir="auto">${row[0]}</th>
            ${row.slice(1, columns.length + 1).map((n) => html`<td>${typeof n === "number" ? number(n) : n}</td>`)}
            ${drawn ? html`<td class="bar" aria-hidden="true">${row[columns.length + 1]}</td>` : nothing}
          </tr>`)}</tbody>
          ${sums && rows.length > 1
            ? html`<tfoot><tr>
                <th scope="row">${say("allTogether")}</th>
                ${columns.map((_, i) => html`<td>${number(rows.reduce((sum, row) => sum + row[i + 1], 0))}</td>`)}
              </tr></tfoot>`
            : nothing}
        </table>
      </div>
    </section>`;
}

/** @param {number} share */
function bar(share) {
  return html`<svg viewBox="0 0 100 14" preserveAspectRatio="none">${svg`<rect width=${share * 100} height="14"/>`}</svg>`;
}

function kinds() {
  return [say("checkins"), say("comeAgain"), say("wentOut"), say("wronglyIn")];
}

/** @param {Counts} each */
function cells(each) {
  return KINDS.map((kind) => each[kind]);
}

/** @param {Schemas["ListPulse"]} list */
function refusals(list) {
  return Object.values(list.refused).reduce((sum, n) => sum + n, 0);
}

function types() {
  return sum(view.lists.map((list) => list.by_type));
}

function reasons() {
  return sum(view.lists.map((list) => list.refused));
}

/**
 * @param {Record<string, number>[]} all
 * @returns {[string, number][]} the largest first
 */
function sum(all) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const each of all) {
    for (const [name, n] of Object.entries(each)) {
      sums.set(name, (sums.get(name) ?? 0) + n);
    }
  }
  return [...sums].filter(([, n]) => n > 0).sort(([, a], [, b]) => b - a);
}

/**
 * @template K
 * @param {Map<K, Counts>} of
 * @param {K} key
 * @returns {Counts}
 */
function counts(of, key) {
  const found = of.get(key) ?? {checkins: 0, entries: 0, exits: 0, doubles: 0};
  of.set(key, found);
  return found;
}

/**
 * @param {Kind} kind
 * @param {number} list
 * @param {string} at
 * @param {string | null} by
 */
function add(kind, list, at, by) {
  counts(view.byList, list)[kind]++;
  const on = wall(Date.parse(at));
  counts(view.byHour, Math.floor(on / HOUR) * HOUR - (on - Date.parse(at)))[kind]++;
  counts(view.byPhone, by ?? "")[kind]++;
}

/**
 * @param {number} list
 * @param {string} at
 * @param {number} ticket
 * @param {boolean} exit
 */
function pass(list, at, ticket, exit) {
  const all = passed.get(list) ?? [];
  all.push({at: Date.parse(at), ticket, exit});
  passed.set(list, all);
}

/**
 * Returns the time on the wall as if it were UTC. Clocks change at whole quarters.
 *
 * @param {number} at
 */
function wall(at) {
  const quarter = Math.floor(at / QUARTER);
  const known = clocks.get(quarter) ?? ahead(quarter * QUARTER);
  clocks.set(quarter, known);
  return at + known;
}

/**
 * Returns how many were inside at the end of each minute in which that changed, as `docs/door.md`
 * counts them.
 *
 * @param {Schemas["Area"]} area
 * @returns {[number, number][]} minutes, and how many
 */
function inside(area) {
  const all = area.checkin_lists.flatMap(({id}) => passed.get(id) ?? []).sort((a, b) => a.at - b.at);
  const [hours, minutes] = (area.empties_at ?? "00:00").split(":").map(Number);
  const emptied = hours * HOUR + minutes * MINUTE;
  /** @type {Set<number>} */
  const tickets = new Set();
  /** @type {Map<number, number>} */
  const counts = new Map();
  let day = -Infinity;
  for (const {at, ticket, exit} of all) {
    const today = area.empties_at ? Math.floor((wall(at) - emptied) / DAY) : 0;
    if (today > day && tickets.size) {
      tickets.clear();
      counts.set(Math.floor((at - wall(at) + today * DAY + emptied) / MINUTE), 0);
    }
    day = today;
    if (exit) {
      tickets.delete(ticket);
    } else {
      tickets.add(ticket);
    }
    counts.set(Math.floor(at / MINUTE), tickets.size);
  }
  return [...counts];
}

/** @param {Schemas["Area"]} area */
function curve(area) {
  const points = inside(area);
  if (!points.length) {
    return nothing;
  }
  const [first, last] = [points[0][0], points[points.length - 1][0]];
  const most = Math.max(...points.map(([, n]) => n));
  const top = Math.max(most, area.capacity ?? 0, 1) * 1.05;
  const y = (/** @type {number} */ n) => 40 - (n / top) * 40;
  const line = points.map(([minute, n]) => `H${((minute - first) / Math.max(1, last - first)) * 120}V${y(n)}`).join("");
  return html`
    <figure class="curve" data-most=${most} aria-hidden="true">
      <figcaption dir="auto">${area.name}</figcaption>
      <svg viewBox="0 0 120 40" preserveAspectRatio="none">
        ${svg`<path d=${`M0 40${line}H120V40z`} />`}
        ${area.capacity === null ? nothing : svg`<path class="capacity" d=${`M0 ${y(area.capacity)}H120`} />`}
      </svg>
      <p><span>${time(first * MINUTE)}</span><span>${time(last * MINUTE)}</span></p>
    </figure>`;
}

/**
 * @param {{scanned_at: string | null, created_at: string}} scan
 */
function doorTime({scanned_at: scanned, created_at: created}) {
  return scanned && Date.parse(scanned) < Date.parse(created) ? scanned : created;
}

/**
 * Asks until there is an answer.
 *
 * @template {import("./api.js").Operation} O
 * @param {O} operation
 * @param {string} where
 * @returns {Promise<any>} its body
 */
async function ask(operation, where) {
  for (let tries = 1; ; tries++) {
    const answer = await api.ask(operation, where);
    if (answer.status === 200) {
      return answer.body;
    }
    if (answer.status === 401 || answer.status === 403) {
      throw new Stop(say("reportForDesk"));
    }
    if (tries === MAX_TRIES || (answer.status && Number(answer.status) < 429)) {
      throw new Stop(say(silence()));
    }
    await new Promise((done) => setTimeout(done, Math.max(PAUSE_MILLIS, answer.retryAfter * 1_000)));
  }
}

/**
 * Reads all pages of a list; again if somebody was scanned meanwhile.
 *
 * @param {import("./api.js").Operation} operation
 * @param {string} where
 * @param {string} member
 * @returns {Promise<any[]>}
 */
async function all(operation, where, member) {
  const before = view.counted;
  for (let walk = 1; walk <= MAX_WALKS; walk++) {
    /** @type {Map<number, any>} */
    const rows = new Map();
    let body;
    let page = 1;
    do {
      body = await ask(operation, `${where}?items=${ITEMS}&page=${page}`);
      body[member].forEach((/** @type {any} */ row) => rows.set(row.id, row));
      view.counted = before + rows.size;
      draw();
      page++;
    } while (page <= body.meta.pagination.pages);
    if (rows.size === body.meta.pagination.count) {
      return [...rows.values()];
    }
  }
  throw new Stop(say("scannedMeanwhile"));
}

async function read() {
  const pulse = await ask("getPulse", `${path(account, event, "pulse")}?refused_minutes=${REFUSED_MINUTES}`);
  view.lists = pulse.lists;
  const {areas, time_zone: zone} = await ask("listAreas", path(account, event, "areas"));
  view.areas = areas;
  if (zone && useTimeZone(zone)) {
    view.zone = zone;
  }
  for (const {id} of view.lists) {
    const list = path(account, event, "checkin_lists", id);
    counts(view.byList, id);
    for (const row of await all("listCheckins", `${list}/checkins`, "checkins")) {
      add("checkins", id, doorTime(row), row.scanned_by);
      pass(id, doorTime(row), row.ticket.id, false);
    }
    let undone = 0;
    for (const row of await all("listPassages", `${list}/passages`, "passages")) {
      if (row.undone) {
        undone++;
      } else {
        add(row.type === "exit" ? "exits" : "entries", id, row.door_time, row.scanned_by);
        pass(id, row.door_time, row.ticket.id, row.type === "exit");
      }
    }
    for (const row of await all("listDoubleAdmissions", `${list}/double_admissions`, "double_admissions")) {
      add("doubles", id, doorTime(row), row.scanned_by);
    }
    const {meta} = await ask("listUndone", `${list}/undone?items=1`);
    view.undone.set(id, undone + meta.pagination.count);
  }
  view.at = Date.now();
  view.done = true;
}

/** @param {string} slug of the event */
async function load(slug) {
  event = slug;
  view.title = view.events.find((each) => each.slug === slug)?.title ?? "";
  document.title = view.title || document.title;
  draw();
  try {
    await read();
  } catch (e) {
    if (!(e instanceof Stop)) {
      throw e;
    }
    view.problem = e.message;
  }
  draw();
}

async function start() {
  const lacking = missing();
  await speak();
  if (lacking) {
    view.problem = say(lacking);
    draw();
    return;
  }
  const patience = setTimeout(() => {
    view.problem = say("nothingKept");
    draw();
  }, OPEN_MILLIS);
  const link = phone.pairing(location.hash);
  const wanted = new URLSearchParams(location.search).get("event");
  history.replaceState(null, "", location.pathname + location.search);
  const db = await open();
  await speak(await db.get("settings", "language"));
  clearTimeout(patience);
  view.problem = "";
  const pairing = link ?? (await db.get("settings", "board")) ?? (await db.get("settings", "pairing"));
  const theme = (await db.get("settings", "theme")) ?? "auto";
  if (theme !== "auto") {
    document.documentElement.dataset.theme = theme;
  }
  if (!pairing) {
    view.problem = say("openBoardLink");
    draw();
    return;
  }
  api = new Api(pairing.token, () => {});
  try {
    account = pairing.account || (await ask("getAccess", "")).account_slug;
    view.events = (await ask("listEvents", `${path(account, "events")}?items=${ITEMS}`)).events;
  } catch (e) {
    view.problem = e instanceof Stop ? e.message : say("noAnswer");
    draw();
    return;
  }
  const chosen = wanted ?? pairing.event ?? (view.events.length === 1 ? view.events[0].slug : "");
  if (chosen) {
    await load(chosen);
  }
  draw();
  performance.mark("ready");
}

start();
