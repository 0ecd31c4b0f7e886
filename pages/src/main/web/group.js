// Lets several tickets of one order in, by how many of each type come. Only the server can decide this.

import {decisive} from "./api.js";
import {REFUSED} from "./door.js";
import {quantity, say} from "./language.js";
import * as words from "./words.js";

/** @typedef {import("./door.js").Door} Door */

/** @param {Record<string, number>} counts by ticket type */
export function sum(counts) {
  return Object.values(counts).reduce((all, n) => all + n, 0);
}

/** Returns counts as a form like `adult=2`, without types whose count is 0. @param {Record<string, number>} counts */
export function formOf(counts) {
  const some = Object.entries(counts).filter(([, n]) => n > 0);
  return new URLSearchParams(some.map(([slug, n]) => [slug, String(n)])).toString();
}

/** Returns counts in words. @param {Door} door @param {string} form */
export function people(door, form) {
  return [...new URLSearchParams(form)]
    .map(([slug, n]) => quantity(Number(n), door.copies?.type(slug)?.name ?? slug))
    .join(" · ");
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
  const {queue} = door.ready();
  const {list, ...scan} = door.group;
  const turn = door.beginBusy();
  const row = door.scanOf(list, scan, door.now(), {counts: formOf(counts)});
  await queue.keep(row).catch(() => {});
  door.open = row;
  const answer = await queue.ask(row);
  door.busy = false;
  if (door.ended || row.stage !== "ASKED") {
    return;
  }
  door.open = undefined;
  const come = answer.status === 201 || (answer.status === 200 && !answer.whole);
  if (!decisive(answer)) {
    await door.takeBack(row);
    door.group = {...door.group, problem: say("groupNoAnswer")};
    door.changed();
    return;
  }
  if (!(await queue.close(row, come ? null : REFUSED))) {
    door.group = {...door.group, problem: say("groupNoAnswer")};
    door.changed();
  } else if (answer.status === 409 && answer.body?.remaining) {
    door.group = {...door.group, remaining: answer.body.remaining, problem: say("groupOthers")};
    door.changed();
  } else if (answer.status === 409 && answer.body?.at_once) {
    door.group = {...door.group, problem: say("groupTooMany", {n: sum(answer.body.at_once)})};
    door.changed();
  } else if (come && turn !== door.turn) {
    await door.takeBack(row);
  } else if (!come) {
    door.group = undefined;
    await door.refuse(turn, answer, scan);
  } else {
    door.group = undefined;
    const all = answer.body.checkins;
    const left = sum(answer.body.remaining);
    const notes = /** @type {any[]} */ (all).map((each) => words.noteOf(each));
    door.show(turn, {
      kind: "in",
      word: all.length === 1 ? say("in") : say("manyIn", {n: all.length}),
      name: all[0].ticket.name ?? undefined,
      note: [...new Set(notes.map((each) => each.note))].filter(Boolean).join(" · ") || undefined,
      attention: notes.some((each) => each.attention),
      type: people(door, row.counts),
      detail: left ? say("moreOfGroup", {n: left}) : say("groupComplete"),
      undo: row,
      checkins: all.map((/** @type {any} */ each) => each.id),
    });
  }
  door.drain();
}
