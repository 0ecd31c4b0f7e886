// What io.doorlist.phone.browser.Phone exports.
export function pairing(text: string): {api: string; account: string; event: string; list: string; token: string} | null;
export function codes(text: string, qrBaseUrl: string): string[];
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
export function withdraw(key: string): void;
export function count(list: string, epochMillis: number): void;
export function counted(visitors: number): number;
export function presence(list: string, code: string, epochMillis: number): {inside: boolean; by: string; mine: number; entries: number};
export function as(row: Row, kind: Row["kind"]): Row;
export function decide(list: string, code: string, epochMillis: number): Decision;
export function asked(key: string, list: string, code: string, counts: string, at: number, scanned: boolean, now: number): Row;
export function decided(key: string, list: string, code: string, at: number, scanned: boolean): Row;
export function reopened(row: Row, now: number): Row;
export function toldIn(row: Row): Row;
export function sentAway(row: Row): Row;
export function refused(row: Row, now: number): Row;
export function withdrawn(row: Row): Row | null;
export function undoing(row: Row, checkins: number[]): Row;
export function begun(row: Row): Row;
export function next(queue: Row[], now: number): Int32Array;
export function waitFor(queue: Row[], now: number): number;
export function settle(sent: Row, stored: Row, status: number, code: string, reason: string, retryAfter: number, checkins: number[], now: number, spread: number): Settled;
export function correction(sent: number, received: number, date: number): number;
export function restored(now: number, correction: number, server: number): number;
export function pollIn(sinceActivity: number, failures: number): number;

/** A queued scan, see io.doorlist.phone.QueuedScan. */
export interface Row {
  id?: number;
  key: string;
  list: string;
  code: string;
  counts: string;
  at: number;
  scanned: boolean;
  online: boolean;
  stage: "OPEN" | "IN" | "AWAY" | "REFUSED" | "UNDOING" | "SET_ASIDE";
  checkins: number[];
  attempts: number;
  notBefore: number;
  kind: "ENTRY" | "REENTRY" | "EXIT";
}

export interface Decision {
  verdict: "admissible" | "already_checked_in" | "not_admissible" | "unknown";
  reason: string;
  since: number;
  from: number;
  until: number;
  type: string;
  unpaid: boolean;
  mine: boolean;
  doors: string[];
  explanation: string;
  unmetRules: string;
}

export interface Settled {
  outcome: "done" | "locked" | "not_undone" | "double" | "kept";
  reason: string;
  row: Row;
}
