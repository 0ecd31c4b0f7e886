// Takes over scans that a page of an earlier version has stored and not sent. Each becomes a scan of this version,
// exactly once.

/** The version of the database that such a page has. */
export const TAKEN_OVER = 4;

/**
 * Takes over the queue while the database is upgraded to this version. A page in another tab closes its database before
 * that.
 *
 * @param {any} upgrading the transaction
 */
export async function takeOver(upgrading) {
  const queue = upgrading.objectStore("queue");
  queue.deleteIndex("code");
  queue.deleteIndex("stage");
  const clock = (await upgrading.objectStore("settings").get("clock"))?.correction ?? 0;
  await Promise.all((await queue.getAll()).map((/** @type {any} */ row) => queue.put(taken(row, clock))));
}

/**
 * Returns a scan as this version stores it. A guest who waited for an answer no longer waits, and was told nothing.
 *
 * @param {any} row
 * @param {number} clock
 * @returns {import("../../../types/phone").Row}
 */
function taken({id, key, list, code, counts, at, scanned, kind, stage, checkins}, clock) {
  const told = ["IN", "SET_ASIDE"].includes(stage) || (stage === "OPEN" && kind === "EXIT");
  return {
    id,
    key,
    list,
    code,
    counts,
    at,
    scanned,
    kind,
    stage: told ? "TOLD" : "WITHDRAWN",
    clock,
    problem: "",
    until: 0,
    ...(stage === "REFUSED" && {refused: true}),
    ...(stage === "UNDOING" && {checkins}),
  };
}
