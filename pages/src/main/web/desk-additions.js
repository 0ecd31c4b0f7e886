// Guests whom this desk adds. They are kept until the service has told what became of them. So nobody is lost or added
// twice, whatever becomes of the page, the network or an answer. Ids and codes follow from the key of the addition.

import * as ids from "./desk-ids.js";
import {NO_ANSWER, decisive, path} from "./api.js";

/** Held by the one tab that tells of additions. */
const LOCK = "doorlist-additions";
/** So long somebody waits at the desk. */
const PATIENCE_MILLIS = 5_000;
/** After that nobody waits for an answer any more, even if the page was closed before it said so. */
const ABANDONED_MILLIS = 30_000;

/** @typedef {import("./api.js").Schemas["AddedGuest"]} AddedGuest */
/** @typedef {import("./api.js").Schemas["GuestRequest"]} NewGuest */
/** @typedef {import("./api.js").Answer<"addGuest">} Answer */
/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("../../../types/phone").Row} Row */

/**
 * @typedef {object} Addition
 * @property {string} key
 * @property {string} place the event's path
 * @property {number} at
 * @property {boolean} told whether somebody was told that the guest is added
 * @property {number} clock by how much the clock was corrected then
 * @property {NewGuest} body
 * @property {string} type the name of the ticket type
 * @property {number[]} undone the numbers of tickets whose arrival was taken back
 * @property {Row[]} scans what their tickets did since
 * @property {{status: number, body: any} | undefined} problem why the service does not take it
 */

export class Additions {
  /** The oldest first. @type {Addition[]} */
  all = [];
  /** The keys of those whose answer somebody waits for. @type {Set<string>} */
  asked = new Set();
  notBefore = 0;
  /** @type {string | undefined} */
  generation;

  /**
   * @param {import("./door.js").Door} door
   * @param {() => void} changed
   * @param {(answer: AddedGuest) => void} added is called when the service has taken one
   */
  constructor(door, changed, added) {
    this.door = door;
    this.changed = changed;
    this.added = added;
    this.channel = new BroadcastChannel("doorlist-additions");
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
        // The browser has erased it. Who has been added meanwhile is so once, however often it is told.
        const all = this.all;
        await db.write(["additions"], (writing) => Promise.all(all.map((each) => writing.store.put(each))));
      }
      /** @type {any[]} */
      const all = await db.read((reader) => reader.getAll("additions"));
      // What else is there is of desk-changes.js.
      this.all = all.filter(({does}) => !does).sort((one, other) => one.at - other.at);
      this.generation = db.generation;
    } catch {
      // What this page knows is as good.
    }
    this.changed();
  }

  /** Keeps somebody who is about to be added. @param {NewGuest} body @param {string} type */
  async begin(body, type) {
    /** @type {Addition} */
    const addition = {
      key: body.idempotency_key,
      place: this.place,
      at: this.door.now(),
      clock: this.door.clock,
      told: false,
      body,
      type,
      undone: [],
      scans: [],
      problem: undefined,
    };
    this.asked.add(addition.key);
    try {
      await this.put(addition);
      this.all.push(addition);
    } catch (error) {
      // With a network the answer tells.
      if (!this.door.reached) {
        throw error;
      }
    }
    return addition;
  }

  /** Asks the service to add somebody who waits. @param {Addition} addition @returns {Promise<Answer>} */
  async ask(addition) {
    const answer = await this.send(addition, PATIENCE_MILLIS);
    if (decisive(answer)) {
      this.asked.delete(addition.key);
      // Without a database nothing is left of it, or it is told once more.
      await (answer.status === 201 ? this.taken(addition, answer.body).catch(() => {}) : this.forget(addition));
    }
    return answer;
  }

  /** Keeps that somebody was told: whatever becomes of the network, the guest is added. @param {Addition} addition */
  async tell(addition) {
    await this.put({...addition, told: true});
    this.asked.delete(addition.key);
    this.channel.postMessage("");
    await this.learn();
  }

  /** @param {Addition} addition @param {number} millis @returns {Promise<Answer>} */
  async send({place, body, told, clock}, millis) {
    const {api} = this.door;
    const options = {json: told ? {...body, online: false} : body, millis, deviceTime: this.door.timeBy(clock)};
    return (await api?.ask("addGuest", place, options).catch(() => NO_ANSWER)) ?? NO_ANSWER;
  }

  /** Tells the service of all that it has not, one by one; what their tickets did since goes to the queue. */
  async drain() {
    const due = () => this.here.find((each) => !each.problem && !this.asked.has(each.key) && this.isDue(each));
    if (!due() || this.door.now() < this.notBefore || this.door.refused) {
      return;
    }
    await navigator.locks.request(LOCK, {ifAvailable: true}, async (lock) => {
      for (let next = due(); lock && next; next = due()) {
        const answer = await this.send(next, 25_000);
        if (answer.status === 201) {
          this.added(await this.taken(next, answer.body));
        } else if (!decisive(answer) || answer.status === 401) {
          return;
        } else if (answer.status === 429) {
          this.notBefore = this.door.now() + 1_000 * Math.max(1, answer.retryAfter);
          return;
        } else {
          const {status, body} = answer;
          await this.change(next, (kept) => ({...kept, problem: {status, body}}));
        }
      }
    });
  }

  /** @param {Addition} addition */
  isDue({told, at}) {
    return told || this.door.now() > at + ABANDONED_MILLIS;
  }

  /**
   * Ends an addition that the service has: what is still to be told of its tickets goes to the queue with it.
   *
   * @param {Addition} addition
   * @param {AddedGuest} answer
   */
  async taken({key}, answer) {
    const {door} = this;
    await door.db.write(["additions", "queue"], async (writing) => {
      const store = writing.objectStore("additions");
      /** @type {Addition | undefined} */
      const kept = await store.get(key);
      const rows = kept ? [...kept.scans, ...this.undos(kept, answer)] : [];
      await Promise.all([store.delete(key), ...rows.map((row) => writing.objectStore("queue").put(row))]);
    });
    this.over(key);
    await door.queue?.learn();
    door.channel?.postMessage("queue");
    door.drain(true);
    return answer;
  }

  /**
   * Returns what deletes the check-ins that were taken back before they were told.
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
   * Keeps that a ticket of an addition came in or went out, before anybody is told.
   *
   * @param {string} key
   * @param {Row} row
   */
  async pass(key, row) {
    const told = {...row, stage: /** @type {const} */ ("TOLD"), problem: ""};
    await this.door.db.write(["additions", "queue"], async (writing) => {
      const store = writing.objectStore("additions");
      /** @type {Addition | undefined} */
      const kept = await store.get(key);
      if (kept) {
        await store.put({...kept, scans: [...kept.scans, told]});
      } else {
        // The service has the guest by now.
        await writing.objectStore("queue").put(told);
      }
    });
    await this.learn();
    await this.door.queue?.learn();
  }

  /**
   * Takes back the last that a ticket of an addition did here.
   *
   * @param {string} key
   * @param {number} number of the ticket
   * @param {string} code
   */
  async undo(key, number, code) {
    const {db} = this.door;
    await db.write(["additions"], async ({store}) => {
      /** @type {Addition | undefined} */
      const kept = await store.get(key);
      const last = kept?.scans.filter((each) => each.code === code).pop();
      if (kept && last) {
        // Nobody else knows of it.
        await store.put({...kept, scans: kept.scans.filter((each) => each.key !== last.key)});
      } else if (kept) {
        await store.put({...kept, undone: [...kept.undone, number]});
      }
    });
    await this.learn();
  }

  /** Sends one again that the service did not take. @param {string} key */
  async again(key) {
    await this.change({key}, (kept) => ({...kept, problem: undefined}));
    await this.drain();
  }

  /** @param {{key: string}} addition of whom nothing is left */
  async forget({key}) {
    await this.door.db.write(["additions"], ({store}) => store.delete(key)).catch(() => {});
    this.over(key);
  }

  /** @param {Addition} addition */
  async put(addition) {
    await this.door.db.write(["additions"], ({store}) => store.put(addition));
  }

  /** @param {{key: string}} addition @param {(kept: Addition) => Addition} next */
  async change({key}, next) {
    await this.door.db.write(["additions"], async ({store}) => {
      const kept = await store.get(key);
      await (kept && store.put(next(kept)));
    });
    this.channel.postMessage("");
    await this.learn();
  }

  /** @param {string} key */
  over(key) {
    this.all = this.all.filter((each) => each.key !== key);
    this.channel.postMessage("");
    this.changed();
  }

  /** Returns the guests whom the service has not, as it will have them. @returns {Guest[]} */
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
