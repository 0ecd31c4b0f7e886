// Handles guests whom this phone just let in with a group, and who now show their own ticket.

import {loud, say} from "./language.js";
import {doorPath} from "./upload.js";

/** @typedef {import("./door.js").Door} Door */
/** @typedef {import("./words.js").Verdict} Verdict */

/** For this long after a group came in, staff are asked whether a guest belongs to it. */
const ASKED_MILLIS = 60_000;

/**
 * Returns the question whether somebody belongs to the group that just came in. It is undefined if they do not, or if
 * this was asked before.
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
  // A scan whose answer has not come yet stands for one guest.
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
 * Replaces the group's check-in of a ticket by a check-in with the ticket's own code. The log shows both.
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
    // The group's check-in may or may not be gone. Another try finds out.
    const act = () => door.busy || comesBySelf(door, scan, list, id);
    door.show(turn, {...door.noAnswer(say("slow"), scan), act});
  }
}
