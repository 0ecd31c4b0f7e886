// Holds the scan in progress, of an entry or an exit, and its verdict. Views are told of changes.

import {Station} from "./station.js";
import {say} from "./language.js";
import * as words from "./words.js";

/** @typedef {import("./words.js").Verdict} Verdict */
/** @typedef {import("../../../types/phone").Row} Row */
/**
 * @typedef {object} Scan what was scanned or typed
 * @property {string} code
 * @property {boolean} scanned
 * @property {string[]} [others] codes to try next if no ticket has this one
 * @property {string} [seen] the text that the camera saw, if a camera read it
 * @property {boolean} [typed] whether somebody typed it
 * @property {Row["kind"]} [kind]
 */

const MAX_RECENT = 30;
/** How long a verdict that lets somebody in is shown while another code waits. */
const GLIMPSE_MILLIS = 800;
/**
 * After this many unknown codes in a row, staff are asked to check whether the hand scanner is set to another keyboard.
 */
const MAX_UNKNOWN = 3;
/**
 * After this many exits in a row of tickets that were not inside, staff are asked whether the phone is at the entrance.
 */
const MAX_NOT_INSIDE = 3;

export class Turns extends Station {
  /** @type {Verdict | undefined} */
  verdict;
  /** @type {any} */
  group;
  /** Lists at which this phone scans exits. @type {string[]} */
  exits = [];
  /** @type {(Verdict & {at: number})[]} in memory only, because verdicts have names */
  recent = [];
  turn = 0;
  /** How many exits in a row were of tickets that were not inside. */
  notInside = 0;
  /** The scan about which the server is being asked and whose guest was told nothing yet. @type {Row | undefined} */
  open;
  /** Codes that were scanned while the server was asked about another one. They come next. @type {Scan[]} */
  waiting = [];
  /** Is called with codes that the camera saw and that will get no verdict. */
  forgotten = (/** @type {string[]} */ _texts) => {};
  /** The ids of check-ins by a group's code about whose guests staff were asked already. @type {Set<number>} */
  askedAbout = new Set();
  /** Whether a hand scanner read the last code. {@link unknown} counts its unknown codes in a row. */
  byHand = false;
  unknown = 0;

  /** @override @param {import("./api.js").Pairing} pairing */
  async use(pairing) {
    this.exits = (await this.recall("exits")) ?? [];
    await super.use(pairing);
  }

  /** @override @param {string} list */
  chooseList(list) {
    this.leave();
    return super.chooseList(list);
  }

  /** @override */
  end() {
    super.end();
    this.recent = [];
    this.open = undefined;
    this.leave();
  }

  /** Whether people may leave through this phone's list and come back. */
  get tracked() {
    return Boolean(this.copy && this.copies?.tracked(this.pairing?.list ?? ""));
  }

  /** Whether staff have set this phone to scan exits. It may do so even without a copy. */
  get leaving() {
    return this.exits.includes(this.pairing?.list ?? "");
  }

  /** Returns whether this phone's copies have a code. It is undefined if there is no copy. @param {string} code */
  known(code) {
    return this.copy && this.copies?.decide(this.pairing?.list ?? "", code, this.now()).verdict !== "unknown";
  }

  /**
   * Returns what to show of a ticket.
   *
   * @param {any} answer the answer to a check-in, or a refusal that has an earlier check-in but not the type
   * @param {string} code
   */
  whose({checkin, ...answer}, code) {
    const {ticket} = checkin ?? answer;
    const known = this.copy ? this.typeOf(code, false) : {};
    return {
      name: ticket?.name ?? undefined,
      reference: ticket?.reference,
      type: known.type,
      ...words.noteOf(answer, checkin && known),
    };
  }

  /** Returns when this phone itself let a ticket in, as far as it still knows. @param {string} code */
  mine(code) {
    return this.recent.find((each) => each.kind === "in" && (each.undo?.code ?? each.code) === code)?.at;
  }

  /**
   * @param {string} code code of a ticket that the phone's copies have
   * @param {boolean} [noting] whether to say that there is a note about the guest
   * @returns {Partial<Verdict>}
   */
  typeOf(code, noting = true) {
    const {type, unpaid, noted} = this.copies?.decide(this.pairing?.list ?? "", code, this.now()) ?? {};
    const more = {note: unpaid && say("reason_order_not_confirmed"), attention: unpaid, noted: noting && noted};
    return {type: type?.name, ...words.noteOf(more, type)};
  }

  /** Why there is no answer. */
  get silence() {
    return say(navigator.onLine ? "slow" : "noNetwork");
  }

  /** @param {boolean} leaving whether this phone scans exits at its list from now on */
  async scanExits(leaving) {
    const {list} = this.ready().pairing;
    this.exits = [...this.exits.filter((each) => each !== list), ...(leaving ? [list] : [])];
    this.notInside = 0;
    this.leave();
    await this.remember(this.exits, "exits");
    this.changed();
  }

  /** Takes the next code that is waiting, if there is one. */
  takeNext() {}

  /** Begins a new turn. A guest who still waits for an answer counts as not let in. */
  begin() {
    this.moveOn();
    return ++this.turn;
  }

  /** Begins a turn for which a guest has to wait. */
  beginBusy() {
    const turn = this.begin();
    this.busy = true;
    this.changed();
    return turn;
  }

  moveOn() {
    const {open} = this;
    this.open = undefined;
    if (open?.kind === "EXIT") {
      // Everybody may leave, so the guest has left.
      this.queue?.tell(open);
    } else if (open) {
      this.takeBack(open);
    }
  }

  /** Takes a scan back, whatever its result was. @param {Row} row */
  async takeBack(row) {
    const {copies, queue} = this.ready();
    this.open = this.open === row ? undefined : this.open;
    const own = copies.leaveOut(row);
    await queue.withdraw(row);
    this.channel?.postMessage(own ?? "queue");
    this.drain();
  }

  /** Shows a verdict that does not come from a scan. @param {Verdict} verdict */
  say(verdict) {
    this.show(this.begin(), verdict);
  }

  /** @param {number} turn @param {Verdict} verdict */
  show(turn, verdict) {
    const shown = {...verdict, at: Date.now()};
    if (verdict.kind === "out") {
      this.notInside = verdict.outside ? this.notInside + 1 : 0;
      if (this.notInside === MAX_NOT_INSIDE) {
        this.notInside = 0;
        Object.assign(shown, {advice: say("isThisExit"), act: () => this.scanExits(false), actWord: say("asEntrance")});
      }
    }
    if (verdict !== words.ASKING) {
      this.unknown = this.byHand && verdict.kind === "unknown" ? this.unknown + 1 : 0;
      if (this.unknown === MAX_UNKNOWN) {
        this.unknown = 0;
        Object.assign(shown, {advice: say("checkKeyboard"), scanner: true});
      }
      this.recent = [shown, ...this.recent].slice(0, MAX_RECENT);
    }
    if (turn !== this.turn) {
      return;
    }
    this.busy = false;
    this.verdict = shown;
    this.changed();
    if (words.goesBy(verdict) && this.waiting.length) {
      setTimeout(() => this.verdict === shown && words.goesBy(shown) && this.takeNext(), GLIMPSE_MILLIS);
    }
  }

  /** Leaves this door, so that nobody waits for an answer here any more. */
  leave() {
    this.waiting = [];
    this.begin();
    this.busy = false;
    this.dismiss();
  }

  /** Closes what is shown. A scan that was begun since goes on. */
  dismiss() {
    if (this.group || (this.verdict && !words.goesBy(this.verdict))) {
      // What the camera saw before staff had to act may be long gone. Codes of a hand scanner were scanned on purpose,
      // so they stay.
      this.forgotten(this.waiting.flatMap((each) => each.seen ?? []));
      this.waiting = this.waiting.filter((each) => each.seen === undefined);
    }
    if (!this.busy) {
      // A guest about whom the server is still being asked counts as not let in.
      this.begin();
    } else if (this.group) {
      this.moveOn();
    }
    this.verdict = undefined;
    this.group = undefined;
    this.changed();
    this.takeNext();
  }
}
