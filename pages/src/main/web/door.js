// One phone at one door. It takes scans, asks the server and shows the answer. While the server does not answer,
// alone.js decides.

import * as phone from "./phone.js";
import {backIn, decideAlone} from "./alone.js";
import {decisive} from "./api.js";
import {letGroupOut, letOut, letOutAlone} from "./exit.js";
import {admitGroup, showGroup, sum} from "./group.js";
import {doorPath} from "./upload.js";
import {Turns} from "./turns.js";
import {loud, say} from "./language.js";
import * as words from "./words.js";

/** @typedef {import("./words.js").Verdict} Verdict */
/** @typedef {import("./api.js").AnyAnswer} AnyAnswer */
/** @typedef {import("../../../types/phone").Row} Row */
/** @typedef {import("./turns.js").Scan} Scan */

/** How long the phone waits for the server before the copy decides. */
const PATIENCE_MILLIS = 1_500;
const MAX_WAITING = 10;
/** After this time nobody waits for an answer any more, because a request is given up after ten seconds. */
const OPEN_MILLIS = 15_000;
/**
 * A scan that the server refuses is withdrawn. Otherwise the same request, if it arrives twice, could still let the
 * guest in unnoticed.
 */
export const REFUSED = /** @type {const} */ ({stage: "WITHDRAWN", refused: true});

export class Door extends Turns {
  taken = "";

  /**
   * Handles a text that was read or typed.
   *
   * @param {string} text
   * @param {boolean} scanned whether a camera or a hand scanner read it
   * @param {string[]} [meant] what a hand scanner may have meant instead
   * @param {string[]} [beside] other codes that the camera saw beside it
   */
  async take(text, scanned, meant, beside) {
    const texts = [text, ...(meant ?? beside ?? [])];
    const all = this.codesOf(texts);
    const more = meant ? this.codesOf(texts.map(inOtherCase)) : [];
    const known = (meant || all.length > 1) && [...all, ...more].find((each) => this.known(each));
    const typed = !scanned && !meant;
    const [code, ...others] = known ? [known] : typed ? await this.typed(all) : all;
    if (!code) {
      return;
    }
    this.byHand = Boolean(meant);
    this.activeAt = Date.now();
    const scan = {code, scanned, others, seen: beside && text, typed};
    if (!this.busy && !this.waiting.length) {
      await this.decide(scan);
    } else if (
      code !== this.taken &&
      this.waiting.every((each) => each.code !== code) &&
      this.waiting.length < MAX_WAITING
    ) {
      this.waiting.push(scan);
    }
  }

  /** Returns the codes that a typed text may mean. @param {string[]} all the codes that the text may mean as it is */
  async typed(all) {
    // Few phones need this module, and none when it starts.
    const {typedCodes} = (await import("./typed.js").catch(() => undefined)) ?? {};
    return typedCodes?.(this, all) ?? all;
  }

  /** @param {string[]} texts */
  codesOf(texts) {
    const {qrBaseUrl} = this.ready().copies;
    return [...new Set(texts.flatMap((each) => [...phone.codes(each, qrBaseUrl)]))];
  }

  /**
   * Returns whether this phone's copies have a code that a text may mean. It is undefined if there is no copy.
   *
   * @param {string} text
   */
  knows(text) {
    return this.copy && this.codesOf([text]).some((each) => this.known(each));
  }

  /** @param {Scan} scan */
  decide(scan) {
    return this.run(scan.code, () => (this.leaving ? letOut(this, scan) : this.letIn(scan)));
  }

  /** @param {string} code @param {() => Promise<void>} does */
  async run(code, does) {
    this.taken = code;
    try {
      await does();
    } catch (error) {
      if (!this.ended) {
        this.say({kind: "wait", word: say("again"), detail: say("wentWrong"), advice: say("scanAgain")});
      }
      throw error;
    }
  }

  /** @override */
  takeNext() {
    const next = !this.busy && !this.group && !this.ended && this.waiting.shift();
    if (next) {
      this.decide(next);
    }
  }

  /** Lets a ticket in if the server says so. While the server does not answer, the copy decides. @param {Scan} scan */
  async letIn(scan) {
    const {pairing: {list}} = this.ready();
    const at = this.now();
    const turn = this.beginBusy();
    const known = this.known(scan.code);
    if (known && scan.typed && scan.others?.length) {
      this.show(turn, words.refusal("ambiguous"));
    } else if (!this.reached && this.copy) {
      await decideAlone(this, turn, this.scanOf(list, scan, at));
      this.poll();
    } else if (known === false || scan.others?.length || scan.typed) {
      await this.lookUp(turn, scan, at);
    } else {
      await this.ask(turn, this.scanOf(list, scan, at));
    }
  }

  /**
   * Returns a scan as it is stored.
   *
   * @param {string} list
   * @param {Scan} scan
   * @param {number} at
   * @param {{kind?: Row["kind"], counts?: string}} [more] for a group also its counts, as a form; empty if all leave
   * @returns {Row}
   */
  scanOf(list, {code, scanned}, at, {kind = "ENTRY", counts = ""} = {}) {
    const scan = {key: crypto.randomUUID(), list, code, counts, at, scanned, kind};
    return {...scan, stage: "ASKED", clock: this.clock, problem: "", until: this.now() + OPEN_MILLIS};
  }

  /**
   * Asks the server what a code is, mostly because no copy has it. The code may be a group's, that of a newer ticket,
   * or nobody's. Nothing is written, so nobody who is refused can come in unnoticed.
   *
   * @param {number} turn
   * @param {Scan} scan
   * @param {number} at
   */
  async lookUp(turn, scan, at) {
    const {api, pairing} = this.ready();
    const {code, scanned, others = []} = scan;
    const path = doorPath(pairing, pairing.list, "tickets", phone.path(code));
    const asking = api.ask("getAdmission", scanned ? path : `${path}?qr_code_scanned=false`);
    const answer = (await Promise.race([asking, patience()])) ?? (this.show(turn, words.ASKING), await asking);
    if (this.ended || turn !== this.turn) {
      return;
    }
    if (answer.status === 404 && others.length) {
      await this.lookUp(turn, {code: others[0], scanned, others: others.slice(1)}, at);
    } else if (answer.status === 200 && answer.body.verdict !== "not_admissible" && answer.body.order) {
      showGroup(this, turn, scan, answer.body.order.remaining);
    } else if (answer.status === 200 && answer.body.by) {
      const {byReference} = await import("./typed.js");
      this.show(turn, byReference(this, answer.body));
    } else if (answer.status === 200 && answer.body.order) {
      this.show(turn, words.refusal(answer.body.reason ?? "", words.explained(answer.body)));
    } else if (answer.status !== 200 && decisive(answer)) {
      await this.refuse(turn, answer, scan);
    } else if (answer.status !== 200 && this.copy) {
      await decideAlone(this, turn, this.scanOf(pairing.list, scan, at));
    } else {
      await this.ask(turn, this.scanOf(pairing.list, scan, at));
    }
  }

  /**
   * Asks the server to let somebody in. The scan is stored first, so that it is sent or taken back even if this page is
   * closed meanwhile.
   *
   * @param {number} turn
   * @param {Row} row
   */
  async ask(turn, row) {
    const {queue} = this.ready();
    // On a full phone, only this page knows the scan, until it is closed.
    await queue.keep(row).catch(() => {});
    if (turn !== this.turn || this.ended) {
      await queue.withdraw(row);
      return;
    }
    this.open = row;
    // The copy may show this check-in before the answer comes, so entries are counted now.
    const entries = this.tracked ? phone.presence(row.list, row.code, row.at).entries : 0;
    const asking = queue.ask(row);
    let answer = this.copy ? await Promise.race([asking, patience()]) : await asking;
    if (!answer && row.stage === "ASKED" && !this.ended) {
      if (row.kind === "EXIT") {
        await letOutAlone(this, turn, row, this.silence);
      } else if (this.copy && this.copies?.decide(row.list, row.code, row.at).verdict === "admissible") {
        await decideAlone(this, turn, row);
      } else {
        this.show(turn, words.ASKING);
      }
    }
    answer ??= await asking;
    if (this.ended) {
      return;
    }
    if (row.stage !== "ASKED") {
      await this.answeredLate(turn, row, answer);
    } else if (decisive(answer)) {
      this.open = undefined;
      await this.answered(turn, row, answer, entries);
    } else if (row.kind === "EXIT") {
      await letOutAlone(this, turn, row, this.silence);
    } else if (this.copy) {
      await decideAlone(this, turn, row);
    } else {
      await this.takeBack(row);
      const detail = this.copies?.absent ? say("noCopyHere") : `${this.silence} ${this.progress}`;
      this.show(turn, this.noAnswer(detail, row));
    }
  }

  /**
   * Returns the verdict that nobody was let in, and that another try may succeed.
   *
   * @param {string} detail
   * @param {Scan} scan
   * @returns {Verdict}
   */
  noAnswer(detail, {code, scanned}) {
    const act = () => this.busy || this.decide({code, scanned});
    return {
      kind: "wait",
      word: loud("noAnswerStatus"),
      detail,
      advice: say("nobodyInAgain"),
      act,
      actWord: say("tryAgain"),
    };
  }

  /**
   * @param {number} turn
   * @param {Row} row
   * @param {AnyAnswer} answer
   * @param {number} entries how often the ticket came in before
   */
  async answered(turn, row, answer, entries) {
    const {queue} = this.ready();
    const come = answer.status === 201 || answer.status === 200;
    if (!(await queue.close(row, come ? null : REFUSED))) {
      this.asleep(turn);
      return;
    }
    if (!come) {
      this.drain();
      await this.refuse(turn, answer, row);
      return;
    }
    if (row.kind !== "EXIT" && turn !== this.turn) {
      await this.takeBack(row);
      return;
    }
    const {body} = answer;
    if (row.kind === "EXIT" || body.passage) {
      this.passedBy(turn, row, body);
      return;
    }
    this.record(row);
    this.show(turn, {
      ...this.whose(body, row.code),
      ...(entries ? words.againIn() : {kind: "in", word: say("in")}),
      undo: row,
    });
    if (body.party) {
      await this.offerParty(turn, row);
    }
  }

  /** Shows that another page has taken back this scan, because this page slept too long. @param {number} turn */
  asleep(turn) {
    this.show(turn, {kind: "wait", word: loud("noAnswerStatus"), detail: say("asleep"), advice: say("scanAgain")});
  }

  /**
   * Offers to let in the other tickets of an order, one of which just came in. Only the server knows orders.
   *
   * @param {number} turn
   * @param {Row} row
   */
  async offerParty(turn, {list, code, scanned}) {
    const {api, pairing, verdict} = this;
    if (!api || !pairing) {
      return;
    }
    const {status, body} = await api.ask(
      "getAdmission",
      `${doorPath(pairing, list, "tickets", phone.path(code))}?party=true`,
    );
    const remaining = (status === 200 && body.order?.remaining) || {};
    const n = sum(remaining);
    if (n && verdict && turn === this.turn && verdict === this.verdict) {
      const letIn = () => {
        showGroup(this, turn, {code, scanned}, remaining);
        this.passGroup(remaining);
      };
      Object.assign(verdict, {detail: say("moreOfGroup", {n}), party: {n, letIn}});
      this.changed();
    }
  }

  /** Lets some of a group in, or out at an exit. @param {Record<string, number>} counts by ticket type */
  passGroup(counts) {
    return this.group.leaving
      ? this.run(this.group.code, () => letGroupOut(this, counts))
      : admitGroup(this, counts);
  }

  /** Records an entry or exit that the server has confirmed, in this tab and the others. @param {Row} row */
  record(row) {
    const own = this.copies?.record(row, this.now());
    if (own) {
      this.channel?.postMessage(own);
    }
  }

  /**
   * Shows an exit, or an entry after the first, that the server has recorded.
   *
   * @param {number} turn
   * @param {Row} row
   * @param {any} body
   */
  passedBy(turn, row, body) {
    const exit = row.kind === "EXIT";
    row.kind = exit ? "EXIT" : "REENTRY";
    this.record(row);
    this.show(turn, {
      ...(exit ? words.outBy(body) : {...this.whose(body, row.code), ...words.againIn()}),
      undo: row,
    });
  }

  /**
   * Handles an answer that comes after the guest was told a verdict.
   *
   * @param {number} turn
   * @param {Row} row
   * @param {import("./upload.js").ScanAnswer} answer
   */
  async answeredLate(turn, row, answer) {
    if (answer.status === 0) {
      return;
    }
    // This is the answer to a request that asked the server, whatever the guest was told since.
    await this.ready().queue.settle({...row, stage: "ASKED"}, answer);
    await this.told("queue");
    await this.drain();
    const shown = row.kind === "EXIT" ? "out" : "in";
    if (answer.status === 201 && row.stage === "TOLD" && turn === this.turn && this.verdict?.kind === shown) {
      const who = row.kind === "EXIT" ? words.outBy(answer.body) : this.whose(answer.body, row.code);
      Object.assign(this.verdict, who, {band: undefined});
      this.changed();
    }
  }

  /** @param {number} turn @param {AnyAnswer} answer @param {Scan} scan */
  async refuse(turn, answer, scan) {
    const {copies, pairing} = this.ready();
    const {code} = scan;
    if (answer.status === 401 || answer.status === 403) {
      this.refused = true;
      this.show(turn, words.LOCKED);
    } else if (answer.status === 404 && scan.kind === "EXIT") {
      this.show(turn, {...words.UNKNOWN, advice: say("mayLeave")});
    } else if (scan.kind === "EXIT" && answer.body?.code === "not_enough_tickets" && turn === this.turn) {
      // The order has lost tickets since staff looked at it, so staff say once more how many leave.
      await letOut(this, {code, scanned: scan.scanned});
    } else if (answer.status !== 404) {
      const problem = answer.body ?? {};
      const who = problem.checkin ? this.whose(problem, code) : words.noteOf(problem);
      const asked = problem.checkin && (await this.groupQuestion(scan, problem));
      this.show(turn, {
        ...who,
        ...(asked ?? words.refused(answer.status, problem, this.mine(code), backIn(this, scan))),
      });
      if (answer.status === 422 && this.role !== "scanner") {
        const {nameRefused} = await import("./typed.js");
        await nameRefused(this, turn, doorPath(pairing, pairing.list, "tickets", phone.path(code)));
      }
    } else if (this.copy && copies.decide(pairing.list, code, this.now()).verdict === "admissible") {
      // The copy has the ticket, so either the door was removed or the copy is old.
      this.show(turn, (await this.learnLists()) || this.list ? words.UNKNOWN : words.DOOR_GONE);
    } else {
      this.show(turn, words.UNKNOWN);
    }
  }

  /**
   * Returns the question whether somebody belongs to a group that just came in here.
   *
   * @param {Scan} scan
   * @param {any} problem
   */
  async groupQuestion(scan, problem) {
    const {id} = problem.checkin;
    const here = this.recent.some(({kind, undo, checkins}) => kind === "in" && undo && checkins?.includes(id));
    const {groupQuestion} = (here && (await import("./party.js").catch(() => undefined))) || {};
    return groupQuestion?.(this, scan, problem);
  }

  /** @param {Verdict} verdict */
  async undo(verdict) {
    const {queue} = this.ready();
    const scan = /** @type {Row} */ (verdict.undo);
    verdict.undo = undefined;
    const turn = this.beginBusy();
    const who = {name: verdict.name, type: verdict.type, reference: verdict.reference};
    await this.takeBack(scan);
    await (this.reached && Promise.race([this.drain(true), patience()]));
    const band = queue.all().some(({key}) => key === scan.key) ? say("notSent") : undefined;
    const detail = say(scan.kind !== "EXIT" ? "mayComeAgain" : verdict.outside ? "notInside" : "staysInside");
    this.show(turn, {kind: "undone", word: say("undone"), ...who, band, detail});
    // The copy may still show what was undone, so it is brought up to date while there is a network.
    this.poll();
  }
}

/** Returns a text with capitals and small letters exchanged, as Caps Lock exchanges them. @param {string} text */
function inOtherCase(text) {
  return [...text].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join("");
}

/** Waits as long as a guest waits for a verdict. @returns {Promise<undefined>} */
export function patience() {
  return new Promise((done) => setTimeout(() => done(undefined), PATIENCE_MILLIS));
}
