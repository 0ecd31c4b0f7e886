// What io.doorlist.phone.browser.Phone exports.
export function pairing(text: string): {api: string; account: string; event: string; list: string; token: string} | null;
export function codes(text: string, qrBaseUrl: string): string[];
export function typed(text: string): string[];
export function path(code: string): string;
export function open(list: string, salt: Int8Array): void;
export function define(list: string, opensAt: string, closesAt: string, rules: string, gate: string, area: string, reentry: string, empties: Float64Array): void;
export function begin(list: string, columns: Int8Array): void;
export function step(list: string, entries: number): boolean;
export function merged(earlier: Int8Array, later: Int8Array): Int8Array;
export function clear(): void;
export function close(list: string): void;
export function admitted(list: string): number;
export function checkedIn(list: string): number;
export function digest(list: string, code: string): string;
export function record(key: string, list: string, digest: string, epochMillis: number, exit: boolean): void;
export function leaveOut(key: string, list: string, digest: string, from: number, until: number, exit: boolean): void;
export function withdraw(key: string): void;
export function count(list: string, epochMillis: number): void;
export function counted(visitors: number): number;
export function presence(list: string, code: string, epochMillis: number): {inside: boolean; by: string; mine: number; entries: number};
export function decide(list: string, code: string, epochMillis: number): Decision;
export function due(queue: Row[], areas: string[], now: number): Int32Array;
export function upTo(queue: Row[], areas: string[], asked: number): Int32Array;
export function waitFor(queue: Row[], now: number): number;
export function meaning(sent: Row["stage"], scan: Row, status: number, code: string, reason: string, whole: boolean): Meaning;
export function later(key: string, status: number, retryAfter: number, now: number, spread: number): void;
export function sendAlone(key: string): void;
export function forget(key: string): void;
export function hurry(): void;
export function silent(now: number, spread: number): void;
export function answered(): void;
export function correction(sent: number, received: number, date: number): number;
export function restored(now: number, correction: number, server: number): number;
export function pollIn(sinceActivity: number, failures: number): number;

/** A scan that the phone keeps, see io.doorlist.phone.KeptScan. */
export interface Row {
  /** The place in the queue; a scan that could not be stored has none. */
  id?: number;
  key: string;
  list: string;
  code: string;
  /** How many of each ticket type of an order, as a form like `adult=2`; empty for a ticket. */
  counts: string;
  at: number;
  scanned: boolean;
  kind: "ENTRY" | "REENTRY" | "EXIT";
  stage: "ASKED" | "TOLD" | "WITHDRAWN";
  /** By how many milliseconds the phone's clock was corrected when it scanned. */
  clock: number;
  /** Why the scan is set aside for staff; empty if it is not set aside. */
  problem: string;
  /** While the stage is ASKED: until when somebody may wait for the answer. */
  until: number;
  /** Whether the scan is withdrawn because the service refused it. Then it does not count as unsent. */
  refused?: boolean;
  /** The ids of check-ins to delete. They are another phone's, or come from an earlier version of this page. */
  checkins?: number[];
}

/** See io.doorlist.phone.Meaning. */
export interface Meaning {
  kind: "NOTHING" | "DONE" | "REFUSED" | "NOTICE" | "LATER" | "ENDED" | "SET_ASIDE";
  detail: string;
}

export interface Decision {
  verdict: "admissible" | "already_checked_in" | "not_admissible" | "unknown";
  reason: string;
  since: number;
  from: number;
  until: number;
  type: string;
  unpaid: boolean;
  noted: boolean;
  mine: boolean;
  doors: string[];
  explanation: string;
  unmetRules: string;
}
