// A phone may have scans to send that a page of an earlier version has kept: each becomes one of this version, once.

/** The version of the database of such a page. */
export const TAKEN_OVER = 4;

/**
 * Takes over the queue while the database is brought to this version. A page that is open in another tab gives its
 * database up before.
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
 * Returns a scan as this version keeps it. Who waited for an answer waits no more, and was told nothing.
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
