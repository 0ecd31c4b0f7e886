// What a desk knows beyond what the service says now: the guests that it has kept, those whom it adds, and what the
// queue has to tell of them.

import {html, nothing} from "./lit-html.js";
import {Additions} from "./desk-additions.js";
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
    setInterval(() => this.check() || this.additions.drain(), EVERY_MILLIS);
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
    if (this.pending.size) {
      this.mind();
    }
    this.additions.drain();
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
    this.guests.change([...known, ...pending]);
    this.heard.changed();
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

  /**
   * Lets a guest in or out whom the service has not.
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
    try {
      await this.additions.pass(guest.addition ?? "", row);
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
    this.heard.gone();
    this.mind();
  }

  /**
   * Says whom the service does not take.
   *
   * @param {(status: number, problem: any) => string} why
   */
  notices(why) {
    const refused = this.additions.here.filter(({problem}) => problem);
    return refused.length ? html`<ul class="notices" role="alert">${refused.map(({key, body, problem}) => html`<li>
      <b dir="auto">${body.name}</b> ${say("nobodyAdded")} ${why(problem?.status ?? 0, problem?.body)}
      <button @click=${() => this.additions.again(key)}>${say("tryAgain")}</button>
      <button @click=${() => this.additions.forget({key})}>${say("cancel")}</button></li>`)}</ul>` : nothing;
  }
}

/** @param {string | undefined} text @returns {number | undefined} */
function time(text) {
  return text ? Date.parse(text) : undefined;
}
