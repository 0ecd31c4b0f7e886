// Requests that tell the server of scans, live and queued.

import * as phone from "./phone.js";
import {NO_ANSWER, path} from "./api.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./api.js").Pairing} Pairing */
/** @typedef {import("./api.js").AnyAnswer} AnyAnswer */
/** @typedef {import("../../../types/phone").Row} Row */

const KEY_WAIT_MILLIS = 400;

/** @param {Pairing} pairing @param {string} list @param {...(string | number)} more */
export function doorPath({account, event}, list, ...more) {
  return path(account, event, "checkin_lists", list, ...more);
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
 * @param {Api} api
 * @param {Pairing} pairing
 * @param {Row} row
 * @returns {Promise<AnyAnswer>}
 */
export async function checkIn(api, pairing, {list, code, counts, key, kind, at, online, scanned}) {
  const query = new URLSearchParams({
    scanned_at: new Date(at).toISOString(),
    ...(!online && {online: "false"}),
    ...(!scanned && {qr_code_scanned: "false"}),
    ...(counts && {party: "true"}),
  });
  const exit = kind === "EXIT";
  const operation = exit ? "createExit" : counts ? "checkInOrder" : "checkInTicket";
  const target = doorPath(pairing, list, counts ? "orders" : "tickets", phone.path(code), exit ? "exits" : "checkins");
  const latest = performance.now() + 10_000;
  for (;;) {
    const millis = Math.max(KEY_WAIT_MILLIS, latest - performance.now());
    const form = exit ? "" : counts;
    /** @type {AnyAnswer} */
    const answer = await api.ask(operation, `${target}?${query}`, {form, key, millis});
    if (answer.body?.code !== "idempotency_key_in_use" || performance.now() > latest) {
      return answer;
    }
    await new Promise((done) => setTimeout(done, KEY_WAIT_MILLIS));
  }
}

/**
 * @param {Api} api
 * @param {Pairing} pairing
 * @param {Row[]} due tickets of one list, or one order, or one undo
 * @param {number} [waiting] how many the server does not have of that list besides
 * @returns {Promise<AnyAnswer[]>} one for each
 */
export async function send(api, pairing, due, waiting) {
  const [first] = due;
  if (first.stage === "UNDOING") {
    return [await sendUndo(api, pairing, first)];
  }
  if (first.counts) {
    return [await checkIn(api, pairing, first)];
  }
  const answer = await api.ask("createCheckins", doorPath(pairing, first.list, "checkins"), {
    json: {
      ...(waiting && {waiting}),
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
    return answer.body.results.map(({status, checkin, exit, problem}) => ({
      ...NO_ANSWER,
      status,
      body: checkin ?? exit ?? problem ?? null,
    }));
  }
  if ((answer.status === 400 || answer.status === 413) && (due.length > 1 || waiting)) {
    const answers = [];
    for (const row of due) {
      answers.push(...(await send(api, pairing, [row])));
    }
    return answers;
  }
  // Only an answer to the scan itself says anything about its ticket; "not found" here means the
  // list.
  const status = answer.status === 200 || answer.status === 404 ? 503 : answer.status;
  return due.map(() => ({...answer, body: null, status}));
}

/** @param {Api} api @param {Pairing} pairing @param {Row} row @returns {Promise<AnyAnswer>} */
async function sendUndo(api, pairing, row) {
  /** @type {AnyAnswer} */
  let answer = {...NO_ANSWER, status: 204};
  for (const id of row.checkins) {
    const its = await api.ask("deleteCheckin", doorPath(pairing, row.list, "checkins", id));
    answer = its.status === 204 || its.status === 404 ? answer : its;
  }
  return answer;
}
