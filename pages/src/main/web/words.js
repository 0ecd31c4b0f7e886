// Verdicts in words that somebody who was hired this morning can read and understand at arm's length.

import {ago, loud, part, quantity, say, time} from "./language.js";
import {wanted} from "./rules.js";

/** @typedef {import("./language.js").Word} Word */

/**
 * @typedef {object} More what is known besides a reason
 * @property {string[]} [doors]
 * @property {string | number | null} [from]
 * @property {string | number | null} [until]
 * @property {string} [explanation]
 * @property {import("./rules.js").Missing[]} [missing]
 */

/**
 * @typedef {object} Verdict
 * @property {"in" | "already" | "no" | "door" | "unknown" | "wait" | "undone" | "out"} kind decides colour, shape and
 *     sound
 * @property {string} word the one word to read
 * @property {string} [name]
 * @property {string} [type]
 * @property {string} [note] for the staff
 * @property {boolean} [attention]
 * @property {string} [shown] what every door shows about the guest
 * @property {string} [detail] why, or since when
 * @property {string} [advice] what to do now
 * @property {string} [band] text across the top, which says that the phone decided without the network
 * @property {import("../../../types/phone").Row} [undo] the scan that the undo button takes back
 * @property {number[]} [checkins] the check-ins of a group, one for each guest
 * @property {string} [code] the code of somebody whom this phone let in, if it does not offer to undo that
 * @property {() => void} [act] what the main button does instead of going on to the next scan
 * @property {string} [actWord]
 * @property {string} [reference]
 * @property {boolean} [scanner] whether the hand scanner may have wrong settings
 * @property {{n: number, letIn: () => void}} [party] who else of the order may come in
 * @property {boolean} [outside] at an exit, whether the ticket was not inside, as far as is known
 */

/**
 * Returns whether a verdict disappears by itself or with the next code before the camera. A verdict on which staff must
 * act stays.
 *
 * @param {Verdict} verdict
 */
export function goesBy({kind, attention, act}) {
  return (kind === "in" || kind === "out") && !attention && !act;
}

/**
 * Returns what staff should know about a guest, from an answer and from what the phone knows.
 *
 * @param {any} answer
 * @param {{note?: string | null, attention?: boolean}} [known]
 */
export function noteOf({note, attention, noted, shown = []}, known) {
  const all = [known?.note, note, noted && say("noteAtDesk")].filter(Boolean);
  return {
    note: all.join(" · ") || undefined,
    attention: Boolean(attention || known?.attention),
    shown: shown.map((/** @type {any} */ each) => `${each.title}: ${each.value}`).join(" · "),
  };
}

/** A second scan within this time counts as a slip of the hand. */
const SLIP_MILLIS = 10_000;

/**
 * Returns a verdict that is always the same, in the present language.
 *
 * @param {Verdict["kind"]} kind
 * @param {Word} word
 * @param {Word} detail
 * @param {Word} advice
 * @returns {Verdict}
 */
function fixed(kind, word, detail, advice) {
  return {
    kind,
    get word() {
      return loud(word);
    },
    get detail() {
      return say(detail);
    },
    get advice() {
      return say(advice);
    },
  };
}

export const UNKNOWN = fixed("unknown", "unknown", "noSuchTicket", "ofThisEvent");
const NOT_LET_IN = fixed("no", "no", "notLetIn", "toDesk");

/** @type {Record<string, Verdict>} */
const REFUSALS = {
  wrong_list: fixed("door", "reason_wrong_list", "notThisDoor", "toDesk"),
  too_early: fixed("no", "reason_too_early", "notOpen", "comeBack"),
  too_late: fixed("no", "reason_too_late", "notOpenAnyMore", "toDesk"),
  revoked: fixed("no", "reason_revoked", "replaced", "newestTicket"),
  void: fixed("no", "reason_void", "ticketCancelled", "toDesk"),
  blocked: fixed("no", "reason_blocked", "ticketBlocked", "toDesk"),
  order_not_confirmed: fixed("no", "reason_order_not_confirmed", "orderNotPaid", "toDesk"),
  ambiguous: fixed("no", "whichOne", "severalTickets", "scanThatOne"),
  rules: fixed("no", "notNow", "notByRules", "toDesk"),
};

/**
 * Returns a refusal by its reason.
 *
 * @param {string} reason
 * @param {More} [more]
 * @returns {Verdict}
 */
export function refusal(reason, more = {}) {
  const refused = {...(REFUSALS[reason] ?? NOT_LET_IN)};
  if (reason === "wrong_list" && more.doors?.length) {
    return {...refused, detail: more.doors.map(named).join(" · "), advice: say("sendThere")};
  }
  if (reason === "too_early" && more.from) {
    refused.detail = say("from", {time: time(more.from)});
  } else if (reason === "too_late" && more.until) {
    refused.detail = say("ended", {time: time(more.until)});
  } else if (reason === "rules" && more.explanation) {
    refused.detail = wanted(more.missing ?? []) ?? `${more.explanation[0].toUpperCase()}${more.explanation.slice(1)}.`;
  }
  return refused;
}

/** Returns a door's name, in which a line may break after a slash. @param {string} name */
export function breaking(name) {
  return name.replaceAll("/", "/\u200b");
}

/** Returns a door's name as a part of a text. @param {string} name */
function named(name) {
  return part(breaking(name));
}

/**
 * Returns the verdict on somebody who leaves.
 *
 * @param {boolean} [inside] whether the ticket was inside; undefined if the copy has no such ticket
 * @returns {Verdict}
 */
export function out(inside) {
  return {
    kind: "out",
    word: say("out"),
    detail: inside ? undefined : say(inside === undefined ? "notInCopy" : "notInside"),
    outside: !inside,
  };
}

/** Returns the verdict from the server's answer to an exit. @param {any} body @returns {Verdict} */
export function outBy(body) {
  if (!body.exits) {
    return {...out(body.was_inside), name: body.name ?? undefined, reference: body.reference, type: body.ticket_type};
  }
  /** @type {Record<string, number>} */
  const types = {};
  for (const {ticket_type: type} of body.exits) {
    types[type] = (types[type] ?? 0) + 1;
  }
  return {...out(body.was_inside), type: Object.entries(types).map(([type, n]) => quantity(n, type)).join(" · ")};
}

/** Returns the verdict on somebody who comes in again. @returns {Verdict} */
export function againIn() {
  return {kind: "in", word: say("againIn")};
}

/**
 * Returns the verdict of a copy on somebody who is already checked in.
 *
 * @param {number} since
 * @param {number} at
 * @param {boolean} mine whether this phone let the ticket in
 * @param {string} [where] where the ticket came in, if that is known
 * @param {() => void} [letBack] lets them in all the same, where people leave and come back
 * @param {string | null} [by] who let the ticket in, if that is known
 * @returns {Verdict}
 */
export function alreadyHere(since, at, mine, where, letBack, by) {
  const long = ago((at - since) / 1_000);
  const when = {time: time(since), ago: long};
  const from = by ? say("byPhone", {phone: by, ...when}) : say("since", when);
  return {
    kind: "already",
    word: loud("reason_already_checked_in"),
    detail: mine ? say("byYou", {ago: long}) : where ? `${named(where)} · ${from}` : from,
    ...doubt(mine ? at - since : Infinity, letBack),
  };
}

/**
 * Returns the advice on somebody who is already checked in.
 *
 * @param {number} millis since this phone itself let the ticket in
 * @param {() => void} [letBack] lets them in all the same, where people leave and come back
 * @returns {Partial<Verdict>}
 */
function doubt(millis, letBack) {
  if (millis < SLIP_MILLIS) {
    return {advice: say("samePerson")};
  }
  return letBack
    ? {advice: say("mayHaveLeft"), act: letBack, actWord: say("letInAnyway")}
    : {advice: say("notLetInDesk")};
}

/**
 * Returns the verdict of the server on somebody who is already checked in.
 *
 * @param {any} problem
 * @param {number | undefined} mineAt when this very phone let them in
 * @param {() => void} [letBack] lets them in all the same, where people leave and come back
 * @returns {Verdict}
 */
export function already(problem, mineAt, letBack) {
  const {checkin, inside_since} = problem;
  const came = Date.parse(checkin.scanned_at ?? checkin.created_at);
  if (inside_since) {
    const since = Date.parse(inside_since);
    // Who let the ticket in is known only for its first check-in.
    const by = Math.abs(came - since) < SLIP_MILLIS ? checkin.scanned_by : undefined;
    // Another phone may have let the ticket out and in again since this phone let it in.
    const mine = mineAt !== undefined && Math.abs(mineAt - since) < SLIP_MILLIS;
    return alreadyHere(since, Date.now(), mine, problem.checkin_list?.name, letBack, by);
  }
  const before = Math.max(0, Date.parse(checkin.created_at) - came);
  const when = {time: time(came), ago: ago(problem.seconds_since + before / 1_000)};
  return {
    kind: "already",
    word: loud("reason_already_checked_in"),
    detail: mineAt
      ? say("byYou", when)
      : checkin.scanned_by
        ? say("byPhone", {phone: checkin.scanned_by, ...when})
        : say("atTime", when),
    ...doubt(mineAt ? problem.seconds_since * 1_000 : Infinity, letBack),
  };
}

/**
 * Returns the verdict for a refusal by the server.
 *
 * @param {number} status
 * @param {any} problem
 * @param {number | undefined} mineAt when this very phone let them in
 * @param {() => void} [letBack] lets them in all the same, where people leave and come back
 * @returns {Verdict}
 */
export function refused(status, problem, mineAt, letBack) {
  if (status === 409 && problem.code === "already_checked_in") {
    return already(problem, mineAt, letBack);
  }
  if (status === 422 && problem.code === "not_admissible") {
    return refusal(problem.reason, explained(problem));
  }
  return status === 429 ? WAIT : AGAIN;
}

/** Returns what the server says besides a reason. @param {any} body */
export function explained(body) {
  return {
    doors: body.admitted_on?.map((/** @type {any} */ door) => door.name),
    from: body.opens_at ?? body.valid_from,
    until: body.closes_at ?? body.valid_until,
    explanation: body.explanation,
    missing: body.missing,
  };
}

const WAIT = fixed("wait", "wait", "tooManyUnknown", "tryLater");
const AGAIN = fixed("wait", "again", "unreadable", "scanAgain");

export const ALL_IN = fixed("already", "allIn", "groupAllIn", "notLetInDesk");
/** The server is still being asked, and the copy alone would not let the guest in. */
export const ASKING = fixed("wait", "asking", "slowServer", "askToWait");
export const PAIRING_CODE = fixed("wait", "noTicket", "pairingCodeShown", "pairInMenu");
export const DOOR_GONE = fixed("wait", "doorGone", "doorRemoved", "chooseOther");
export const LOCKED = fixed("wait", "locked", "lockedOut", "newLink");
export const PHONE_FULL = fixed("wait", "full", "noRoom", "otherPhone");
