// Guests whom this desk adds. Ids and codes are derived from the key of the addition, so guests have them before any
// answer.

import * as ids from "./desk-ids.js";
import {NO_ANSWER, decisive} from "./api.js";
import {Unsent} from "./desk-unsent.js";

/** How long somebody waits at the desk for an answer. */
const PATIENCE_MILLIS = 5_000;
/** How long the desk waits for an answer in the background. */
const LATER_MILLIS = 25_000;
/** After this time nobody waits for an answer any more, even if the page was closed before it could note that. */
const ABANDONED_MILLIS = 30_000;

/** @typedef {import("./api.js").Schemas["AddedGuest"]} AddedGuest */
/** @typedef {import("./api.js").Schemas["GuestRequest"]} NewGuest */
/** @typedef {import("./api.js").Answer<"addGuest">} Answer */
/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("../../../types/phone").Row} Row */

/**
 * A guest whom this desk adds. `told` says whether the guest was told to come in. `clock` is the correction of the
 * clock at that moment, and `type` is the name of the ticket type. `undone` has the numbers of tickets whose arrival
 * was taken back.
 *
 * @typedef {import("./desk-unsent.js").Kept & {
 *   told: boolean, clock: number, body: NewGuest, type: string, undone: number[],
 * }} Addition
 */

/** @extends {Unsent<Addition>} */
export class Additions extends Unsent {
  /** The keys of additions whose answer somebody waits for. @type {Set<string>} */
  asked = new Set();

  /**
   * @param {import("./door.js").Door} door
   * @param {() => void} changed
   * @param {(answer: AddedGuest) => void} added is called when the service has accepted an addition
   */
  constructor(door, changed, added) {
    super(door, "doorlist-additions", changed);
    this.added = added;
  }

  /** @param {any} kept */
  isOwn({does}) {
    return !does;
  }

  /** @param {Addition} addition */
  isDue({key, told, at}) {
    return !this.asked.has(key) && (told || this.door.now() > at + ABANDONED_MILLIS);
  }

  /** @param {Addition} addition @param {number} [millis] @returns {Promise<Answer>} */
  async send({place, body, told, clock}, millis = LATER_MILLIS) {
    const {api} = this.door;
    const options = {json: told ? {...body, online: false} : body, millis, deviceTime: this.door.timeBy(clock)};
    return (await api?.ask("addGuest", place, options).catch(() => NO_ANSWER)) ?? NO_ANSWER;
  }

  /** @param {Addition} addition @param {AddedGuest} answer */
  async done(addition, answer) {
    await this.take(addition, answer);
    this.added(answer);
  }

  /** @param {Addition} addition @param {AddedGuest} answer */
  async take({key}, answer) {
    await this.end(key, (kept) => this.undos(kept, answer));
  }

  /** Stores a guest who is about to be added. @param {NewGuest} body @param {string} type */
  async begin(body, type) {
    const {place, door} = this;
    /** @type {Addition} */
    const addition = {
      key: body.idempotency_key, place, at: door.now(), told: false, clock: door.clock, body, type, undone: [],
      scans: [], problem: undefined,
    };
    this.asked.add(addition.key);
    try {
      await this.put(addition);
      this.all.push(addition);
    } catch (error) {
      // With a network, the answer will tell whether the guest was added.
      if (!door.reached) {
        throw error;
      }
    }
    return addition;
  }

  /** Asks the service to add a guest who waits. @param {Addition} addition @returns {Promise<Answer>} */
  async ask(addition) {
    const answer = await this.send(addition, PATIENCE_MILLIS);
    if (decisive(answer)) {
      this.asked.delete(addition.key);
      // If the database fails, the service may be told of the addition once more, which does no harm.
      await (answer.status === 201 ? this.take(addition, answer.body).catch(() => {}) : this.forget(addition.key));
    }
    return answer;
  }

  /**
   * Stores that the guest was told, so the guest will be added even if the network fails.
   *
   * @param {Addition} addition
   */
  async tell(addition) {
    await this.put({...addition, told: true});
    this.asked.delete(addition.key);
    await this.tellTabs();
  }

  /**
   * Returns the scans that undo check-ins of an addition. Staff took these check-ins back before the service had the
   * addition.
   *
   * @param {Addition} addition
   * @param {AddedGuest} answer
   * @returns {Row[]}
   */
  undos({undone, body}, {tickets, checkins}) {
    const some = tickets.filter((_, i) => undone.includes(i + 1));
    return some.flatMap(({reference, qr_code_identifier: code}) => {
      const its = checkins.filter(({ticket}) => ticket.reference === reference).map(({id}) => id);
      const scan = this.door.scanOf(String(body.checkin_list_id), {code, scanned: false}, this.door.now());
      return its.length ? [{...scan, stage: /** @type {const} */ ("WITHDRAWN"), checkins: its}] : [];
    });
  }

  /**
   * Takes back the last entry or exit of a ticket of an addition.
   *
   * @param {string} key
   * @param {number} number of the ticket
   * @param {string} code
   */
  async undo(key, number, code) {
    await this.change(key, (kept) => {
      const last = kept.scans.filter((each) => each.code === code).pop();
      // Only this desk knows of a scan that waits here, so it is simply removed.
      return last ? {...kept, scans: kept.scans.filter((each) => each.key !== last.key)}
        : {...kept, undone: [...kept.undone, number]};
    });
  }

  /**
   * Returns the guests that the service does not have yet, in the form in which it will have them.
   *
   * @returns {Guest[]}
   */
  guests() {
    return this.here.filter(({told}) => told).flatMap(guestsOf);
  }
}

/** @param {Addition} addition @returns {Guest[]} */
function guestsOf({key, at, body, type, undone, scans}) {
  const order = ids.order(key);
  return Array.from({length: 1 + (body.companions ?? 0)}, (_, i) => {
    const {id, reference, code} = ids.ticket(key, i + 1);
    const arrived = body.checkin_list_id && !undone.includes(i + 1);
    const entries = scans.filter((each) => each.code === code && each.kind === "ENTRY");
    return {
      id,
      reference,
      order_id: order.id,
      order_reference: order.reference,
      name: i ? `${body.name} +${i}` : body.name,
      company: body.company ?? null,
      ticket_type: type,
      ticket_type_slug: body.ticket_type ?? "",
      state: "valid",
      order_state: "confirmed",
      payment_state: "paid",
      qr_code_identifier: code,
      note: (!i && body.note) || null,
      attention: false,
      shown: [],
      checked_in: [
        ...(arrived ? [{checkin_list_id: Number(body.checkin_list_id), created_at: body.scanned_at ?? isoOf(at)}] : []),
        ...entries.map((each) => ({checkin_list_id: Number(each.list), created_at: isoOf(each.at)})),
      ],
      addition: key,
    };
  });
}

/** @param {number} at */
function isoOf(at) {
  return new Date(at).toISOString();
}
