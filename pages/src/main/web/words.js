// What the scanner says, in words that somebody hired this morning understands at arm's length.

/**
 * @typedef {object} Verdict
 * @property {"in" | "already" | "no" | "door" | "unknown" | "wait" | "look" | "undone"} kind decides colour, shape and sound
 * @property {string} word the one word to read
 * @property {string} [name]
 * @property {string} [type]
 * @property {string} [note] for the staff
 * @property {boolean} [attention]
 * @property {string} [detail] why, or since when
 * @property {string} [advice] what to do now
 * @property {string} [band] said across the top: decided without the network
 * @property {{checkin?: number, checkins?: number[], queued?: number, digest?: string, list: string}} [undo]
 * @property {() => void} [act] what the main button does instead of going on
 * @property {string} [actWord]
 * @property {string} [reference]
 */

const TIME = new Intl.DateTimeFormat(undefined, {hour: "2-digit", minute: "2-digit"});
const DAY = new Intl.DateTimeFormat(undefined, {weekday: "short", day: "numeric", month: "short"});
const DATE = new Intl.DateTimeFormat(undefined, {day: "numeric", month: "short", year: "numeric"});

/** @param {string | number | Date} at */
export function time(at) {
  const then = new Date(at);
  const clock = TIME.format(then);
  const today = new Date();
  if (then.toDateString() === today.toDateString()) {
    return clock;
  }
  return `${(then.getFullYear() === today.getFullYear() ? DAY : DATE).format(then)}, ${clock}`;
}

/** @param {number} seconds */
export function ago(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) {
    return whole === 1 ? "1 second ago" : `${whole} seconds ago`;
  }
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) {
    return minutes === 1 ? "1 minute ago" : `${minutes} minutes ago`;
  }
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
}

/** @param {number} seconds */
export function age(seconds) {
  if (seconds < 60) {
    return `${Math.max(0, Math.round(seconds))} s`;
  }
  return seconds < 3_600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`;
}

/**
 * Returns a refusal by its reason.
 *
 * @param {string} reason
 * @param {{doors?: string[], from?: string | number | null, until?: string | number | null}} [more]
 * @returns {Verdict}
 */
export function refusal(reason, more = {}) {
  switch (reason) {
    case "wrong_list":
      return {
        kind: "door",
        word: "OTHER DOOR",
        detail: more.doors?.length ? more.doors.join(" · ") : "This door does not take that ticket.",
        advice: more.doors?.length ? "Send them there." : "Send them to the desk.",
      };
    case "too_early":
      return {
        kind: "no",
        word: "TOO EARLY",
        detail: more.from ? `From ${time(more.from)}.` : "Not open yet.",
        advice: "Ask them to come back then.",
      };
    case "too_late":
      return {
        kind: "no",
        word: "TOO LATE",
        detail: more.until ? `Ended ${time(more.until)}.` : "No longer open.",
        advice: "Send them to the desk.",
      };
    case "revoked":
      return {
        kind: "no",
        word: "OLD TICKET",
        detail: "It was replaced by a newer one.",
        advice: "Ask for the newest ticket they were sent.",
      };
    case "void":
      return {kind: "no", word: "CANCELLED", detail: "The ticket was cancelled.", advice: "Send them to the desk."};
    case "blocked":
      return {kind: "no", word: "BLOCKED", detail: "The ticket is blocked.", advice: "Send them to the desk."};
    case "order_not_confirmed":
      return {kind: "no", word: "NOT PAID", detail: "The order is not confirmed.", advice: "Send them to the desk."};
    default:
      return {kind: "no", word: "NO", detail: "The ticket is not let in.", advice: "Send them to the desk."};
  }
}

/** @returns {Verdict} */
export function unknown() {
  return {
    kind: "unknown",
    word: "UNKNOWN",
    detail: "No ticket has this code.",
    advice: "Is it a ticket of this event? If so, send them to the desk.",
  };
}

/** Returns why somebody who was let in without the network should not have been. */
export const DOUBLE = {
  already_checked_in: "was in already",
  unknown: "no ticket has that code",
  wrong_list: "belongs to another door",
  too_early: "too early",
  too_late: "too late",
  revoked: "replaced by a newer ticket",
  void: "cancelled",
  blocked: "blocked",
  order_not_confirmed: "not paid",
};

/**
 * Returns what a copy says about somebody who is checked in.
 *
 * @param {number} since
 * @param {number} at
 * @param {boolean} mine whether this phone let them in
 * @returns {Verdict}
 */
export function alreadyHere(since, at, mine) {
  const long = ago((at - since) / 1_000);
  return {
    kind: "already",
    word: "ALREADY IN",
    detail: mine ? `By you, ${long}.` : `Since ${time(since)}, ${long}.`,
    advice: mine && at - since < 60_000 ? "Scanned twice? Then all is well." : "Do not let in. Send them to the desk.",
  };
}

/**
 * Returns what the server says about somebody who is checked in.
 *
 * @param {any} problem
 * @param {string | null | undefined} ownName of this phone's token
 * @returns {Verdict}
 */
export function already(problem, ownName) {
  const {checkin} = problem;
  const long = ago(problem.seconds_since);
  const mine = problem.same_token || (ownName && checkin.scanned_by === ownName);
  const by = mine ? "By you" : checkin.scanned_by ? `By ${checkin.scanned_by}` : `At ${time(checkin.created_at)}`;
  return {
    kind: "already",
    word: "ALREADY IN",
    detail: `${by}, ${long}.`,
    advice: mine && problem.seconds_since < 60 ? "Scanned twice? Then all is well." : "Do not let in. Send them to the desk.",
  };
}

/**
 * Returns why the server does not let somebody in.
 *
 * @param {number} status
 * @param {any} problem
 * @param {string | null | undefined} ownName of this phone's token
 * @returns {Verdict}
 */
export function refused(status, problem, ownName) {
  if (status === 409 && problem.code === "already_checked_in") {
    return already(problem, ownName);
  }
  if (status === 422 && problem.code === "not_admissible") {
    return refusal(problem.reason, explained(problem));
  }
  if (status === 429) {
    return {kind: "wait", word: "WAIT", detail: "Too many unknown codes in a row.", advice: "Try again in a moment."};
  }
  return {kind: "wait", word: "AGAIN", detail: "The server could not read this scan.", advice: "Scan it once more."};
}

/**
 * Returns what the server says in addition to a reason.
 *
 * @param {any} body
 */
export function explained(body) {
  return {
    doors: body.admitted_on?.map((/** @type {any} */ door) => door.name),
    from: body.opens_at ?? body.valid_from,
    until: body.closes_at ?? body.valid_until,
  };
}

/** @type {Verdict} */
export const ALL_IN = {
  kind: "already",
  word: "ALL IN",
  detail: "Everybody of this group is in.",
  advice: "Do not let in. Send them to the desk.",
};

/** @type {Verdict} */
export const LOCKED = {
  kind: "wait",
  word: "LOCKED",
  detail: "This phone was locked out: its link was withdrawn or has expired.",
  advice: "Ask for a new link. Scans that are kept here will be sent then.",
};

/** @type {Verdict} */
export const PHONE_FULL = {
  kind: "wait",
  word: "PHONE FULL",
  detail: "This phone has no room for another scan.",
  advice: "Nobody was let in. Use another phone, or free some storage.",
};
