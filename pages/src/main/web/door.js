// One phone at one door: scans, decides, reports. It knows no view; views listen for its changes.

import * as phone from "./phone.js";
import {checkIn, createdBy, doorPath} from "./queue.js";
import {Station} from "./station.js";
import {ago, loud, quantity, say} from "./language.js";
import {missing} from "./rules.js";
import * as words from "./words.js";

/** @typedef {import("./words.js").Verdict} Verdict */
/** @typedef {import("../../../types/phone").Row} Row */

/** How long the phone waits for the server before it decides by itself. */
const PATIENCE_MILLIS = 1_500;
const MAX_RECENT = 30;

/** How long somebody who is let in is shown, if another code is waiting. */
const GLIMPSE_MILLIS = 800;
const MAX_WAITING = 10;
/** After so many unknown codes in a row of a hand scanner, it may be set to another keyboard. */
const MAX_UNKNOWN = 3;
/** After so many in a row who leave and were not inside, the phone may be at the entrance. */
const MAX_NOT_INSIDE = 3;

export class Door extends Station {
  /** @param {() => void} changed is called when there is something new to show */
  constructor(changed) {
    super(changed);
    /** @type {Verdict | undefined} */
    this.verdict = undefined;
    /** @type {any} */
    this.group = undefined;
    /** Lists at which this phone scans exits. @type {string[]} */
    this.exits = [];
    /** @type {(Verdict & {at: number})[]} in memory only: they have names */
    this.recent = [];
    this.turn = 0;
    /** How many in a row left without having been inside. */
    this.notInside = 0;
    /** The scan about which the server is being asked while nothing is told. @type {Row | undefined} */
    this.open = undefined;
    /** Codes that were scanned while another was asked about: they are next. @type {{code: string, scanned: boolean, others: string[]}[]} */
    this.waiting = [];
    this.taken = "";
    /** Whether a hand scanner read the last code, and how many of its codes in a row were unknown. */
    this.byHand = false;
    this.unknown = 0;
  }

  /**
   * @override
   * @param {import("./api.js").Pairing} pairing
   */
  async use(pairing) {
    this.exits = (await this.recall("exits")) ?? [];
    await super.use(pairing);
  }

  /**
   * @override
   * @param {string} list
   */
  chooseList(list) {
    this.waiting = [];
    this.dismiss();
    return super.chooseList(list);
  }

  /** @override */
  end() {
    super.end();
    this.recent = [];
    this.waiting = [];
    this.open = undefined;
    this.dismiss();
  }

  /**
   * Handles a text that was read or typed.
   *
   * @param {string} text
   * @param {boolean} scanned whether a camera or a hand scanner read it
   * @param {string[]} [meant] what a hand scanner may have meant instead
   */
  async take(text, scanned, meant) {
    const {copies} = this.ready();
    const codesOf = (/** @type {string[]} */ texts) => [...new Set(texts.flatMap((each) => [...phone.codes(each, copies.qrBaseUrl)]))];
    const texts = [text, ...(meant ?? [])];
    const all = codesOf(texts);
    const known = (meant || all.length > 1) && [...all, ...(meant ? codesOf(texts.map(inOtherCase)) : [])].find((each) => this.known(each));
    const [code, ...others] = known ? [known] : all;
    if (!code) {
      return;
    }
    this.byHand = Boolean(meant);
    this.activeAt = Date.now();
    if (this.busy || this.waiting.length) {
      if (code !== this.taken && this.waiting.every((each) => each.code !== code) && this.waiting.length < MAX_WAITING) {
        this.waiting.push({code, scanned, others});
      }
      return;
    }
    await this.decide(code, scanned, others);
  }

  /** @param {string} code that this phone's copies may have */
  known(code) {
    return this.copy && this.copies?.decide(this.pairing?.list ?? "", code, this.now()).verdict !== "unknown";
  }

  /**
   * @param {string} code
   * @param {boolean} scanned
   * @param {string[]} [others] codes that are tried if there is none like this
   */
  decide(code, scanned, others = []) {
    return this.run(code, () => (this.leaving ? this.letOut(code, scanned) : this.letIn(code, scanned, others)));
  }

  /** Whether people may leave through this phone's list and come back. */
  get tracked() {
    return Boolean(this.copy && this.copies?.tracked(this.pairing?.list ?? ""));
  }

  /** Whether this phone scans exits: as it was set, whether there is a copy or not. */
  get leaving() {
    return this.exits.includes(this.pairing?.list ?? "");
  }

  /** @param {boolean} leaving whether this phone scans exits at its list from now on */
  async scanExits(leaving) {
    const {list} = this.ready().pairing;
    this.exits = [...this.exits.filter((each) => each !== list), ...(leaving ? [list] : [])];
    this.waiting = [];
    this.notInside = 0;
    this.dismiss();
    await this.remember(this.exits, "exits");
    this.changed();
  }

  /**
   * @param {string} code
   * @param {() => Promise<void>} does
   */
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

  /** Goes on to the next code that is waiting, if there is one. */
  takeNext() {
    const next = !this.busy && !this.group && !this.ended && this.waiting.shift();
    if (next) {
      this.decide(next.code, next.scanned, next.others);
    }
  }

  /**
   * Shows something that no scan has led to.
   *
   * @param {Verdict} verdict
   */
  say(verdict) {
    this.show(this.begin(), verdict);
  }

  /** Begins with something new: whoever still waits for an answer was not let in. */
  begin() {
    this.moveOn();
    return ++this.turn;
  }

  /** Begins with something that somebody has to wait for. */
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
      // Nobody is held in: they have left.
      this.queue?.keepTold(open);
    } else if (open) {
      this.queue?.sendAway(open);
    }
  }

  /**
   * Records that somebody leaves.
   *
   * @param {string} code
   * @param {boolean} scanned
   */
  async letOut(code, scanned) {
    const {pairing, copies, queue} = this.ready();
    const {list} = pairing;
    const at = this.now();
    const turn = this.beginBusy();
    const unsent = await queue.unsent(copies.sameArea(list), code);
    if (!this.reached || unsent) {
      const row = phone.as(phone.decided(crypto.randomUUID(), list, code, at, scanned), "EXIT");
      await this.letOutAlone(turn, row, this.reached ? say("notSent") : this.silence);
      this.poll();
    } else {
      await this.ask(turn, phone.as(this.asked(list, code, "", scanned, at), "EXIT"));
    }
  }

  /**
   * @param {number} turn
   * @param {Row} row
   * @param {string} band why the server was not asked
   */
  async letOutAlone(turn, row, band) {
    const {copies} = this.ready();
    const at = row.at;
    if (!this.copy) {
      await this.letOutUnseen(turn, row, band);
      return;
    }
    const {inside} = phone.presence(row.list, row.code, at);
    const known = copies.decide(row.list, row.code, at).verdict !== "unknown";
    await this.pass(turn, row, at, "EXIT", {
      ...words.out(known ? inside : undefined),
      ...this.typeOf(row.code),
      attention: false,
      note: undefined,
      band,
    });
  }

  /**
   * Tells the server later that somebody leaves of whom nothing is known: nobody is held in.
   *
   * @param {number} turn
   * @param {Row} row
   * @param {string} band why the server was not asked
   */
  async letOutUnseen(turn, row, band) {
    this.open = undefined;
    Object.assign(row, phone.toldIn(row));
    try {
      await this.ready().queue.keep(row);
    } catch {
      this.show(turn, words.PHONE_FULL);
      return;
    }
    this.show(turn, {kind: "out", word: say("out"), detail: this.progress, advice: say("mayLeave"), band});
    this.drain();
  }

  /**
   * Lets a ticket in if the server says so or, while the server does not answer, the copy.
   *
   * @param {string} code
   * @param {boolean} scanned
   * @param {string[]} [others] codes that are tried if there is none like this
   */
  async letIn(code, scanned, others = []) {
    const {pairing, copies, queue} = this.ready();
    const {list} = pairing;
    const at = this.now();
    const turn = this.beginBusy();
    if (this.tracked && (await queue.unsent(copies.sameArea(list), code))) {
      // The server does not know yet that they came or left: this phone does, unless it is a group.
      if (this.known(code)) {
        await this.decideAlone(turn, phone.decided(crypto.randomUUID(), list, code, at, scanned));
        return;
      }
      await this.drain(true);
    }
    let before = await queue.of(list, code);
    if (before?.stage === "IN") {
      // The server does not know of the check-in yet: it would let them in again.
      const band = this.reached ? say("notSent") : `${this.silence} ${say("notSent")}`;
      this.show(turn, {...words.alreadyHere(before.at, at, true), band, ...this.typeOf(code)});
      return;
    }
    if (before?.stage === "UNDOING") {
      const outcome = await queue.undo(before);
      if (outcome === "kept" || outcome === "locked") {
        this.show(turn, {kind: "wait", word: loud("noAnswerStatus"), detail: say("undoNotSent"), advice: say("whenBack"), ...this.again(code, scanned)});
        return;
      }
      if (turn !== this.turn) {
        return;
      }
      // Its key would get the answer of the check-in that is gone.
      before = outcome === "done" ? undefined : before;
    }
    const known = this.known(code);
    if (!this.reached && this.copy) {
      await this.decideAlone(turn, before ?? phone.decided(crypto.randomUUID(), list, code, at, scanned));
      this.poll();
    } else if (!before && (known === false || others.length)) {
      await this.lookUp(turn, code, scanned, at, others);
    } else {
      await this.ask(turn, before ? {id: before.id, ...phone.reopened(before, at)} : this.asked(list, code, "", scanned, at));
    }
  }

  /**
   * @param {string} list
   * @param {string} code
   * @param {string} counts
   * @param {boolean} scanned
   * @param {number} at
   */
  asked(list, code, counts, scanned, at) {
    return phone.asked(crypto.randomUUID(), list, code, counts, at, scanned, this.now());
  }

  /**
   * Asks about a code that no copy has: a group's, a newer ticket's, or none. Nothing is written,
   * so nothing can happen behind the back of whoever is told no.
   *
   * @param {number} turn
   * @param {string} code
   * @param {boolean} scanned
   * @param {number} at
   * @param {string[]} others codes that are tried if there is none like this
   */
  async lookUp(turn, code, scanned, at, others) {
    const {api, pairing} = this.ready();
    const asking = api.ask("getAdmission", doorPath(pairing, pairing.list, "tickets", phone.path(code)));
    const answer = (await Promise.race([asking, patience()])) ?? (this.show(turn, words.ASKING), await asking);
    if (this.ended || turn !== this.turn) {
      return;
    }
    if (answer.status === 404 && others.length) {
      await this.lookUp(turn, others[0], scanned, at, others.slice(1));
    } else if (answer.status === 200 && answer.body.verdict !== "not_admissible" && answer.body.order) {
      this.showGroup(turn, code, scanned, answer.body.order.remaining);
    } else if (answer.status === 200 && answer.body.order) {
      this.show(turn, words.refusal(answer.body.reason ?? "", words.explained(answer.body)));
    } else if (answer.status === 200) {
      await this.ask(turn, this.asked(pairing.list, code, "", scanned, at));
    } else if (decisive(answer)) {
      this.refuse(turn, answer, code, scanned);
    } else if (this.copy) {
      await this.decideAlone(turn, phone.decided(crypto.randomUUID(), pairing.list, code, at, scanned));
    } else {
      await this.ask(turn, this.asked(pairing.list, code, "", scanned, at));
    }
  }

  /**
   * Asks the server to let somebody in. The scan is kept before, so that it comes to an end even if
   * this page is closed meanwhile.
   *
   * @param {number} turn
   * @param {Row} row
   */
  async ask(turn, row) {
    const {api, pairing, queue} = this.ready();
    // On a full phone it is known until the page is closed.
    await queue.keep(row).catch(() => {});
    if (turn !== this.turn || this.ended) {
      await queue.close(row);
      return;
    }
    this.open = row;
    const asking = checkIn(api, pairing, row);
    let answer = this.copy ? await Promise.race([asking, patience()]) : await asking;
    if (!answer && row.stage === "OPEN" && !this.ended) {
      if (row.kind === "EXIT") {
        await this.letOutAlone(turn, row, this.silence);
      } else if (this.copy && this.copies?.decide(row.list, row.code, row.at).verdict === "admissible") {
        await this.decideAlone(turn, row);
      } else {
        this.show(turn, words.ASKING);
      }
    }
    answer ??= await asking;
    if (this.ended) {
      return;
    }
    if (row.stage !== "OPEN") {
      await this.answeredLate(turn, row, answer);
    } else if (decisive(answer)) {
      this.open = undefined;
      await this.answered(turn, row, answer);
    } else if (row.kind === "EXIT") {
      await this.letOutAlone(turn, row, this.silence);
    } else if (this.copy) {
      await this.decideAlone(turn, row);
    } else {
      await this.letGo(row);
      const detail = this.copies?.absent ? say("noCopyHere") : `${this.silence} ${this.progress}`;
      this.show(turn, {kind: "wait", word: loud("noAnswerStatus"), detail, advice: say("nobodyInAgain"), ...this.again(row.code, row.scanned)});
    }
  }

  /**
   * @param {string} code
   * @param {boolean} scanned
   */
  again(code, scanned) {
    return {act: () => this.busy || this.decide(code, scanned), actWord: say("tryAgain")};
  }

  /** @param {Row} row of somebody who is told that they are not in */
  async letGo(row) {
    this.open = undefined;
    await this.queue?.sendAway(row);
    this.drain();
  }

  /**
   * @param {number} turn
   * @param {Row} row
   * @param {import("./api.js").AnyAnswer} answer
   */
  async answered(turn, row, answer) {
    const {queue} = this.ready();
    if (!(await queue.close(row, answer.status))) {
      this.show(turn, {kind: "wait", word: loud("noAnswerStatus"), detail: say("asleep"), advice: say("scanAgain")});
      return;
    }
    if (answer.status !== 201) {
      await this.refuse(turn, answer, row.code, row.scanned, row.kind === "EXIT");
      return;
    }
    if (row.kind === "EXIT" || answer.body.passage) {
      await this.passedBy(turn, row, answer.body);
      return;
    }
    const checkin = answer.body;
    if (turn !== this.turn) {
      await queue.undo(phone.undoing(row, [checkin.id]));
      return;
    }
    const entries = this.tracked ? phone.presence(row.list, row.code, row.at).entries : 0;
    const key = this.record(row);
    this.show(turn, {
      ...this.whose(checkin, row.code),
      ...(entries ? words.againIn() : {kind: "in", word: say("in")}),
      undo: {list: row.list, code: row.code, key, checkins: [checkin.id]},
    });
    if (checkin.party) {
      await this.offerParty(turn, row);
    }
  }

  /**
   * Offers to let in the others of the order of somebody who just came in. A copy does not know them.
   *
   * @param {number} turn
   * @param {Row} row
   */
  async offerParty(turn, {list, code, scanned}) {
    const {api, pairing, verdict} = this;
    if (!api || !pairing) {
      return;
    }
    const {status, body} = await api.ask("getAdmission", `${doorPath(pairing, list, "tickets", phone.path(code))}?party=true`);
    const remaining = (status === 200 && body.order?.remaining) || {};
    const n = sum(remaining);
    if (n && verdict && turn === this.turn && verdict === this.verdict) {
      const letIn = () => {
        this.showGroup(turn, code, scanned, remaining);
        this.admitGroup(remaining);
      };
      Object.assign(verdict, {detail: say("moreOfGroup", {n}), party: {n, letIn}});
      this.changed();
    }
  }

  /**
   * Records what the server has confirmed, in this tab and the others.
   *
   * @param {Row} row
   */
  record(row) {
    const own = this.copies?.record(row, this.now());
    if (own) {
      this.channel?.postMessage(own);
    }
    return own?.key;
  }

  /**
   * Shows an exit, or an entry after the first, that the server has recorded.
   *
   * @param {number} turn
   * @param {Row} row
   * @param {any} body
   */
  async passedBy(turn, row, body) {
    const {queue} = this.ready();
    const exit = row.kind === "EXIT";
    const passage = exit ? row : {...row, ...phone.as(row, "REENTRY")};
    if (!exit && turn !== this.turn) {
      await queue.undo(phone.undoing(passage, createdBy({body})));
      return;
    }
    const key = this.record(passage);
    this.show(turn, {
      ...(exit ? words.outBy(body) : {...this.whose(body, row.code), ...words.againIn()}),
      undo: {list: row.list, code: row.code, kind: passage.kind, key, checkins: createdBy({body})},
    });
  }

  /**
   * @param {number} turn
   * @param {import("./api.js").AnyAnswer} answer
   * @param {string} code
   * @param {boolean} scanned
   * @param {boolean} [leaving] whether somebody leaves: then they may
   */
  async refuse(turn, answer, code, scanned, leaving = false) {
    const {copies, pairing} = this.ready();
    if (answer.status === 401 || answer.status === 403) {
      this.refused = true;
      this.show(turn, words.LOCKED);
    } else if (answer.status === 404 && leaving) {
      this.show(turn, {...words.unknown(), advice: say("mayLeave")});
    } else if (answer.status !== 404) {
      this.show(turn, this.refusedBy(answer.status, answer.body ?? {}, code, scanned));
    } else if (this.copy && copies.decide(pairing.list, code, this.now()).verdict === "admissible") {
      // The copy has the ticket: then it is the door that is gone, or the copy is old.
      this.show(turn, (await this.learnLists()) || this.list ? words.unknown() : words.DOOR_GONE);
    } else {
      this.show(turn, words.unknown());
    }
  }

  /**
   * Returns why somebody is not let in, and the name.
   *
   * @param {number} status
   * @param {any} problem
   * @param {string} code
   * @param {boolean} scanned
   * @returns {Verdict}
   */
  refusedBy(status, problem, code, scanned) {
    const who = problem.checkin ? this.whose(problem.checkin, code) : {};
    return {...who, ...words.refused(status, problem, this.mine(code), this.backIn(code, scanned))};
  }

  /**
   * Returns what to show of a ticket.
   *
   * @param {Partial<import("./api.js").Schemas["NewCheckin"]> | undefined} checkin
   * @param {string} code
   */
  whose(checkin, code) {
    const known = this.copy ? this.typeOf(code) : {};
    return {
      name: checkin?.ticket?.name ?? undefined,
      reference: checkin?.ticket?.reference,
      ...known,
      note: checkin?.note ?? known.note,
      attention: Boolean(checkin?.attention ?? known.attention),
    };
  }

  /**
   * Returns when this very phone let a ticket in, as far as it still knows.
   *
   * @param {string} code
   */
  mine(code) {
    return this.recent.find((each) => each.kind === "in" && (each.undo?.code ?? each.code) === code)?.at;
  }

  /**
   * @param {string} code of a ticket that the phone's copies have
   * @returns {Partial<Verdict>}
   */
  typeOf(code) {
    const {type, unpaid = false} = this.copies?.decide(this.pairing?.list ?? "", code, this.now()) ?? {};
    const note = [type?.note, unpaid && say("reason_order_not_confirmed")].filter(Boolean).join(" · ");
    return {type: type?.name, note: note || undefined, attention: unpaid || Boolean(type?.attention)};
  }

  /**
   * Handles the server's answer to a scan of which the person was told something already.
   *
   * @param {number} turn
   * @param {Row} row
   * @param {import("./api.js").AnyAnswer} answer
   */
  async answeredLate(turn, row, answer) {
    const {queue} = this.ready();
    if (answer.status === 0) {
      return;
    }
    await queue.settle(row, answer);
    await this.told("queue");
    await this.drain();
    const shown = row.kind === "EXIT" ? "out" : "in";
    if (answer.status === 201 && row.stage === "IN" && turn === this.turn && this.verdict?.kind === shown) {
      const who = row.kind === "EXIT" ? words.outBy(answer.body) : this.whose(answer.body, row.code);
      Object.assign(this.verdict, who, {band: undefined});
      this.changed();
    }
  }

  /**
   * Decides by the copy.
   *
   * @param {number} turn
   * @param {Row} row
   */
  async decideAlone(turn, row) {
    const {copies} = this.ready();
    const {list, code} = row;
    const at = this.now();
    const said = copies.decide(list, code, at);
    const why = this.reached && !row.online ? say("notSent") : this.silence;
    const more = {band: `${why} ${this.byCopy}`, ...this.typeOf(code)};
    const entries = this.tracked ? phone.presence(list, code, at).entries : 0;
    if (said.verdict === "admissible") {
      const word = entries ? words.againIn() : /** @type {Verdict} */ ({kind: "in", word: say("in")});
      await this.pass(turn, row, at, entries ? "REENTRY" : "ENTRY", {...more, ...word});
      return;
    }
    await this.letGo(row);
    if (row.online && said.verdict === "already_checked_in" && said.since * 1_000 >= row.at - 1_000) {
      // It may be this very check-in, whose answer got lost: then it is undone.
      this.show(turn, {kind: "wait", word: loud("noAnswerStatus"), detail: this.silence, advice: say("nobodyInAgain"), ...more, ...this.again(code, row.scanned)});
    } else if (said.verdict === "already_checked_in") {
      this.show(turn, {...this.alreadyHere(row, said, at), ...more});
    } else if (said.verdict === "not_admissible") {
      this.show(turn, {...words.refusal(said.reason, {...said, missing: missing(said.misses)}), ...more});
    } else {
      this.show(turn, {
        ...words.unknown(),
        ...more,
        detail: say("notInCopy"),
        advice: say("maybeNewer"),
      });
    }
  }

  /**
   * Returns what the copy says of somebody who is in.
   *
   * @param {Row} row
   * @param {{since: number, mine: boolean}} said
   * @param {number} at
   * @returns {Verdict}
   */
  alreadyHere(row, {since, mine}, at) {
    const {copies} = this.ready();
    const {list, code, scanned} = row;
    const known = this.tracked ? phone.presence(list, code, at) : undefined;
    // An entry of somebody who is inside does not change since when they are.
    const own = (known?.mine ?? NaN) > since;
    const then = (own && known ? known.mine : since) * 1_000;
    const where = known && copies.kept.get(known.by)?.words.list.name;
    return words.alreadyHere(then, at, own || mine, where, this.backIn(code, scanned));
  }

  /**
   * Returns what lets somebody in who is inside, at a list that people leave and enter again: they
   * may have left by another door, and whoever stands here decides. Undefined elsewhere.
   *
   * @param {string} code
   * @param {boolean} scanned
   * @returns {(() => void) | undefined}
   */
  backIn(code, scanned) {
    const {copies, pairing} = this.ready();
    const reentry = copies.kept.get(pairing.list)?.words.list.reentry ?? "never";
    return reentry === "never" || this.leaving
      ? undefined
      : () => this.busy || this.run(code, () => this.letBack(code, scanned));
  }

  /**
   * Lets somebody in who is inside. The server is told, not asked; once it is, nobody here undoes it.
   *
   * @param {string} code
   * @param {boolean} scanned
   */
  async letBack(code, scanned) {
    const {pairing, queue} = this.ready();
    const {list} = pairing;
    const at = this.now();
    const turn = this.beginBusy();
    const before = await queue.of(list, code);
    if (before?.stage === "UNDOING") {
      await this.letIn(code, scanned);
      return;
    }
    const row = before?.stage === "AWAY" || before?.stage === "REFUSED" ? before : phone.decided(crypto.randomUUID(), list, code, at, scanned);
    await this.pass(turn, row, at, "REENTRY", {
      ...words.againIn(),
      ...this.typeOf(code),
      ...(this.reached ? {undo: undefined, code} : {band: this.silence}),
    });
  }

  /**
   * Lets somebody in or out by the copy.
   *
   * @param {number} turn
   * @param {Row} row
   * @param {number} at
   * @param {Row["kind"]} kind
   * @param {Verdict} verdict
   */
  async pass(turn, row, at, kind, verdict) {
    const {copies, queue} = this.ready();
    Object.assign(row, phone.as(phone.toldIn(row), kind));
    this.open = undefined;
    let kept;
    try {
      kept = await queue.pass(row, at);
    } catch {
      await this.letGo(row);
      this.show(turn, words.PHONE_FULL);
      return;
    }
    const {own, since} = kept;
    copies.note(own);
    if (since) {
      await this.letGo(row);
      this.show(turn, {...verdict, ...words.alreadyHere(since, at, true)});
      return;
    }
    this.channel?.postMessage(own);
    this.channel?.postMessage("queue");
    this.show(turn, {undo: {queued: row.id, kind, key: own.key, list: row.list, code: row.code}, ...verdict});
    this.drain();
  }

  /** Why there is no answer. */
  get silence() {
    return say(navigator.onLine ? "slow" : "noNetwork");
  }

  get byCopy() {
    return say("byCopy", {ago: ago((Date.now() - (this.copy?.at ?? 0)) / 1_000)});
  }

  /**
   * @param {number} turn
   * @param {string} code
   * @param {boolean} scanned
   * @param {Record<string, number>} remaining
   */
  showGroup(turn, code, scanned, remaining) {
    if (sum(remaining) === 0) {
      this.show(turn, words.ALL_IN);
    } else if (turn === this.turn) {
      this.group = {code, scanned, remaining, list: this.pairing?.list};
      this.busy = false;
      this.verdict = undefined;
      this.changed();
    }
  }

  /**
   * Lets some of a group in.
   *
   * @param {Record<string, number>} counts by ticket type
   */
  async admitGroup(counts) {
    const {api, pairing, queue} = this.ready();
    const {code, scanned, list} = this.group;
    const turn = this.beginBusy();
    const some = Object.entries(counts).filter(([, n]) => n > 0);
    const form = new URLSearchParams(some.map(([slug, n]) => [slug, String(n)])).toString();
    const before = await queue.of(list, code);
    let row = this.asked(list, code, form, scanned, this.now());
    let answer;
    if (before?.stage === "AWAY" && before.counts === form) {
      row = {id: before.id, ...phone.reopened(before, this.now())};
    }
    if (!before || row.id || before.stage === "REFUSED" || (before.stage === "UNDOING" && (await queue.undo(before)) !== "kept")) {
      await queue.keep(row).catch(() => {});
      this.open = row;
      answer = await checkIn(api, pairing, row);
    }
    this.busy = false;
    if (answer && row.stage !== "OPEN") {
      await this.answeredLate(turn, row, answer);
      return;
    }
    this.open = undefined;
    if (!answer || !decisive(answer) || !(await queue.close(row, answer.status))) {
      await this.letGo(row);
      this.group = {...this.group, problem: say("groupNoAnswer")};
      this.changed();
      return;
    }
    if (answer.status === 409 && answer.body?.remaining) {
      this.group = {...this.group, remaining: answer.body.remaining, problem: say("groupOthers")};
      this.changed();
      return;
    }
    this.group = undefined;
    if (answer.status !== 201) {
      await this.refuse(turn, answer, code, scanned);
      return;
    }
    const all = answer.body.checkins;
    const left = sum(answer.body.remaining);
    this.show(turn, {
      kind: "in",
      word: all.length === 1 ? say("in") : say("manyIn", {n: all.length}),
      name: all[0].ticket.name ?? undefined,
      note: all.find((/** @type {any} */ each) => each.note)?.note,
      attention: all.some((/** @type {any} */ each) => each.attention),
      type: some.map(([slug, n]) => quantity(n, this.copies?.type(slug)?.name ?? slug)).join(" · "),
      detail: left ? say("moreOfGroup", {n: left}) : say("groupComplete"),
      undo: {list, code, checkins: createdBy(answer)},
    });
  }

  /** @param {Verdict} verdict */
  async undo(verdict) {
    const {copies, queue} = this.ready();
    const undo = /** @type {NonNullable<Verdict["undo"]>} */ (verdict.undo);
    verdict.undo = undefined;
    const turn = this.beginBusy();
    let outcome = "done";
    if (!undo.queued || !(await queue.remove(undo.queued))) {
      const sent = undo.checkins ?? queue.sent.get(undo.queued);
      if (!sent) {
        this.show(turn, {kind: "wait", word: say("notUndone"), detail: say("noLongerKnown"), advice: say("toDesk")});
        return;
      }
      const row = phone.undoing(this.asked(undo.list, undo.code, "", false, this.now()), sent);
      const undoing = queue.undo(row);
      undoing.then(() => (this.ended ? undefined : this.tellDoubles()));
      outcome = (await Promise.race([undoing, patience()])) ?? "kept";
    }
    const who = {name: verdict.name, type: verdict.type, reference: verdict.reference};
    if (outcome === "not_undone") {
      await this.tellDoubles();
      this.show(turn, {kind: "wait", word: say("notUndone"), detail: say("tooLateHere"), advice: say("toDesk"), ...who});
      return;
    }
    if (undo.key) {
      await copies.withdraw(undo.key);
      this.channel?.postMessage({withdrawn: undo.key});
    }
    const band = outcome === "kept" ? say("notSent") : undefined;
    this.show(turn, {kind: "undone", word: say("undone"), ...who, band, detail: say(undo.kind !== "EXIT" ? "mayComeAgain" : verdict.outside ? "notInside" : "staysInside")});
    this.drain();
  }

  /**
   * @param {number} turn
   * @param {Verdict} verdict
   */
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

  dismiss() {
    if (this.busy) {
      this.moveOn();
    } else {
      // Whoever is still asked about was not let in.
      this.begin();
    }
    this.verdict = undefined;
    this.group = undefined;
    this.changed();
    this.takeNext();
  }
}

/**
 * Returns whether an answer says what becomes of a scan.
 *
 * @param {import("./api.js").AnyAnswer} answer
 */
function decisive({status}) {
  return status !== 0 && status < 500;
}

/** @param {string} text as Caps Lock, or a scanner that changes letters, makes it */
function inOtherCase(text) {
  return [...text].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join("");
}

/** @param {Record<string, number>} counts by ticket type */
function sum(counts) {
  return Object.values(counts).reduce((all, n) => all + n, 0);
}

/** @returns {Promise<undefined>} */
function patience() {
  return new Promise((done) => setTimeout(() => done(undefined), PATIENCE_MILLIS));
}
