// One phone at one door: scans, decides, reports. It knows no view; views listen for its changes.

import * as phone from "./phone.js";
import {path} from "./api.js";
import {checkIn} from "./queue.js";
import {Station} from "./station.js";
import {ALL_IN, LOCKED, PHONE_FULL, ago, already, alreadyHere, explained, refusal, refused, unknown} from "./words.js";

/** @typedef {import("./words.js").Verdict} Verdict */

/** How long the phone waits for the server before it decides by itself. */
const PATIENCE_MILLIS = 1_500;
const MAX_RECENT = 30;

export class Door extends Station {
  /** @param {() => void} changed is called when there is something new to show */
  constructor(changed) {
    super(changed);
    /** @type {Verdict | undefined} */
    this.verdict = undefined;
    /** @type {any} */
    this.group = undefined;
    this.busy = false;
    this.lookFirst = false;
    /** @type {(Verdict & {at: number})[]} in memory only: they have names */
    this.recent = [];
    this.turn = 0;
  }

  /**
   * @override
   * @param {import("./api.js").Pairing} pairing
   */
  async use(pairing) {
    this.lookFirst = false;
    await super.use(pairing);
  }

  /**
   * @override
   * @param {string} list
   */
  chooseList(list) {
    this.verdict = undefined;
    return super.chooseList(list);
  }

  /** @override */
  end() {
    super.end();
    this.recent = [];
    this.dismiss();
  }

  /**
   * Handles a text that was read or typed.
   *
   * @param {string} text
   * @param {boolean} scanned whether a camera or a hand scanner read it
   */
  async take(text, scanned) {
    const {copies} = this.ready();
    const code = phone.code(text, copies.qrBaseUrl);
    if (!code) {
      return;
    }
    this.activeAt = Date.now();
    await (this.lookFirst ? this.look(code, scanned) : this.admit(code, scanned));
  }

  /**
   * Lets a ticket in if the server says so or, while the server does not answer, the copy.
   *
   * @param {string} code
   * @param {boolean} scanned
   */
  async admit(code, scanned) {
    const {api, pairing, copies} = this.ready();
    const turn = ++this.turn;
    const list = pairing.list;
    const at = this.now();
    const key = crypto.randomUUID();
    const scan = {key, list, code, at: new Date(at).toISOString(), scanned, stage: "ASKED"};
    const own = await copies.own(list, code);
    if (own?.queued) {
      // The server does not know of the check-in yet: it would let them in again.
      const band = this.reached ? "Not sent yet." : "No network. Not sent yet.";
      this.show(turn, {...alreadyHere(own.at, at, true), band, ...this.typeOf(code)});
      return;
    }
    if (!this.reached && this.copy) {
      await this.decideAlone(turn, scan, at, "DECIDED");
      this.poll();
      return;
    }
    this.busy = true;
    this.changed();
    let late = false;
    const asking = checkIn(api, pairing, scan).then(async (answer) => {
      if (late && answer.status !== 0 && !this.ended) {
        await this.answeredLate(turn, scan, answer);
      }
      return answer;
    });
    const answer = this.copy ? await Promise.race([asking, patience()]) : await asking;
    if (this.ended) {
      return;
    }
    if (answer && answer.status !== 0 && answer.status < 500 && answer.status !== 429) {
      await this.answered(turn, scan, answer);
      return;
    }
    late = answer === undefined;
    if (this.copy) {
      await this.decideAlone(turn, scan, at, "ASKED");
    } else {
      this.show(turn, {
        kind: "wait",
        word: "NO ANSWER",
        detail: copies.absent ? "This phone has no copy to decide by." : "The network is out and there is no copy yet.",
        advice: "Nobody was let in. Try again.",
        act: () => this.admit(code, scanned),
        actWord: "Try again",
      });
    }
  }

  /**
   * @param {number} turn
   * @param {{list: string, code: string, key: string, scanned: boolean}} scan
   * @param {import("./api.js").Answer<"checkInTicket">} answer
   */
  async answered(turn, scan, answer) {
    const {copies} = this.ready();
    const problem = answer.body ?? {};
    if (answer.status === 201) {
      const checkin = answer.body;
      const digest = await copies.letIn(scan.list, scan.code, this.now());
      this.channel.postMessage({list: scan.list, digest, at: this.now()});
      this.show(turn, {
        ...this.whose(checkin, scan.code),
        kind: "in",
        word: "IN",
        undo: {checkin: checkin.id, digest, list: scan.list},
      });
      return;
    }
    if (answer.status === 404) {
      const group = await this.groupOf(scan.code);
      if (group && Object.values(group.remaining).every((n) => n === 0)) {
        this.show(turn, ALL_IN);
        return;
      }
      if (group && turn === this.turn) {
        this.group = {...group, code: scan.code, scanned: scan.scanned, key: crypto.randomUUID(), list: scan.list};
        this.busy = false;
        this.verdict = undefined;
        this.changed();
        return;
      }
      this.show(turn, unknown());
      return;
    }
    if (answer.status === 401 || answer.status === 403) {
      this.refused = true;
      this.show(turn, LOCKED);
      return;
    }
    this.show(turn, this.refusedBy(answer.status, problem, scan.code));
  }

  /**
   * Returns why somebody is not let in, and the name.
   *
   * @param {number} status
   * @param {any} problem
   * @param {string} code
   * @returns {Verdict}
   */
  refusedBy(status, problem, code) {
    const who = problem.checkin ? this.whose(problem.checkin, code) : {};
    return {...who, ...refused(status, problem, this.access?.name)};
  }

  /**
   * Returns what to show of a ticket.
   *
   * @param {Partial<import("./api.js").Schemas["NewCheckin"]> | undefined} checkin
   * @param {string} code
   */
  whose(checkin, code) {
    const list = this.pairing?.list ?? "";
    const type = this.copy ? this.copies?.decide(list, code, this.now()).type : undefined;
    return {
      name: checkin?.ticket?.name ?? undefined,
      reference: checkin?.ticket?.reference,
      type: type?.name,
      note: checkin?.note ?? type?.note ?? undefined,
      attention: Boolean(checkin?.attention ?? type?.attention),
    };
  }

  /** @param {string} code of a ticket that the phone's copies have */
  typeOf(code) {
    const type = this.copies?.decide(this.pairing?.list ?? "", code, this.now()).type;
    return {type: type?.name, note: type?.note ?? undefined, attention: Boolean(type?.attention)};
  }

  /**
   * Handles the server's answer to a scan whose verdict is on the screen already.
   *
   * @param {number} turn
   * @param {any} scan
   * @param {import("./api.js").Answer<"checkInTicket">} answer
   */
  async answeredLate(turn, scan, answer) {
    const {queue} = this.ready();
    const row = (await this.db.getAll("queue")).find((/** @type {any} */ each) => each.scan.startsWith(`${scan.key}\t`));
    if (row) {
      await queue.settle(row, answer);
      await this.told("queue");
      await this.tellDoubles();
      if (answer.status === 201 && turn === this.turn && this.verdict?.kind === "in") {
        this.verdict = {...this.verdict, ...this.whose(answer.body, scan.code), band: undefined};
        this.changed();
      }
    } else if (answer.status === 201 && turn === this.turn && this.verdict?.kind !== "in") {
      await this.answered(turn, scan, answer);
    }
  }

  /**
   * Decides by the copy.
   *
   * @param {number} turn
   * @param {{key: string, list: string, code: string, scanned: boolean}} scan
   * @param {number} at
   * @param {"ASKED" | "DECIDED"} stage
   */
  async decideAlone(turn, scan, at, stage) {
    const {copies, queue} = this.ready();
    const {code} = scan;
    const said = copies.decide(scan.list, code, at);
    const seconds = (Date.now() - (this.copy?.at ?? 0)) / 1_000;
    const band = `No network. Decided by this phone's copy of ${ago(seconds)}.`;
    const type = this.typeOf(code);
    switch (said.verdict) {
      case "admissible": {
        const digest = phone.digest(scan.list, scan.code);
        let kept;
        try {
          kept = await queue.add(scan, at, stage, digest);
        } catch {
          this.show(turn, PHONE_FULL);
          return;
        }
        if ("since" in kept) {
          phone.letIn(scan.list, digest, kept.since);
          this.show(turn, {...alreadyHere(kept.since, at, true), band, ...type});
          return;
        }
        phone.letIn(scan.list, digest, at);
        this.channel.postMessage({list: scan.list, digest, at});
        this.show(turn, {kind: "in", word: "IN", band, ...type, undo: {queued: kept.id, digest, list: scan.list}});
        this.channel.postMessage("queue");
        this.drain();
        return;
      }
      case "already_checked_in": {
        const since = Number(said.detail) * 1_000;
        // The answer got lost, and the copy was updated first: its check-in is the requested one.
        const mine = said.mine || (stage === "ASKED" && since >= at - 1_000);
        this.show(turn, {...alreadyHere(since, at, mine), band, ...type});
        return;
      }
      case "not_admissible":
        this.show(turn, {...refusal(said.detail, {doors: said.doors, from: said.from, until: said.until}), ...type, band});
        return;
      default:
        this.show(turn, {
          ...unknown(),
          band,
          detail: "Not in this phone's copy.",
          advice: "It may be newer than the copy, a group's code, or no ticket. Send them to the desk.",
        });
    }
  }

  /**
   * Looks at a ticket without checking it in.
   *
   * @param {string} code
   * @param {boolean} scanned
   */
  async look(code, scanned) {
    const {api, pairing} = this.ready();
    const turn = ++this.turn;
    this.busy = true;
    this.changed();
    const ticket = path(pairing.account, pairing.event, "checkin_lists", pairing.list, "tickets", phone.path(code));
    const answer = await api.ask("getAdmission", ticket, {millis: this.copy ? PATIENCE_MILLIS : 10_000});
    const letIn = {act: () => this.admit(code, scanned), actWord: "Let in"};
    if (answer.status === 200) {
      const {verdict, reason, ticket: its, checkin} = answer.body;
      const type = this.copies?.type(its.ticket_type)?.name ?? its.ticket_type;
      const who = {name: its.name ?? undefined, reference: its.reference, type, note: its.note ?? undefined, attention: its.attention};
      if (verdict === "admissible") {
        this.show(turn, {kind: "look", word: "WOULD BE LET IN", ...who, advice: "Nobody was let in yet.", ...letIn});
      } else if (verdict === "already_checked_in" && checkin) {
        const seconds = (this.now() - Date.parse(checkin.created_at)) / 1_000;
        this.show(turn, {...who, ...already({checkin, seconds_since: seconds, same_token: false}, this.access?.name)});
      } else {
        this.show(turn, {...refusal(reason ?? "", explained(answer.body)), ...who});
      }
      return;
    }
    if (answer.status === 404) {
      const group = await this.groupOf(code);
      this.show(turn, group ? {...this.groupLooked(group.remaining), ...letIn} : unknown());
      return;
    }
    const said = this.copy && this.copies?.decide(pairing.list, code, this.now());
    if (said?.verdict === "admissible") {
      this.show(turn, {
        kind: "look",
        word: "WOULD BE LET IN",
        type: said.type?.name,
        note: said.type?.note ?? undefined,
        advice: "Nobody was let in yet.",
        band: "No network: as this phone's copy has it.",
        ...letIn,
      });
    } else if (said) {
      await this.decideAlone(turn, {key: "", list: pairing.list, code, scanned}, this.now(), "DECIDED");
    } else {
      this.show(turn, {kind: "wait", word: "NO ANSWER", detail: "The network is out.", advice: "Try again."});
    }
  }

  /**
   * @param {Record<string, number>} remaining
   * @returns {Verdict}
   */
  groupLooked(remaining) {
    const left = Object.entries(remaining).filter(([, n]) => n > 0);
    return {
      kind: "look",
      word: "A GROUP",
      type: left.map(([slug, n]) => `${n} × ${this.copies?.type(slug)?.name ?? slug}`).join(" · "),
      detail: left.length ? "These may still come in." : "Everybody of this group is in.",
      advice: "Nobody was let in yet.",
    };
  }

  /**
   * Returns what is left of a group, if the code is an order's: a request for more than any order
   * has returns how many are left and lets nobody in.
   *
   * @param {string} code
   */
  async groupOf(code) {
    const {pairing} = this.ready();
    const slug = this.copy?.words.ticket_types?.find((type) =>
      type.admitted_on.some((door) => String(door.id) === pairing.list),
    )?.slug;
    if (!slug) {
      return undefined;
    }
    const answer = await this.checkInGroup(code, {[slug]: "10000"}, crypto.randomUUID());
    return answer.status === 409 && answer.body.remaining ? {remaining: answer.body.remaining} : undefined;
  }

  /**
   * @param {string} code
   * @param {Record<string, string>} form
   * @param {string} key
   */
  checkInGroup(code, form, key) {
    const {api, pairing} = this.ready();
    const order = path(pairing.account, pairing.event, "checkin_lists", pairing.list, "orders", phone.path(code), "checkins");
    return api.ask("checkInOrder", order, {form, key});
  }

  /**
   * Lets some of a group in.
   *
   * @param {Record<string, number>} counts by ticket type
   */
  async admitGroup(counts) {
    const group = this.group;
    const turn = ++this.turn;
    this.busy = true;
    this.changed();
    const form = Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0).map(([slug, n]) => [slug, String(n)]));
    const answer = await this.checkInGroup(group.code, form, group.key);
    this.busy = false;
    if (answer.status === 201) {
      const all = answer.body.checkins;
      this.group = undefined;
      const left = Object.values(answer.body.remaining).reduce((sum, n) => sum + Number(n), 0);
      this.show(turn, {
        kind: "in",
        word: all.length === 1 ? "IN" : `${all.length} IN`,
        name: all[0].ticket.name ?? undefined,
        type: Object.entries(form).map(([slug, n]) => `${n} × ${this.copies?.type(slug)?.name ?? slug}`).join(" · "),
        detail: left ? `${left} more of this group may still come.` : "The group is complete.",
        undo: {list: group.list, checkins: all.map((/** @type {any} */ checkin) => checkin.id)},
      });
    } else if (answer.status === 409 && answer.body?.remaining) {
      this.group = {...group, remaining: answer.body.remaining, key: crypto.randomUUID(), problem: "Somebody else let some of them in. This is what is left."};
      this.changed();
    } else if (answer.status === 0 || answer.status >= 500) {
      this.group = {...group, problem: "No answer yet. Groups need the network. Try again: nobody is counted twice."};
      this.changed();
    } else {
      this.group = undefined;
      this.show(turn, this.refusedBy(answer.status, answer.body ?? {}, group.code));
    }
  }

  /** @param {Verdict} verdict */
  async undo(verdict) {
    const {api, pairing, copies, queue} = this.ready();
    const undo = /** @type {any} */ (verdict.undo);
    verdict.undo = undefined;
    this.busy = true;
    this.changed();
    let ids = undo.checkins ?? (undo.checkin ? [undo.checkin] : []);
    let done = false;
    if (undo.queued) {
      done = await queue.remove(undo.queued);
      const sent = queue.sent.get(undo.queued);
      ids = sent ? [sent] : ids;
    }
    let status = 204;
    if (!done) {
      for (const id of ids) {
        const answer = await api.ask("deleteCheckin", path(pairing.account, pairing.event, "checkin_lists", undo.list, "checkins", id));
        status = answer.status === 404 && status === 204 ? 204 : answer.status;
      }
    }
    this.busy = false;
    if (done || (status === 204 && ids.length)) {
      if (undo.digest) {
        await copies.takeBack(undo.list, undo.digest);
        this.channel.postMessage({list: undo.list, digest: undo.digest, at: 0});
      }
      this.show(++this.turn, {
        kind: "undone",
        word: "UNDONE",
        name: verdict.name,
        type: verdict.type,
        reference: verdict.reference,
        detail: "The ticket may come in again.",
      });
      return;
    }
    const words = status === 403 ? "It is too late for this phone: send them to the desk." : "No answer. Try again when the network is back.";
    verdict.undo = status === 403 ? undefined : undo;
    this.show(++this.turn, {kind: "wait", word: "NOT UNDONE", detail: words, name: verdict.name, act: status === 403 ? undefined : () => this.undo(verdict), actWord: "Try again"});
  }

  /**
   * @param {number} turn
   * @param {Verdict} verdict
   */
  show(turn, verdict) {
    this.recent = [{...verdict, at: Date.now()}, ...this.recent].slice(0, MAX_RECENT);
    if (turn !== this.turn) {
      return;
    }
    this.busy = false;
    this.verdict = this.recent[0];
    this.changed();
  }

  dismiss() {
    this.verdict = undefined;
    this.group = undefined;
    this.changed();
  }
}

/** @returns {Promise<undefined>} */
function patience() {
  return new Promise((done) => setTimeout(() => done(undefined), PATIENCE_MILLIS));
}
