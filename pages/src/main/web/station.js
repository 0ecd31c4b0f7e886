// What a phone is paired with, and how its lists, copies and queue stay in sync with the server and with other tabs.

import * as phone from "./phone.js";
import {Api, path} from "./api.js";
import {Copies} from "./copies.js";
import {Queue} from "./queue.js";
import {say} from "./language.js";
import {Database, NAMES_MILLIS, UNHURRIED_MILLIS, erase, eraseNames, isFull} from "./database.js";

const FULL_WAIT_MILLIS = 10_000;
const CLOCK_SLACK_MILLIS = 2_000;
const CLOCK_EVERY_MILLIS = 60_000;
/** A server that has been silent for longer may have another address now. */
const AWAY_MILLIS = 60_000;
/** How often a phone asks whether doors were added, renamed or removed. */
const LISTS_EVERY_MILLIS = 300_000;

export class Station {
  db = new Database({
    changed: () => this.changed(),
    renewed: (db) => this.writeAgain(db),
    back: () => void this.back(),
    erased: () => this.gone(),
  });
  /** @type {import("./api.js").Pairing | undefined} */
  pairing;
  /** @type {Api | undefined} */
  api;
  /** @type {Copies | undefined} */
  copies;
  /** @type {Queue | undefined} */
  queue;
  /**
   * What the token gives access to, or null if the server does not say.
   *
   * @type {import("./api.js").Schemas["TokenAccess"] | null}
   */
  access = null;
  /** @type {{id: string, name: string, checked_in_count: number}[]} */
  lists = [];
  listsAt = Date.now();
  /** How many guests a desk has added on this device that the service does not have yet, by the last count. */
  added = 0;
  reached = true;
  /** Whether a guest waits for a verdict. */
  busy = false;
  refused = false;
  failures = 0;
  /** When the server last answered. */
  heardAt = Date.now();
  activeAt = Date.now();
  /** What to add to the device's clock. {@link base} is what that clock showed when this page was opened. */
  correction = 0;
  base = Date.now() - performance.now();
  /** By how much somebody has put the device's clock back since. */
  putBack = 0;
  clockKept = 0;
  /** @type {any[]} */
  doubles = [];
  polling = false;
  /** The times of scans that the browser has erased and that nobody can send any more. @type {number[]} */
  lost = [];
  /** Whether the phone has no room to store anything. */
  full = false;
  /** Whether this phone was forgotten. {@link erased} says whether everything has been erased. */
  ended = false;
  erased = false;
  /** @type {any} */
  pollTimer;
  /** @type {any} */
  drainTimer;
  /** @type {BroadcastChannel | undefined} */
  channel;

  /** @param {() => void} changed is called when there is something new to show */
  constructor(changed) {
    this.changed = changed;
  }

  /** The server's time, as far as the phone knows it. */
  now() {
    const base = Date.now() - performance.now();
    if (base < this.base - CLOCK_SLACK_MILLIS) {
      // Somebody has put the clock back. A jump forward is not corrected, because the phone may only have slept.
      this.correction += this.base - base;
      this.putBack += this.base - base;
    }
    this.base = base;
    return Date.now() + this.correction;
  }

  /** The correction, without what makes up for a clock that was put back. Scans are stored with it. */
  get clock() {
    return this.correction - this.putBack;
  }

  /** Returns the present time with an earlier correction of the clock. @param {number} clock */
  timeBy(clock) {
    return Date.now() + this.putBack + clock;
  }

  /** Opens what the phone has stored. Returns whether the phone is paired. */
  async start() {
    this.channel = new BroadcastChannel("doorlist");
    this.channel.onmessage = (event) => this.told(event.data);
    await this.db.open();
    const clock = await this.recall("clock");
    if (clock) {
      this.correction = phone.restored(Date.now(), clock.correction, clock.server);
    }
    if (this.now() > ((await this.recall("names")) ?? 0) + NAMES_MILLIS) {
      eraseNames();
    }
    this.lost = (await this.recall("lost")) ?? [];
    const pairing = await this.recall("pairing");
    if (pairing) {
      await this.use(pairing);
    }
    return Boolean(pairing);
  }

  /** Reads a pairing link. @param {string} text @returns {{pairing?: import("./api.js").Pairing, wrong: string}} */
  read(text) {
    const link = phone.pairing(text);
    if (!link) {
      return {wrong: say("notPairingLink")};
    }
    const {api, ...pairing} = link;
    return api && new URL(api).origin !== location.origin
      ? {wrong: say("linkElsewhere", {host: new URL(api).host})}
      : {pairing, wrong: ""};
  }

  /**
   * Returns whether another pairing would make this phone let in other people.
   *
   * @param {import("./api.js").Pairing} next
   */
  replaces(next) {
    const now = this.pairing;
    const differs = (/** @type {"account" | "event"} */ name) => next[name] && next[name] !== now?.[name];
    return Boolean(now && (next.token !== now.token || differs("account") || differs("event")));
  }

  /**
   * Returns what a pairing gives access to. The phone stays as it is.
   *
   * @param {import("./api.js").Pairing} next
   */
  async offer(next) {
    const answer = await new Api(next.token, () => {}).ask("getAccess", "");
    return answer.status === 200
      ? {pairing: next, access: answer.body, wrong: ""}
      : {wrong: answer.status ? say("linkDead") : say("pairingNeedsNetwork")};
  }

  /**
   * Pairs the phone.
   *
   * @param {import("./api.js").Pairing} pairing
   * @returns {Promise<string>} what is wrong, empty if nothing is
   */
  async pair(pairing) {
    const before = this.pairing;
    if (this.db.down) {
      return say("storesNothing");
    }
    await this.use(pairing);
    const elsewhere = () => before && (pairing.account !== before.account || pairing.event !== before.event);
    // Queued scans belong to one event, so a phone that has some must stay with it.
    const wrong = (await this.learn()) || (this.queue?.all().length && elsewhere() ? say("sendFirst") : "");
    if (wrong) {
      this.pairing = undefined;
      if (before) {
        await this.use(before);
      }
      return wrong;
    }
    if (before?.token !== pairing.token) {
      eraseNames();
    }
    await this.remember(this.pairing, "pairing");
    this.channel?.postMessage("paired");
    return "";
  }

  /** @param {import("./api.js").Pairing} pairing */
  async use(pairing) {
    const before = this.pairing;
    this.pairing = pairing;
    this.refused = false;
    this.api = new Api(pairing.token, (...heard) => this.heard(...heard), () => this.now());
    this.copies = new Copies(
      this.db,
      this.api,
      pairing,
      () => this.changed(),
      () => this.busy,
      () => this.queue?.all() ?? [],
    );
    if (before && (before.account !== pairing.account || before.event !== pairing.event)) {
      await this.dropCopies();
    }
    this.access = (await this.recall("access")) ?? null;
    this.copies.gate = this.access?.gate ?? null;
    await this.copies.load();
    const owed = this.queue?.owed;
    this.queue = new Queue(
      this.db,
      this.api,
      pairing,
      this.copies,
      this,
      () => this.changed(),
      () => this.drainLater(FULL_WAIT_MILLIS),
    );
    this.queue.owed = owed ?? this.queue.owed;
    this.lists = (await this.recall("lists")) ?? [];
    await this.tellDoubles();
    await this.queue.learn();
    await this.queue.tryAgain();
  }

  async dropCopies() {
    eraseNames();
    const stores = ["copies", "parts", "own"];
    await this.db.write(
      stores,
      (writing) => Promise.all(stores.map((store) => writing.objectStore(store).clear())),
      UNHURRIED_MILLIS,
    );
  }

  /**
   * Learns what the token gives access to and which lists the event has.
   *
   * @returns {Promise<string>} what is wrong, empty if nothing is
   */
  async learn() {
    const {api, pairing} = this.ready();
    const access = await api.ask("getAccess", "");
    if (access.status === 0) {
      return say("pairingNeedsNetwork");
    }
    if (access.status === 401) {
      this.refused = true;
      eraseNames();
      return say("linkDead");
    }
    if (access.status === 200) {
      this.access = access.body;
      this.copies?.standAt(access.body.gate ?? null);
      pairing.account ||= access.body.account_slug;
      if (!pairing.event && access.body.events?.length === 1) {
        pairing.event = access.body.events[0];
      }
      await this.remember(this.access, "access");
    }
    return pairing.event ? this.learnLists() : "";
  }

  /** Stores a value that the phone needs when it is opened again. @param {any} value @param {string} name */
  async remember(value, name) {
    this.full = await this.db.remember(value, name).then(() => false, isFull);
  }

  /** Returns the value that the phone has stored under a name. @param {string} name */
  recall(name) {
    return this.db.recall(name);
  }

  /** Writes what this page knows into a new database, because the browser has erased the old one. @param {any} db */
  async writeAgain(db) {
    const {copies, queue} = this;
    if (copies && queue) {
      const lost = copies.lost(queue.all()).map((own) => own.at);
      if (lost.length) {
        this.lost = [...this.lost, ...lost].sort((a, b) => a - b);
        this.db.settings.set("lost", this.lost);
        this.db.owed.add("lost");
      }
      // If there is no room, the queue is written later.
      await queue.writeAgain(db, this.doubles).catch(() => {});
      await copies.writeAgain(db).catch(() => {});
    }
  }

  /** Stores what could not be stored, and asks for whole copies, because the database answers again. */
  async back() {
    await this.copies?.back().catch(() => {});
    await this.queue?.learn();
    this.drain();
    this.poll();
  }

  /** Ends this page, because another tab has erased everything. */
  gone() {
    if (!this.ended) {
      this.end();
      this.erased = true;
      this.changed();
    }
  }

  async lostSeen() {
    this.lost = [];
    await this.remember(this.lost, "lost");
    this.changed();
  }

  /** Notes what the browser says about the network. @param {boolean} there */
  network(there) {
    this.reached = there;
    if (there) {
      this.drain(true);
      this.poll();
    }
    this.changed();
  }

  async learnLists() {
    const {api, pairing} = this.ready();
    const answer = await api.ask(
      "listCheckinLists",
      `${path(pairing.account, pairing.event, "checkin_lists")}?items=250`,
    );
    if (answer.status !== 200) {
      return say(answer.status === 0 ? "pairingNeedsNetwork" : "linkWrongEvent");
    }
    this.listsAt = Date.now();
    this.lists = answer.body.checkin_lists.map((list) => ({...list, id: String(list.id)}));
    await this.remember(this.lists, "lists");
    if (!this.lists.some((list) => list.id === pairing.list)) {
      pairing.list = this.lists.length === 1 ? this.lists[0].id : "";
    }
    this.changed();
    return "";
  }

  /** @returns {Promise<import("./view.js").ListedEvent[]>} the events that the token gives access to */
  async events() {
    const {api, pairing} = this.ready();
    const answer = await api.ask("listEvents", `${path(pairing.account, "events")}?items=250`);
    return answer.status === 200 ? answer.body.events : [];
  }

  /** @param {string} event */
  async chooseEvent(event) {
    const {pairing} = this.ready();
    if (pairing.event !== event) {
      if (this.db.down) {
        return say("storesNothing");
      }
      if ((await this.ready().queue.read()).length) {
        return say("sendFirst");
      }
      await this.dropCopies();
      await this.copies?.load();
    }
    pairing.event = event;
    pairing.list = "";
    const wrong = await this.learnLists();
    await this.remember(pairing, "pairing");
    return wrong;
  }

  /** Goes to a door at once. A scan may follow before the phone has stored the choice. @param {string} list */
  chooseList(list) {
    const {pairing} = this.ready();
    pairing.list = list;
    this.activeAt = Date.now();
    return this.remember(pairing, "pairing");
  }

  /**
   * For how long scans have waited for a server that does not answer although there is a network. It is 0 if that is no
   * longer than `AWAY_MILLIS`.
   */
  get away() {
    const millis = Date.now() - this.heardAt;
    return this.queue?.length && !this.reached && navigator.onLine && millis > AWAY_MILLIS ? millis : 0;
  }

  /** A text that says how much of an incomplete copy has arrived. */
  get progress() {
    return this.building ? say("copiedSoFar", {n: this.building}) : say("noCopyYet");
  }

  get list() {
    return this.lists.find((each) => each.id === this.pairing?.list);
  }

  get role() {
    return this.access?.role ?? "scanner";
  }

  /** The copy of this door's list. It is undefined unless it is complete, because half a copy cannot decide. */
  get copy() {
    const kept = this.pairing && this.copies?.kept.get(this.pairing.list);
    return kept?.building ? undefined : kept;
  }

  /** How many tickets of an incomplete copy have arrived. It is 0 if no copy is being loaded. */
  get building() {
    const list = this.pairing?.list ?? "";
    return this.copies?.kept.get(list)?.building ? phone.admitted(list) : 0;
  }

  ready() {
    if (!this.api || !this.pairing || !this.copies || !this.queue) {
      throw new Error("not paired");
    }
    return {api: this.api, pairing: this.pairing, copies: this.copies, queue: this.queue};
  }

  /**
   * @param {boolean} reached
   * @param {number} sent
   * @param {number} received
   * @param {string | null} date
   * @param {boolean} good whether the token was accepted
   */
  heard(reached, sent, received, date, good) {
    const before = this.reached;
    this.reached = reached;
    this.failures = reached ? 0 : this.failures + 1;
    this.heardAt = reached ? Date.now() : this.heardAt;
    if (reached && date) {
      const added = this.correction;
      this.correction = phone.correction(sent, received, Date.parse(date));
      if (Math.abs(this.correction - added) > CLOCK_SLACK_MILLIS || Date.now() > this.clockKept + CLOCK_EVERY_MILLIS) {
        this.clockKept = Date.now();
        this.db.remember({correction: this.correction, server: this.now()}, "clock").catch(() => {});
      }
    }
    if (good && this.refused) {
      this.refused = false;
      if (this.queue) {
        this.queue.locked = false;
        this.queue.tryAgain().then(() => this.drain(true));
      }
      this.changed();
    }
    if (before !== reached) {
      this.changed();
      if (reached) {
        this.drain(true);
      }
    }
  }

  /** @param {string | import("./database.js").Own} word from another tab */
  async told(word) {
    if (typeof word === "object") {
      this.copies?.noteOther(word);
    } else if (word === "forgotten") {
      this.db.close();
      this.gone();
    } else if (word === "queue" && this.queue) {
      await this.queue.learn();
    } else if (word === "paired") {
      location.reload();
    }
  }

  /**
   * Sends the queue, and repeats by itself until the queue is empty.
   *
   * @param {boolean} [heard] whether the server probably answers again
   */
  async drain(heard = false) {
    if (!this.queue || this.ended) {
      return;
    }
    clearTimeout(this.drainTimer);
    // An answer that a full phone cannot store is requested again. The idempotency key makes sure that it is the same
    // answer.
    const wait = await this.queue.drain(heard).catch(() => FULL_WAIT_MILLIS);
    if (this.queue.locked) {
      this.refused = true;
      eraseNames();
    }
    await this.tellDoubles();
    this.channel?.postMessage("queue");
    const {owed} = this.queue ?? {};
    if (owed?.size) {
      this.drainLater(wait < 0 ? FULL_WAIT_MILLIS : Math.min(wait, FULL_WAIT_MILLIS));
    } else if (wait >= 0) {
      this.drainLater(wait);
    }
    this.changed();
  }

  /** @param {number} millis */
  drainLater(millis) {
    if (!this.ended) {
      clearTimeout(this.drainTimer);
      this.drainTimer = setTimeout(() => this.drain(), Math.max(200, millis));
    }
  }

  async tellDoubles() {
    const owed = this.queue?.owedDoubles ?? [];
    this.doubles = await this.db
      .read((db) => db.getAll("doubles"))
      .then(
        (all) => [...all, ...owed],
        () => [...new Set([...this.doubles, ...owed])],
      );
    this.changed();
  }

  async doublesSeen() {
    await this.db.write(["doubles"], (writing) => writing.store.clear()).catch(() => {});
    if (this.queue) {
      this.queue.owedDoubles = [];
    }
    this.doubles = [];
    await this.tellDoubles();
  }

  /** Asks for changes of the copies, and repeats by itself. */
  async poll() {
    clearTimeout(this.pollTimer);
    if (!this.pairing?.list || !this.copies || this.polling || this.ended || document.visibilityState === "hidden") {
      return;
    }
    this.polling = true;
    const all = this.lists.map((list) => list.id);
    const {reached, changed} = await this.copies.refresh(this.pairing.list, all).finally(() => (this.polling = false));
    if (this.ended) {
      return;
    }
    if (changed) {
      this.activeAt = Date.now();
    }
    if (reached && (this.copies.absent || Date.now() > this.listsAt + LISTS_EVERY_MILLIS)) {
      await this.learnLists();
    }
    this.changed();
    const wait = phone.pollIn(Date.now() - this.activeAt, reached ? 0 : this.failures);
    clearTimeout(this.pollTimer);
    this.pollTimer = setTimeout(() => this.poll(), wait);
  }

  /**
   * How many tickets are checked in, and how many there are, as far as the phone knows. Where people may leave, also
   * how many are inside now.
   */
  get figures() {
    const list = this.pairing?.list ?? "";
    if (!this.copy || !this.copies) {
      return {in: this.list?.checked_in_count};
    }
    return this.copies.tracked(list)
      ? {in: this.copies.inside.of(list, this.now()), now: true}
      : {in: phone.checkedIn(list), of: phone.admitted(list)};
  }

  /** Finds tickets by name or reference. @param {string} q */
  search(q) {
    const {api, pairing} = this.ready();
    return api.ask("searchTickets", `${path(pairing.account, pairing.event, "tickets")}?${new URLSearchParams({q})}`);
  }

  /** Returns what happened to a ticket. @param {string} reference */
  history(reference) {
    const {api, pairing} = this.ready();
    return api.ask("getTicketHistory", path(pairing.account, pairing.event, "tickets", reference, "history"));
  }

  /**
   * Counts guests of any event that a desk has added on this device. If they were erased, nobody would know of them.
   */
  async countAdded() {
    this.added = await this.db.read((db) => db.getAll("additions")).then(({length}) => length, () => this.added);
  }

  /** Erases everything that this phone has stored. */
  async forget() {
    this.channel?.postMessage("forgotten");
    this.end();
    await erase(this.db);
    this.erased = true;
    this.changed();
  }

  /** Stops everything. */
  end() {
    this.ended = true;
    clearTimeout(this.pollTimer);
    clearTimeout(this.drainTimer);
    this.pairing = undefined;
    this.api = undefined;
    this.copies = undefined;
    this.queue = undefined;
    this.access = null;
    this.lists = [];
    this.doubles = [];
    phone.clear();
  }
}
