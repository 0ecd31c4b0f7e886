// What this desk did without a network: corrections, printed badges, and money taken. See ADR 0087.

import {NO_ANSWER} from "./api.js";
import {Unsent} from "./desk-unsent.js";

/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("../../../types/phone").Row} Row */

/**
 * A change of a guest. `order` is the reference of the guest's order, and `name` is the guest's name.
 *
 * @typedef {import("./desk-unsent.js").Kept & {
 *   does: "updateGuest" | "takeMoney", ticket: number, order: string, name: string,
 * }} Change
 */

/** @extends {Unsent<Change>} */
export class Changes extends Unsent {
  /**
   * @param {import("./door.js").Door} door
   * @param {() => void} changed
   * @param {(change: Change, answer: any) => void} settled is called when the service has accepted a change
   */
  constructor(door, changed, settled) {
    super(door, "doorlist-changes", changed);
    this.settled = settled;
  }

  /** @param {any} kept */
  isOwn({does}) {
    return Boolean(does);
  }

  /**
   * Returns whether a change may be sent. It waits while the service refuses an earlier change of the same guest.
   *
   * @param {Change} change
   */
  isDue(change) {
    return !this.here.some((each) => each.problem && each.at < change.at && each.does === change.does
      && each.ticket === change.ticket);
  }

  /** @param {Change} change @returns {Promise<any>} */
  async send({does, place, ticket, body}) {
    const where = `${place}/${ticket}${does === "takeMoney" ? "/payments" : ""}`;
    return (await this.door.api?.ask(does, where, {json: body}).catch(() => NO_ANSWER)) ?? NO_ANSWER;
  }

  /** @param {Change} change @param {any} answer */
  async done(change, answer) {
    this.settled(change, answer);
    await this.end(change.key);
  }

  /**
   * Stores a change before anybody is told that it is made.
   *
   * @param {Change["does"]} does
   * @param {Pick<Guest, "id" | "order_reference" | "name">} guest
   * @param {any} body
   */
  async keep(does, {id: ticket, order_reference: order, name}, body) {
    const key = body.idempotency_key ?? crypto.randomUUID();
    const {place, door} = this;
    await this.put({
      key, does, place, ticket, order, name: name ?? "", at: door.now(), body, scans: [], problem: undefined,
    });
    await this.tellTabs();
  }

  /** Returns a guest with the changes made here. @param {Guest} guest */
  applied(guest) {
    let now = guest;
    for (const {does, ticket, order, body, scans} of this.here) {
      if (does === "updateGuest" && ticket === guest.id) {
        now = {...now, ...body};
      } else if (does === "takeMoney" && order === guest.order_reference) {
        const {due = 0, collected = 0, currency = "", taken_by: by = []} = now.money ?? {};
        const own = this.door.access?.name;
        const names = own && !by.includes(own) ? [...by, own] : by;
        const left = due - body.amount;
        now = {
          ...now,
          state: now.state === "pending" && left <= 0 ? "valid" : now.state,
          money: {due: left, collected: collected + body.amount, currency, taken_by: names},
          checked_in: [
            ...now.checked_in,
            ...scans
              .filter((each) => each.code === guest.qr_code_identifier)
              .map((each) => ({checkin_list_id: Number(each.list), created_at: new Date(each.at).toISOString()})),
          ],
        };
      }
    }
    return now;
  }

  /** Whether this desk changed something about a guest that the service does not have yet. @param {Guest} guest */
  has(guest) {
    return this.here.some((each) => this.isOf(each, guest));
  }

  /** @param {Change} change @param {Guest} guest */
  isOf({does, ticket, order}, guest) {
    return does === "takeMoney" ? order === guest.order_reference : ticket === guest.id;
  }

  /** Returns the payment that the service must have before it lets a guest in. @param {Guest} guest */
  payment(guest) {
    return this.here.filter((each) => each.does === "takeMoney" && this.isOf(each, guest)).pop();
  }
}
