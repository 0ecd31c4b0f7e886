// Records exits, with or without the server. Nobody is kept from leaving.

import * as phone from "./phone.js";
import {notKept, pass} from "./alone.js";
import {decisive} from "./api.js";
import {patience} from "./door.js";
import {formOf, people, sum} from "./group.js";
import {say} from "./language.js";
import {doorPath} from "./upload.js";
import * as words from "./words.js";

/** @typedef {import("./door.js").Door} Door */
/** @typedef {import("../../../types/phone").Row} Row */

/** @param {Door} door @param {import("./turns.js").Scan} scan */
export async function letOut(door, scan) {
  const {pairing: {list}} = door.ready();
  const at = door.now();
  const turn = door.beginBusy();
  const row = door.scanOf(list, scan, at, {kind: "EXIT"});
  if (door.reached && door.known(scan.code) === false) {
    await lookFirst(door, turn, row);
  } else {
    await record(door, turn, row);
  }
}

/**
 * Asks the server what a code is that no copy has. If it is a group's, staff say how many leave. If they go on to the
 * next scan instead, all of the group have left.
 *
 * @param {Door} door
 * @param {number} turn
 * @param {Row} row
 */
async function lookFirst(door, turn, row) {
  const {api, pairing} = door.ready();
  const {list, code, scanned} = row;
  const path = doorPath(pairing, list, "tickets", phone.path(code));
  door.open = row;
  const looking = api.ask("getAdmission", scanned ? path : `${path}?qr_code_scanned=false`);
  const answer = await Promise.race([looking, patience()]);
  if (door.ended || turn !== door.turn) {
    return;
  }
  door.open = undefined;
  const remaining = (answer?.status === 200 && answer.body.order?.inside) || {};
  if (sum(remaining) > 1) {
    door.group = {code, scanned, list, remaining, leaving: true};
    door.busy = false;
    door.verdict = undefined;
    door.changed();
  } else if (!answer) {
    await letOutAlone(door, turn, row, door.silence);
  } else if (answer.status !== 200 && decisive(answer)) {
    await door.refuse(turn, answer, row);
  } else {
    await record(door, turn, row);
  }
}

/** Lets some of a group out, or all of it. @param {Door} door @param {Record<string, number>} counts by ticket type */
export async function letGroupOut(door, counts) {
  const {list, remaining, ...scan} = door.group;
  const turn = door.beginBusy();
  door.group = undefined;
  // If all leave, no counts are sent. So the exit holds even if tickets changed since they were counted.
  const some = sum(counts) < sum(remaining) ? formOf(counts) : "";
  await record(door, turn, door.scanOf(list, scan, door.now(), {kind: "EXIT", counts: some}));
}

/** @param {Door} door @param {number} turn @param {Row} row */
async function record(door, turn, row) {
  if (door.reached) {
    await door.ask(turn, row);
  } else {
    await letOutAlone(door, turn, row, door.silence);
    door.poll();
  }
}

/**
 * @param {Door} door
 * @param {number} turn
 * @param {Row} row
 * @param {string} band text that says why the server was not asked
 */
export async function letOutAlone(door, turn, row, band) {
  const {copies, queue} = door.ready();
  const {list, code, at, counts} = row;
  if (door.copy) {
    const {inside} = phone.presence(list, code, at);
    const known = copies.decide(list, code, at).verdict !== "unknown";
    const told = {
      ...words.out(counts ? true : known ? inside : undefined),
      ...(counts ? {type: people(door, counts)} : door.typeOf(code)),
      attention: false,
      note: undefined,
      band,
    };
    await pass(door, turn, row, at, "EXIT", told);
    return;
  }
  // The phone knows nothing about the ticket, so the server is only told later.
  door.open = undefined;
  row.stage = "TOLD";
  try {
    await queue.keep(row);
  } catch (error) {
    notKept(door, turn, row, error);
    return;
  }
  door.show(turn, {kind: "out", word: say("out"), detail: door.progress, advice: say("mayLeave"), band});
  door.drain();
}
