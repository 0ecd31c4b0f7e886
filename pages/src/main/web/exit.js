// Who leaves: recorded with the server or without it, and nobody is held in.

import * as phone from "./phone.js";
import {notKept, pass} from "./alone.js";
import {say} from "./language.js";
import * as words from "./words.js";

/** @typedef {import("./door.js").Door} Door */
/** @typedef {import("../../../types/phone").Row} Row */

/** @param {Door} door @param {import("./turns.js").Scan} scan */
export async function letOut(door, scan) {
  const {pairing: {list}} = door.ready();
  const at = door.now();
  const turn = door.beginBusy();
  const row = door.scanOf(list, scan, at, {kind: "EXIT"});
  if (door.reached) {
    await door.ask(turn, row);
  } else {
    await letOutAlone(door, turn, row, door.silence);
    door.poll();
  }
}

/** @param {Door} door @param {number} turn @param {Row} row @param {string} band why the server was not asked */
export async function letOutAlone(door, turn, row, band) {
  const {copies, queue} = door.ready();
  const {list, code, at} = row;
  if (door.copy) {
    const {inside} = phone.presence(list, code, at);
    const known = copies.decide(list, code, at).verdict !== "unknown";
    const told = {
      ...words.out(known ? inside : undefined),
      ...door.typeOf(code),
      attention: false,
      note: undefined,
      band,
    };
    await pass(door, turn, row, at, "EXIT", told);
    return;
  }
  // Nothing is known of them: the server is told later.
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
