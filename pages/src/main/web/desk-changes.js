// What this desk changed without a network: corrections, badges that it printed, and money that it took. See ADR 0087.

import {NO_ANSWER} from "./api.js";
import {Unsent} from "./desk-unsent.js";

/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("../../../types/phone").Row} Row */

/**
 * A change of a guest. `order` is the reference of their order, and `name` says of whom it is.
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
   * @param {(change: Change, answer: any) => void} settled is called when the service has taken one
   */
  constructor(door, changed, settled) {
    super(door, "doorlist-changes", changed);
    this.settled = settled;
  }

  /** @param {any} kept */
  isOwn({does}) {
    return Boolean(does);
  }

  /** Of one guest the later change waits behind an earlier one that is refused. @param {Change} change */
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
   * Keeps a change before anybody is told that it is made.
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

  /** Returns a guest as changed here. @param {Guest} guest */
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

  /** Whether this desk changed something of a guest that the service has not. @param {Guest} guest */
  has(guest) {
    return this.here.some((each) => this.isOf(each, guest));
  }

  /** @param {Change} change @param {Guest} guest */
  isOf({does, ticket, order}, guest) {
    return does === "takeMoney" ? order === guest.order_reference : ticket === guest.id;
  }

  /** Returns the payment that the service has to have before it lets a guest in. @param {Guest} guest */
  payment(guest) {
    return this.here.filter((each) => each.does === "takeMoney" && this.isOf(each, guest)).pop();
  }
}
