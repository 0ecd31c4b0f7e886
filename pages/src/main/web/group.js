// Several tickets of one order, let in by their numbers. It needs the server.

import * as phone from "./phone.js";
import {decisive} from "./api.js";
import {quantity, say} from "./language.js";
import {checkIn, createdBy} from "./upload.js";
import * as words from "./words.js";

/** @typedef {import("./door.js").Door} Door */

/** @param {Record<string, number>} counts by ticket type */
export function sum(counts) {
  return Object.values(counts).reduce((all, n) => all + n, 0);
}

/**
 * @param {Door} door
 * @param {number} turn
 * @param {import("./turns.js").Scan} scan
 * @param {Record<string, number>} remaining
 */
export function showGroup(door, turn, {code, scanned}, remaining) {
  if (sum(remaining) === 0) {
    door.show(turn, words.ALL_IN);
  } else if (turn === door.turn) {
    door.group = {code, scanned, remaining, list: door.pairing?.list};
    door.busy = false;
    door.verdict = undefined;
    door.changed();
  }
}

/** Lets some of a group in. @param {Door} door @param {Record<string, number>} counts by ticket type */
export async function admitGroup(door, counts) {
  const {api, pairing, queue} = door.ready();
  const {list, ...scan} = door.group;
  const turn = door.beginBusy();
  const some = Object.entries(counts).filter(([, n]) => n > 0);
  const form = new URLSearchParams(some.map(([slug, n]) => [slug, String(n)])).toString();
  if (await queue.owes(list)) {
    // Some of them may be in by codes of their own, of which the server has not heard.
    await door.sendFirst();
  }
  const before = await queue.of(list, scan.code);
  let row = door.asked(list, scan, door.now(), form);
  let answer;
  if (before?.stage === "AWAY" && before.counts === form) {
    row = {id: before.id, ...phone.reopened(before, door.now())};
  }
  const settled =
    !before ||
    row.id ||
    before.stage === "REFUSED" ||
    (before.stage === "UNDOING" && (await queue.undo(before)) !== "kept");
  if (settled && !(await queue.owes(list))) {
    await queue.keep(row).catch(() => {});
    door.open = row;
    answer = await checkIn(api, pairing, row);
  }
  door.busy = false;
  if (answer && row.stage !== "OPEN") {
    await door.answeredLate(turn, row, answer);
    return;
  }
  door.open = undefined;
  if (!answer || !decisive(answer) || !(await queue.close(row, answer.status))) {
    await door.letGo(row);
    door.group = {...door.group, problem: say("groupNoAnswer")};
    door.changed();
  } else if (answer.status === 409 && answer.body?.remaining) {
    door.group = {...door.group, remaining: answer.body.remaining, problem: say("groupOthers")};
    door.changed();
  } else if (answer.status === 409 && answer.body?.at_once) {
    door.group = {...door.group, problem: say("groupTooMany", {n: sum(answer.body.at_once)})};
    door.changed();
  } else if (answer.status !== 201) {
    door.group = undefined;
    await door.refuse(turn, answer, scan);
  } else {
    door.group = undefined;
    const all = answer.body.checkins;
    const left = sum(answer.body.remaining);
    door.show(turn, {
      kind: "in",
      word: all.length === 1 ? say("in") : say("manyIn", {n: all.length}),
      name: all[0].ticket.name ?? undefined,
      note: all.find((/** @type {any} */ each) => each.note)?.note,
      attention: all.some((/** @type {any} */ each) => each.attention),
      type: some.map(([slug, n]) => quantity(n, door.copies?.type(slug)?.name ?? slug)).join(" · "),
      detail: left ? say("moreOfGroup", {n: left}) : say("groupComplete"),
      undo: {list, code: scan.code, checkins: createdBy(answer)},
    });
  }
}
