// What the board shows of an event: alarms, its areas and lists, and when people came.

import {html, nothing, svg} from "./lit-html.js";
import {age, ago, clock, number, percent, say, sayWord, time} from "./language.js";

/** A phone that has not scanned for this long counts as no longer at the door. */
const MAX_SILENCE_MILLIS = 2 * 60 * 60_000;

/** How many minutes the figures show while the evening goes on. */
export const MINUTES = 60;
/** The figures of an evening show at least this many quarter hours, if it has had so many. */
const MIN_QUARTERS = 8;
const QUARTER_MILLIS = 15 * 60_000;

/**
 * @typedef {import("./api.js").Schemas["ListPulse"] & {types: [string, number][]}} Named how many are in, by the name
 * of the ticket type
 */

/**
 * Shows alarms first, then areas and lists. Lists where nothing happens come last, in one line. If a list is the only
 * one of its area, both share a card.
 *
 * @param {import("./api.js").Schemas["Pulse"]} pulse
 * @param {Span} span
 * @param {Open | undefined} open
 * @param {(list: number) => void} show shows or hides who was let in twice at a list
 */
export function places({lists: listed, areas = [], ticket_types: names = {}, added_in: added}, span, open, show) {
  /** @type {Named[]} */
  const lists = listed.map((list) => ({
    ...list,
    types: Object.entries(list.by_type).map(([slug, n]) => [names[slug] ?? slug, n]),
  }));
  const ofOneList = areas.filter((area) => area.checkin_lists.length === 1);
  const alone = new Map(ofOneList.map((area) => [area.checkin_lists[0].id, area]));
  const quiet = lists.filter((list) => isQuiet(list, span) && !alone.get(list.id)?.inside);
  const explained = lists.reduce((sum, list) => sum + list.explained_admissions, 0);
  const shown = areas.map((area) => ({area, list: lists.find((list) => alone.get(list.id) === area)}));
  return html`
    ${alarms(lists, areas, open, show)}
    ${lookedAt(lists)}
    ${added ? html`<p class="explained">${strong("addedAtDoor", added)}</p>` : nothing}
    ${explained ? html`<p class="explained">${strong("explainedSince", explained)}</p>` : nothing}
    <div class="lists">
      ${shown.map(({area, list}, i) => (list && quiet.includes(list) ? nothing : areaCard(area, i, span, list)))}
      ${lists.map((list) => (quiet.includes(list) || alone.has(list.id) ? nothing : card(list, span)))}
      ${quiet.length
        ? html`<p class="quiet">${say("quietLists")}:
            ${quiet.map((list, i) => html`${i ? " · " : ""}<bdi>${list.name}</bdi> ${cameOf(list)}`)}</p>`
        : nothing}
    </div>`;
}

/**
 * Guests who were let in twice or wrongly at a list, without an explanation.
 *
 * @typedef {{list: number, people: import("./api.js").Schemas["Happening"][]}} Open
 *
 * @param {import("./api.js").Schemas["ListPulse"][]} lists
 * @param {import("./api.js").Schemas["Area"][]} areas
 * @param {Open | undefined} open
 * @param {(list: number) => void} show
 */
function alarms(lists, areas, open, show) {
  const all = [
    ...areas.filter(isFull).map(({name}) => html`<bdi>${name}</bdi>: ${say("isFull")}`),
    ...lists
      .filter((list) => list.double_admissions)
      .map(
        (list) => html`<button aria-expanded=${String(open?.list === list.id)} @click=${() => show(list.id)}>
            <bdi>${list.name}</bdi>: ${strong("doubles", list.double_admissions)}</button>
          ${open?.list === list.id ? html`<ul>${open.people.map(person)}</ul>` : nothing}`,
      ),
  ];
  return all.length ? html`<div class="alarms"
    role="alert">${all.map((each) => html`<div class="double">${each}</div>`)}</div>` : nothing;
}

/**
 * Shows guests who came a short time ago and at whom staff should look closely.
 *
 * @param {import("./api.js").Schemas["ListPulse"][]} lists
 */
function lookedAt(lists) {
  const all = lists
    .flatMap((list) => list.attention.map((each) => ({...each, door: list.name})))
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  return all.length
    ? html`<section class="looked" role="status">
        <h2 dir="auto">${say("lookClosely")}</h2>
        <ul>${all.map((each) => html`<li>${time(each.created_at)} <b dir="auto">${each.name ?? each.reference}</b> ·
          <bdi>${each.door}</bdi></li>`)}</ul>
      </section>`
    : nothing;
}

/** @param {import("./api.js").Schemas["Happening"]} open */
function person({name, ticket, ticket_type: type, door_time: at, reason, scanned_by: phone}) {
  const who = [name ?? ticket?.reference, type, phone].filter(Boolean);
  const why = sayWord("reason", reason ?? "already_checked_in");
  return html`<li>${time(at)} ${who.map((each) => html`<bdi>${each}</bdi> · `)}${why}</li>`;
}

/** @param {import("./api.js").Schemas["Area"]} area */
function isFull({inside, capacity}) {
  return capacity !== null && inside >= capacity;
}

/** @param {import("./api.js").Schemas["ListPulse"]} list @param {Span} span */
function isQuiet(list, span) {
  // A list where everybody was refused is not quiet, because something is wrong there. Double admissions are alarms
  // anyway.
  const wrong = !list.checked_in_count && Object.values(list.refused).some(Boolean);
  return !wrong && !phonesOf(list, span).length && !arrivalsOf(list, span).some(Boolean);
}

/** @param {import("./api.js").Schemas["ListPulse"]} list */
function cameOf({checked_in_count: came, admitted_count: of}) {
  return html`<b class="came">${number(came)}</b> <span>${say("cameOf", {n: of})}</span>`;
}

/** @param {import("./api.js").Schemas["ListPulse"]} list @param {Span} span */
function arrivalsOf(list, span) {
  return (list.per_quarter ?? list.per_minute).slice(span.from, span.until);
}

/** @param {import("./api.js").Schemas["ListPulse"]} list @param {Span} span */
function phonesOf({phones}, span) {
  return phones.filter((each) => span.at || span.now - Date.parse(each.last_scan_at ?? "") < MAX_SILENCE_MILLIS);
}

/**
 * Which steps the figures show. A step is a minute or, for a whole evening, a quarter of an hour. Of an evening, `at`
 * is when the first step begins, and steps before the first happening and after the last one are left out.
 *
 * @typedef {{from: number, until: number, at?: number, now: number}} Span
 *
 * @param {import("./api.js").Schemas["Pulse"]} pulse
 * @param {number} now the server's time
 * @returns {Span}
 */
export function spanOf({lists, areas = [], evening_from: from}, now) {
  if (!from) {
    return {from: 0, until: MINUTES, now};
  }
  const quarters = lists[0]?.per_quarter?.map((_, i) => i) ?? [];
  const eventful = quarters.filter(
    (i) =>
      lists.some(({per_quarter: came}) => came?.[i]) ||
      areas.some(({inside_per_quarter: inside}) => inside?.[i] !== (inside?.[i - 1] ?? 0)),
  );
  const last = eventful.at(-1) ?? quarters.length - 1;
  // A few quarter hours alone would fill the figure with wide bars, so at least `MIN_QUARTERS` are shown.
  const until = Math.min(quarters.length, Math.max(last + 1, (eventful[0] ?? 0) + MIN_QUARTERS));
  const first = Math.max(0, Math.min(eventful[0] ?? 0, until - MIN_QUARTERS));
  return {from: first, until, at: Date.parse(from) + first * QUARTER_MILLIS, now};
}

/**
 * Writes under a figure when it begins and ends, with something between them.
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
 * @param {Named} [list] the only list of the area
 */
function areaCard(area, i, span, list) {
  const {inside, capacity, peak, peak_at: at} = area;
  const full = isFull(area);
  const id = list ? `list-${list.id}` : `area-${i}`;
  const entries = counted(area.entries, "twice", area.unexplained_entries);
  const exits = counted(area.exits, "notThere", area.unexplained_exits);
  const room = capacity === null ? "" : ` · ${full ? say("isFull") : say("roomFor", {n: capacity - inside})}`;
  return html`
    <article class="area ${full ? "full" : ""}" aria-labelledby=${id}>
      <h2 id=${id} dir="auto">${list?.name ?? area.name}</h2>
      <p class="count"><b>${number(inside)}</b> <span>${say("insideNow")}${room}</span></p>
      ${curve((area.inside_per_quarter ?? area.inside_per_minute ?? []).slice(span.from, span.until), capacity, span)}
      <ul class="facts">
        ${at ? html`<li>${say("peakWas", {n: peak, time: time(at)})}</li>` : nothing}
        <li>${say("cameAndLeft", {entries, exits})}</li>
        ${list ? html`<li>${cameOf(list)}</li>` : nothing}
      </ul>
      ${list ? [arrivals(arrivalsOf(list, span), span), details(list, span)] : nothing}
    </article>`;
}

/**
 * Says how many entries or exits there were, and how many of them do not change the number of people inside.
 *
 * @param {number} all
 * @param {import("./language.js").Word} word
 * @param {number} n
 */
function counted(all, word, n) {
  return n ? `${number(all)} (${say(word, {n})})` : number(all);
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

/** @param {Named} list @param {Span} span */
function card(list, span) {
  const {checked_in_count: came, admitted_count: of} = list;
  const share = of ? Math.min(1, came / of) : 0;
  return html`
    <article aria-labelledby="list-${list.id}">
      <h2 id="list-${list.id}" dir="auto">${list.name}</h2>
      <p class="count">${cameOf(list)}</p>
      <div class="share" role="img" aria-label=${percent(share)}>
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<rect width=${share * 100} height="6"/>`}
        </svg>
      </div>
      ${arrivals(arrivalsOf(list, span), span)} ${details(list, span)}
    </article>`;
}

/** @param {Named} list @param {Span} span */
function details(list, span) {
  const refused = Object.entries(list.refused).filter(([, n]) => n > 0);
  const phones = phonesOf(list, span);
  const types = list.types.filter(([, n]) => n > 0);
  return html`
    ${types.length
      ? html`<ul class="facts" aria-label=${say("byType")}>
          ${types.map(([name, n]) => html`<li><b>${number(n)}</b> × <bdi>${name}</bdi></li>`)}
        </ul>`
      : nothing}
    ${refused.length
      ? html`<ul class="facts refused" aria-label=${say("refused")}>
          ${refused.map(([reason, n]) => html`<li><b>${number(n)}</b> × ${sayWord("reason", reason)}</li>`)}
        </ul>`
      : nothing}
    ${phones.length
      ? html`<ul class="phones" aria-label=${say("phones")}>
          ${phones.map(
            (each) => html`<li>
              <span dir="auto">${each.name ?? say("namelessPhone")}</span>
              <span>${each.waiting ? html`<b>${say("toSend", {n: each.waiting})}</b> · ` : nothing}${span.at
                ? time(each.last_scan_at ?? "") : each.last_minute ? say("aMinute", {n: each.last_minute})
                : lastScan(each.last_scan_at, span.now)}</span>
            </li>`,
          )}
        </ul>`
      : nothing}`;
}

/** @param {string | null} at @param {number} now */
function lastScan(at, now) {
  return at ? ago((now - Date.parse(at)) / 1_000) : "–";
}

/** @param {number[]} counts oldest first @param {Span} span */
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

/** @param {number[]} perMinute @param {number} most */
function arrivalsSoFar(perMinute, most) {
  const n = perMinute.reduce((sum, each) => sum + each, 0);
  return say("arrivals", {n, age: age(MINUTES * 60), most, now: Math.round(pace(perMinute))});
}

/** Returns how many came in a minute, on average over the last five. @param {number[]} perMinute */
function pace(perMinute) {
  return perMinute.slice(-5).reduce((sum, n) => sum + n, 0) / 5;
}

/** @param {number[]} perQuarter @param {number} at */
function busiest(perQuarter, at) {
  const n = Math.max(...perQuarter);
  const time = clock(at + perQuarter.indexOf(n) * QUARTER_MILLIS);
  return n ? html`<p class="busiest">${say("busiest", {n, time})}</p>` : nothing;
}

/** Says a text with its number in bold. @param {import("./language.js").Word} word @param {number} n */
export function strong(word, n) {
  const [before, after] = say(word, {n}).split(number(n));
  return html`${before}<b>${number(n)}</b>${after}`;
}
