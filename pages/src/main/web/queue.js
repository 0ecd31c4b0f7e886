// The queue: scans of which the server may not have what the person was told. phone.js decides what
// an answer means.

import * as phone from "./phone.js";
import {path} from "./api.js";
import {ownKey, ownOf} from "./copies.js";

const LOCK = "doorlist-queue";
const MAX_QUIET_MILLIS = 60_000;
const KEY_WAIT_MILLIS = 400;

/** How much of a code tells which ticket it was, and lets nobody in. */
const SHOWN_OF_CODE = 4;

/** @typedef {import("../../../types/phone").Row} Row */
/** @typedef {import("./api.js").AnyAnswer} AnyAnswer */

export class Queue {
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
    this.locked = false;
    this.length = 0;
    this.setAside = 0;
    /** How many requests in a row had no answer, and until when no other is sent. */
    this.unanswered = 0;
    this.quietUntil = 0;
    /**
     * Check-ins or passages of queued scans, by the queue's id: somebody may still undo them.
     *
     * @type {Map<number | undefined, number[]>}
     */
    this.sent = new Map();
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

  /**
   * Returns whether the server may not have an entry or exit of a code yet.
   *
   * @param {string[]} lists
   * @param {string} code
   */
  async unsent(lists, code) {
    for (const list of lists) {
      const rows = await this.db.getAllFromIndex("queue", "code", [list, code]);
      if (rows.some((/** @type {Row} */ each) => each.stage === "IN")) {
        return true;
      }
    }
    return false;
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

  /**
   * Keeps a scan; it is safe once this returns.
   *
   * @param {Row} row
   */
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
    const writing = this.db.transaction("queue", "readwrite");
    // What fails is told by the write itself.
    writing.done.catch(() => {});
    const stored = await writing.store.get(row.id);
    const open = stored?.stage === "OPEN" && stored.key === row.key;
    if (open) {
      await writing.store.delete(row.id);
    }
    await writing.done;
    return open;
  }

  /**
   * Records that somebody was sent away, or has gone, before the answer came.
   *
   * @param {Row} row
   */
  async sendAway(row) {
    Object.assign(row, phone.sentAway(row));
    if (row.id) {
      await this.db.put("queue", row).catch(() => {});
      await this.count();
    }
  }

  /**
   * Keeps a scan whose person has gone on: it counts, whatever becomes of the answer.
   *
   * @param {Row} row
   */
  async keepTold(row) {
    Object.assign(row, phone.toldIn(row));
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
    const writing = this.db.transaction("queue", "readwrite");
    // What fails is told by the write itself.
    writing.done.catch(() => {});
    const row = await writing.store.get(id);
    if (row) {
      const kept = phone.withdrawn(row, this.now());
      await (kept ? writing.store.put({id, ...kept}) : writing.store.delete(id));
    }
    await writing.done;
    await this.count();
    return row !== undefined;
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
    const [answer] = await this.send([row]);
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
        const rows = await this.db.getAll("queue");
        const places = this.locked ? [] : [...phone.next(rows, this.now())];
        if (!places.length) {
          await this.count();
          return this.locked ? -1 : phone.waitFor(rows, this.now());
        }
        const due = await this.begin(places.map((place) => rows[place]));
        const answers = due.length ? await this.send(due) : [];
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
   * @returns {Promise<Row[]>}
   */
  async begin(rows) {
    const writing = this.db.transaction("queue", "readwrite");
    // What fails is told by the write itself.
    writing.done.catch(() => {});
    const due = [];
    for (const row of rows) {
      const stored = await writing.store.get(row.id);
      if (stored?.stage === row.stage && stored.key === row.key && stored.notBefore === row.notBefore) {
        await writing.store.put({id: row.id, ...phone.begun(stored)});
        due.push(row);
      }
    }
    await writing.done;
    return due;
  }

  /**
   * @param {Row[]} due tickets of one list, or one order, or one undo
   * @returns {Promise<AnyAnswer[]>} one for each
   */
  async send(due) {
    const [first] = due;
    if (first.stage === "UNDOING") {
      return [await this.sendUndo(first)];
    }
    if (first.counts) {
      return [await checkIn(this.api, this.pairing, first)];
    }
    const answer = await this.api.ask("createCheckins", doorPath(this.pairing, first.list, "checkins"), {
      json: {
        scans: due.map((row) => ({
          // As in the path of a single check-in: with the same key it must be the same request.
          ticket_qr_token: phone.path(row.code),
          scanned_at: new Date(row.at).toISOString(),
          online: row.online,
          qr_code_scanned: row.scanned,
          idempotency_key: row.key,
          ...(row.kind === "EXIT" && {type: "exit"}),
        })),
      },
      millis: 25_000,
    });
    if (answer.status === 200 && answer.body?.results?.length === due.length) {
      return answer.body.results.map((result) => ({
        status: result.status,
        body: result.checkin ?? result.exit ?? result.problem ?? null,
        etag: "",
        retryAfter: 0,
      }));
    }
    const unread = answer.status === 400 || answer.status === 413;
    if (unread && due.length > 1) {
      const answers = [];
      for (const row of due) {
        answers.push(...(await this.send([row])));
      }
      return answers;
    }
    // Only an answer to the scan itself says anything about its ticket; "not found" here means the
    // list.
    const status = answer.status === 200 || answer.status === 404 ? 503 : answer.status;
    return due.map(() => ({...answer, body: null, status}));
  }

  /**
   * @param {Row} row
   * @returns {Promise<AnyAnswer>}
   */
  async sendUndo(row) {
    /** @type {AnyAnswer} */
    let answer = {status: 204, body: null, etag: "", retryAfter: 0};
    for (const id of row.checkins) {
      const its = await this.api.ask("deleteCheckin", doorPath(this.pairing, row.list, "checkins", id));
      answer = its.status === 204 || its.status === 404 ? answer : its;
    }
    return answer;
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
    const {outcome, reason, row: kept} = this.meaning(row, stored, answer, created, spread);
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
      if (outcome === "double" || outcome === "not_undone") {
        await writing.objectStore("doubles").add(this.double(stored, reason || outcome, answer));
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
   * Returns what an answer means for a scan as it was sent and as it is stored.
   *
   * @param {Row} sent
   * @param {Row} stored
   * @param {AnyAnswer} answer
   * @param {number[]} created
   * @param {number} spread
   */
  meaning(sent, stored, answer, created, spread) {
    const {code = "", reason = ""} = answer.body ?? {};
    return phone.settle(sent, stored, answer.status, code, reason, answer.retryAfter, created, this.now(), spread);
  }

  /**
   * Returns what to show of somebody who was let in and should not have been.
   *
   * @param {Row} row
   * @param {string} reason
   * @param {AnyAnswer} answer
   */
  double({list, code, at}, reason, {body}) {
    const checkin = body?.checkin;
    return {
      list,
      at,
      reason,
      reference: checkin?.ticket?.reference ?? null,
      // Only an answer about a check-in names the ticket.
      code: [...code].slice(-SHOWN_OF_CODE).join(""),
      type: this.copies.kept.has(list) ? this.copies.decide(list, code, at).type?.name : null,
      first: checkin?.created_at ?? null,
      by: checkin?.scanned_by ?? null,
    };
  }

  /**
   * Keeps that the server has what this phone did: the next copy has it too.
   *
   * @param {any} owns
   * @param {Row} row
   */
  async confirm(owns, row) {
    if (row.kind !== "ENTRY" || this.copies.kept.has(row.list)) {
      const own = await owns.get(ownKey(row));
      if (own) {
        await owns.put({...own, queued: false, said: Date.now()});
      }
    }
  }
}

/**
 * Returns the ids of the check-ins or passages that an answer is about.
 *
 * @param {{body: any}} answer
 * @returns {number[]}
 */
export function createdBy({body}) {
  const all = body?.checkins ?? body?.exits ?? [body];
  return all.flatMap((/** @type {any} */ each) => each?.passage?.id ?? each?.id ?? []);
}

/**
 * Checks in one ticket, or tickets of one order, or lets a ticket out. While the server is still busy with the same
 * request, it is asked again.
 *
 * @param {import("./api.js").Api} api
 * @param {import("./api.js").Pairing} pairing
 * @param {Row} row
 * @returns {Promise<AnyAnswer>}
 */
export async function checkIn(api, pairing, row) {
  const query = new URLSearchParams({scanned_at: new Date(row.at).toISOString()});
  if (!row.online) {
    query.set("online", "false");
  }
  if (!row.scanned) {
    query.set("qr_code_scanned", "false");
  }
  if (row.counts) {
    query.set("party", "true");
  }
  const latest = performance.now() + 10_000;
  for (;;) {
    const millis = Math.max(KEY_WAIT_MILLIS, latest - performance.now());
    const what = row.counts ? "orders" : "tickets";
    const exit = row.kind === "EXIT";
    const target = `${doorPath(pairing, row.list, what, phone.path(row.code), exit ? "exits" : "checkins")}?${query}`;
    const answer = exit
      ? await api.ask("createExit", target, {key: row.key, millis})
      : row.counts
        ? await api.ask("checkInOrder", target, {form: row.counts, key: row.key, millis})
        : await api.ask("checkInTicket", target, {key: row.key, millis});
    if (/** @type {any} */ (answer.body)?.code !== "idempotency_key_in_use" || performance.now() > latest) {
      return answer;
    }
    await new Promise((done) => setTimeout(done, KEY_WAIT_MILLIS));
  }
}

/**
 * @param {import("./api.js").Pairing} pairing
 * @param {string} list
 * @param {...(string | number)} more
 */
export function doorPath({account, event}, list, ...more) {
  return path(account, event, "checkin_lists", list, ...more);
}
