// What a desk did and the service does not have yet. It is stored before anybody is told, and sent until there is an
// answer. So nothing is lost and nothing is done twice, whatever happens to the page, the network or an answer.

import {NO_ANSWER, decisive, path} from "./api.js";

const STORE = "additions";

/** @typedef {import("../../../types/operations").AnyAnswer} Answer */
/** @typedef {import("../../../types/phone").Row} Row */

/**
 * @typedef {object} Kept an item: one thing that the desk did
 * @property {string} key
 * @property {string} place the path of the event's guests
 * @property {number} at
 * @property {any} body
 * @property {Row[]} scans scans of tickets since then, which the door accepts only after this item
 * @property {{status: number, body: any} | undefined} problem why the service does not accept the item
 */

/** All items of one kind, such as changes, that the service does not have yet. @template {Kept} K */
export class Unsent {
  /** The items of this kind, the oldest first. @type {K[]} */
  all = [];
  notBefore = 0;
  /** @type {string | undefined} */
  generation;

  /**
   * @param {import("./door.js").Door} door
   * @param {string} kind the name of the channel and the lock that the desk's tabs share for this kind
   * @param {() => void} changed
   */
  constructor(door, kind, changed) {
    this.door = door;
    this.kind = kind;
    this.changed = changed;
    this.channel = new BroadcastChannel(kind);
    this.channel.onmessage = () => void this.learn();
  }

  /** Returns whether a stored item is of this kind. @param {any} _kept @returns {boolean} */
  isOwn(_kept) {
    return true;
  }

  /** Returns whether an item may be sent to the service already. @param {K} _kept */
  isDue(_kept) {
    return true;
  }

  /** Sends an item to the service. @param {K} _kept @returns {Promise<Answer>} */
  async send(_kept) {
    return NO_ANSWER;
  }

  /** Removes an item that the service has accepted. @param {K} kept @param {any} _answer */
  async done(kept, _answer) {
    await this.end(kept.key);
  }

  get place() {
    const {pairing} = this.door;
    return pairing ? path(pairing.account, pairing.event, "guests") : "";
  }

  /** The items of this event that the service does not have yet. */
  get here() {
    return this.all.filter(({place}) => place === this.place);
  }

  /** Reads what is stored, also by other tabs. */
  async learn() {
    const {db} = this.door;
    try {
      if (this.generation && this.generation !== db.generation) {
        // The browser has erased the database, so all items are stored again. Sending an item twice does no harm,
        // because the service does it only once.
        const known = this.all;
        await db.write([STORE], ({store}) => Promise.all(known.map((each) => store.put(each))));
      }
      /** @type {any[]} */
      const all = await db.read((reader) => reader.getAll(STORE));
      this.all = all.filter((each) => this.isOwn(each)).sort((one, other) => one.at - other.at);
      this.generation = db.generation;
    } catch {
      // What this page knows is good enough.
    }
    this.changed();
  }

  /** Reads what is stored again, here and in the other tabs. */
  async tellTabs() {
    this.channel.postMessage("");
    await this.learn();
  }

  /** @param {K} kept */
  async put(kept) {
    await this.door.db.write([STORE], ({store}) => store.put(kept));
  }

  /** @param {string} key @param {(kept: K) => K} next */
  async change(key, next) {
    await this.door.db.write([STORE], async ({store}) => {
      const kept = await store.get(key);
      await (kept && store.put(next(kept)));
    });
    await this.tellTabs();
  }

  /**
   * Stores an entry or exit of a ticket with the item that the service must have before it.
   *
   * @param {string} key the key of that item
   * @param {Row} row
   */
  async pass(key, row) {
    const told = {...row, stage: /** @type {const} */ ("TOLD"), problem: ""};
    await this.door.db.write([STORE, "queue"], async (writing) => {
      const store = writing.objectStore(STORE);
      /** @type {K | undefined} */
      const kept = await store.get(key);
      // If the item is gone, the service has it by now.
      await (kept ? store.put({...kept, scans: [...kept.scans, told]}) : writing.objectStore("queue").put(told));
    });
    await this.tellTabs();
    await this.door.queue?.learn();
  }

  /** Sends all items to the service, one by one. Only one tab does so. */
  async drain() {
    const due = () => this.here.find((each) => !each.problem && this.isDue(each));
    if (!due() || this.door.now() < this.notBefore || this.door.refused) {
      return;
    }
    await navigator.locks.request(this.kind, {ifAvailable: true}, async (lock) => {
      for (let next = due(); lock && next; next = due()) {
        const answer = await this.send(next);
        if (answer.status === 200 || answer.status === 201) {
          await this.done(next, answer.body);
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

  /**
   * Removes an item, and moves the scans that waited for it to the queue.
   *
   * @param {string} key
   * @param {(kept: K) => Row[]} [more] further scans for the queue
   */
  async end(key, more = () => []) {
    const {door} = this;
    await door.db.write([STORE, "queue"], async (writing) => {
      const store = writing.objectStore(STORE);
      /** @type {K | undefined} */
      const kept = await store.get(key);
      const rows = kept ? [...kept.scans, ...more(kept)] : [];
      await Promise.all([store.delete(key), ...rows.map((row) => writing.objectStore("queue").put(row))]);
    });
    this.all = this.all.filter((each) => each.key !== key);
    await this.tellTabs();
    await door.queue?.learn();
    door.channel?.postMessage("queue");
    door.drain(true);
  }

  /** Gives up an item, with all scans that waited for it. @param {string} key */
  async forget(key) {
    await this.door.db.write([STORE], ({store}) => store.delete(key)).catch(() => {});
    this.all = this.all.filter((each) => each.key !== key);
    await this.tellTabs();
  }

  /** Sends an item again that the service did not accept. @param {string} key */
  async again(key) {
    await this.change(key, (kept) => ({...kept, problem: undefined}));
    await this.drain();
  }
}
