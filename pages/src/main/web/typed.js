// Handles typed texts. A text may be a code, perhaps in another case or with other dashes. At a desk it may also be the
// reference of a ticket.

import * as phone from "./phone.js";
import {loud, say, time} from "./language.js";
import * as words from "./words.js";

/** @typedef {import("./door.js").Door} Door */
/** @typedef {import("./words.js").Verdict} Verdict */
/** @typedef {import("./api.js").Schemas["Admission"]} Admission */

/**
 * Returns the codes that a typed text may mean, the likeliest first. If the copy has any of them, only those are
 * returned. Otherwise the server tries the other forms of the text itself. It cannot do so if the text cannot stand in
 * a path, so then one such form is returned, too.
 *
 * @param {Door} door
 * @param {string[]} all the codes that the text may mean as it is
 */
export function typedCodes(door, all) {
  const meant = all.length ? [...phone.typed(all[0])] : [];
  const exact = all.find((each) => door.known(each));
  const known = exact ? [exact] : meant.filter((each) => door.known(each));
  if (known.length) {
    return known;
  }
  const inPath = (/** @type {string} */ code) => phone.path(code) === code;
  return all.length && !inPath(all[0]) ? [...all, ...meant.filter(inPath).slice(0, 1)] : all;
}

/**
 * Returns what a desk is shown about a ticket whose reference was typed. A reference is no secret, so it lets nobody
 * in.
 *
 * @param {Door} door
 * @param {Admission} look
 * @returns {Verdict}
 */
export function byReference(door, look) {
  const code = look.qr_code_identifier ?? "";
  const {name, ticket_type, reference} = look.ticket ?? {};
  const who = {name: name ?? undefined, type: ticket_type, reference, ...words.noteOf(look.ticket ?? {})};
  if (look.verdict === "not_admissible") {
    return {...words.refusal(look.reason ?? "", words.explained(look)), ...who};
  }
  if (look.checkin) {
    const since = time(look.checkin.scanned_at ?? look.checkin.created_at);
    return {kind: "already", word: loud("reason_already_checked_in"), detail: say("inSince", {time: since}), ...who};
  }
  return {
    kind: "wait",
    word: loud("reference"),
    detail: say("referenceOnly"),
    ...who,
    act: () => door.busy || door.decide({code, scanned: false}),
    actWord: say("letIn"),
  };
}

/**
 * Adds to a refusal what a desk may see: the name, and the note of the ticket type.
 *
 * @param {Door} door
 * @param {number} turn
 * @param {string} path of the ticket at the door
 */
export async function nameRefused(door, turn, path) {
  const {api, verdict} = door;
  if (!api || !verdict) {
    return;
  }
  const {status, body} = await api.ask("getAdmission", path);
  if (status === 200 && body.ticket && turn === door.turn && verdict === door.verdict) {
    const {name, reference, ticket_type} = body.ticket;
    const type = verdict.type ?? ticket_type;
    Object.assign(verdict, {name: name ?? undefined, reference, type, ...words.noteOf(body.ticket)});
    door.changed();
  }
}
