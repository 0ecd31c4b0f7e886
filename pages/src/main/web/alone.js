// Decides by this phone's copies while the server does not answer. Also lets people in or out without asking the
// server, which is told afterwards.

import * as phone from "./phone.js";
import {SLIP_MILLIS} from "./copies.js";
import {isFull} from "./database.js";
import {ago, say} from "./language.js";
import {missing} from "./rules.js";
import * as words from "./words.js";

/** @typedef {import("./door.js").Door} Door */
/** @typedef {import("./words.js").Verdict} Verdict */
/** @typedef {import("../../../types/phone").Row} Row */
/** @typedef {import("./turns.js").Scan} Scan */

/** Decides by the copy. @param {Door} door @param {number} turn @param {Row} row */
export async function decideAlone(door, turn, row) {
  const {copies} = door.ready();
  const {list, code} = row;
  const at = door.now();
  const said = copies.decide(list, code, at);
  const asked = row.stage === "ASKED" && door.open === row;
  const byCopy = say("byCopy", {ago: ago((Date.now() - (door.copy?.at ?? 0)) / 1_000)});
  const more = {band: `${door.silence} ${byCopy}`, ...door.typeOf(code)};
  if (said.verdict === "admissible") {
    const entries = door.tracked ? phone.presence(list, code, at).entries : 0;
    const word = entries ? words.againIn() : /** @type {Verdict} */ ({kind: "in", word: say("in")});
    await pass(door, turn, row, at, entries ? "REENTRY" : "ENTRY", {...more, ...word});
    return;
  }
  if (asked) {
    await door.takeBack(row);
  }
  // A copy has times in whole seconds.
  const own = said.since >= Math.floor((row.at - SLIP_MILLIS) / 1_000);
  if (asked && said.verdict === "already_checked_in" && own) {
    // The copy may show the check-in of this very scan, whose answer got lost.
    door.show(turn, {...door.noAnswer(door.silence, row), ...more});
  } else if (said.verdict === "already_checked_in") {
    door.show(turn, {...alreadyHere(door, row, said, at), ...more});
  } else if (said.verdict === "not_admissible") {
    door.show(turn, {...words.refusal(said.reason, {...said, missing: missing(said.unmetRules)}), ...more});
  } else {
    door.show(turn, {...words.UNKNOWN, ...more, detail: say("notInCopy"), advice: say("maybeNewer")});
  }
}

/**
 * Returns the copy's verdict on somebody who is already in.
 *
 * @param {Door} door
 * @param {Row} row
 * @param {{since: number, mine: boolean}} said
 * @param {number} at
 */
function alreadyHere(door, row, {since, mine}, at) {
  const known = door.tracked ? phone.presence(row.list, row.code, at) : undefined;
  // If somebody inside enters once more, the time since which they are inside stays the same.
  const own = (known?.mine ?? NaN) > since;
  const then = (own && known ? known.mine : since) * 1_000;
  const where = known && door.copies?.kept.get(known.by)?.words.list.name;
  return words.alreadyHere(then, at, own || mine, where, backIn(door, row));
}

/**
 * Returns the action by which staff let somebody in who counts as inside but may have left by another door. It is
 * undefined at lists where nobody may leave and come back, and while this phone scans exits.
 *
 * @param {Door} door
 * @param {Scan} scan
 */
export function backIn(door, scan) {
  const {copies, pairing} = door.ready();
  const reentry = copies.kept.get(pairing.list)?.words.list.reentry ?? "never";
  return reentry === "never" || door.leaving
    ? undefined
    : () => void (door.busy || door.run(scan.code, () => letBack(door, scan)));
}

/**
 * Lets somebody in who counts as inside. The server is told, not asked. If the server can be reached, this phone does
 * not offer to undo the entry.
 *
 * @param {Door} door
 * @param {Scan} scan
 */
async function letBack(door, {code, scanned}) {
  const {pairing: {list}} = door.ready();
  const at = door.now();
  const turn = door.beginBusy();
  await pass(door, turn, door.scanOf(list, {code, scanned}, at), at, "REENTRY", {
    ...words.againIn(),
    ...door.typeOf(code),
    ...(door.reached ? {undo: undefined, code} : {band: door.silence}),
  });
}

/**
 * Lets somebody in or out by the copy.
 *
 * @param {Door} door
 * @param {number} turn
 * @param {Row} row
 * @param {number} at
 * @param {Row["kind"]} kind
 * @param {Verdict} verdict
 */
export async function pass(door, turn, row, at, kind, verdict) {
  const {copies, queue} = door.ready();
  const asked = row.stage === "ASKED" && door.open === row;
  row.kind = kind;
  door.open = undefined;
  let kept;
  try {
    kept = await queue.pass(row, at);
  } catch (error) {
    if (asked) {
      await door.takeBack(row);
    }
    notKept(door, turn, row, error);
    return;
  }
  if (!kept) {
    door.asleep(turn);
    return;
  }
  const {own, since} = kept;
  copies.note(own);
  if (since) {
    if (asked) {
      await door.takeBack(row);
    }
    door.show(turn, {...verdict, ...words.alreadyHere(since, at, true)});
    return;
  }
  door.channel?.postMessage(own);
  door.channel?.postMessage("queue");
  if (kind !== "EXIT" && turn !== door.turn) {
    // Staff have gone on meanwhile, so nobody saw this verdict.
    await door.takeBack(row);
    return;
  }
  door.show(turn, {undo: row, ...verdict});
  door.drain();
}

/**
 * Shows that a scan could not be stored and therefore let nobody in.
 *
 * @param {Door} door
 * @param {number} turn
 * @param {Row} row
 * @param {unknown} error
 */
export function notKept(door, turn, row, error) {
  if (isFull(error)) {
    door.show(turn, words.PHONE_FULL);
  } else {
    const more = row.kind === "EXIT" ? {advice: say("mayLeave")} : {};
    door.show(turn, {...door.noAnswer(`${door.silence} ${say("storesNothing")}`, row), ...more});
  }
}
