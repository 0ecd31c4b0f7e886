// The queue: scans that the server does not have yet as the guests were told. phone.js decides what is sent when, and
// what an answer means.

import * as phone from "./phone.js";
import {NO_ANSWER} from "./api.js";
import {ownOf} from "./copies.js";
import {checkIn, send} from "./upload.js";

const LOCK = "doorlist-queue";
/** So soon a server that could not delete check-ins is asked again. */
const AGAIN_MILLIS = 5_000;

/** How much of a code tells which ticket it was, and lets nobody in. */
const SHOWN_OF_CODE = 4;

/** @typedef {import("../../../types/phone").Row} Row */
/** @typedef {import("../../../types/phone").Meaning} Meaning */
/** @typedef {import("./upload.js").ScanAnswer} ScanAnswer */

/**
 * @typedef {object} Time
 * @property {() => number} now the server's time, as far as the phone knows it
 * @property {number} clock by how much the phone's clock is corrected
 * @property {(clock: number) => number} timeBy the time by a clock as it was corrected then
 */

const TOLD = /** @type {const} */ ({stage: "TOLD", problem: ""});
const GONE = "gone";
/** @type {ScanAnswer} */
const UNANSWERED = {...NO_ANSWER, whole: true};

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
  /** What is being sent, and what waits to be. @type {Promise<unknown>} */
  draining = Promise.resolve();

  /**
   * @param {import("./database.js").Database} db
   * @param {import("./api.js").Api} api
   * @param {import("./api.js").Pairing} pairing
   * @param {import("./copies.js").Copies} copies
   * @param {Time} time
   * @param {() => void} changed
   * @param {() => void} unwritten is called when something is to be written later
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
    // Of who was refused, the server has what they were told, but for a request that arrives twice.
    this.length = rows.filter(({stage, refused}) => stage !== "ASKED" && !refused).length;
    this.setAside = rows.filter(({problem}) => problem).length;
    this.changed();
  }

  /** Sends what was set aside again: perhaps the token is another now. */
  async tryAgain() {
    for (const row of this.all().filter(({problem}) => problem)) {
      await this.keepOrOwe({...row, problem: ""});
    }
    this.count();
  }

  /**
   * Keeps an entry or exit of which the person is about to be told.
   *
   * @param {Row} row
   * @param {number} at
   * @returns {Promise<{own: import("./database.js").Own, since?: number} | undefined>} what the phone did. If
   *     another tab let the ticket in meanwhile, it says since when, and nothing more is kept. Undefined if another
   *     tab has taken back the scan of a page that slept.
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

  /** Keeps a scan; it is safe once this returns. @param {Row} row */
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
   * Ends a scan about which the server was asked, or changes it.
   *
   * @param {Row} row
   * @param {Partial<Row> | null} next what becomes of it, null if the server has what is told
   * @returns {Promise<boolean>} false if nobody waited for the answer any more, and another page has taken it back
   */
  async close(row, next) {
    const stored = await this.change(row, (each) => (each.stage === "ASKED" ? next && {...row, ...next} : each));
    const open = stored?.stage === "ASKED";
    Object.assign(row, open && next);
    return open;
  }

  /**
   * Changes a scan by what is stored of it, in one transaction. What cannot be stored, or is still to be, is changed by
   * what this page knows.
   *
   * @param {Row} row
   * @param {(stored: Row) => Row | null} decides what becomes of it, null if it is over
   * @param {(stored: Row, writing?: any) => Promise<unknown>} [ends] what else is kept of one that is over
   * @returns {Promise<Row | undefined>} as it was before; undefined if another page has ended it
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
        // The answer counts all the same.
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

  /** Records that somebody is in or out, whatever becomes of the answer. @param {Row} row */
  async tell(row) {
    await this.keepOrOwe(Object.assign(row, TOLD));
    this.count();
  }

  /** Takes back what a scan did, whatever became of it. @param {Row} row */
  async withdraw(row) {
    phone.forget(row.key);
    await this.keepOrOwe(Object.assign(row, {stage: "WITHDRAWN", problem: ""}));
    this.count();
  }

  /** @param {string} key @param {Row | null} row what is still to be stored, null if it is to go */
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
   * Asks the server about a scan, and sends before it what is queued of its ticket.
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
   * @param {Row[]} due of one list
   * @param {Row[]} rows all that is queued
   * @param {number} millis how long the answer may take
   * @returns {Promise<ScanAnswer[]>} one for each; none if each is to be sent alone
   */
  send(due, rows, millis) {
    // Told scans of a request share their clock.
    const deviceTime = this.time.timeBy(due.find(({stage}) => stage === "TOLD")?.clock ?? this.time.clock);
    return send(this.api, this.pairing, due, rows, {deviceTime, millis});
  }

  /**
   * Sends what is due, until nothing is. Only one tab does so at a time. While the server does not
   * answer, it tries again after a second, two, four and so on up to a minute.
   *
   * @param {boolean} heard whether the server has answered since
   * @returns {Promise<number>} milliseconds until a scan is due, -1 if none ever will be
   */
  drain(heard) {
    if (heard) {
      phone.hurry();
    }
    // What was kept after one has begun may not be in it.
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
          // Few phones need it, and none to begin.
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
   * Takes back scans whose page was closed before anything was told: nobody waits for them. Who was about to leave has
   * left.
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
   * Does what an answer means for a scan.
   *
   * @param {Row} sent as it was sent
   * @param {ScanAnswer} answer
   * @param {number} [spread] 0 to 1, one for the answers to a request
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
      // Another answer has settled it.
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
   * Keeps what staff must know of a scan that is over, and that the server has it.
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
   * Returns what to show of somebody who was let in and should not have been.
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

/**
 * Returns what is kept of a scan once an answer has its meaning, null if it is over.
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
 * Returns how long until something is to be done, -1 if nothing ever will be.
 *
 * @param {Row[]} rows
 * @param {number} now
 */
function untilDue(rows, now) {
  const due = phone.waitFor(rows, now);
  const all = rows.filter(({stage}) => stage === "ASKED").map(({until}) => Math.max(0, until - now));
  return all.length || due >= 0 ? Math.min(...all, due < 0 ? Infinity : due) : -1;
}
