// Fetches, stores and updates the copies of an event's lists. The logic that reads them and decides is in phone.js.

import * as phone from "./phone.js";
import {path} from "./api.js";
import {UNHURRIED_MILLIS, isFull} from "./database.js";
import {Inside, STEP_ENTRIES, pause, steps} from "./inside.js";
import {clearParts, keepPart} from "./parts.js";

/**
 * Copies of lists in other areas are requested only in every sixth round, because they only serve to name the right
 * door.
 */
const OTHERS_EVERY = 6;

/** The clocks of phone and service differ by at most this. */
export const SLIP_MILLIS = 2_000;
/** Almost every request reaches the service within this time. */
const ON_ITS_WAY_MILLIS = 15_000;

/** The lock that a tab holds while it changes copies. */
const LOCK = "doorlist-copies";

/** @typedef {import("../../../types/phone").Row} Row */
/** @typedef {import("./database.js").Kept} Kept */
/** @typedef {import("./database.js").Own} Own */

export class Copies {
  /** @type {Map<string, Kept>} */
  kept = new Map();
  /** Lists whose copies are in memory only. @type {Set<string>} */
  unsaved = new Set();
  /** Whether the phone has no room for a copy. */
  full = false;
  /** Entries and exits by this phone that the copies do not show yet, by key. @type {Map<string, Own>} */
  owns = new Map();
  /** Keys of those own entries and exits that must still be stored or removed. @type {Set<string>} */
  owed = new Set();
  /**
   * Keys of entries and exits that another tab has reported since this page last read the queue.
   *
   * @type {Set<string>}
   */
  unread = new Set();
  /** Whether the server has no copy of the list that was last asked for. */
  absent = false;
  round = 0;
  /** The number of the phone's gate, which rules may ask for. @type {number | null} */
  gate = null;

  /**
   * @param {import("./database.js").Database} db
   * @param {import("./api.js").Api} api
   * @param {import("./api.js").Pairing} pairing
   * @param {() => void} changed is called when people were counted
   * @param {() => boolean} busy returns whether a guest waits for a verdict
   * @param {() => Row[]} queued returns the scans that the server may not have yet
   */
  constructor(db, api, pairing, changed, busy, queued) {
    this.db = db;
    this.api = api;
    this.pairing = pairing;
    this.busy = busy;
    this.queued = queued;
    this.inside = new Inside(changed, busy);
  }

  /** Opens the copies stored on the phone. */
  async load() {
    phone.clear();
    this.kept.clear();
    this.owns.clear();
    for (const copy of await this.db.read((db) => db.getAll("copies"), UNHURRIED_MILLIS)) {
      await this.reopen(copy);
    }
    for (const own of await this.db.read((db) => db.getAll("own"), UNHURRIED_MILLIS)) {
      this.note(own);
    }
  }

  /** Writes what this phone did into a new database, and asks for the whole copies again. @param {any} db */
  async writeAgain(db) {
    this.askAnew([...this.kept.keys()]);
    this.owns.forEach((_, key) => this.owed.add(key));
    await this.writeOwed(db);
  }

  /** @param {any} [db] a new one that is not in use yet */
  async writeOwed(db) {
    const keys = [...this.owed];
    const does = async (/** @type {any} */ {store}) => {
      await Promise.all(keys.map((key) => (this.owns.has(key) ? store.put(this.owns.get(key)) : store.delete(key))));
    };
    if (db) {
      const writing = db.transaction("own", "readwrite");
      writing.done.catch(() => {});
      await does(writing);
      await writing.done;
    } else if (keys.length) {
      await this.db.write(["own"], does);
    }
    keys.forEach((key) => this.owed.delete(key));
  }

  /**
   * Makes the next requests ask for whole copies, because a stored delta without its copy would make guests unknown.
   * Until the answers come, the copies in memory decide.
   *
   * @param {string[]} lists
   */
  askAnew(lists) {
    for (const list of lists) {
      const copy = this.kept.get(list);
      if (copy) {
        this.kept.set(list, {...copy, version: "", etag: ""});
      }
    }
  }

  /** Stores what could not be stored, because the database is back. */
  async back() {
    if (!this.full) {
      this.askAnew([...this.unsaved]);
    }
    await this.writeOwed();
  }

  /** @param {Kept} copy */
  async reopen(copy) {
    try {
      this.open(copy);
      for (const id of await this.db.read(
        (db) => db.getAllKeysFromIndex("parts", "list", copy.list),
        UNHURRIED_MILLIS,
      )) {
        await this.applied(copy.list, (await this.db.read((db) => db.get("parts", id), UNHURRIED_MILLIS)).columns);
      }
      this.kept.set(copy.list, copy);
    } catch {
      // The copy is from another version of this page, so the next request asks for a whole one.
      await this.drop(copy.list);
    }
  }

  /** Opens an empty copy, which decides nothing until it is complete. @param {Kept} copy */
  open(copy) {
    const {list, words} = copy;
    const first = !this.kept.has(list);
    phone.open(list, bytes(words.salt));
    this.define(list, words);
    this.kept.set(list, {...copy, building: true});
    if (first) {
      this.queued().filter((row) => row.list === list).forEach((row) => this.noteQueued(row));
    }
  }

  /** Makes a queued scan count in decisions, although it was made before there was a copy. @param {Row} row */
  noteQueued(row) {
    if (row.stage === "WITHDRAWN" && !row.refused) {
      this.leaveOut(row);
    } else if (row.stage === "TOLD") {
      const own = ownOf(row, row.at, true);
      this.note(own);
      this.keep(own.key);
    }
  }

  /**
   * Sets when a list is open, which rules it has, and which area it leads into.
   *
   * @param {string} list
   * @param {import("./database.js").Kept["words"]} words
   */
  define(list, words) {
    const {opens_at, closes_at, rules, area, reentry, empties} = words.list;
    phone.define(
      list,
      seconds(opens_at),
      seconds(closes_at),
      rules ? JSON.stringify(rules) : "",
      String(this.gate ?? ""),
      area ?? "",
      reentry ?? "never",
      Float64Array.from(empties ?? []),
    );
  }

  /** @param {number | null} gate */
  standAt(gate) {
    this.gate = gate;
    for (const [list, copy] of this.kept) {
      this.define(list, copy.words);
    }
  }

  /** @param {string} list */
  async drop(list) {
    this.kept.delete(list);
    phone.close(list);
    await this.write(async (writing) => {
      await writing.objectStore("copies").delete(list);
      await clearParts(writing, list);
    });
  }

  /** @template T @param {(writing: any) => Promise<T>} does */
  write(does) {
    return this.db.write(["copies", "parts"], does, UNHURRIED_MILLIS);
  }

  /** Loads parts of a copy that another tab has stored meanwhile. @param {string} list */
  async catchUp(list) {
    const kept = this.kept.get(list);
    /** @type {Kept | undefined} */
    const stored = await this.db.read((db) => db.get("copies", list)).catch(() => undefined);
    if (!stored || stored.version === kept?.version || this.unsaved.has(list)) {
      return;
    }
    if (stored.base !== kept?.base || stored.building || kept.building) {
      await this.reopen(stored);
      return;
    }
    const last = kept.deltas.at(-1)?.id ?? 0;
    for (const {id} of stored.deltas.filter((each) => each.id > last)) {
      await this.applied(list, (await this.db.read((db) => db.get("parts", id), UNHURRIED_MILLIS)).columns);
    }
    this.inside.touched();
    this.kept.set(list, stored);
  }

  /** Returns whether people may leave through a list and come back. @param {string} list */
  tracked(list) {
    const words = this.kept.get(list)?.words.list;
    return Boolean(words?.area) || (words?.reentry ?? "never") !== "never";
  }

  /** Returns a text that identifies the area into which a list leads. @param {string} list */
  areaOf(list) {
    const area = this.kept.get(list)?.words.list.area;
    return area ? `area ${area}` : `list ${list}`;
  }

  /** Returns the lists of a list's area, beginning with the list itself. @param {string} list */
  sameArea(list) {
    const area = this.kept.get(list)?.words.list.area;
    const others = [...this.kept].filter(([id, copy]) => id !== list && area && copy.words.list.area === area);
    return [list, ...others.map(([id]) => id)];
  }

  /**
   * Polls the lists of the phone's own area, and sometimes the others.
   *
   * @param {string} own
   * @param {string[]} all
   * @returns {Promise<{reached: boolean, changed: boolean}>}
   */
  async refresh(own, all) {
    const near = this.sameArea(own);
    const others = this.round++ % OTHERS_EVERY === 0 ? all.filter((list) => !near.includes(list)) : [];
    let changed = false;
    for (const list of [...near, ...others]) {
      const outcome = await this.refreshOne(list);
      if (outcome === "unreached") {
        return {reached: false, changed};
      }
      changed ||= outcome === "changed";
    }
    return {reached: true, changed};
  }

  /** @param {string} list @returns {Promise<"same" | "changed" | "unreached">} */
  async refreshOne(list) {
    // Only one tab does this at a time, so that the stored copy is always one of the server's versions.
    return navigator.locks.request(LOCK, async () => {
      await this.catchUp(list);
      let changed = false;
      for (;;) {
        const kept = this.kept.get(list);
        const asked = Date.now();
        const query = kept?.version ? `?${new URLSearchParams({have: kept.version})}` : "";
        const {account, event} = this.pairing;
        const door = path(account, event, "checkin_lists", list, "door");
        const answer = await this.api.ask("getDoorCopy", `${door}${query}`, {etag: kept?.etag, silence: 20_000});
        if (answer.status === 304 && kept) {
          kept.at = asked;
          await this.settled(list, kept, asked);
          return changed ? "changed" : "same";
        }
        if (answer.status !== 200) {
          this.absent = answer.status === 404;
          return answer.status === 0 || answer.status >= 500 ? "unreached" : "same";
        }
        this.absent = false;
        changed = true;
        if (!(await this.apply(list, answer.body, answer.etag, asked))) {
          return "changed";
        }
        if (!answer.body.more) {
          await this.settled(list, undefined, asked);
          return "changed";
        }
      }
    });
  }

  /**
   * Updates a copy, in memory and in the database.
   *
   * @param {string} list
   * @param {import("./api.js").Schemas["DoorCopy"]} body
   * @param {string} etag
   * @param {number} at
   * @returns {Promise<boolean>} whether the next request can go on from this version
   */
  async apply(list, body, etag, at) {
    const {columns, version, have, more} = body;
    const words = {list: body.list, ticket_types: body.ticket_types, qr_base_url: body.qr_base_url, salt: body.salt};
    const part = bytes(columns);
    const before = this.kept.get(list);
    const whole = have === null || !before;
    const copy = {
      list,
      version,
      etag: more ? "" : etag,
      at,
      words,
      building: more && (whole || before.building),
      base: whole ? version : before.base,
      deltas: whole ? [] : [...before.deltas],
    };
    if (whole) {
      this.open(copy);
    }
    await this.applied(list, part);
    this.define(list, words);
    this.inside.touched();
    if (!whole && this.unsaved.has(list)) {
      this.kept.set(list, copy);
      return true;
    }
    let stored = true;
    try {
      stored = await this.write((writing) => this.store(writing, copy, part, whole, before));
      this.unsaved.delete(list);
      this.full = false;
    } catch (error) {
      this.full = isFull(error);
      // If there is no room, a whole copy stays in memory, and a delta is requested again until there is room. Without
      // a database, both stay in memory.
      if (!whole && this.full) {
        return false;
      }
      this.unsaved.add(list);
    }
    this.kept.set(list, copy);
    if (!stored) {
      this.askAnew([list]);
    }
    return stored;
  }

  /**
   * @param {any} writing
   * @param {Kept} copy
   * @param {Int8Array} part
   * @param {boolean} whole
   * @param {Kept | undefined} before
   * @returns {Promise<boolean>} false if the stored copy is not the one that this part follows
   */
  async store(writing, copy, part, whole, before) {
    const copies = writing.objectStore("copies");
    if (whole) {
      await clearParts(writing, copy.list);
    } else if ((await copies.get(copy.list))?.version !== before?.version) {
      return false;
    }
    copy.deltas = whole ? [] : [...(before?.deltas ?? [])];
    await keepPart(writing, copy, part, whole || Boolean(before?.building));
    await copies.put(copy);
    return true;
  }

  /**
   * Applies columns to a copy in small steps, between which the page can do other things.
   *
   * @param {string} list
   * @param {Int8Array} columns
   */
  async applied(list, columns) {
    await pause();
    phone.begin(list, columns);
    await steps(() => phone.step(list, STEP_ENTRIES), this.busy);
  }

  /**
   * Notes that the phone has everything that the server had at the time of the request.
   *
   * @param {string} list
   * @param {Kept | undefined} kept the copy, if it is unchanged and must only be stored with a new time
   * @param {number} asked
   */
  async settled(list, kept, asked) {
    if (this.unsaved.has(list)) {
      return;
    }
    try {
      if (kept) {
        await this.write(async (writing) => {
          const stored = await writing.objectStore("copies").get(list);
          await (stored?.version === kept.version && writing.objectStore("copies").put(kept));
        });
      }
      // The copy now shows what the server confirmed some time before the request, so the phone's own record of that is
      // removed.
      for (const own of /** @type {Own[]} */ (await this.db.read((db) => db.getAll("own")))) {
        if (own.list === list && !own.queued && own.said < asked - 10_000) {
          await this.withdraw(own.key);
        }
      }
    } catch {
      // There is no room. It will be stored the next time.
    }
  }

  /** Lets an entry or exit of this phone count in decisions, or ignores it if it was taken back. @param {Own} own */
  note(own) {
    const {key, list, digest, at, until, exit} = own;
    this.inside.touched();
    this.owns.set(key, own);
    if (until) {
      phone.leaveOut(key, list, digest, at, until, exit);
    } else {
      phone.record(key, list, digest, at, exit);
    }
  }

  /**
   * Ignores an entry or exit that this phone has taken back, if the copies show it.
   *
   * @param {Row} row
   * @returns {Own | undefined} what the other tabs must be told
   */
  leaveOut(row) {
    if (row.counts || !this.kept.has(row.list)) {
      return undefined;
    }
    const {at, kind, key} = row;
    const until = at + (kind === "EXIT" ? SLIP_MILLIS : ON_ITS_WAY_MILLIS);
    const own = {...ownOf(row, at - SLIP_MILLIS, true), key, until};
    this.noteLeftOut(own).forEach((each) => this.keep(each));
    return own;
  }

  /** @param {Own} own that was taken back @returns {string[]} the keys of what has changed */
  noteLeftOut(own) {
    const entry = `${own.list} ${own.digest}`;
    const gone = this.owns.get(entry)?.scan === own.scan ? [entry] : [];
    gone.forEach((key) => this.forget(key));
    this.note(own);
    return [own.key, ...gone];
  }

  /** Records an entry or exit that the server has confirmed. @param {Row} row @param {number} at */
  record(row, at) {
    if (!this.kept.has(row.list)) {
      return undefined;
    }
    const own = ownOf(row, at, false);
    this.note(own);
    // Without room, the entry or exit is known until the page is closed. The server has it anyway.
    this.keep(own.key);
    return own;
  }

  /** Stores an entry or exit of this phone, or removes one that did not happen. @param {string} key */
  keep(key) {
    this.owed.add(key);
    return this.writeOwed().catch(() => {});
  }

  /**
   * Stores that the server has recorded a scan, so that copies requested later show it.
   *
   * @param {Row} row
   * @param {any} [store] the store to write it to
   */
  async confirm(row, store) {
    if (row.kind !== "ENTRY" || this.kept.has(row.list)) {
      const key = row.stage === "WITHDRAWN" ? row.key : ownKey(row);
      const own = (await store?.get(key)) ?? this.owns.get(key);
      if (own) {
        const confirmed = {...own, queued: false, said: Date.now()};
        this.owns.set(key, confirmed);
        await (store ? store.put(confirmed) : this.keep(key));
      }
    }
  }

  /** Lets an entry or exit of another tab count in decisions. @param {Own} own */
  noteOther(own) {
    if (own.until) {
      this.noteLeftOut(own);
    } else {
      this.note(own);
      this.unread.add(own.key);
    }
  }

  /**
   * Returns entries and exits that other tabs told of, and that no tab can send any more.
   *
   * @param {Row[]} rows that this page knows
   */
  lost(rows) {
    const known = new Set(rows.filter(({kind, list}) => kind !== "ENTRY" || this.kept.has(list)).map(ownKey));
    const lost = [...this.unread].filter((key) => !known.has(key)).flatMap((key) => this.owns.get(key) ?? []);
    this.unread.clear();
    return lost.filter((own) => own.queued);
  }

  /** @param {string} key of an entry or exit of this phone */
  async withdraw(key) {
    this.forget(key);
    await this.keep(key);
  }

  /** @param {string} key of an entry or exit that did not happen */
  forget(key) {
    this.inside.touched();
    this.owns.delete(key);
    phone.withdraw(key);
  }

  /**
   * Decides without the network.
   *
   * @param {string} list
   * @param {string} code
   * @param {number} at
   */
  decide(list, code, at) {
    const said = phone.decide(list, code, at);
    return {
      ...said,
      type: this.type(said.type),
      from: said.from * 1_000 || null,
      until: said.until * 1_000 || null,
      doors: said.doors.filter((each) => each !== list).map((each) => this.kept.get(each)?.words.list.name ?? each),
    };
  }

  /**
   * Returns name, note and attention of a ticket type.
   *
   * @param {string} slug
   * @returns {{name: string, note: string | null, attention: boolean} | undefined}
   */
  type(slug) {
    return [...this.kept.values()].flatMap((copy) => copy.words.ticket_types ?? []).find((each) => each.slug === slug);
  }

  /** The address before the code in this service's QR codes. It is empty if there is no copy yet. */
  get qrBaseUrl() {
    return [...this.kept.values()][0]?.words.qr_base_url ?? "";
  }
}

/**
 * Returns what the phone stores about an entry or exit.
 *
 * @param {Row} row
 * @param {number} at
 * @param {boolean} queued whether the server may not have it yet
 * @returns {Own}
 */
export function ownOf(row, at, queued) {
  const digest = phone.digest(row.list, row.code);
  const {key: scan, list, kind} = row;
  return {key: ownKey(row), scan, list, digest, at, exit: kind === "EXIT", queued, said: Date.now()};
}

/**
 * Returns the key of an entry or exit. A ticket's first entry has the same key in all tabs, so it can happen only once.
 * @param {Row} row
 */
export function ownKey({kind, list, code, key}) {
  return kind === "ENTRY" ? `${list} ${phone.digest(list, code)}` : key;
}

/** @param {string} base64 */
function bytes(base64) {
  const text = atob(base64);
  const all = new Int8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    all[i] = text.charCodeAt(i);
  }
  return all;
}

/** @param {string | null} time */
function seconds(time) {
  return time ? String(Math.floor(Date.parse(time) / 1_000)) : "";
}
