// The queue: scans of which the server may not have what the person was told. phone.js decides what
// an answer means.

import * as phone from "./phone.js";
import {ownOf} from "./copies.js";
import {createdBy, send} from "./upload.js";

const LOCK = "doorlist-queue";
const MAX_QUIET_MILLIS = 60_000;

/** How much of a code tells which ticket it was, and lets nobody in. */
const SHOWN_OF_CODE = 4;

/** @typedef {import("../../../types/phone").Row} Row */
/** @typedef {import("./api.js").AnyAnswer} AnyAnswer */

export class Queue {
  /** Whether the token has ended. */
  locked = false;
  length = 0;
  setAside = 0;
  /**
   * What is stored, as far as this page knows, by key: it is written again if the browser erases it.
   *
   * @type {Map<string, Row>}
   */
  rows = new Map();
  /** What is still to be written, by key: scans, and null for those that are to go. @type {Map<string, Row | null>} */
  owed = new Map();
  /** What staff must know and could not be written. @type {ReturnType<Queue["double"]>[]} */
  owedDoubles = [];
  /** How many requests in a row had no answer, and until when no other is sent. */
  unanswered = 0;
  quietUntil = 0;
  /**
   * Check-ins or passages of queued scans, by the queue's id: somebody may still undo them.
   *
   * @type {Map<number | undefined, number[]>}
   */
  sent = new Map();

  /**
   * @param {import("./database.js").Database} db
   * @param {import("./api.js").Api} api
   * @param {import("./api.js").Pairing} pairing
   * @param {import("./copies.js").Copies} copies
   * @param {() => number} now
   * @param {() => void} changed
   * @param {() => void} unwritten is called when something is to be written later
   */
  constructor(db, api, pairing, copies, now, changed, unwritten) {
    this.db = db;
    this.api = api;
    this.pairing = pairing;
    this.copies = copies;
    this.now = now;
    this.changed = changed;
    this.unwritten = unwritten;
  }

  /** Reads what is queued, by other tabs too. */
  async learn() {
    await this.read();
    this.count();
  }

  /** @returns {Promise<Row[]>} all that is queued, the oldest first; by what this page knows if nothing else does */
  async read() {
    try {
      /** @type {Row[]} */
      const stored = await this.db.read((db) => db.getAll("queue"));
      this.rows = new Map(stored.map((row) => [row.key, row]));
      this.copies.unread.clear();
    } catch {
      // It is written once the database is back.
    }
    return this.all();
  }

  /** All that is queued, as far as this page knows. */
  all() {
    const rows = new Map(this.rows);
    this.owed.forEach((row, key) => (row ? rows.set(key, row) : rows.delete(key)));
    return [...rows.values()].sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity) || 0);
  }

  count() {
    const rows = this.all();
    // Of who was refused, the server has what they were told; it is only asked once more.
    this.length = rows.filter(({stage}) => stage !== "OPEN" && stage !== "REFUSED").length;
    this.setAside = rows.filter(({stage}) => stage === "SET_ASIDE").length;
    this.changed();
  }

  /**
   * @param {(db: any) => Promise<Row[]>} read
   * @param {(row: Row) => boolean} wanted
   * @returns {Promise<Row[]>} those that are wanted; by what this page knows if nothing else does
   */
  async those(read, wanted) {
    const stored = await this.db.read(read).catch(() => [...this.rows.values()].filter(wanted));
    const rows = new Map(stored.map((row) => [row.key, row]));
    this.owed.forEach((row, key) => (row && wanted(row) ? rows.set(key, row) : rows.delete(key)));
    return [...rows.values()];
  }

  /**
   * @param {string[]} lists
   * @param {string} code
   */
  ofCode(lists, code) {
    return this.those(
      async (db) => (await Promise.all(lists.map((list) => db.getAllFromIndex("queue", "code", [list, code])))).flat(),
      (row) => row.code === code && lists.includes(row.list),
    );
  }

  /**
   * Returns the scan of a code about which phone and server may not agree yet.
   *
   * @param {string} list
   * @param {string} code
   * @returns {Promise<Row | undefined>}
   */
  async of(list, code) {
    return (await this.ofCode([list], code)).find((each) => each.stage !== "SET_ASIDE");
  }

  /**
   * Returns whether the server may not have an entry or exit of a code yet.
   *
   * @param {string[]} lists
   * @param {string} code
   */
  async unsent(lists, code) {
    return (await this.ofCode(lists, code)).some((each) => each.stage === "IN");
  }

  /** Returns whether the server may not have an entry or exit at a list yet, by whatever code. @param {string} list */
  async owes(list) {
    const rows = await this.those((db) => db.getAllFromIndex("queue", "stage", "IN"), (row) => row.stage === "IN");
    return rows.some((each) => each.list === list);
  }

  /**
   * Keeps an entry or exit of which the person is about to be told.
   *
   * @param {Row} row
   * @param {number} at
   * @returns {Promise<{own: import("./database.js").Own, since?: number}>} what the phone did; since when, if another
   *     tab let the ticket in meanwhile: then nothing more is kept
   */
  async pass(row, at) {
    const own = ownOf(row, at, true);
    const {id} = row;
    try {
      const before = await this.db.write(["queue", "own"], async (writing) => {
        const stored = await writing.objectStore("own").get(own.key);
        if (stored && row.kind === "ENTRY" && stored.at !== own.at) {
          return stored;
        }
        writing.objectStore("own").put(own).catch(() => {});
        row.id = await writing.objectStore("queue").put(plain(row));
      });
      if (before) {
        return {own: before, since: before.at};
      }
    } catch (error) {
      row.id = (/** @type {any} */ (error).doubtful) ? row.id : id;
      throw error;
    }
    this.known(row);
    this.count();
    return {own};
  }

  /** Keeps a scan; it is safe once this returns. @param {Row} row */
  async keep(row) {
    const {id} = row;
    try {
      await this.write(async (store) => (row.id = await store.put(plain(row))));
    } catch (error) {
      row.id = (/** @type {any} */ (error).doubtful) ? row.id : id;
      throw error;
    }
    this.known(row);
  }

  /** Keeps a scan; without room or database as long as the page is open. @param {Row} row */
  keepOrOwe(row) {
    return this.keep(row).catch(() => this.promise(row.key, row));
  }

  /** @param {Row} row as it is stored */
  known(row) {
    this.owed.delete(row.key);
    this.rows.set(row.key, row);
  }

  /** @param {Row} row that is over */
  over(row) {
    this.owed.delete(row.key);
    this.rows.delete(row.key);
  }

  /**
   * Ends a scan whose answer is about to be told; if it says nothing of an earlier attempt, that may
   * still be on its way.
   *
   * @param {Row} row
   * @param {number} [status] of the answer
   * @returns {Promise<boolean>} false if nobody waited for the answer any more, and another page has settled it
   */
  async close(row, status) {
    const unkept = this.owed.get(row.key) === row;
    if (row.attempts > 1 && status !== 201) {
      await this.keepOrOwe(Object.assign(row, phone.refused(row, this.now())));
      return true;
    }
    if (row.id === undefined) {
      this.over(row);
      return true;
    }
    try {
      const open = await this.write(async (store) => {
        const stored = await store.get(row.id);
        const still = stored ? stored.stage === "OPEN" && stored.key === row.key : unkept;
        if (stored && still) {
          await store.delete(row.id);
        }
        return still;
      });
      if (open) {
        this.over(row);
      }
      return open;
    } catch {
      // The answer counts all the same.
      this.promise(row.key, null);
      return true;
    }
  }

  /** @template T @param {(store: any) => Promise<T>} does in one transaction @returns {Promise<T>} */
  write(does) {
    return this.db.write(["queue"], (writing) => does(writing.store));
  }

  /** Records that somebody was sent away, or has gone, before the answer came. @param {Row} row */
  sendAway(row) {
    return this.keepAs(row, phone.sentAway(row));
  }

  /** Keeps a scan whose person has gone on: it counts, whatever becomes of the answer. @param {Row} row */
  keepTold(row) {
    return this.keepAs(row, phone.toldIn(row));
  }

  /** @param {Row} row @param {Row} next */
  async keepAs(row, next) {
    Object.assign(row, next);
    // What was neither kept nor sent is over.
    if (row.id !== undefined || row.attempts > 0) {
      await this.keepOrOwe(row);
      this.count();
    }
  }

  /**
   * Undoes a queued scan: it is removed if the server cannot know of it.
   *
   * @param {number} id
   * @returns {Promise<boolean>} whether it was still in the queue
   */
  async remove(id) {
    const known = this.all().find((row) => row.id === id);
    let row = known;
    try {
      row = await this.write(async (store) => {
        const stored = await store.get(id);
        if (stored) {
          const kept = phone.withdrawn(stored);
          await (kept ? store.put({id, ...kept}) : store.delete(id));
        }
        return stored;
      });
      if (row) {
        this.settled(row, phone.withdrawn(row));
      }
    } catch (error) {
      if (!known) {
        throw error;
      }
      this.owe(known, phone.withdrawn(known));
    }
    this.count();
    return row !== undefined;
  }

  /** @param {Row} row @param {Row | null} kept what is stored of it now, null if nothing */
  settled(row, kept) {
    if (kept) {
      this.known({...kept, id: row.id});
    } else {
      this.over(row);
    }
  }

  /** @param {Row} row @param {Row | null} kept what is still to be stored of it, null if it is to go */
  owe(row, kept) {
    if (kept) {
      this.promise(row.key, row.id === undefined ? kept : {...kept, id: row.id});
    } else if (row.id === undefined) {
      this.over(row);
    } else {
      this.promise(row.key, null);
    }
  }

  /** @param {string} key @param {Row | null} row */
  promise(key, row) {
    this.owed.set(key, row);
    this.unwritten();
  }

  /** Writes what could not be written. */
  async writeOwed() {
    if (!this.owed.size && !this.owedDoubles.length) {
      return;
    }
    const owed = [...this.owed];
    const doubles = [...this.owedDoubles];
    const ids = await this.db.write(["queue", "doubles"], async (writing) => {
      const queue = writing.objectStore("queue");
      const writes = owed.map(([key, row]) =>
        row ? queue.put(plain(row)) : queue.delete(this.rows.get(key)?.id ?? -1),
      );
      const adds = doubles.map((double) => writing.objectStore("doubles").add(double));
      return (await Promise.all([...writes, ...adds])).slice(0, owed.length);
    });
    owed.forEach(([key, row], i) => {
      // Meanwhile somebody may have said another word.
      if (row && this.owed.get(key) === row) {
        row.id = ids[i];
        this.known(row);
      } else if (!row && this.owed.get(key) === null) {
        this.owed.delete(key);
        this.rows.delete(key);
      }
    });
    this.owedDoubles = this.owedDoubles.filter((each) => !doubles.includes(each));
  }

  /**
   * Writes all that this page knows into a new database.
   *
   * @param {any} db
   * @param {any[]} doubles that are shown
   */
  async writeAgain(db, doubles) {
    const rows = this.all();
    this.owed = new Map(rows.map((row) => [row.key, row]));
    const writing = db.transaction(["queue", "doubles"], "readwrite");
    writing.done.catch(() => {});
    const puts = rows.map((row) => writing.objectStore("queue").put(plain(row)));
    const shown = doubles.map((double) => writing.objectStore("doubles").put(double));
    [...puts, ...shown].forEach((put) => put.catch(() => {}));
    await writing.done;
    const ids = await Promise.all(puts);
    this.owed.clear();
    this.owedDoubles = [];
    this.rows = new Map(rows.map((row, i) => [row.key, Object.assign(row, {id: ids[i]})]));
    this.count();
  }

  /**
   * Undoes check-ins, at the latest once the server answers again.
   *
   * @param {Row} row
   * @returns {Promise<string>} "done", "not_undone" if it is too late, or "kept"
   */
  async undo(row) {
    if (row.id === undefined) {
      await this.keep(row).catch(() => {});
    }
    const [answer] = await send(this.api, this.pairing, [row]);
    return this.settle(row, answer);
  }

  /**
   * Sends what is due, until nothing is. Only one tab does so at a time. While the server does not
   * answer, it tries again after a second, two, four and so on up to a minute.
   *
   * @param {boolean} heard whether the server has answered since
   * @returns {Promise<number>} milliseconds until a scan is due, -1 if none ever will be
   */
  async drain(heard) {
    if (heard) {
      this.quietUntil = 0;
    }
    return navigator.locks.request(LOCK, {ifAvailable: true}, async (lock) => {
      if (!lock) {
        return 1_000;
      }
      for (;;) {
        if (Date.now() < this.quietUntil) {
          return this.quietUntil - Date.now();
        }
        await this.writeOwed().catch(() => {});
        const rows = await this.read();
        const places = this.locked ? [] : [...phone.next(rows, this.now())];
        if (!places.length) {
          this.count();
          return this.locked ? -1 : phone.waitFor(rows, this.now());
        }
        const due = await this.begin(places.map((place) => rows[place]));
        const waiting = rows.filter(
          (row, place) => row.stage === "IN" && row.list === due[0]?.list && !places.includes(place),
        ).length;
        const answers = due.length ? await send(this.api, this.pairing, due, waiting) : [];
        if (due.length && answers.every((answer) => answer.status === 0)) {
          this.quietUntil = Date.now() + Math.min(MAX_QUIET_MILLIS, 1_000 << Math.min(this.unanswered++, 6));
          continue;
        }
        this.unanswered = 0;
        const spread = Math.random();
        for (let i = 0; i < due.length; i++) {
          await this.settle(due[i], answers[i], spread);
        }
        this.count();
      }
    });
  }

  /**
   * Records that scans are sent now; those that somebody has undone or scanned again are left out.
   *
   * @param {Row[]} rows
   */
  async begin(rows) {
    const kept = rows.filter(({key}) => !this.owed.has(key));
    /** @type {Row[] | undefined} */
    const begun = await this.write(async (store) => {
      const due = [];
      for (const row of kept) {
        const stored = await store.get(row.id);
        if (same(stored, row)) {
          await store.put({id: row.id, ...phone.begun(stored)});
          due.push(row);
        }
      }
      return due;
    }).catch(() => undefined);
    begun?.forEach((row) => this.known({...phone.begun(row), id: row.id}));
    const due = rows.filter(
      (row) => begun?.includes(row) || ((!begun || !kept.includes(row)) && same(this.latest(row), row)),
    );
    due.filter((row) => !begun?.includes(row)).forEach((row) => this.owe(row, phone.begun(row)));
    return due;
  }

  /** Returns a scan as this page knows it. @param {Row} row @returns {Row | null | undefined} */
  latest({key}) {
    return this.owed.has(key) ? this.owed.get(key) : this.rows.get(key);
  }

  /**
   * Does what an answer means for a scan.
   *
   * @param {Row} row
   * @param {AnyAnswer} answer
   * @param {number} [spread] 0 to 1, one for the answers to a request
   * @returns {Promise<string>} what became of it, as phone.js says
   */
  async settle(row, answer, spread = Math.random()) {
    const created = createdBy(answer);
    const {code = "", reason: why = ""} = answer.body ?? {};
    const now = this.now();
    const meant = (/** @type {Row} */ stored) =>
      phone.settle(row, stored, answer.status, code, why, answer.retryAfter, created, now, spread);
    /** @type {{stored: Row, settled: import("../../../types/phone").Settled} | undefined} */
    let done;
    try {
      done =
        this.owed.has(row.key) || row.id === undefined
          ? this.settleUnkept(row, meant, answer)
          : await this.settleKept(row, meant, answer);
    } catch {
      done = this.settleUnkept(row, meant, answer);
    }
    if (!done) {
      // Another answer has settled it.
      return "done";
    }
    const {stored, settled: {outcome, row: kept}} = done;
    if (outcome === "locked") {
      this.locked = true;
    } else if (outcome !== "kept" && !this.doubleOf(done, answer) && created.length && stored.stage === "IN") {
      this.sent.set(row.id, created);
    }
    // On a full phone nothing is queued: what is to be undone is undone at once.
    const unkept = row.id === undefined && outcome === "kept" && kept.stage === "UNDOING" && row.stage !== "UNDOING";
    return unkept ? this.undo(kept) : outcome;
  }

  /**
   * @param {Row} row
   * @param {(stored: Row) => import("../../../types/phone").Settled} meant
   * @param {AnyAnswer} answer
   */
  async settleKept(row, meant, answer) {
    const done = await this.db.write(["queue", "doubles", "own"], async (writing) => {
      const queue = writing.objectStore("queue");
      const stored = await queue.get(row.id);
      if (!stored) {
        return undefined;
      }
      const settled = meant(stored);
      if (settled.outcome === "kept") {
        await queue.put({id: row.id, ...settled.row});
      } else if (settled.outcome !== "locked") {
        await queue.delete(row.id);
        const double = this.doubleOf({stored, settled}, answer);
        await (double && writing.objectStore("doubles").add(double));
        await (stored.stage === "IN" && this.copies.confirm(stored, writing.objectStore("own")));
      }
      return {stored, settled};
    });
    if (!done || !["kept", "locked"].includes(done.settled.outcome)) {
      this.over(row);
    } else if (done.settled.outcome === "kept") {
      this.known({...done.settled.row, id: row.id});
    }
    return done;
  }

  /**
   * Settles a scan that is not stored, or not as it was told last.
   *
   * @param {Row} row
   * @param {(stored: Row) => import("../../../types/phone").Settled} meant
   * @param {AnyAnswer} answer
   */
  settleUnkept(row, meant, answer) {
    const stored = this.latest(row) ?? row;
    const settled = meant(stored);
    if (settled.outcome === "kept") {
      this.owe(row, settled.row);
    } else if (settled.outcome !== "locked") {
      this.owe(row, null);
      const double = this.doubleOf({stored, settled}, answer);
      this.owedDoubles.push(...(double ? [double] : []));
      if (stored.stage === "IN") {
        this.copies.confirm(stored).catch(() => {});
      }
    }
    return {stored, settled};
  }

  /**
   * Returns what staff must know of a settled scan, if there is something.
   *
   * @param {{stored: Row, settled: import("../../../types/phone").Settled}} done
   * @param {AnyAnswer} answer
   */
  doubleOf({stored, settled: {outcome, reason}}, answer) {
    if (outcome === "kept" || outcome === "locked") {
      return undefined;
    }
    // Of somebody who is not in after all, an entry that they should not have had may stand.
    const stands = stored.stage !== "IN" && answer.body?.recorded ? "not_undone" : outcome;
    return stands === "double" || stands === "not_undone" ? this.double(stored, reason || stands, answer) : undefined;
  }

  /**
   * Returns what to show of somebody who was let in and should not have been.
   *
   * @param {Row} row
   * @param {string} reason
   * @param {AnyAnswer} answer
   */
  double({list, code, at}, reason, {body}) {
    return {
      list,
      at,
      reason,
      reference: body?.checkin?.ticket?.reference ?? null,
      // Only an answer about a check-in names the ticket.
      code: [...code].slice(-SHOWN_OF_CODE).join(""),
      type: this.copies.kept.has(list) ? this.copies.decide(list, code, at).type?.name : null,
      by: body?.checkin?.scanned_by ?? null,
    };
  }
}

/** Returns a scan as it is stored: one that has no number yet gets one. @param {Row} row @returns {Row} */
function plain(row) {
  const {id, ...rest} = row;
  return id === undefined ? rest : {id, ...rest};
}

/** Returns whether nobody has said another word of a scan. @param {Row | null | undefined} stored @param {Row} row */
function same(stored, row) {
  return stored?.stage === row.stage && stored.key === row.key && stored.notBefore === row.notBefore;
}
