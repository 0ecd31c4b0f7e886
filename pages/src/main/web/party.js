// Somebody whom this phone let in with others a moment ago, and who now shows a ticket of their own.

import {loud, say} from "./language.js";
import {doorPath} from "./upload.js";

/** @typedef {import("./door.js").Door} Door */
/** @typedef {import("./words.js").Verdict} Verdict */

/** For how long whoever came in with others is asked about. */
const ASKED_MILLIS = 60_000;

/**
 * Returns the question whether somebody belongs to those who just came in; undefined if they do not, or were asked
 * about before.
 *
 * @param {Door} door
 * @param {import("./turns.js").Scan} scan
 * @param {any} problem why the server does not let them in
 * @returns {Verdict | undefined}
 */
export function groupQuestion(door, scan, problem) {
  const id = problem.checkin?.id;
  const isOfGroup = (/** @type {Verdict & {at: number}} */ {kind, undo, checkins, at}) =>
    kind === "in" && undo && checkins?.includes(id) && undo.code !== scan.code && Date.now() - at < ASKED_MILLIS;
  const group = door.recent.find(isOfGroup)?.undo;
  if (!group || door.askedAbout.has(id) || problem.code !== "already_checked_in") {
    return undefined;
  }
  door.askedAbout.add(id);
  const all = door.recent.filter(({kind, undo}) => kind === "in" && undo?.code === group.code);
  // Whoever came in before the answer did is one, too.
  const n = all.reduce((sum, {checkins}) => sum + (checkins?.length ?? 1), 0);
  return {
    kind: "wait",
    word: loud("groupQuestion"),
    detail: say("partOfGroup", {n}),
    act: () => door.busy || comesBySelf(door, scan, group.list, id),
    actWord: say("letIn"),
  };
}

/**
 * Puts a check-in by the ticket itself in the place of the group's: the log has both, and who stands for whom.
 *
 * @param {Door} door
 * @param {import("./turns.js").Scan} scan
 * @param {string} list
 * @param {number} id of the check-in by the group
 */
async function comesBySelf(door, scan, list, id) {
  const {api, pairing} = door.ready();
  const turn = door.beginBusy();
  const {status} = await api.ask("deleteCheckin", doorPath(pairing, list, "checkins", id));
  door.busy = false;
  if (status === 204 || status === 404) {
    await door.decide({code: scan.code, scanned: scan.scanned});
  } else {
    // The check-in of the group may be gone or not: another try finds out.
    const act = () => door.busy || comesBySelf(door, scan, list, id);
    door.show(turn, {...door.noAnswer(say("slow"), scan), act});
  }
}
