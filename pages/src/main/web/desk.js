// The desk shows every guest of an event, and what staff can do for one of them. A code, a reference, a name or an
// address goes into one field, typed or by a hand scanner.

import {html, nothing, render} from "./lit-html.js";
import * as phone from "./phone.js";
import {OPEN_MILLIS, missing} from "./abilities.js";
import {path} from "./api.js";
import {NewGuestForm} from "./desk-add.js";
import {Badges} from "./desk-badge.js";
import {GuestEditor} from "./desk-edit.js";
import {guestPanel} from "./desk-guest.js";
import {Till} from "./desk-money.js";
import {Offline} from "./desk-offline.js";
import {Door} from "./door.js";
import {letOut} from "./exit.js";
import {showGroup} from "./group.js";
import {Guests, needsAttention, since} from "./guests.js";
import {listen} from "./handscanner.js";
import {keep, language, learn, say, sayWord, silence, speak, time} from "./language.js";
import {ours} from "./trusted.js";
import {typedCodes} from "./typed.js";
import {doorPath} from "./upload.js";
import {view as scanView} from "./view.js";

/** @typedef {import("./guests.js").Guest} Guest */

const EVERY_MILLIS = 4_000;
const SEARCH_AFTER_MILLIS = 400;
const FIND_EVERY_MILLIS = 1_000;
/** Rows beyond the edge of the list, so that none is missing while somebody scrolls. */
const SPARE_ROWS = 6;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
const door = new Door(draw);
const guests = new Guests();
const offline = new Offline(door, guests, {
  changed() {
    if (view.open) {
      view.open = guests.byId.get(view.open.id)?.guest ?? view.open;
    }
    find();
    draw();
  },
  gone() {
    // No guest's data may stay on the screen either.
    Object.assign(view, {open: undefined, history: undefined, whole: false});
    Object.assign(view, {party: [], similar: [], checkins: [], changes: [], found: [], rows: []});
    door.recent = [];
    door.verdict = undefined;
  },
});
const form = new NewGuestForm(door, offline.additions, draw, async (tickets, similar, checkins) => {
  clear();
  badges.cameIn(tickets.filter((each) => each.checked_in.length));
  // The rest of the party comes with the list.
  await Promise.all([poll(), show(tickets[0], similar, checkins)]);
});
const editor = new GuestEditor(door, offline.changes, draw, async (guest) => {
  view.open = {...view.open, ...guest};
  await Promise.all([poll(), learnHistory()]);
});
const badges = new Badges(door, async ({ticket: id, name}, at) => {
  const badge = {badge_printed_at: at};
  if (view.open?.id === id) {
    view.open = {...view.open, ...badge};
  }
  await offline.changes.keep("updateGuest", {id, name, order_reference: ""}, badge).catch(() => {});
  await offline.tell();
  if (view.open?.id === id) {
    await learnHistory();
  }
});
const till = new Till(door, offline.changes, draw, async () => {
  await poll();
  // A guest who has paid is let in next, so the button for that gets the focus.
  /** @type {HTMLElement | null} */ (document.querySelector(".guest > .actions button"))?.focus();
});

const view = {
  problem: "",
  text: "",
  state: /** @type {import("./guests.js").State} */ (""),
  type: "",
  /** Whether the service lists its guests. It is undefined until the service has answered. */
  listed: /** @type {boolean | undefined} */ (undefined),
  /** Whether all guests have arrived from the service. */
  whole: false,
  rows: /** @type {Guest[]} */ ([]),
  /** Guests found by addresses and phone numbers, which only the service knows. @type {Guest[]} */
  found: [],
  /** The row that the arrow keys have chosen, or -1 for none. */
  at: -1,
  open: /** @type {Guest | undefined} */ (undefined),
  history: /** @type {import("./api.js").Schemas["Happening"][] | undefined} */ (undefined),
  /** The party of the open guest, if the service does not list its guests. @type {Guest[]} */
  party: [],
  /**
   * Other guests who may be the same person as the guest just added.
   *
   * @type {import("./api.js").Schemas["SimilarGuest"][]}
   */
  similar: [],
  /** The check-ins of the guest just added. @type {import("./api.js").Schemas["Checkin"][]} */
  checkins: [],
  /** What staff changed about the open guest. @type {import("./api.js").Schemas["GuestChange"][]} */
  changes: [],
  /** What the event lets a desk do, as the service sent it. */
  terms: "",
  /** Slugs of the types that the event lets a desk add. @type {string[]} */
  mayAdd: [],
  /** Whether the event lets a desk correct guests. */
  mayCorrect: false,
  events: /** @type {{slug: string, title: string}[]} */ ([]),
  /** The height of a row, and which rows the list shows. */
  rowHeight: 64,
  first: 0,
  shown: 20,
};

/** @type {any} */
let pollTimer;
/** @type {any} */
let searchTimer;
let searching = 0;
let findAt = 0;
/** @type {unknown} */
let told;

const field = () => /** @type {HTMLInputElement | null} */ (document.getElementById("field"));
const list = () => door.pairing?.list ?? "";

// ---- what is on the screen

function draw() {
  if (door.ended) {
    location.reload();
    return;
  }
  if (door.refused) {
    offline.refuse();
  } else {
    offline.check();
  }
  if (door.verdict !== told) {
    told = door.verdict;
    // The list must show at once what this desk did. Changes by others come with later polls.
    poll();
  }
  render(door.pairing?.event && list() ? desk() : chooser(), root);
  measure();
}

function chooser() {
  const {pairing} = door;
  const choices = pairing?.event ? door.lists.map(({id, name}) => ({id, name}))
    : view.events.map(({slug, title}) => ({id: slug, name: title}));
  return html`
    <div class="choose">
      <h1>${say(choices.length ? (pairing?.event ? "whichDoor" : "whichEvent") : "desk")}</h1>
      <ul>${choices.map(({id, name}) => html`<li><button
        @click=${() => choose(id)} dir="auto">${name}</button></li>`)}</ul>
      ${pairing || view.problem
        ? nothing
        : html`<p>${say("openDeskLink")} <a href="scan">${say("scannerLink")}</a></p>`}
      <p class="problem" role="alert">${view.problem}</p>
    </div>`;
}

function desk() {
  const queued = (door.queue?.length ?? 0) + offline.length;
  const state = door.refused ? "locked" : door.reached ? "online" : "offline";
  const beside = form.open || view.open || door.verdict || door.group;
  return html`
    <header>
      <h1>${say("desk")}</h1>
      <label><span class="hidden-words">${say("door")}</span>
        <select id="list" @change=${(/** @type {any} */ event) => choose(event.target.value)}>
          ${door.lists.map((each) => html`<option value=${each.id}
            ?selected=${each.id === list()}>${each.name}</option>`)}
        </select></label>
      <p class="net ${state}" role="status"><i aria-hidden="true"></i>${say(state === "offline" ? silence()
        : state === "locked" ? "lockedStatus" : state)}${queued ? ` · ${say("toSend", {n: queued})}` : ""}</p>
    </header>
    ${offline.notices((status, problem) => form.why(status, problem))}
    <div class="desk ${beside ? "opened" : ""}">
      <section class="guests" aria-label=${say("search")}>
        <label class="soft" for="field">${say("deskField")}</label>
        <input id="field" type="search" role="combobox" aria-controls="rows" aria-autocomplete="list"
          aria-expanded=${String(view.rows.length > 0)}
          aria-activedescendant=${view.rows[view.at] ? `guest-${view.rows[view.at].id}` : nothing}
          autocomplete="off" autocapitalize="none" spellcheck="false"
          @input=${typed} @keydown=${pressed}>
        ${view.listed ? filters() : nothing}
        ${view.mayAdd.length ? html`<button class="add" @click=${add}>${say("addGuest")}</button>` : nothing}
        <p class="problem" role="alert">${view.problem}</p>
        <p class="soft" role="status">${counted()}</p>
        ${rows()}
      </section>
      ${form.open ? form.view(view.mayAdd, typeName, close) : beside
        ? guestPanel(door, view, on, editor) : nothing}
    </div>`;
}

/** @param {string} slug */
function typeName(slug) {
  const having = guests.sorted.find(({guest}) => guest.ticket_type_slug === slug);
  return having?.guest.ticket_type ?? door.copies?.type(slug)?.name ?? slug;
}

function add() {
  door.dismiss();
  editor.close();
  Object.assign(view, {open: undefined, similar: []});
  // If the search found nobody, its text is probably the name of the guest to add.
  form.begin(view.rows.length ? "" : view.text);
}

function counted() {
  if (view.listed === false) {
    return view.text ? "" : say("threeLetters");
  }
  return view.listed && !view.whole ? say("loadingGuests", {n: guests.byId.size})
    : say("guestsShown", {n: view.rows.length});
}

function filters() {
  const states = /** @type {const} */ ([["", "allGuests"], ["out", "notYetIn"], ["in", "areIn"], ["attention",
    "needAttention"]]);
  return html`
    <div class="filters">
      <div role="group" aria-label=${say("showOnly")}>
        ${states.map(([state, word]) => html`<button aria-pressed=${String(view.state === state)}
          @click=${() => filter({state})}>${say(word)}</button>`)}
      </div>
      <label><span class="hidden-words">${say("ticketType")}</span>
        <select @change=${(/** @type {any} */ event) => filter({type: event.target.value})}>
          <option value="">${say("allTypes")}</option>
          ${guests.types.map((each) => html`<option value=${each} ?selected=${each === view.type}>${each}</option>`)}
        </select></label>
    </div>`;
}

function rows() {
  const some = view.rows.slice(view.first, view.first + view.shown);
  return html`
    <div id="rows" class="rows" role=${some.length ? "listbox" : nothing}
      aria-label=${some.length ? say("guests") : nothing} tabindex="0" @scroll=${scrolled}>
      <div class="space" role="presentation"></div>
      ${some.map((guest, i) => row(guest, view.first + i))}
      <div class="space" role="presentation"></div>
    </div>`;
}

/** @param {Guest} guest @param {number} i */
function row(guest, i) {
  const came = since(guest, list());
  const valid = guest.state === "valid";
  return html`
    <div id="guest-${guest.id}" class="row ${came ? "in" : ""}" role="option" aria-selected=${String(i === view.at)}
      aria-setsize=${view.rows.length} aria-posinset=${i + 1} @click=${() => show(guest)}>
      <b dir="auto">${guest.name ?? say("noName")}${needsAttention(guest)
        ? html` <span class="mark" aria-label=${say("lookClosely")}>!</span>` : nothing}</b>
      <small><bdi>${guest.ticket_type}</bdi>${guest.company ? html` · <bdi>${guest.company}</bdi>` : nothing}</small>
      <small class="state">${guest.addition ? html`${say("notSent")} ` : nothing}${came
        ? say("inSince", {time: time(came)})
        : valid ? "" : sayWord("reason", guest.state === "pending" ? "order_not_confirmed" : guest.state)}</small>
    </div>`;
}

/** Gives the list the height of all rows, though only a few of them exist. */
function measure() {
  const box = document.getElementById("rows");
  if (!box) {
    return;
  }
  const [before, after] = /** @type {any} */ (box.querySelectorAll(".space"));
  const height = /** @type {HTMLElement | null} */ (box.querySelector(".row"))?.offsetHeight || view.rowHeight;
  const below = Math.max(0, view.rows.length - view.first - view.shown);
  before.style.height = `${view.first * height}px`;
  after.style.height = `${below * height}px`;
  const shown = Math.ceil(box.clientHeight / height) + 2 * SPARE_ROWS;
  if (height !== view.rowHeight || shown !== view.shown) {
    Object.assign(view, {rowHeight: height, shown});
    requestAnimationFrame(draw);
  }
}

function scrolled() {
  const box = document.getElementById("rows");
  const first = Math.max(0, Math.floor((box?.scrollTop ?? 0) / view.rowHeight) - SPARE_ROWS);
  if (first !== view.first) {
    view.first = first;
    draw();
  }
}

// ---- who is in the list

function find() {
  const own = guests.find(view.text, view.state, view.type, list());
  view.rows = view.found.length ? [...new Map([...own, ...view.found].map((each) => [each.id, each])).values()] : own;
  view.at = Math.min(view.at, view.rows.length - 1);
}

/**
 * If guests arrive in many parts, the list is redrawn at once for the first and the last, and only sometimes between
 * them.
 *
 * @param {boolean} more
 */
function findSome(more) {
  if (!more || !view.rows.length || performance.now() > findAt) {
    find();
    draw();
    findAt = performance.now() + FIND_EVERY_MILLIS;
  }
}

/** @param {Partial<{state: import("./guests.js").State, type: string}>} by */
function filter(by) {
  Object.assign(view, by, {at: -1});
  find();
  toTop();
}

function toTop() {
  view.first = 0;
  document.getElementById("rows")?.scrollTo({top: 0});
  draw();
}

/** @param {Event} event */
function typed(event) {
  look(/** @type {HTMLInputElement} */ (event.target).value);
}

/**
 * Shows guests who match a text, and asks the service for guests whom it finds by addresses and phone numbers.
 *
 * @param {string} text
 */
function look(text) {
  Object.assign(view, {text: text.trim(), found: [], at: -1, problem: ""});
  find();
  toTop();
  clearTimeout(searchTimer);
  if (view.text && (view.listed === false || !view.rows.length)) {
    searchTimer = setTimeout(search, SEARCH_AFTER_MILLIS);
  }
}

async function search() {
  const mine = ++searching;
  const answer = await door.search(view.text);
  if (mine !== searching || !view.text) {
    return;
  }
  const wrong = /** @type {Record<number, import("./language.js").Word>} */ (
    {0: "searchNeedsNetwork", 403: "mayNotSearch", 429: "tooManySearches"})[answer.status];
  view.problem = wrong ? say(wrong) : "";
  view.found = answer.status === 200 ? answer.body.tickets.map((each) => guests.byId.get(each.id)?.guest ?? each) : [];
  if (answer.status === 200 && !view.found.length) {
    view.problem = say("nobodyFound");
  }
  find();
  draw();
}

/** Asks which guests have changed, and repeats by itself. */
async function poll() {
  clearTimeout(pollTimer);
  const {api, pairing} = door;
  if (!api || !pairing?.event || view.listed === false || document.visibilityState === "hidden") {
    return;
  }
  const after = guests.version && `?${new URLSearchParams({after: guests.version})}`;
  const asked = /** @type {any} */ (api).ask("listGuests", `${path(pairing.account, pairing.event, "guests")}${after}`);
  const {status, body} = await asked;
  if (status === 200) {
    offline.take(body);
    Object.assign(view, {listed: true, whole: !body.more});
    const {place} = offline.changes;
    const says = JSON.stringify([place, body.desk]);
    if (says !== view.terms) {
      // This is stored for a page that opens without a network.
      door.remember({place, terms: body.desk}, "desk").catch(() => {});
      view.terms = says;
      may(body.desk);
    }
    if (view.open) {
      view.open = guests.byId.get(view.open.id)?.guest ?? view.open;
    }
    const unpaid = till.unanswered && !view.open && !form.open && guests.byId.get(till.unanswered.ticket);
    if (unpaid) {
      // A reload must not hide a payment that has no answer yet.
      show(unpaid.guest);
    }
    findSome(body.more);
  } else if (status === 401) {
    door.refused = true;
    draw();
  } else if (status === 403 || status === 404) {
    view.listed = false;
    offline.forget();
    draw();
    return;
  }
  clearTimeout(pollTimer);
  pollTimer = setTimeout(poll, status === 200 && body.more ? 0 : EVERY_MILLIS);
}

/** Learns what the event lets this desk do. @param {any} terms */
function may(terms) {
  const {add_guests: adding, correct_guests: mayCorrect = false} = terms;
  Object.assign(view, {mayAdd: adding?.ticket_types ?? [], mayCorrect});
  till.learn(terms);
  form.prices = {currency: till.currency, of: adding?.prices ?? {}};
}

// ---- one guest

/** @param {KeyboardEvent} event */
function pressed(event) {
  const by = /** @type {Record<string, number>} */ ({ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10})[event.key];
  if (!by) {
    return;
  }
  event.preventDefault();
  view.at = Math.max(0, Math.min(view.rows.length - 1, view.at + by));
  const box = document.getElementById("rows");
  const top = view.at * view.rowHeight;
  if (box && (top < box.scrollTop || top + view.rowHeight > box.scrollTop + box.clientHeight)) {
    box.scrollTop = by < 0 ? top : top + view.rowHeight - box.clientHeight;
    scrolled();
  }
  draw();
}

/**
 * Opens the guest for whom a text stands. The text is a code or a reference, or matches only one guest.
 *
 * @param {string} text
 * @param {boolean} scanned
 */
async function take(text, scanned) {
  const {pairing, copies} = door;
  const code = text.trim();
  const chosen = scanned ? undefined : view.rows[view.at];
  if (chosen) {
    clear();
    show(chosen);
    return;
  }
  if (!code || !pairing || !copies) {
    return;
  }
  const exact = [...phone.codes(code, copies.qrBaseUrl)];
  const codes = scanned ? exact : typedCodes(door, exact);
  const guest = guests.ofCodes(exact, scanned ? [] : [...phone.typed(code)]);
  if (guest) {
    clear();
    show(guest);
    return;
  }
  const {status, body} = await lookAt(codes, scanned);
  if (status === 200 && body.ticket) {
    const {ticket} = body;
    clear();
    show(
      guests.byId.get(ticket.id)?.guest ?? {
        ...ticket,
        order_reference: "",
        state: "valid",
        qr_code_identifier: body.qr_code_identifier ?? codes[codes.length - 1],
        checked_in: body.checkin ? [{checkin_list_id: Number(pairing.list), created_at: body.checkin.created_at}] : [],
      },
    );
  } else if (view.rows.length === 1) {
    const [only] = view.rows;
    clear();
    show(only);
  } else if (scanned || (status === 200 && body.order)) {
    // The code is a group's, or nobody's. The door shows which.
    clear();
    await door.take(code, scanned);
  } else if (!view.rows.length) {
    await search();
  }
}

/** Asks about codes until one is known. @param {string[]} codes @param {boolean} scanned @returns {Promise<any>} */
async function lookAt([code, ...others], scanned) {
  const {api, pairing} = door.ready();
  const ticket = doorPath(pairing, pairing.list, "tickets", phone.path(code));
  const answer = await api.ask("getAdmission", scanned ? ticket : `${ticket}?qr_code_scanned=false`);
  return answer.status === 404 && others.length ? lookAt(others, scanned) : answer;
}

function clear() {
  const input = field();
  if (input) {
    input.value = "";
  }
  look("");
}

/**
 * @param {Guest} guest
 * @param {View["similar"]} [similar] others who may be the same person
 * @param {View["checkins"]} [checkins] the check-ins of a guest who was just added
 */
async function show(guest, similar = [], checkins = []) {
  if (form.busy || editor.busy || till.busy) {
    // A touch of the list must not close what has no answer yet.
    return;
  }
  form.open = false;
  editor.close();
  door.dismiss();
  scanView.counts = {};
  Object.assign(view, {open: guest, similar, checkins, history: undefined, changes: [], problem: ""});
  draw();
  const first = document.querySelector(".guest .main") ?? document.querySelector(".guest .close");
  /** @type {HTMLElement | null} */ (first)?.focus();
  await Promise.all([learnHistory(), learnParty(guest)]);
}

/** Asks who came along if the list does not say so. @param {Guest} guest */
async function learnParty(guest) {
  view.party = [];
  if (!view.listed && !guest.addition) {
    const whole = guest.order_reference ? guest : (await searched(guest.reference)).find(({id}) => id === guest.id);
    const party = whole ? await searched(whole.order_reference) : [];
    if (whole && view.open === guest) {
      view.open = {...guest, order_reference: whole.order_reference};
      view.party = party.filter((each) => each.order_reference === whole.order_reference);
      draw();
    }
  }
}

/** @param {string} text @returns {Promise<Guest[]>} */
async function searched(text) {
  const answer = await door.search(text);
  return answer.status === 200 ? answer.body.tickets : [];
}

async function learnHistory() {
  const {open} = view;
  if (open) {
    const answer = await door.history(open.reference);
    if (open.id === view.open?.id) {
      const {history = [], changes = []} = answer.status === 200 ? answer.body : {};
      view.history = history;
      view.changes = changes.filter((/** @type {any} */ {ticket}) => ticket.id === open.id);
      draw();
    }
  }
}

/** Shows what an action changed. */
async function learnAgain() {
  if (view.open && (view.listed || view.open.addition)) {
    offline.learn([view.open, ...on.party(view.open)]);
    view.open = guests.byId.get(view.open.id)?.guest ?? view.open;
    find();
    draw();
  }
  const {open} = view;
  if (open && !view.listed && !open.addition) {
    const all = await searched(open.order_reference || open.reference);
    const now = all.find(({id}) => id === open.id);
    if (now && view.open === open) {
      view.open = {...open, checked_in: now.checked_in, state: now.state};
      view.party = all.filter((each) => each.order_reference === now.order_reference);
      draw();
    }
  }
  await learnHistory();
}

function close() {
  if (form.busy || editor.busy || till.busy) {
    return;
  }
  if (editor.open) {
    editor.leave();
    return;
  }
  form.close();
  door.dismiss();
  Object.assign(view, {open: undefined, similar: [], checkins: [], history: undefined, changes: []});
  draw();
  field()?.focus();
}

const on = {
  close,
  show,
  badges,
  /** @param {Guest} guest */
  money: (guest) => (guest.addition ? nothing : till.view(guest)),
  /** @param {Guest} guest */
  isSent: (guest) => !guest.addition && !offline.changes.has(guest),
  /** @param {string} slug @param {number} n how many of a ticket type of a group come in */
  setCount(slug, n) {
    scanView.counts[slug] = n;
    draw();
  },
  /** @param {Guest} guest */
  party: (guest) => (view.listed || guest.addition ? guests.party(guest) : view.party),
  /** @param {Guest} guest */
  async letIn(guest) {
    await (offline.isAhead(guest) ? offline.pass(guest, false)
      : door.decide({code: guest.qr_code_identifier, scanned: false}));
    if (door.verdict?.kind === "in") {
      badges.cameIn([guest]);
    }
    await learnAgain();
  },
  /** @param {Guest} guest */
  async letOut(guest) {
    await (guest.addition ? offline.pass(guest, true)
      : door.run(guest.qr_code_identifier, () => letOut(door, {code: guest.qr_code_identifier, scanned: false})));
    await learnAgain();
  },
  /** Undoes a check-in from the guest's history. @param {Guest} guest @param {number} id */
  async undo(guest, id) {
    const {name, ticket_type: type, reference} = guest;
    const scan = {code: guest.qr_code_identifier, scanned: false};
    const undo = {...door.scanOf(list(), scan, door.now()), checkins: [id]};
    await door.undo({kind: "in", word: "", name: name ?? undefined, type, reference, undo});
    await learnAgain();
  },
  /**
   * Takes back the guest who was just added, because the person was already on the list.
   *
   * @param {View["similar"][0]} other
   */
  async samePerson(other) {
    const added = view.open;
    if (!added || editor.busy) {
      return;
    }
    const checkin = view.checkins.find(({ticket}) => ticket.id === added.id);
    if (checkin) {
      await on.undo(added, checkin.id);
      view.checkins = [];
    }
    if (await editor.makeVoid(added)) {
      const whole =
        guests.byId.get(other.id)?.guest ?? (await searched(other.reference)).find(({id}) => id === other.id);
      await (whole ? show(whole) : undefined);
    }
  },
  /** Takes back the last entry or exit of a guest that the service does not have yet. @param {Guest} guest */
  async undoHere(guest) {
    await offline.undo(guest);
    await learnAgain();
  },
  /** Lets in all of a guest's party who may come in and have not done so. @param {Guest} guest */
  async letRestIn(guest) {
    if (guest.addition) {
      for (const each of on.party(guest).filter((one) => !since(one, list()))) {
        await offline.pass(each, false);
      }
      return;
    }
    const {api, pairing} = door;
    if (!api || !pairing) {
      return;
    }
    const {qr_code_identifier: code} = guest;
    const turn = door.beginBusy();
    const look = `${doorPath(pairing, pairing.list, "tickets", phone.path(code))}?party=true`;
    const {status, body} = await api.ask("getAdmission", look);
    if (status === 200 && body.order) {
      showGroup(door, turn, {code, scanned: false}, body.order.remaining);
      if (door.group) {
        await door.passGroup(body.order.remaining);
      }
    } else {
      door.show(turn, door.noAnswer(door.silence, {code, scanned: false}));
    }
    await learnAgain();
  },
};
/** @typedef {typeof on} On */
/** @typedef {typeof view} View */

// ---- which event, which door

/** @param {string} id */
async function choose(id) {
  if (!door.pairing?.event) {
    view.problem = await door.chooseEvent(id);
  } else {
    await door.chooseList(id);
  }
  find();
  await goOn();
}

async function goOn() {
  const {pairing} = door;
  if (pairing && !pairing.event) {
    view.events = await door.events();
  } else if (pairing?.list) {
    door.poll();
    door.drain(true);
    badges.learn();
    if (!guests.version) {
      await offline.open(({more}) => {
        Object.assign(view, {listed: true, whole: !more});
        findSome(more);
      });
    }
    const kept = view.terms ? undefined : await door.recall("desk");
    if (kept?.place === offline.changes.place) {
      may(kept.terms);
    }
    till.resume();
    poll();
  }
  draw();
  field()?.focus();
}

async function start() {
  const lacking = missing();
  const link = location.hash;
  // The token must not stay in the address.
  history.replaceState(null, "", location.pathname);
  if (lacking) {
    await lack(lacking);
    return;
  }
  const late = setTimeout(() => lack("nothingKept"), OPEN_MILLIS);
  await door.start();
  clearTimeout(late);
  await words(await door.recall("language"));
  const theme = (await door.recall("theme")) ?? "auto";
  if (theme !== "auto") {
    document.documentElement.dataset.theme = theme;
  }
  door.db.hurry();
  if (link.length > 1) {
    const {pairing, wrong} = door.read(link);
    view.problem = pairing ? await door.pair(pairing) : wrong;
  }
  await goOn();
  performance.mark("ready");
}

/**
 * Loads the words of a language, also those of the desk.
 *
 * @param {string} [choice] the device's own language if there is none
 */
async function words(choice) {
  await speak(choice);
  learn((await import(`./desk-words-${language}.js`)).default);
  keep(`./desk-words-${language}.js`);
}

/** Stores this page for use without a network. A newer version takes over now, while nobody uses this one. */
async function serve() {
  const {serviceWorker} = navigator;
  const registration = await serviceWorker?.register(ours("sw.js"), {scope: "./"}).catch(() => undefined);
  if (registration) {
    let renewed = Boolean(serviceWorker.controller);
    serviceWorker.addEventListener("controllerchange", () => (renewed ? location.reload() : (renewed = true)));
    registration.waiting?.postMessage("desk opened");
    (await serviceWorker.ready).active?.postMessage("desk");
  }
}

/** @param {import("./language.js").Word} word why this page cannot work here */
async function lack(word) {
  await words();
  view.problem = say(word);
  draw();
}

listen(
  field,
  () => {},
  (text, meant) => take(text, Boolean(meant)),
);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (form.open || view.open || door.verdict || door.group)) {
    close();
  }
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "hidden") {
    door.poll();
    door.drain(true);
    poll();
  }
});
addEventListener("online", () => door.network(true));
addEventListener("offline", () => door.network(false));
addEventListener("resize", draw);
setInterval(draw, 5_000);
start().catch(() => lack("nothingKept"));
serve();
