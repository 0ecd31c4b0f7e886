// What survives if the tab is killed: pairing, copies, queue, notices of double admissions, and entries and exits here
// that the copies do not show yet. The browser may close its database at any time.

import {deleteDB, openDB} from "./index.js";
import {TAKEN_OVER, takeOver} from "./takeover.js";

const NAME = "doorlist";
/** The database of guests' names, which only a desk has. To erase some names for sure, all of it is erased. */
export const NAMES = "doorlist-names";
/** How long names are kept after the service's last answer. The setting "names" says when that answer was. */
export const NAMES_MILLIS = 24 * 3_600_000;
const MAX_WAIT_MILLIS = 3_000;
/** How long the database may take while a guest waits at the door. */
const PATIENCE_MILLIS = 1_500;
/** After this time a database that does not answer is asked again. Each further wait is longer, up to a limit. */
const AGAIN_MILLIS = 1_000;
const MAX_AGAIN_MILLIS = 8_000;
/** How long the database may take for large writes, for which no guest waits. */
export const UNHURRIED_MILLIS = 15_000;

/** The setting with a random id of the database. If the browser erases the database, the new one has another id. */
const GENERATION = "generation";

/**
 * @typedef {object} Kept a copy of a list, without its columns, which have the tickets
 * @property {string} list
 * @property {string} version empty if the next request must ask for the whole copy
 * @property {string} etag
 * @property {number} at when the server last answered, epoch milliseconds
 * @property {Pick<import("./api.js").Schemas["DoorCopy"], "list" | "ticket_types" | "qr_base_url" | "salt">} words what
 *     the answer had besides the columns
 * @property {boolean} building whether pages of the whole copy are still missing
 * @property {string} base the version that the whole copy began with
 * @property {{id: number, bytes: number}[]} deltas the deltas after the whole copy, oldest first
 */

/**
 * @typedef {object} Own an entry or exit of this phone
 * @property {string} key
 * @property {string} list
 * @property {string} digest of the code
 * @property {string} [scan] the key of the scan
 * @property {number} at
 * @property {number} [until] only if the entry or exit was taken back; the copies may show it from `at` until this time
 * @property {boolean} exit
 * @property {boolean} queued whether the server may not have it yet
 * @property {number} said when the server confirmed it, or the guest was told
 */

/** Thrown if the database does not answer or cannot be opened. The caller goes on without it. */
export class NoDatabase extends Error {}

/** Returns whether the phone has no room left. @param {unknown} error */
export function isFull(error) {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** @returns {Promise<any>} */
export function open() {
  return openDB(NAME, 5, {
    upgrade(db, from, _to, upgrading) {
      const additions = () => db.createObjectStore("additions", {keyPath: "key"});
      if (from === TAKEN_OVER) {
        additions();
        return takeOver(upgrading);
      }
      // An earlier version stored its data in tables that this version does not read.
      [...db.objectStoreNames].forEach((name) => db.deleteObjectStore(name));
      db.createObjectStore("own", {keyPath: "key"});
      db.createObjectStore("settings");
      db.createObjectStore("copies", {keyPath: "list"});
      db.createObjectStore("parts", {keyPath: "id", autoIncrement: true}).createIndex("list", "list");
      db.createObjectStore("doubles", {keyPath: "id", autoIncrement: true});
      db.createObjectStore("queue", {keyPath: "id", autoIncrement: true});
      additions();
      // If the browser erases the database, scans are written again with their old numbers. New numbers begin with the
      // time, so that no later scan gets an old number.
      const first = Date.now();
      upgrading.objectStore("queue").put({id: first});
      upgrading.objectStore("queue").delete(first);
      upgrading.objectStore("settings").put(crypto.randomUUID(), GENERATION);
      return undefined;
    },
  });
}

/**
 * @typedef {object} Heard what a page does when the state of its database changes
 * @property {() => void} changed the database stopped answering, or answers again
 * @property {(db: any) => Promise<void>} renewed the browser erased the database; the page writes what it still knows
 *     into the new one
 * @property {() => void} back the database answers again
 * @property {() => void} erased another tab erased the database on purpose
 */

/**
 * Holds the database, and opens it again if the browser has closed it. While that fails, or while the database does not
 * answer, calls fail at once with {@link NoDatabase}. Opening is tried again in the background.
 */
export class Database {
  /** @type {any} */
  handle;
  /** Whether the database does not answer, so that nothing waits for it. */
  down = false;
  /** Whether another tab has erased the database or has a newer version of it. It then stays closed. */
  ended = false;
  /** @type {Promise<any> | undefined} */
  opening;
  watching = false;
  /** @type {string | undefined} */
  generation;
  opened = false;
  /** How long the database may take. It is longer while a page starts than at a door. */
  patience = UNHURRIED_MILLIS;
  /** Values that were stored or read, by name. @type {Map<string, any>} */
  settings = new Map();
  /** Settings that could not be stored. @type {Set<string>} */
  owed = new Set();

  /** @param {Heard} heard */
  constructor(heard) {
    this.heard = heard;
  }

  /** Opens the database for the first time, however long that takes. */
  async open() {
    await (this.handle ?? this.reopen());
  }

  /** Makes the database answer quickly or fail, because guests wait from now on. */
  hurry() {
    this.patience = PATIENCE_MILLIS;
  }

  /** Stores a value that the page needs when it is opened again. @param {any} value @param {string} name */
  async remember(value, name) {
    this.settings.set(name, value);
    this.owed.add(name);
    await this.write(["settings"], (writing) => writing.objectStore("settings").put(value, name));
    this.owed.delete(name);
  }

  /** Returns the value that was stored under a name, as far as the page knows. @param {string} name */
  async recall(name) {
    try {
      const value = await this.read((db) => db.get("settings", name));
      if (!this.owed.has(name)) {
        this.settings.set(name, value);
      }
    } catch (error) {
      // A value that was read or stored before is good enough.
      if (!this.settings.has(name)) {
        throw error;
      }
    }
    return this.settings.get(name);
  }

  /** @template T @param {(db: Reader) => Promise<T>} does @param {number} [millis] @returns {Promise<T>} */
  read(does, millis = this.patience) {
    return this.run(async (db) => does(new Reader(db)), millis);
  }

  /**
   * Does something in one transaction. If that takes too long, the call fails and nothing is stored. But if the error
   * is marked as `doubtful`, everything may still be stored.
   *
   * @template T
   * @param {string[]} stores
   * @param {(writing: any) => Promise<T>} does
   * @param {number} [millis]
   * @returns {Promise<T>}
   */
  write(stores, does, millis = this.patience) {
    return this.run(async (db, begun) => {
      const writing = db.transaction(stores, "readwrite", {durability: "strict"});
      // Failures are reported below.
      writing.done.catch(() => {});
      begun.push(writing);
      let done;
      try {
        done = await does(writing);
      } catch (error) {
        // If a transaction is aborted, its requests only report the abort. The transaction itself knows the reason.
        const byUs = aborted(writing);
        throw await writing.done.then(() => error, (/** @type {any} */ why) => (byUs ? error : why));
      }
      await writing.done;
      return done;
    }, millis);
  }

  /**
   * @template T
   * @param {(db: any, begun: any[]) => Promise<T>} does
   * @param {number} millis
   * @returns {Promise<T>}
   */
  async run(does, millis) {
    const db = await this.usable(millis);
    try {
      return await this.within(db, does, millis);
    } catch (error) {
      if (!(error instanceof DOMException) || isFull(error)) {
        throw error;
      }
      // The browser may have closed the database without an event.
      this.lose(db);
    }
    const next = await this.usable(millis);
    try {
      return await this.within(next, does, millis);
    } catch (error) {
      if (!isFull(error)) {
        this.watch();
      }
      throw error;
    }
  }

  /**
   * @template T
   * @param {any} db
   * @param {(db: any, begun: any[]) => Promise<T>} does
   * @param {number} millis
   */
  async within(db, does, millis) {
    /** @type {any[]} */
    const begun = [];
    const done = does(db, begun);
    if ((await Promise.race([done.then(() => true, () => true), silence(millis)])) === undefined) {
      this.watch();
      throw Object.assign(new NoDatabase(), {doubtful: begun.some((writing) => !aborted(writing))});
    }
    return done;
  }

  /** Returns the open database, and opens it again if it is closed. @param {number} millis */
  async usable(millis) {
    if (this.down || this.ended) {
      throw new NoDatabase();
    }
    if (!this.handle) {
      await Promise.race([this.reopen().catch(() => {}), silence(millis)]);
    }
    if (!this.handle) {
      this.watch();
      throw new NoDatabase();
    }
    return this.handle;
  }

  /** Opens the database. If it is a new one, what the page knows is written into it. */
  reopen() {
    const opening = (this.opening ??= this.openOnce().finally(() => {
      if (this.opening === opening) {
        this.opening = undefined;
      }
    }));
    return opening;
  }

  async openOnce() {
    const db = await open();
    if (this.handle || this.ended) {
      // An earlier attempt was slow and has opened the database by now.
      db.close();
      return;
    }
    db.addEventListener("versionchange", (/** @type {IDBVersionChangeEvent} */ {newVersion}) =>
      this.end(db, newVersion),
    );
    db.addEventListener("close", () => {
      this.lose(db);
      this.reopen().catch(() => this.watch());
    });
    const generation = await new Reader(db).get("settings", GENERATION);
    const renewed = this.opened && generation !== this.generation;
    this.opened = true;
    this.generation = generation;
    if (renewed) {
      this.settings.forEach((_, name) => this.owed.add(name));
      await this.heard.renewed(db);
    }
    await this.settle(db);
    if (this.handle || this.ended) {
      db.close();
      return;
    }
    this.handle = db;
    if (renewed) {
      this.heard.back();
    }
  }

  /** Stores settings that could not be stored. @param {any} db */
  async settle(db) {
    if (this.owed.size) {
      const writing = db.transaction("settings", "readwrite");
      writing.done.catch(() => {});
      const names = [...this.owed].filter((name) => this.settings.get(name) !== undefined);
      names.forEach((name) => writing.store.put(this.settings.get(name), name).catch(() => {}));
      await writing.done.then(() => this.owed.clear(), () => {});
    }
  }

  /** @param {any} db the database that must not be used any more */
  lose(db) {
    db.close();
    if (this.handle === db) {
      this.handle = undefined;
    }
  }

  /** @param {any} db @param {number | null} newVersion null if it is erased */
  end(db, newVersion) {
    this.ended = true;
    this.lose(db);
    if (newVersion === null) {
      this.heard.erased();
    }
    this.heard.changed();
  }

  /** Closes the database for good. */
  close() {
    this.ended = true;
    this.handle?.close();
    this.handle = undefined;
  }

  /** Works without the database until it answers again. */
  async watch() {
    if (this.watching || this.ended) {
      return;
    }
    this.watching = true;
    this.down = true;
    this.heard.changed();
    for (let wait = AGAIN_MILLIS; !this.ended && !(await this.answers()); wait = Math.min(2 * wait, MAX_AGAIN_MILLIS)) {
      await silence(wait);
    }
    this.watching = false;
    this.down = false;
    this.heard.changed();
    if (!this.ended) {
      this.heard.back();
    }
  }

  /** Returns whether the database can be opened and written. A database that has no room counts as answering, too. */
  async answers() {
    if (!this.handle) {
      // An attempt that hangs must not delay the next one.
      this.opening = undefined;
      await Promise.race([this.reopen().catch(() => {}), silence(PATIENCE_MILLIS)]);
    }
    const db = this.handle;
    if (!db) {
      return false;
    }
    let writing;
    try {
      writing = db.transaction([...db.objectStoreNames], "readwrite");
      writing.done.catch(() => {});
      const settings = writing.objectStore("settings");
      const generation = settings.get(GENERATION).then((/** @type {any} */ it) => settings.put(it, GENERATION));
      generation.catch(() => {});
      if ((await Promise.race([writing.done.then(() => true), silence(PATIENCE_MILLIS)])) === undefined) {
        aborted(writing);
        this.lose(db);
        return false;
      }
      await this.settle(db);
      return true;
    } catch (error) {
      if (isFull(error)) {
        return true;
      }
      this.lose(db);
      return false;
    }
  }
}

/** Reads from the database, each time in a transaction of its own. */
class Reader {
  /** @param {any} db */
  constructor(db) {
    this.db = db;
  }

  /** @param {string} store @param {any} key @returns {Promise<any>} */
  get(store, key) {
    return this.in(store).get(key);
  }

  /** @param {string} store @returns {Promise<any[]>} */
  getAll(store) {
    return this.in(store).getAll();
  }

  /** @param {string} store @param {string} index @param {any} key @returns {Promise<any[]>} */
  getAllKeysFromIndex(store, index, key) {
    return this.in(store).index(index).getAllKeys(key);
  }

  /** @param {string} store */
  in(store) {
    const reading = this.db.transaction(store);
    // The request reports failures.
    reading.done.catch(() => {});
    return reading.store;
  }
}

/** @param {number} millis @returns {Promise<undefined>} */
function silence(millis) {
  return new Promise((done) => setTimeout(() => done(undefined), millis));
}

/** Aborts a transaction. Returns whether that succeeded, so that nothing of it will be stored. @param {any} writing */
function aborted(writing) {
  try {
    writing.abort();
    return true;
  } catch {
    return false;
  }
}

/** Erases the names that a desk has stored. */
export async function eraseNames() {
  await deleteDB(NAMES).catch(() => {});
}

/**
 * Erases everything that pages of this origin have stored: the data, the database, the pages themselves, and the
 * service worker.
 *
 * @param {Database} database
 */
export async function erase(database) {
  const cleared = await clear(database.handle).catch(() => false);
  database.close();
  const names = eraseNames();
  // The empty database is deleted as soon as every tab has closed it.
  const deleted = await Promise.race([deleteDB(NAME).then(() => true, () => false), silence(MAX_WAIT_MILLIS)]);
  await Promise.race([names, silence(MAX_WAIT_MILLIS)]);
  for (const name of await caches.keys()) {
    await caches.delete(name);
  }
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
    await registration.unregister();
  }
  if (!cleared && !deleted) {
    throw new NoDatabase();
  }
}

/** @param {any} db */
async function clear(db) {
  const names = [...db.objectStoreNames];
  const writing = db.transaction(names, "readwrite");
  writing.done.catch(() => {});
  names.forEach((name) => writing.objectStore(name).clear().catch(() => {}));
  return Promise.race([writing.done.then(() => true), silence(MAX_WAIT_MILLIS)]);
}
