// Requests to the API. If there is no answer, the status is 0. The token is sent only in a header.

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

/** The HTTP methods of the operations that write. @type {Partial<Record<Operation, string>>} */
const METHODS = {
  checkInTicket: "POST",
  checkInOrder: "POST",
  createCheckins: "POST",
  createExit: "POST",
  addGuest: "POST",
  updateGuest: "PATCH",
  voidGuest: "POST",
  replaceCode: "POST",
  takeMoney: "POST",
  deleteCheckin: "DELETE",
};

/** The API's root is the folder above the pages. */
const BASE = new URL("../", location.href.split("#")[0]);

export const NO_ANSWER = /** @type {const} */ ({status: 0, body: null, etag: "", retryAfter: 0});

export class Api {
  /**
   * @param {string} token
   * @param {(reached: boolean, sent: number, received: number, date: string | null, good: boolean) => void} heard is
   *     called after every request; it is told whether the server answered, and whether it accepted the token
   * @param {() => number} [now] the clock for the device's time in requests
   */
  constructor(token, heard, now = () => Date.now()) {
    this.token = token;
    this.heard = heard;
    this.now = now;
  }

  /**
   * @template {Operation} O
   * @param {O} operation
   * @param {string} path from the API's root, without a slash
   * @param {{json?: unknown, form?: string, key?: string, etag?: string, millis?: number, silence?: number,
   *     deviceTime?: number}} [options] With silence, a request is given up when nothing has arrived for that time,
   *     however long the whole answer takes. The deviceTime is the present time, by the same clock as the times of the
   *     scans.
   * @returns {Promise<Answer<O>>}
   */
  async ask(operation, path, options = {}) {
    const {json, form, key, etag, deviceTime = this.now()} = options;
    const headers = {
      Authorization: `Bearer ${this.token}`,
      Accept: "application/json",
      ...(json !== undefined && {"Content-Type": "application/json"}),
      ...(form && {"Content-Type": "application/x-www-form-urlencoded"}),
      ...(key && {"Idempotency-Key": key}),
      ...(etag && {"If-None-Match": etag}),
      ...(METHODS[operation] && {"X-Device-Time": new Date(deviceTime).toISOString()}),
    };
    const sent = Date.now();
    const text = json === undefined ? form : JSON.stringify(json);
    const request = {method: METHODS[operation] ?? "GET", headers, body: text};
    const {response, body} = (await exchange(path, request, options)) ?? {};
    if (!response || !ours(response, body)) {
      this.heard(false, sent, Date.now(), null, false);
      return NO_ANSWER;
    }
    this.heard(true, sent, Date.now(), dateOf(response), response.status < 400);
    return /** @type {any} */ ({
      status: response.status,
      body,
      etag: response.headers.get("ETag") ?? "",
      retryAfter: Number(response.headers.get("Retry-After")) || 0,
    });
  }
}

/**
 * Sends a request and waits for the whole answer.
 *
 * @param {string} path
 * @param {{method: string, headers: Record<string, string>, body?: string}} request
 * @param {{millis?: number, silence?: number}} options
 * @returns {Promise<{response: Response, body: any} | undefined>} undefined if there was no answer
 */
async function exchange(path, {method, headers, body}, {millis, silence}) {
  const quiet = new AbortController();
  /** @type {any} */
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => quiet.abort(), silence ?? millis ?? 10_000);
  };
  wait();
  try {
    const response = await fetch(new URL(path, BASE), {
      method,
      headers,
      body: body || undefined,
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: quiet.signal,
    });
    const empty = response.status === 304 || response.status === 204;
    return {response, body: empty ? null : parsed(await read(response, silence ? wait : () => {}))};
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the `Date` of an answer. It is null if the answer has no `Date`, or has two.
 *
 * @param {Response} response
 */
function dateOf({headers}) {
  const date = headers.get("Date");
  return Number.isNaN(Date.parse(date ?? "")) ? null : date;
}

/** @param {Response} response @param {() => void} more is called whenever something has arrived */
async function read(response, more) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) {
      return text + decoder.decode();
    }
    more();
    text += decoder.decode(part.value, {stream: true});
  }
}

/**
 * Returns whether an answer is the API's. A firewall, a captive portal or a gateway may answer instead, even in JSON.
 * Such an answer says nothing about a ticket or a token.
 *
 * @param {Response} response
 * @param {any} body
 */
function ours({status, headers}, body) {
  return status < 400
    ? headers.has("X-Request-Id") && (status === 304 || status === 204 || body !== null)
    : typeof body?.code === "string" && "request_id" in body;
}

/** @param {string} text */
function parsed(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** Returns whether an answer decides about a scan. @param {{status: number}} answer */
export function decisive({status}) {
  return status !== 0 && status < 500;
}

/** @param {...(string | number)} segments */
export function path(...segments) {
  return segments.map((each) => encodeURIComponent(each)).join("/");
}
