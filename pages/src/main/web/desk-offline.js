// What a desk knows beyond what the service says now: the guests that it has kept, those whom it adds, and what the
// queue has to tell of them.

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

/** So often it is asked whether the names have to go, and whether an addition can be told. */
const EVERY_MILLIS = 10_000;

export class Offline {
  /** The ids of guests whom the service has not. @type {Set<number>} */
  pending = new Set();
  /** The ids of guests who are shown as changed here. @type {Set<number>} */
  changed = new Set();

  /**
   * @param {import("./door.js").Door} door
   * @param {import("./guests.js").Guests} guests
   * @param {{changed: () => void, gone: () => void}} heard It is told that guests have changed, or that
   *     none is left.
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
   * Opens what is kept of the event that the desk is paired with.
   *
   * @param {(part: Part) => void} take takes the guests, if there are some
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

  /** Takes what the service has said. @param {Part & {desk: {names_offline: boolean}}} part */
  take(part) {
    const less = this.guests.loses(part);
    this.guests.take(part);
    this.names.keep(part, less);
    if (this.pending.size || this.changes.here.length) {
      this.mind();
    }
    this.tell();
  }

  /** Tells the service of guests, and then of what was changed of any. */
  async tell() {
    await this.additions.drain();
    await this.changes.drain();
  }

  /** How much the service has not heard of. */
  get length() {
    return this.additions.here.length + this.changes.here.length;
  }

  /** Shows whom this desk adds, and no longer whom it does not add after all. */
  mind() {
    // The service may know them already, though nobody here has heard its answer.
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
   * Takes what the service says of a change, until it lists the guest again.
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

  /** Returns guests as changed here, and as they were those who are so no longer. */
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

  /** Learns what this desk did with guests. @param {Guest[]} guests */
  learn(guests) {
    const changed = guests.map((each) => [each, this.asKnown(each)]).filter(([one, other]) => one !== other);
    this.guests.change(changed.map(([, guest]) => guest));
  }

  /** Returns a guest as copy and queue say, which know of what the service has not heard. @param {Guest} guest */
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

  /** Whether the service does not know yet that a guest may come in: it has not heard of them, or their money. */
  /** @param {Guest} guest */
  isAhead(guest) {
    return Boolean(guest.addition || (guest.money && guest.money.due <= 0 && this.changes.payment(guest)));
  }

  /**
   * Lets a guest in or out of whom the service has not heard.
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

  /** Takes back what such a guest did last. @param {Guest} guest */
  async undo({addition, id, qr_code_identifier: code, name, ticket_type: type, reference}) {
    const party = this.additions.guests().filter((each) => each.addition === addition);
    await this.additions.undo(addition ?? "", 1 + party.findIndex((each) => each.id === id), code);
    this.door.say({kind: "undone", word: say("undone"), name: name ?? undefined, type, reference});
  }

  /** Returns whether the names had to go, as the service has been silent for too long. */
  check() {
    const old = Boolean(this.guests.version) && this.names.expired;
    if (old) {
      this.forget();
    }
    return old;
  }

  /** The service does not take the token: whoever has it may have no right to the names. */
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
   * Says whom the service does not take, and which changes.
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
