// What this desk changed without a network: corrections, and money that it took. Kept until the service has it, beside
// the guests whom the desk adds, so that nobody pays twice or in vain. See ADR 0087.

import {NO_ANSWER, decisive, path} from "./api.js";

/** Held by the one tab that tells of changes. */
const LOCK = "doorlist-changes";
const STORE = "additions";

/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("../../../types/phone").Row} Row */

/**
 * @typedef {object} Change
 * @property {string} key
 * @property {"updateGuest" | "takeMoney"} does
 * @property {string} place the path of the event's guests
 * @property {number} ticket
 * @property {string} order the reference of the guest's order
 * @property {string} name of the guest, to say of whom it is
 * @property {number} at
 * @property {any} body
 * @property {Row[]} scans what tickets of the order did since, which the door takes only after this
 * @property {{status: number, body: any} | undefined} problem why the service does not take it
 */

export class Changes {
  /** The oldest first. @type {Change[]} */
  all = [];
  notBefore = 0;
  /** @type {string | undefined} */
  generation;

  /**
   * @param {import("./door.js").Door} door
   * @param {() => void} changed
   * @param {(change: Change, answer: any) => void} done is called when the service has taken one
   */
  constructor(door, changed, done) {
    this.door = door;
    this.changed = changed;
    this.done = done;
    this.channel = new BroadcastChannel(LOCK);
    this.channel.onmessage = () => void this.learn();
  }

  get place() {
    const {pairing} = this.door;
    return pairing ? path(pairing.account, pairing.event, "guests") : "";
  }

  /** Those of this event that the service has not yet. */
  get here() {
    return this.all.filter(({place}) => place === this.place);
  }

  /** Reads what is kept, by other tabs too. */
  async learn() {
    const {db} = this.door;
    try {
      if (this.generation && this.generation !== db.generation) {
        // The browser has erased it. What has been done meanwhile is done once, however often it is told.
        const known = this.all;
        await db.write([STORE], ({store}) => Promise.all(known.map((each) => store.put(each))));
      }
      /** @type {any[]} */
      const all = await db.read((reader) => reader.getAll(STORE));
      this.all = all.filter(({does}) => does).sort((one, other) => one.at - other.at);
      this.generation = db.generation;
    } catch {
      // What this page knows is as good.
    }
    this.changed();
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
    /** @type {Change} */
    const change = {
      key, does, place, ticket, order, name: name ?? "", at: door.now(), body, scans: [], problem: undefined,
    };
    await door.db.write([STORE], ({store}) => store.put(change));
    this.channel.postMessage("");
    await this.learn();
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

  /**
   * Keeps that a guest came in who has paid here, before anybody is told.
   *
   * @param {string} key of the payment
   * @param {Row} row
   */
  async pass(key, row) {
    const told = {...row, stage: /** @type {const} */ ("TOLD"), problem: ""};
    await this.door.db.write([STORE, "queue"], async (writing) => {
      const store = writing.objectStore(STORE);
      /** @type {Change | undefined} */
      const kept = await store.get(key);
      // Without it, the service has the payment by now.
      await (kept ? store.put({...kept, scans: [...kept.scans, told]}) : writing.objectStore("queue").put(told));
    });
    this.channel.postMessage("");
    await this.learn();
    await this.door.queue?.learn();
  }

  /** Tells the service of all that it has not, one by one. */
  async drain() {
    const due = () => this.here.find(({problem}) => !problem);
    if (!due() || this.door.now() < this.notBefore || this.door.refused) {
      return;
    }
    await navigator.locks.request(LOCK, {ifAvailable: true}, async (lock) => {
      for (let next = due(); lock && next; next = due()) {
        const answer = await this.send(next);
        if (answer.status === 200 || answer.status === 201) {
          this.done(next, answer.body);
          await this.taken(next);
        } else if (!decisive(answer) || answer.status === 401) {
          return;
        } else if (answer.status === 429) {
          this.notBefore = this.door.now() + 1_000 * Math.max(1, answer.retryAfter);
          return;
        } else {
          const {status, body} = answer;
          await this.change(next.key, (kept) => ({...kept, problem: {status, body}}));
        }
      }
    });
  }

  /** @param {Change} change @returns {Promise<any>} */
  async send({does, place, ticket, body}) {
    const where = `${place}/${ticket}${does === "takeMoney" ? "/payments" : ""}`;
    return (await this.door.api?.ask(does, where, {json: body}).catch(() => NO_ANSWER)) ?? NO_ANSWER;
  }

  /** Ends a change that the service has: what waited for it goes to the queue with it. @param {Change} change */
  async taken({key}) {
    const {door} = this;
    await door.db.write([STORE, "queue"], async (writing) => {
      const store = writing.objectStore(STORE);
      /** @type {Change | undefined} */
      const kept = await store.get(key);
      const scans = kept?.scans ?? [];
      await Promise.all([store.delete(key), ...scans.map((row) => writing.objectStore("queue").put(row))]);
    });
    this.channel.postMessage("");
    await this.learn();
    await door.queue?.learn();
    door.channel?.postMessage("queue");
    door.drain(true);
  }

  /** Sends one again that the service did not take. @param {string} key */
  async again(key) {
    await this.change(key, (kept) => ({...kept, problem: undefined}));
    await this.drain();
  }

  /** Gives one up that the service does not take; who came in stays so. @param {string} key */
  async giveUp(key) {
    const change = this.all.find((each) => each.key === key);
    await (change && this.taken(change));
  }

  /** @param {string} key @param {(kept: Change) => Change} next */
  async change(key, next) {
    await this.door.db.write([STORE], async ({store}) => {
      const kept = await store.get(key);
      await (kept && store.put(next(kept)));
    });
    this.channel.postMessage("");
    await this.learn();
  }
}
