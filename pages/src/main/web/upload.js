// Requests that send scans to the server, both live and queued ones.

import * as phone from "./phone.js";
import {NO_ANSWER, path} from "./api.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./api.js").Pairing} Pairing */
/** @typedef {import("./api.js").AnyAnswer} AnyAnswer */
/** @typedef {import("../../../types/phone").Row} Row */
/** @typedef {AnyAnswer & {whole: boolean}} ScanAnswer what the server answered to a scan, or to a whole request */

const KEY_WAIT_MILLIS = 400;

/** @param {Pairing} pairing @param {string} list @param {...(string | number)} more */
export function doorPath({account, event}, list, ...more) {
  return path(account, event, "checkin_lists", list, ...more);
}

/**
 * Asks whether one ticket or tickets of one order may come in, or records their exit. While the server is still busy
 * with the same request, it is asked again.
 *
 * @param {Api} api
 * @param {Pairing} pairing
 * @param {Row} row
 * @returns {Promise<ScanAnswer>}
 */
export async function checkIn(api, pairing, {list, code, counts, key, kind, at, scanned}) {
  const query = new URLSearchParams({
    scanned_at: new Date(at).toISOString(),
    ...(!scanned && {qr_code_scanned: "false"}),
    ...(counts && kind !== "EXIT" && {party: "true"}),
  });
  const exit = kind === "EXIT";
  const operation = exit ? "createExit" : counts ? "checkInOrder" : "checkInTicket";
  const things = counts && !exit ? "orders" : "tickets";
  const target = doorPath(pairing, list, things, phone.path(code), exit ? "exits" : "checkins");
  const body = exit && counts ? {json: {tickets: ticketsOf(counts)}} : {form: counts};
  const latest = performance.now() + 10_000;
  for (;;) {
    const millis = Math.max(KEY_WAIT_MILLIS, latest - performance.now());
    /** @type {AnyAnswer} */
    const answer = await api.ask(operation, `${target}?${query}`, {...body, key, millis});
    if (answer.body?.code !== "idempotency_key_in_use" || performance.now() > latest) {
      return {...answer, whole: false};
    }
    await new Promise((done) => setTimeout(done, KEY_WAIT_MILLIS));
  }
}

/**
 * Sends scans in one request.
 *
 * @param {Api} api
 * @param {Pairing} pairing
 * @param {Row[]} due scans of one list
 * @param {Row[]} rows the whole queue
 * @param {{deviceTime: number, millis: number}} options
 * @returns {Promise<ScanAnswer[]>} one answer for each scan; none if the server cannot read them together
 */
export async function send(api, pairing, due, rows, options) {
  const [{list}] = due;
  const waiting = rows.filter((row) => row.stage === "TOLD" && row.list === list && !due.includes(row)).length;
  const json = {...(waiting && {waiting}), scans: due.map(scanned)};
  const answer = await api.ask("createCheckins", doorPath(pairing, list, "checkins"), {json, ...options});
  if (answer.status === 200 && answer.body?.results?.length === due.length) {
    return answer.body.results.map((/** @type {any} */ result) => ({
      ...NO_ANSWER,
      status: result.status,
      body: result.checkin ?? result.exit ?? result.order ?? result.problem ?? null,
      retryAfter: result.retry_after ?? 0,
      whole: false,
    }));
  }
  if (due.length > 1 && [400, 413, 415].includes(answer.status)) {
    due.forEach(({key}) => phone.sendAlone(key));
    return [];
  }
  const status = answer.status === 200 ? 0 : answer.status;
  return due.map(() => ({...answer, status, whole: true}));
}

/** Reads from a form how many of each ticket type there are. @param {string} counts */
function ticketsOf(counts) {
  return Object.fromEntries([...new URLSearchParams(counts)].map(([slug, n]) => [slug, Number(n)]));
}

/** @param {Row} row */
function scanned({key, code, counts, at, scanned, kind, stage}) {
  const exit = kind === "EXIT";
  return {
    ...(counts && !exit ? {order_qr_token: code, party: true} : {ticket_qr_token: code}),
    ...(counts && {tickets: ticketsOf(counts)}),
    ...(exit && {type: "exit"}),
    idempotency_key: key,
    scanned_at: new Date(at).toISOString(),
    ...(!scanned && {qr_code_scanned: false}),
    ...(stage === "TOLD" && {online: false}),
    ...(stage === "WITHDRAWN" && {withdrawn: true}),
  };
}
