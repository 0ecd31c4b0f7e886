// The queue: scans of which the server may not have what the person was told. phone.js decides what
// an answer means.

import * as phone from "./phone.js";
import {ownKey, ownOf} from "./copies.js";
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
  /** How many requests in a row had no answer, and until when no other is sent. */
  unanswered = 0;
  quietUntil = 0;
  /** Check-ins or passages of queued scans, by the queue's id: somebody may still undo them. @type {Map<number | undefined, number[]>} */
  sent = new Map();

  /**
   * @param {any} db
   * @param {import("./api.js").Api} api
   * @param {import("./api.js").Pairing} pairing
   * @param {import("./copies.js").Copies} copies
   * @param {() => number} now
   * @param {() => void} changed
   */
  constructor(db, api, pairing, copies, now, changed) {
    this.db = db;
    this.api = api;
    this.pairing = pairing;
    this.copies = copies;
    this.now = now;
    this.changed = changed;
  }

  async count() {
    const of = (/** @type {Row["stage"]} */ stage) => this.db.countFromIndex("queue", "stage", stage);
    const [all, open, refused, aside] = await Promise.all([this.db.count("queue"), of("OPEN"), of("REFUSED"), of("SET_ASIDE")]);
    // Of who was refused, the server has what they were told; it is only asked once more.
    this.length = all - open - refused;
    this.setAside = aside;
    this.changed();
  }

  /**
   * Returns the scan of a code about which phone and server may not agree yet.
   *
   * @param {string} list
   * @param {string} code
   * @returns {Promise<Row | undefined>}
   */
  async of(list, code) {
    const rows = await this.db.getAllFromIndex("queue", "code", [list, code]);
    return rows.find((/** @type {Row} */ each) => each.stage !== "SET_ASIDE");
  }

  /** Returns whether the server may not have an entry or exit of a code yet. @param {string[]} lists @param {string} code */
  async unsent(lists, code) {
    const rows = await Promise.all(lists.map((list) => this.db.getAllFromIndex("queue", "code", [list, code])));
    return rows.flat().some((/** @type {Row} */ each) => each.stage === "IN");
  }

  /** Returns whether the server may not have an entry or exit at a list yet, by whatever code. @param {string} list */
  async owes(list) {
    const rows = await this.db.getAllFromIndex("queue", "stage", "IN");
    return rows.some((/** @type {Row} */ each) => each.list === list);
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
    const writing = this.db.transaction(["queue", "own"], "readwrite", {durability: "strict"});
    writing.done.catch(() => {});
    const before = await writing.objectStore("own").get(own.key);
    if (before && row.kind === "ENTRY") {
      return {own: before, since: before.at};
    }
    const putting = writing.objectStore("queue").put(row);
    await Promise.all([putting, writing.objectStore("own").put(own), writing.done]);
    row.id = await putting;
    await this.count();
    return {own};
  }

  /** Keeps a scan; it is safe once this returns. @param {Row} row */
  async keep(row) {
    row.id = await this.db.put("queue", row);
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
    if (!row.id) {
      return true;
    }
    if (row.attempts > 1 && status !== 201) {
      Object.assign(row, phone.refused(row, this.now()));
      await this.db.put("queue", row).catch(() => {});
      return true;
    }
    return this.write(async (store) => {
      const stored = await store.get(row.id);
      const open = stored?.stage === "OPEN" && stored.key === row.key;
      if (open) {
        await store.delete(row.id);
      }
      return open;
    });
  }

  /** @template T @param {(store: any) => Promise<T>} does in one transaction */
  async write(does) {
    const writing = this.db.transaction("queue", "readwrite");
    // What fails is told by the write itself.
    writing.done.catch(() => {});
    const done = await does(writing.store);
    await writing.done;
    return done;
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
    if (row.id) {
      await this.db.put("queue", row).catch(() => {});
      await this.count();
    }
  }

  /**
   * Undoes a queued scan: it is removed if the server cannot know of it.
   *
   * @param {number} id
   * @returns {Promise<boolean>} whether it was still in the queue
   */
  async remove(id) {
    const there = await this.write(async (store) => {
      const row = await store.get(id);
      if (row) {
        const kept = phone.withdrawn(row);
        await (kept ? store.put({id, ...kept}) : store.delete(id));
      }
      return row !== undefined;
    });
    await this.count();
    return there;
  }

  /**
   * Undoes check-ins, at the latest once the server answers again.
   *
   * @param {Row} row
   * @returns {Promise<string>} "done", "not_undone" if it is too late, or "kept"
   */
  async undo(row) {
    if (!row.id) {
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
        /** @type {Row[]} */
        const rows = await this.db.getAll("queue");
        const places = this.locked ? [] : [...phone.next(rows, this.now())];
        if (!places.length) {
          await this.count();
          return this.locked ? -1 : phone.waitFor(rows, this.now());
        }
        const due = await this.begin(places.map((place) => rows[place]));
        const waiting = rows.filter((row, place) => row.stage === "IN" && row.list === due[0]?.list && !places.includes(place)).length;
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
        await this.count();
      }
    });
  }

  /**
   * Records that scans are sent now; those that somebody has undone or scanned again are left out.
   *
   * @param {Row[]} rows
   */
  begin(rows) {
    return this.write(async (store) => {
      const due = [];
      for (const row of rows) {
        const stored = await store.get(row.id);
        if (stored?.stage === row.stage && stored.key === row.key && stored.notBefore === row.notBefore) {
          await store.put({id: row.id, ...phone.begun(stored)});
          due.push(row);
        }
      }
      return due;
    });
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
    const writing = this.db.transaction(["queue", "doubles", "own"], "readwrite");
    writing.done.catch(() => {});
    const queue = writing.objectStore("queue");
    const stored = row.id ? await queue.get(row.id) : row;
    if (!stored) {
      // Another answer has settled it.
      await writing.done;
      return "done";
    }
    const created = createdBy(answer);
    const {code = "", reason: why = ""} = answer.body ?? {};
    const settled = phone.settle(row, stored, answer.status, code, why, answer.retryAfter, created, this.now(), spread);
    const {outcome, reason, row: kept} = settled;
    if (outcome === "locked") {
      this.locked = true;
    } else if (outcome === "kept") {
      if (row.id) {
        await queue.put({id: row.id, ...kept});
      }
    } else {
      if (row.id) {
        await queue.delete(row.id);
      }
      // Of somebody who is not in after all, an entry that they should not have had may stand.
      const stands = stored.stage !== "IN" && answer.body?.recorded ? "not_undone" : outcome;
      if (stands === "double" || stands === "not_undone") {
        await writing.objectStore("doubles").add(this.double(stored, reason || stands, answer));
      } else if (created.length && stored.stage === "IN") {
        this.sent.set(row.id, created);
      }
      if (stored.stage === "IN") {
        await this.confirm(writing.objectStore("own"), stored);
      }
    }
    await writing.done;
    // On a full phone nothing is queued: what is to be undone is undone at once.
    return !row.id && outcome === "kept" && kept.stage === "UNDOING" && row.stage !== "UNDOING" ? this.undo(kept) : outcome;
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

  /** Keeps that the server has what this phone did: the next copy has it too. @param {any} owns @param {Row} row */
  async confirm(owns, row) {
    if (row.kind !== "ENTRY" || this.copies.kept.has(row.list)) {
      const own = await owns.get(ownKey(row));
      if (own) {
        await owns.put({...own, queued: false, said: Date.now()});
      }
    }
  }
}
