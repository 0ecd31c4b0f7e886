// What a desk knows besides what the service says now: stored guests, guests whom it adds, and scans of guests in the
// queue.

import {html, nothing} from "./lit-html.js";
import {Additions} from "./desk-additions.js";
import {Changes} from "./desk-changes.js";
import {whyUnchanged} from "./desk-edit.js";
import {whyNothing} from "./desk-money.js";
import {Names} from "./desk-names.js";
import {since} from "./guests.js";
import {say} from "./language.js";

/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("./guests.js").Part} Part */

/** How often the desk checks whether names must be erased, and whether additions can be sent. */
const EVERY_MILLIS = 10_000;

export class Offline {
  /** The ids of guests that the service does not have yet. @type {Set<number>} */
  pending = new Set();
  /** The ids of guests who are shown with changes made here. @type {Set<number>} */
  changed = new Set();

  /**
   * @param {import("./door.js").Door} door
   * @param {import("./guests.js").Guests} guests
   * @param {{changed: () => void, gone: () => void}} heard is told that guests have changed, or that none is left
   */
  constructor(door, guests, heard) {
    this.door = door;
    this.guests = guests;
    this.heard = heard;
    this.names = new Names(door, guests, () => this.forget());
    this.additions = new Additions(door, () => this.mind(), ({tickets}) => {
      guests.change(tickets.map((each) => this.asKnown(each)));
      heard.changed();
    });
    this.changes = new Changes(door, () => this.mind(), (change, answer) => this.settle(change, answer));
    setInterval(() => this.check() || this.tell(), EVERY_MILLIS);
  }

  /**
   * Opens what is stored about the event that the desk is paired with.
   *
   * @param {(part: Part) => void} take receives the guests, if there are any
   */
  async open(take) {
    await this.names.load((part) => {
      this.guests.take(part);
      take(part);
    });
    this.guests.settle();
    await this.additions.learn();
    await this.changes.learn();
    const codes = new Set(this.door.queue?.all().map(({code}) => code));
    if (codes.size) {
      const all = [...this.guests.byId.values()].map(({guest}) => guest);
      this.learn(all.filter((each) => codes.has(each.qr_code_identifier)));
    }
    this.heard.changed();
  }

  /** Takes a part of the guests from the service. @param {Part & {desk: {names_offline: boolean}}} part */
  take(part) {
    const less = this.guests.loses(part);
    this.guests.take(part);
    this.names.keep(part, less);
    if (this.pending.size || this.changes.here.length) {
      this.mind();
    }
    this.tell();
  }

  /** Sends added guests to the service, and then changes of guests. */
  async tell() {
    await this.additions.drain();
    await this.changes.drain();
  }

  /** How many additions and changes the service does not have yet. */
  get length() {
    return this.additions.here.length + this.changes.here.length;
  }

  /** Shows the guests whom this desk adds, and removes those whom it does not add after all. */
  mind() {
    // The service may already have them, although its answer has not arrived here.
    const pending = this.additions.guests().map((each) => ({...each, said: this.guests.said(each.id)}));
    const ids = new Set(pending.map(({id}) => id));
    const over = [...this.pending].filter((id) => !ids.has(id) && this.guests.byId.get(id)?.guest.addition);
    const known = over.flatMap((id) => this.guests.said(id) ?? []);
    this.pending = ids;
    if (over.length) {
      this.guests.remove(new Set(over));
    }
    this.guests.change([...known, ...pending, ...this.changedHere()]);
    this.heard.changed();
  }

  /**
   * Shows the service's answer to a change, until the service lists the guest again.
   *
   * @param {import("./desk-changes.js").Change} change
   * @param {any} answer
   */
  settle(change, answer) {
    const having = [...this.guests.byId.values()].map(({guest}) => guest).filter((each) => !each.addition
      && this.changes.isOf(change, each));
    this.guests.change(having.map((each) => {
      const said = this.guests.said(each.id) ?? each;
      const {due, collected, currency} = answer;
      const {state, money: {taken_by = []} = {}} = this.changes.applied(said);
      return change.does === "takeMoney" ? {...said, state, money: {due, collected, currency, taken_by}} : answer;
    }));
  }

  /** Returns guests with changes made here. Guests whose changes are gone are returned as they were before. */
  changedHere() {
    const having = [...this.guests.byId.values()].map(({guest}) => guest).filter((each) => !each.addition
      && this.changes.has(each));
    const back = [...this.changed].filter((id) => !having.some((each) => each.id === id));
    this.changed = new Set(having.map(({id}) => id));
    const known = [...this.changed, ...back].flatMap((id) => this.guests.said(id) ?? []);
    return known.map((said) => {
      const now = this.changes.applied(this.asKnown(said));
      return now === said ? said : {...now, said};
    });
  }

  /** Shows what this desk did with guests. @param {Guest[]} guests */
  learn(guests) {
    const changed = guests.map((each) => [each, this.asKnown(each)]).filter(([one, other]) => one !== other);
    this.guests.change(changed.map(([, guest]) => guest));
  }

  /**
   * Returns a guest, checked in or not as this phone's copy and queue say. Both may know scans that the service does
   * not have yet.
   *
   * @param {Guest} guest
   */
  asKnown(guest) {
    const {copies, copy, queue} = this.door;
    const list = this.door.pairing?.list ?? "";
    const {qr_code_identifier: code} = guest;
    if (guest.addition) {
      return guest;
    }
    const said = copy && copies ? copies.decide(list, code, this.door.now()) : undefined;
    const row = queue?.all().find((each) => each.code === code && each.list === list && each.stage === "TOLD"
      && each.kind === "ENTRY");
    const now = said?.verdict === "already_checked_in" ? said.since * 1_000
      : said?.verdict === "admissible" && !this.door.tracked ? undefined
      : row?.at ?? time(since(guest, list));
    const before = time(since(guest, list));
    if (Boolean(now) === Boolean(before)) {
      return guest;
    }
    const others = guest.checked_in.filter((each) => String(each.checkin_list_id) !== list);
    const own = now ? [{checkin_list_id: Number(list), created_at: new Date(now).toISOString()}] : [];
    return {...guest, said: guest.said ?? guest, checked_in: [...others, ...own]};
  }

  /**
   * Returns whether this desk lets a guest in on its own, because the service does not have the guest or their payment
   * yet.
   */
  /** @param {Guest} guest */
  isAhead(guest) {
    return Boolean(guest.addition || (guest.money && guest.money.due <= 0 && this.changes.payment(guest)));
  }

  /**
   * Lets a guest in or out before the service has the guest or their payment.
   *
   * @param {Guest} guest
   * @param {boolean} out
   */
  async pass(guest, out) {
    const {door} = this;
    const {qr_code_identifier: code, name, ticket_type: type, reference} = guest;
    const list = door.pairing?.list ?? "";
    const kind = out ? "EXIT" : since(guest, list) ? "REENTRY" : "ENTRY";
    const row = door.scanOf(list, {code, scanned: false}, door.now(), {kind});
    const payment = this.changes.payment(guest);
    try {
      await (payment ? this.changes.pass(payment.key, row) : this.additions.pass(guest.addition ?? "", row));
    } catch {
      door.say({kind: "wait", word: say("again"), detail: say("storesNothing")});
      return;
    }
    const who = {name: name ?? undefined, type, reference, band: say("notSent")};
    door.say(out ? {kind: "out", word: say("out"), ...who} : {kind: "in", word: say("in"), ...who});
  }

  /** Takes back the last entry or exit of a guest whom the service does not have yet. @param {Guest} guest */
  async undo({addition, id, qr_code_identifier: code, name, ticket_type: type, reference}) {
    const party = this.additions.guests().filter((each) => each.addition === addition);
    await this.additions.undo(addition ?? "", 1 + party.findIndex((each) => each.id === id), code);
    this.door.say({kind: "undone", word: say("undone"), name: name ?? undefined, type, reference});
  }

  /** Erases the names if the service has been silent for too long. Returns whether they were erased. */
  check() {
    const old = Boolean(this.guests.version) && this.names.expired;
    if (old) {
      this.forget();
    }
    return old;
  }

  /**
   * Erases the names, because the service does not accept the token. Whoever uses this desk may have no right to the
   * names any more.
   */
  refuse() {
    if (this.guests.version || this.names.heardAt) {
      this.forget();
    }
  }

  /** Forgets the guests of the service, here and on the disk. */
  forget() {
    this.names.heardAt = 0;
    this.names.drop();
    this.guests.clear();
    this.pending = new Set();
    this.changed = new Set();
    this.heard.gone();
    this.mind();
  }

  /**
   * Shows additions and changes that the service does not accept.
   *
   * @param {(status: number, problem: any) => string} why
   */
  notices(why) {
    const {additions, changes} = this;
    const all = [
      ...additions.here.map(({key, body, problem}) => ({key, name: body.name, problem, what: say("nobodyAdded"),
        why: why(problem?.status ?? 0, problem?.body), again: () => additions.again(key),
        over: () => additions.forget(key)})),
      ...changes.here.map(({key, does, name, problem}) => ({key, name, problem,
        what: say(does === "takeMoney" ? "nothingTaken" : "notChanged"),
        why: whyNot(does, problem?.status ?? 0, problem?.body), again: () => changes.again(key),
        over: () => changes.end(key)})),
    ].filter(({problem}) => problem);
    return all.length ? html`<ul class="notices" role="alert">${all.map((each) => html`<li>
      <b dir="auto">${each.name}</b> ${each.what} ${each.why}
      <button @click=${each.again}>${say("tryAgain")}</button>
      <button @click=${each.over}>${say("cancel")}</button></li>`)}</ul>` : nothing;
  }
}

/** @param {import("./desk-changes.js").Change["does"]} does @param {number} status @param {any} problem */
function whyNot(does, status, problem) {
  return does === "takeMoney" ? whyNothing(status) : whyUnchanged(status, problem);
}

/** @param {string | undefined} text @returns {number | undefined} */
function time(text) {
  return text ? Date.parse(text) : undefined;
}
