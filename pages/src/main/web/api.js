// Requests of the API. No answer counts as status 0. The token is sent in a header and nowhere
// else.

/**
 * @typedef {object} Pairing
 * @property {string} account
 * @property {string} event
 * @property {string} list
 * @property {string} token
 */

/** @typedef {import("../../../types/operations").Schemas} Schemas */
/** @typedef {import("../../../types/operations").Operation} Operation */
/** @typedef {import("../../../types/operations").AnyAnswer} AnyAnswer */

/**
 * @template {Operation} [O=Operation]
 * @typedef {import("../../../types/operations").Answer<O>} Answer
 */

/** Operations that write. @type {Partial<Record<Operation, string>>} */
const METHODS = {checkInTicket: "POST", checkInOrder: "POST", createCheckins: "POST", deleteCheckin: "DELETE"};

/** The API is next to the pages, under the same stage. */
const BASE = new URL("../", location.href.split("#")[0]);

const NO_ANSWER = /** @type {const} */ ({status: 0, body: null, etag: "", retryAfter: 0});

export class Api {
  /**
   * @param {string} token
   * @param {(reached: boolean, sent: number, received: number, date: string | null) => void} heard is called after every
   *     request with whether the server answered
   */
  constructor(token, heard) {
    this.token = token;
    this.heard = heard;
  }

  /**
   * @template {Operation} O
   * @param {O} operation
   * @param {string} path from the API's root, without a slash
   * @param {{json?: unknown, form?: Record<string, string>, key?: string, etag?: string, millis?: number}} [options]
   * @returns {Promise<Answer<O>>}
   */
  async ask(operation, path, options = {}) {
    /** @type {Record<string, string>} */
    const headers = {Authorization: `Bearer ${this.token}`, Accept: "application/json"};
    let body;
    if (options.json !== undefined) {
      headers["Content-Type"] = "application/json";
      body = JSON.stringify(options.json);
    } else if (options.form) {
      headers["Content-Type"] = "application/x-www-form-urlencoded";
      body = new URLSearchParams(options.form).toString();
    }
    if (options.key) {
      headers["Idempotency-Key"] = options.key;
    }
    if (options.etag) {
      headers["If-None-Match"] = options.etag;
    }
    const sent = Date.now();
    try {
      const response = await fetch(new URL(path, BASE), {
        method: METHODS[operation] ?? "GET",
        headers,
        body,
        cache: "no-store",
        credentials: "omit",
        referrerPolicy: "no-referrer",
        signal: AbortSignal.timeout(options.millis ?? 10_000),
      });
      const text = response.status === 304 ? "" : await response.text();
      this.heard(true, sent, Date.now(), response.headers.get("Date"));
      return /** @type {any} */ ({
        status: response.status,
        body: parsed(text),
        etag: response.headers.get("ETag") ?? "",
        retryAfter: Number(response.headers.get("Retry-After")) || 0,
      });
    } catch {
      this.heard(false, sent, Date.now(), null);
      return NO_ANSWER;
    }
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** @param {...(string | number)} segments */
export function path(...segments) {
  return segments.map((each) => encodeURIComponent(each)).join("/");
}
