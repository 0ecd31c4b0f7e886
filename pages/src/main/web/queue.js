// The queue of scans that the server has not answered, and how it drains. What an answer means is decided by phone.js.

import * as phone from "./phone.js";
import {path} from "./api.js";

const LOCK = "doorlist-queue";

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
    this.batches = true;
    this.length = 0;
    this.setAside = 0;
    /** Check-ins that came of queued scans, by the queue's id: somebody may still undo them. */
    this.sent = new Map();
  }

  async count() {
    const all = await this.db.getAll("queue");
    this.setAside = all.filter((/** @type {any} */ each) => each.scan.includes("\tSET_ASIDE\t")).length;
    this.length = all.length;
    this.changed();
  }

  /**
   * Keeps a scan; it is safe once this returns.
   *
   * @param {string} key
   * @param {string} list
   * @param {string} code
   * @param {number} at
   * @param {boolean} scanned
   * @param {"ASKED" | "DECIDED"} stage
   * @returns {Promise<number>}
   */
  async add(key, list, code, at, scanned, stage) {
    const scan = phone.queued(key, list, code, at, scanned, stage);
    const writing = this.db.transaction("queue", "readwrite", {durability: "strict"});
    const id = await writing.store.add({scan});
    await writing.done;
    await this.count();
    return id;
  }

  /**
   * Takes a scan out of the queue, if it is still there and nobody is sending it.
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
   * Sends what is due, until nothing is. One tab does it at a time; the others leave it to that one.
   *
   * @returns {Promise<number>} milliseconds until a scan is due, -1 if none ever will be
   */
  async drain() {
    return navigator.locks.request(LOCK, {ifAvailable: true}, async (lock) => {
      if (!lock) {
        return 1_000;
      }
      for (;;) {
        const rows = await this.db.getAll("queue");
        const scans = rows.map((/** @type {any} */ row) => row.scan);
        const places = this.locked ? "" : phone.next(scans, this.now());
        if (!places) {
          await this.count();
          return this.locked ? -1 : phone.waitFor(scans, this.now());
        }
        const due = places.split(",").map((place) => rows[Number(place)]);
        const answers = await this.send(due);
        for (let i = 0; i < due.length; i++) {
          await this.settle(due[i], answers[i]);
        }
        await this.count();
      }
    });
  }

  /**
   * @param {any[]} due
   * @returns {Promise<import("./api.js").Answer[]>} one for each
   */
  async send(due) {
    const scans = due.map((row) => members(row.scan));
    if (this.batches) {
      const {account, event} = this.pairing;
      const answer = await this.api.ask("POST", path(account, event, "checkin_lists", scans[0].list, "checkins"), {
        json: {
          scans: scans.map((scan) => ({
            // As it stands in the path of a single check-in: with the same key it must be the same request.
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
        return answer.body.results.map((/** @type {any} */ result) => ({
          status: result.status,
          body: result.checkin ?? result.problem ?? null,
          etag: "",
          retryAfter: 0,
        }));
      }
      if (answer.status !== 404 && answer.status !== 405) {
        return scans.map(() => ({...answer, status: answer.status === 400 ? 500 : answer.status}));
      }
      this.batches = false;
    }
    const answers = [];
    for (const scan of scans) {
      answers.push(await checkIn(this.api, this.pairing, scan));
    }
    return answers;
  }

  /**
   * @param {any} row
   * @param {import("./api.js").Answer} answer
   */
  async settle(row, answer) {
    const problem = answer.body ?? {};
    const [outcome, ...rest] = phone
      .settle(row.scan, answer.status, problem.code ?? "", problem.reason ?? "", answer.retryAfter, this.now())
      .split("\t");
    const scan = members(row.scan);
    const writing = this.db.transaction(["queue", "doubles", "letIn"], "readwrite");
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
 * @param {number} [millis]
 */
export function checkIn(api, pairing, scan, millis) {
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
  return api.ask("POST", `${ticket}?${query}`, {key: scan.key, millis});
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
