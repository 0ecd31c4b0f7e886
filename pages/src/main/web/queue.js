// The queue of scans that the server has not answered, and how it drains. phone.js decides what an
// answer means.

import * as phone from "./phone.js";
import {path} from "./api.js";

const LOCK = "doorlist-queue";
const MAX_QUIET_MILLIS = 60_000;

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
    /** Check-ins of queued scans, by the queue's id: somebody may still undo them. */
    this.sent = new Map();
  }

  async count() {
    this.length = await this.db.count("queue");
    this.changed();
  }

  /**
   * Stores a scan and that its ticket is checked in; both are safe once this returns.
   *
   * @param {{key: string, list: string, code: string, scanned: boolean}} scan
   * @param {number} at
   * @param {"ASKED" | "DECIDED"} stage
   * @param {string} digest of the code
   * @returns {Promise<{id: number} | {since: number}>} since when the ticket is checked in, if another tab let it in meanwhile
   */
  async add({key, list, code, scanned}, at, stage, digest) {
    const scan = phone.queued(key, list, code, at, scanned, stage);
    const writing = this.db.transaction(["queue", "letIn"], "readwrite", {durability: "strict"});
    writing.done.catch(() => {});
    const letIn = writing.objectStore("letIn");
    const before = await letIn.get([list, digest]);
    if (before) {
      return {since: before.at};
    }
    const adding = writing.objectStore("queue").add({scan});
    await Promise.all([adding, letIn.put({list, digest, at, queued: true}), writing.done]);
    await this.count();
    return {id: await adding};
  }

  /**
   * Removes a scan from the queue if it is still there and nobody is sending it.
   *
   * @param {number} id
   * @returns {Promise<boolean>}
   */
  async remove(id) {
    return navigator.locks.request(LOCK, async () => {
      const there = (await this.db.get("queue", id)) !== undefined;
      await this.db.delete("queue", id);
      await this.count();
      return there;
    });
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
        this.setAside = rows.filter((/** @type {any} */ each) => each.scan.includes("\tSET_ASIDE\t")).length;
        const scans = rows.map((/** @type {any} */ row) => row.scan);
        const places = this.locked ? "" : phone.next(scans, this.now());
        if (!places) {
          await this.count();
          return this.locked ? -1 : phone.waitFor(scans, this.now());
        }
        const due = places.split(",").map((place) => rows[Number(place)]);
        const answers = await this.send(due);
        if (answers.every((answer) => answer.status === 0)) {
          this.quietUntil = Date.now() + Math.min(MAX_QUIET_MILLIS, 1_000 << Math.min(this.unanswered++, 6));
          continue;
        }
        this.unanswered = 0;
        for (let i = 0; i < due.length; i++) {
          await this.settle(due[i], answers[i]);
        }
        await this.count();
      }
    });
  }

  /**
   * @param {any[]} due scans of one list
   * @returns {Promise<import("./api.js").AnyAnswer[]>} one for each
   */
  async send(due) {
    const scans = due.map((row) => members(row.scan));
    const {account, event} = this.pairing;
    const answer = await this.api.ask("createCheckins", path(account, event, "checkin_lists", scans[0].list, "checkins"), {
      json: {
        scans: scans.map((scan) => ({
          // As in the path of a single check-in: with the same key it must be the same request.
          ticket_qr_token: phone.path(scan.code),
          scanned_at: scan.at,
          online: scan.stage === "ASKED",
          qr_code_scanned: scan.scanned,
          idempotency_key: scan.key,
        })),
      },
      millis: 25_000,
    });
    if (answer.status === 200 && answer.body?.results?.length === scans.length) {
      return answer.body.results.map((result) => ({
        status: result.status,
        body: result.checkin ?? result.problem ?? null,
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
    return scans.map(() => ({...answer, body: null, status}));
  }

  /**
   * @param {any} row
   * @param {import("./api.js").AnyAnswer} answer
   */
  async settle(row, answer) {
    const problem = answer.body ?? {};
    const [outcome, ...rest] = phone
      .settle(row.scan, answer.status, problem.code ?? "", problem.reason ?? "", answer.retryAfter, this.now())
      .split("\t");
    const scan = members(row.scan);
    const writing = this.db.transaction(["queue", "doubles", "letIn"], "readwrite");
    writing.done.catch(() => {});
    const queue = writing.objectStore("queue");
    if (outcome === "locked") {
      this.locked = true;
    } else if (outcome === "kept") {
      await queue.put({id: row.id, scan: rest.join("\t")});
    } else {
      await queue.delete(row.id);
      if (outcome === "double") {
        await writing.objectStore("doubles").add({
          list: scan.list,
          at: Date.parse(scan.at),
          reason: rest[0],
          reference: problem.checkin?.ticket?.reference ?? null,
          first: problem.checkin?.created_at ?? null,
          by: problem.checkin?.scanned_by ?? null,
        });
      } else if (answer.body?.id) {
        this.sent.set(row.id, answer.body.id);
      }
      if (this.copies.kept.has(scan.list)) {
        const own = [scan.list, phone.digest(scan.list, scan.code)];
        const letIn = await writing.objectStore("letIn").get(own);
        if (letIn) {
          await writing.objectStore("letIn").put({...letIn, queued: false, at: Date.now()});
        }
      }
    }
    await writing.done;
  }
}

/**
 * Checks in one ticket.
 *
 * @param {import("./api.js").Api} api
 * @param {import("./api.js").Pairing} pairing
 * @param {{key: string, list: string, code: string, at: string, scanned: boolean, stage: string}} scan
 */
export function checkIn(api, pairing, scan) {
  const query = new URLSearchParams({scanned_at: scan.at});
  if (scan.stage !== "ASKED") {
    query.set("online", "false");
  }
  if (!scan.scanned) {
    query.set("qr_code_scanned", "false");
  }
  const ticket = path(
    pairing.account,
    pairing.event,
    "checkin_lists",
    scan.list,
    "tickets",
    phone.path(scan.code),
    "checkins",
  );
  return api.ask("checkInTicket", `${ticket}?${query}`, {key: scan.key});
}

/**
 * Reads a queued scan as phone.js writes it.
 *
 * @param {string} scan
 */
export function members(scan) {
  const [key, list, code, at, scanned, stage] = scan.split("\t");
  return {key, list, code, at: new Date(Number(at)).toISOString(), scanned: scanned === "scanned", stage};
}
