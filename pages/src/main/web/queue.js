// The queue of scans for which the server has not yet recorded what the guests were told. phone.js decides what is sent
// when, and what an answer means.

import * as phone from "./phone.js";
import {NO_ANSWER} from "./api.js";
import {ownOf} from "./copies.js";
import {checkIn, send} from "./upload.js";

const LOCK = "doorlist-queue";
/** After this time a server that could not delete check-ins is asked again. */
const AGAIN_MILLIS = 5_000;

/** The number of a code's last characters that are shown. They tell which ticket it was, but let nobody in. */
const SHOWN_OF_CODE = 4;

/** @typedef {import("../../../types/phone").Row} Row */
/** @typedef {import("../../../types/phone").Meaning} Meaning */
/** @typedef {import("./upload.js").ScanAnswer} ScanAnswer */

/**
 * @typedef {object} Time
 * @property {() => number} now returns the server's time, as far as the phone knows it
 * @property {number} clock what is added to the phone's clock, in milliseconds
 * @property {(clock: number) => number} timeBy returns the present time with an earlier correction of the clock
 */

const TOLD = /** @type {const} */ ({stage: "TOLD", problem: ""});
const GONE = "gone";
/** @type {ScanAnswer} */
const UNANSWERED = {...NO_ANSWER, whole: true};

export class Queue {
  /** Whether the token is no longer accepted. */
  locked = false;
  length = 0;
  setAside = 0;
  /**
   * The stored scans, as far as this page knows, by key. If the browser erases them, they are written again.
   *
   * @type {Map<string, Row>}
   */
  rows = new Map();
  /** What must still be written, by key: a scan, or null to delete it. @type {Map<string, Row | null>} */
  owed = new Map();
  /** Notices for staff that could not be stored yet. @type {ReturnType<Queue["double"]>[]} */
  owedDoubles = [];
  /** Resolves when everything that is being sent, or waits to be sent, is done. @type {Promise<unknown>} */
  draining = Promise.resolve();

  /**
   * @param {import("./database.js").Database} db
   * @param {import("./api.js").Api} api
   * @param {import("./api.js").Pairing} pairing
   * @param {import("./copies.js").Copies} copies
   * @param {Time} time
   * @param {() => void} changed
   * @param {() => void} unwritten is called when something must be written later
   */
  constructor(db, api, pairing, copies, time, changed, unwritten) {
    this.db = db;
    this.api = api;
    this.pairing = pairing;
    this.copies = copies;
    this.time = time;
    this.changed = changed;
    this.unwritten = unwritten;
  }

  /** Reads the queue, which other tabs may have changed. */
  async learn() {
    await this.read();
    this.count();
  }

  /** @returns {Promise<Row[]>} the whole queue, oldest first; if it cannot be read, as far as this page knows it */
  async read() {
    try {
      /** @type {Row[]} */
      const stored = await this.db.read((db) => db.getAll("queue"));
      this.rows = new Map(stored.map((row) => [row.key, row]));
      this.copies.unread.clear();
    } catch {
      // It is written when the database is back.
    }
    return this.all();
  }

  /** Returns the whole queue, as far as this page knows it. */
  all() {
    const rows = new Map(this.rows);
    this.owed.forEach((row, key) => (row ? rows.set(key, row) : rows.delete(key)));
    return [...rows.values()].sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity) || 0);
  }

  count() {
    const rows = this.all();
    // The server already knows what refused guests were told. Their scans are queued only in case a request arrives
    // twice.
    this.length = rows.filter(({stage, refused}) => stage !== "ASKED" && !refused).length;
    this.setAside = rows.filter(({problem}) => problem).length;
    this.changed();
  }

  /** Sends scans that were set aside again, because the token may be another one now. */
  async tryAgain() {
    for (const row of this.all().filter(({problem}) => problem)) {
      await this.keepOrOwe({...row, problem: ""});
    }
    this.count();
  }

  /**
   * Stores an entry or exit before the guest is told of it.
   *
   * @param {Row} row
   * @param {number} at
   * @returns {Promise<{own: import("./database.js").Own, since?: number} | undefined>} the entry or exit. If another
   *     tab let the ticket in meanwhile, it is that tab's entry, `since` says when, and nothing is stored. Undefined if
   *     another tab has taken the scan back because this page slept.
   */
  async pass(row, at) {
    /** @type {Row} */
    const told = {...row, ...TOLD};
    const own = ownOf(row, at, true);
    const asked = row.id !== undefined && !this.owed.has(row.key);
    let before;
    try {
      before = await this.db.write(["queue", "own"], async (writing) => {
        const queue = writing.objectStore("queue");
        if (asked && (await queue.get(row.id))?.stage !== "ASKED") {
          return GONE;
        }
        const stored = await writing.objectStore("own").get(own.key);
        if (stored && row.kind === "ENTRY" && stored.scan !== own.scan) {
          return stored;
        }
        writing.objectStore("own").put(own).catch(() => {});
        told.id = await queue.put(plain(told));
        return undefined;
      });
    } catch (error) {
      row.id = (/** @type {any} */ (error).doubtful) ? told.id : row.id;
      throw error;
    }
    if (before) {
      return before === GONE ? undefined : {own: before, since: before.at};
    }
    this.known(Object.assign(row, told));
    this.count();
    return {own};
  }

  /** Stores a scan. It is safe once this returns. @param {Row} row */
  async keep(row) {
    const {id} = row;
    try {
      await this.db.write(["queue"], async ({store}) => (row.id = await store.put(plain(row))));
    } catch (error) {
      row.id = (/** @type {any} */ (error).doubtful) ? row.id : id;
      throw error;
    }
    this.known(row);
  }

  /** Stores a scan. Without room or database, it is kept as long as the page is open. @param {Row} row */
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
   * Ends or changes a scan about which the server was asked.
   *
   * @param {Row} row
   * @param {Partial<Row> | null} next the changes to it, or null if the server has what the guest is told
   * @returns {Promise<boolean>} false if nobody waited for the answer any more, so that another page has taken the scan
   *     back
   */
  async close(row, next) {
    const stored = await this.change(row, (each) => (each.stage === "ASKED" ? next && {...row, ...next} : each));
    const open = stored?.stage === "ASKED";
    Object.assign(row, open && next);
    return open;
  }

  /**
   * Reads and changes a stored scan in one transaction. A scan that is not stored, or cannot be stored, is changed in
   * this page's memory.
   *
   * @param {Row} row
   * @param {(stored: Row) => Row | null} decides returns the changed scan, or null if the scan has come to an end
   * @param {(stored: Row, writing?: any) => Promise<unknown>} [ends] stores what else is kept of a scan that has come
   *     to an end
   * @returns {Promise<Row | undefined>} the scan as it was before; undefined if another page has ended it
   */
  async change(row, decides, ends = async () => {}) {
    const {id} = row;
    if (id !== undefined && !this.owed.has(row.key)) {
      try {
        const {stored, kept} = await this.db.write(["queue", "doubles", "own"], async (writing) => {
          const queue = writing.objectStore("queue");
          const before = /** @type {Row | undefined} */ (await queue.get(id));
          const next = before ? decides(before) : null;
          if (next) {
            await (next !== before && queue.put(plain(next)));
          } else if (before) {
            await queue.delete(id);
            await ends(before, writing);
          }
          return {stored: before, kept: next};
        });
        if (kept) {
          this.known(kept);
        } else {
          this.over(row);
        }
        return stored;
      } catch {
        // The answer counts even if it cannot be stored.
      }
    }
    const stored = this.latest(row) ?? row;
    const kept = decides(stored);
    if (!kept && stored.id === undefined) {
      this.over(stored);
    } else if (kept !== stored) {
      this.promise(stored.key, kept);
    }
    if (!kept) {
      ends(stored);
    }
    return stored;
  }

  /** Records that somebody is in or out, whatever the server answers. @param {Row} row */
  async tell(row) {
    await this.keepOrOwe(Object.assign(row, TOLD));
    this.count();
  }

  /** Takes a scan back, whatever its result was. @param {Row} row */
  async withdraw(row) {
    phone.forget(row.key);
    await this.keepOrOwe(Object.assign(row, {stage: "WITHDRAWN", problem: ""}));
    this.count();
  }

  /** @param {string} key @param {Row | null} row what must still be stored, or null to delete it */
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
      // The scan may have changed again meanwhile.
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
   * Writes everything that this page knows into a new database.
   *
   * @param {any} db
   * @param {any[]} doubles the notices that are shown
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
   * Asks the server about a scan, after sending the queued scans that may be about its ticket.
   *
   * @param {Row} row
   * @returns {Promise<ScanAnswer>}
   */
  async ask(row) {
    const {key: own, list, code} = row;
    const asked = this.all().filter((each) => each.stage === "ASKED" && each.list === list && each.code === code);
    await this.withdrawClosed(asked.filter(({key}) => key !== own));
    while (row.stage === "ASKED") {
      const rows = this.all();
      if (rows.every(({key}) => key !== own)) {
        rows.push(row);
      }
      const place = rows.findIndex(({key}) => key === own);
      const due = [...phone.upTo(rows, this.areas(rows), place)].map((each) => rows[each]);
      const last = due[due.length - 1].key === own;
      if (last && due.length === 1) {
        return checkIn(this.api, this.pairing, row);
      }
      const answers = await this.send(due, rows, 10_000);
      let ended = answers.length > 0;
      for (let i = 0; i < answers.length; i++) {
        if (due[i].key !== own) {
          ended = !["NOTHING", "LATER", "ENDED"].includes(await this.settle(due[i], answers[i])) && ended;
        }
      }
      if (last || !ended) {
        return (last && answers[due.length - 1]) || UNANSWERED;
      }
    }
    return UNANSWERED;
  }

  /** @param {Row[]} rows */
  areas(rows) {
    return rows.map(({list}) => this.copies.areaOf(list));
  }

  /**
   * @param {Row[]} due scans of one list
   * @param {Row[]} rows the whole queue
   * @param {number} millis how long the answer may take
   * @returns {Promise<ScanAnswer[]>} one answer for each scan; none if each must be sent alone
   */
  send(due, rows, millis) {
    // All told scans of a request share one correction of the clock.
    const deviceTime = this.time.timeBy(due.find(({stage}) => stage === "TOLD")?.clock ?? this.time.clock);
    return send(this.api, this.pairing, due, rows, {deviceTime, millis});
  }

  /**
   * Sends scans until none is due. Only one tab does so at a time. While the server does not answer, it tries again
   * after a second, two, four and so on up to a minute.
   *
   * @param {boolean} heard whether the server probably answers again
   * @returns {Promise<number>} milliseconds until a scan is due, or -1 if none ever will be
   */
  drain(heard) {
    if (heard) {
      phone.hurry();
    }
    // Each call begins a new round, because the one that is running may miss scans that were stored since.
    const draining = this.draining.then(() => this.drainOnce());
    this.draining = draining.catch(() => {});
    return draining;
  }

  /** @returns {Promise<number>} */
  async drainOnce() {
    return navigator.locks.request(LOCK, {ifAvailable: true}, async (lock) => {
      if (!lock) {
        return 1_000;
      }
      for (;;) {
        await this.writeOwed().catch(() => {});
        const waited = this.time.now();
        await this.withdrawClosed((await this.read()).filter(({stage, until}) => stage === "ASKED" && until <= waited));
        const rows = this.all();
        if (!this.locked && rows.some(({checkins}) => checkins)) {
          // Few phones need this module, and none when it starts.
          const {deleteByNumber} = await import("./deletions.js");
          if (!(await deleteByNumber(this, rows))) {
            return AGAIN_MILLIS;
          }
          continue;
        }
        const now = this.time.now();
        const due = this.locked ? [] : [...phone.due(rows, this.areas(rows), now)].map((place) => rows[place]);
        if (!due.length) {
          this.count();
          return this.locked ? -1 : untilDue(rows, now);
        }
        const answers = await this.send(due, rows, 25_000);
        const spread = Math.random();
        if (answers.length && answers.every(({status}) => status === 0)) {
          phone.silent(now, spread);
        } else {
          phone.answered();
          for (let i = 0; i < answers.length; i++) {
            await this.settle(due[i], answers[i], spread);
          }
        }
        this.count();
      }
    });
  }

  /**
   * Takes back scans whose page was closed before the guest was told anything, as nobody waits for them. An exit counts
   * all the same, because the guest has left.
   *
   * @param {Row[]} closed
   */
  async withdrawClosed(closed) {
    for (const row of closed) {
      const exit = row.kind === "EXIT";
      if ((await this.close({...row}, exit ? TOLD : {stage: "WITHDRAWN"})) && !exit) {
        this.copies.leaveOut(row);
      }
    }
  }

  /** Returns a scan as this page knows it. @param {Row} row @returns {Row | null | undefined} */
  latest({key}) {
    return this.owed.has(key) ? this.owed.get(key) : this.rows.get(key);
  }

  /**
   * Applies an answer to a scan.
   *
   * @param {Row} sent as it was sent
   * @param {ScanAnswer} answer
   * @param {number} [spread] a random number from 0 to 1, the same for all answers to a request
   * @returns {Promise<Meaning["kind"]>}
   */
  async settle(sent, answer, spread = Math.random()) {
    const {key, stage} = sent;
    const {code = "", reason = ""} = answer.body ?? {};
    const meant = (/** @type {Row} */ stored) =>
      phone.meaning(stage, stored, answer.status, code, reason ?? "", answer.whole);
    const stored = await this.change(
      sent,
      (each) => after(each, meant(each)),
      (each, writing) => this.end(each, meant(each), answer, writing),
    );
    if (!stored) {
      // Another answer has already ended the scan.
      return "DONE";
    }
    const {kind} = meant(stored);
    if (kind === "ENDED") {
      this.locked = true;
    } else if (kind === "LATER" && stored.stage !== "ASKED") {
      phone.later(key, answer.status, answer.retryAfter, this.time.now(), spread);
    }
    return kind;
  }

  /**
   * Notes that the server has a scan that has come to an end. If staff must know of it, stores the notice for them.
   *
   * @param {Row} stored
   * @param {Meaning} meaning
   * @param {ScanAnswer} answer
   * @param {any} [writing] the transaction, if there is one
   */
  async end(stored, {kind, detail}, answer, writing) {
    if (kind === "NOTICE") {
      const double = this.double(stored, detail === "not_found" ? "unknown" : detail, answer);
      await (writing ? writing.objectStore("doubles").add(double) : this.owedDoubles.push(double));
    }
    await this.copies.confirm(stored, writing?.objectStore("own"));
  }

  /**
   * Returns the notice about somebody who should not have been let in.
   *
   * @param {Row} row
   * @param {string} reason
   * @param {ScanAnswer} answer
   */
  double({list, code, at}, reason, {body}) {
    return {
      list,
      at,
      reason,
      reference: body?.checkin?.ticket?.reference ?? null,
      // The end of the code is shown because only an answer about a check-in names the ticket.
      code: [...code].slice(-SHOWN_OF_CODE).join(""),
      type: this.copies.kept.has(list) ? this.copies.decide(list, code, at).type?.name : null,
      by: body?.checkin?.scanned_by ?? null,
    };
  }
}

/** Returns a scan as it is stored. Without a number it gets one when it is stored. @param {Row} row @returns {Row} */
function plain(row) {
  const {id, ...rest} = row;
  return id === undefined ? rest : {id, ...rest};
}

/**
 * Returns a scan as it is stored after an answer, or null if it has come to an end.
 *
 * @param {Row} stored
 * @param {Meaning} meaning
 */
function after(stored, {kind, detail}) {
  switch (kind) {
    case "DONE":
    case "NOTICE":
      return null;
    case "SET_ASIDE":
      return {...stored, problem: detail};
    default:
      return stored;
  }
}

/**
 * Returns how long until there is something to do, or -1 if there never will be.
 *
 * @param {Row[]} rows
 * @param {number} now
 */
function untilDue(rows, now) {
  const due = phone.waitFor(rows, now);
  const all = rows.filter(({stage}) => stage === "ASKED").map(({until}) => Math.max(0, until - now));
  return all.length || due >= 0 ? Math.min(...all, due < 0 ? Infinity : due) : -1;
}
