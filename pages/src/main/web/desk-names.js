// Stores the guests as the service last sent them, on a laptop whose event allows that. Deleted records of a browser's
// database may stay on the disk until the browser cleans up, but deleted files do not. So the database has the guests
// in files, with some guests in each. Data that must go is erased with its file, or with all files.

import {openDB} from "./index.js";
import {NAMES, NAMES_MILLIS, eraseNames} from "./database.js";

/** The lock of the only tab that writes. */
const LOCK = "doorlist-names";
/** The number of guests in a file. A file is rewritten when one of them changes. */
const IN_FILE = 128;
/** The number of files that are read or made at a time, so that staff can type meanwhile. */
const FILES = 4;
const WRITE_AFTER_MILLIS = 5_000;
/** How often the time of the service's last answer is stored. */
const HEARD_EVERY_MILLIS = 60_000;

/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("./guests.js").Part} Part */

export class Names {
  /** When the service last answered, by its clock. */
  heardAt = 0;
  storedAt = 0;
  version = "";
  whole = false;
  /** The ids of the guests in each file. @type {number[][]} */
  files = [];
  /** In which file a guest is. @type {Map<number, number>} */
  fileOf = new Map();
  /** The files that must be written. @type {Set<number>} */
  changed = new Set();
  /** A random id of what is stored, which changes with each write, whichever tab writes. */
  stamp = "";
  /** @type {any} */
  db;
  /** Gives up the lock that this tab has or waits for. @type {(() => void) | undefined} */
  release;
  /** Whether this tab writes. */
  writes = false;
  /** Whether nothing is stored, because the event does not allow it or there is no room. */
  never = false;
  /** Resolves when everything that is being written or erased is done. */
  work = Promise.resolve();
  /** @type {any} */
  timer;

  /**
   * @param {import("./door.js").Door} door
   * @param {import("./guests.js").Guests} guests
   * @param {() => void} gone is called when another page has erased the names
   */
  constructor(door, guests, gone) {
    this.door = door;
    this.guests = guests;
    this.gone = gone;
  }

  /** The account and event whose guests these are. */
  get place() {
    const {pairing} = this.door;
    return pairing ? `${pairing.account}/${pairing.event}` : "";
  }

  /** Whether the service has been silent for so long that names must be erased. */
  get expired() {
    return this.door.now() > this.heardAt + NAMES_MILLIS;
  }

  /** Passes on the stored guests in parts, unless they are another event's. @param {(part: Part) => void} take */
  async load(take) {
    this.heardAt = (await this.door.recall("names")) ?? 0;
    if (this.expired) {
      // station.js has already erased them.
      return;
    }
    const db = await openDB(NAMES, 1, {upgrade});
    let erased = false;
    db.addEventListener("versionchange", () => {
      erased = true;
      db.close();
    });
    try {
      const known = await db.get("known", 0);
      const files = known?.place === this.place ? known.files : 0;
      for (let first = 0; first < files && !erased; first += FILES) {
        const numbers = Array.from({length: Math.min(FILES, files - first)}, (_, i) => first + i);
        const read = async (/** @type {number} */ n) => JSON.parse(await (await db.get("files", n)).text());
        /** @type {Guest[][]} */
        const all = await Promise.all(numbers.map(read));
        if (!erased) {
          all.forEach((some) => this.addFile(some.map(({id}) => id)));
          const more = first + FILES < files || !known.whole;
          take({guests: all.flat(), version: known.version, whole: first === 0, more});
        }
      }
      this.stamp = erased ? "" : (known?.stamp ?? "");
    } catch {
      // Without stored guests, the page asks the service.
    }
    db.close();
    if (erased) {
      this.gone();
    }
  }

  /** Adds a file. @param {number[]} ids of its guests */
  addFile(ids) {
    ids.forEach((id) => this.fileOf.set(id, this.files.length));
    this.files.push(ids);
  }

  /**
   * Stores what the service has sent, after the page has taken it.
   *
   * @param {Part & {desk: {names_offline: boolean}}} part
   * @param {boolean} less whether data about somebody is gone, for example because they were forgotten
   */
  keep(part, less) {
    const now = this.door.now();
    Object.assign(this, {heardAt: now, version: part.version, whole: !part.more});
    if (!part.desk.names_offline && !this.never) {
      this.never = true;
      this.drop();
    }
    if (this.never) {
      return;
    }
    if (now > this.storedAt + HEARD_EVERY_MILLIS) {
      this.storedAt = now;
      this.door.remember(now, "names").catch(() => {});
    }
    if (part.whole) {
      this.forget();
    }
    for (const {id} of part.guests) {
      if (!this.fileOf.has(id)) {
        const last = this.files.length - 1;
        if (last < 0 || this.files[last].length >= IN_FILE) {
          this.addFile([id]);
        } else {
          this.files[last].push(id);
          this.fileOf.set(id, last);
        }
      }
      this.changed.add(/** @type {number} */ (this.fileOf.get(id)));
    }
    if (!this.release) {
      this.begin();
    } else if (this.writes && (part.guests.length || part.whole)) {
      this.writeSoon(less ? 0 : WRITE_AFTER_MILLIS);
    }
  }

  /** Begins to write as soon as no other tab writes. */
  begin() {
    /** @type {Promise<void>} */
    const held = new Promise((done) => (this.release = done));
    const {release} = this;
    navigator.locks.request(LOCK, () => {
      if (release === this.release) {
        this.writes = true;
        this.writeSoon(0);
      }
      return held;
    });
  }

  /** @param {number} millis */
  writeSoon(millis) {
    if (this.timer === undefined || !millis) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.work = this.work.then(() => this.write()).catch(() => {
          // There is no room, or no database. The guests stay only in memory, and what was stored before is erased.
          this.never = true;
          this.drop();
        });
      }, millis);
    }
  }

  /**
   * Writes the files that have changed. If another tab has written since, or if the files were erased, it writes all
   * files.
   */
  async write() {
    if (!this.writes) {
      return;
    }
    this.db ??= await this.open();
    const {db, version, whole} = this;
    const known = await db.get("known", 0);
    const anew = !known || known.stamp !== this.stamp || known.place !== this.place;
    if (anew) {
      this.files.forEach((_, n) => this.changed.add(n));
    }
    const numbers = [...this.changed];
    const stamp = crypto.randomUUID();
    this.changed.clear();
    /** @type {[number, Blob][]} */
    const files = [];
    for (const n of numbers) {
      const some = this.files[n]?.map((id) => this.guests.said(id)).filter(Boolean) ?? [];
      files.push([n, new Blob([JSON.stringify(some)])]);
      if (files.length % FILES === 0) {
        await new Promise((done) => setTimeout(done));
      }
    }
    if (this.writes && this.db === db) {
      const writing = db.transaction(["files", "known"], "readwrite");
      writing.done.catch(() => {});
      const store = writing.objectStore("files");
      const cleared = anew && store.clear();
      const puts = files.map(([n, file]) => store.put(file, n));
      const says = {version, whole, place: this.place, stamp, files: this.files.length};
      await Promise.all([cleared, ...puts, writing.objectStore("known").put(says, 0), writing.done]);
      this.stamp = stamp;
    }
  }

  async open() {
    const db = await openDB(NAMES, 1, {upgrade});
    db.addEventListener("versionchange", () => {
      this.stop();
      this.gone();
    });
    return db;
  }

  forget() {
    this.files = [];
    this.fileOf.clear();
    this.changed.clear();
    this.stamp = "";
  }

  stop() {
    this.writes = false;
    this.release?.();
    this.release = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.db?.close();
    this.db = undefined;
    this.forget();
  }

  /** Erases what is stored. */
  drop() {
    this.stop();
    this.storedAt = 0;
    this.door.remember(0, "names").catch(() => {});
    this.work = this.work.then(eraseNames);
  }
}

/** @param {any} db */
function upgrade(db) {
  db.createObjectStore("files");
  db.createObjectStore("known");
}
