// One phone at one door: pairs, scans, decides, tells. It knows no view; whoever shows it listens for changes.

import * as phone from "./phone.js";
import {Api, path} from "./api.js";
import {Copies} from "./copies.js";
import {Queue, checkIn} from "./queue.js";
import {erase, open} from "./database.js";
import {ago, refusal, time, unknown} from "./words.js";

/** @typedef {import("./words.js").Verdict} Verdict */

/** How long somebody waits at a door before the phone decides by itself. */
const PATIENCE_MILLIS = 1_500;
const MAX_RECENT = 30;
const FULL_WAIT_MILLIS = 10_000;

export class Door {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {any} */
    this.db = undefined;
    /** @type {import("./api.js").Pairing | undefined} */
    this.pairing = undefined;
    /** @type {import("./api.js").Schemas["TokenAccess"] | null} what the token opens, null if the server does not say */
    this.access = null;
    /** @type {{id: string, name: string, checked_in_count: number}[]} */
    this.lists = [];
    this.reached = true;
    this.refused = false;
    this.failures = 0;
    this.correction = 0;
    this.activeAt = Date.now();
    /** @type {Verdict | undefined} */
    this.verdict = undefined;
    /** @type {any} */
    this.group = undefined;
    this.busy = false;
    this.lookFirst = false;
    /** @type {(Verdict & {at: number})[]} in memory only: they have names */
    this.recent = [];
    /** @type {any[]} */
    this.doubles = [];
    this.turn = 0;
    this.polling = false;
    /** Whether the phone has no room to keep anything. */
    this.full = false;
    /** Whether this phone was forgotten. */
    this.ended = false;
    /** Whether that is done. */
    this.erased = false;
    /** @type {any} */
    this.pollTimer = undefined;
    /** @type {any} */
    this.drainTimer = undefined;
    this.channel = new BroadcastChannel("doorlist");
    this.channel.onmessage = (event) => this.told(event.data);
  }

  now() {
    return Date.now() + this.correction;
  }

  /** Opens what the phone has kept; returns whether it is paired. */
  async start() {
    this.db = await open();
    const pairing = await this.db.get("settings", "pairing");
    if (pairing) {
      await this.use(pairing);
    }
    return Boolean(pairing);
  }

  /**
   * Pairs the phone by a link.
   *
   * @param {string} text
   * @returns {Promise<string>} what is wrong, empty if nothing is
   */
  async pair(text) {
    const [api, account, event, list, token] = phone.pairing(text).split("\t");
    if (!token) {
      return "This is no pairing link. Ask for the one that was made for this phone.";
    }
    if (api && new URL(api).origin !== location.origin) {
      return `This link belongs to ${new URL(api).host}. Open it in the browser itself.`;
    }
    const before = this.pairing;
    const pairing = {account, event, list, token};
    await this.use(pairing);
    const wrong = (await this.learn()) || (before && (await this.db.count("queue")) > 0 ? this.elsewhere(before) : "");
    if (wrong) {
      this.pairing = undefined;
      if (before) {
        await this.use(before);
      }
      return wrong;
    }
    await this.remember(this.pairing, "pairing");
    this.channel.postMessage("paired");
    return "";
  }

  /**
   * Queued scans belong to an event: a phone that has some stays with it.
   *
   * @param {import("./api.js").Pairing} before
   */
  elsewhere(before) {
    const {account, event} = this.ready().pairing;
    return account === before.account && event === before.event
      ? ""
      : "This phone still has scans to send. Give it a network first, then pair it anew.";
  }

  /** @param {import("./api.js").Pairing} pairing */
  async use(pairing) {
    const before = this.pairing;
    this.pairing = pairing;
    this.refused = false;
    this.api = new Api(pairing.token, (reached, sent, received, date) => this.heard(reached, sent, received, date));
    this.copies = new Copies(this.db, this.api, pairing);
    if (before && (before.account !== pairing.account || before.event !== pairing.event)) {
      await this.dropCopies();
    }
    await this.copies.load();
    this.queue = new Queue(this.db, this.api, pairing, this.copies, () => this.now(), () => this.changed());
    this.lists = (await this.db.get("settings", "lists")) ?? [];
    this.access = (await this.db.get("settings", "access")) ?? null;
    this.lookFirst = false;
    this.doubles = await this.db.getAll("doubles");
    await this.queue.count();
  }

  async dropCopies() {
    const writing = this.db.transaction(["copies", "parts", "letIn"], "readwrite");
    for (const store of ["copies", "parts", "letIn"]) {
      await writing.objectStore(store).clear();
    }
    await writing.done;
  }

  /**
   * Asks what the token opens and which lists there are.
   *
   * @returns {Promise<string>} what is wrong, empty if nothing is
   */
  async learn() {
    const {api, pairing} = this.ready();
    const access = await api.ask("getAccess", "");
    if (access.status === 0) {
      return "No network. Pairing needs it once.";
    }
    if (access.status === 401) {
      this.refused = true;
      return "This link no longer works: it was withdrawn or has expired. Ask for a new one.";
    }
    if (access.status === 200) {
      this.access = access.body;
      pairing.account ||= access.body.account_slug;
      if (!pairing.event && access.body.events?.length === 1) {
        pairing.event = access.body.events[0];
      }
      await this.remember(this.access, "access");
    }
    return pairing.event ? this.learnLists() : "";
  }

  /**
   * Writes down what the phone should know when it is opened again.
   *
   * @param {any} value
   * @param {string} name
   */
  async remember(value, name) {
    this.full = await this.db.put("settings", value, name).then(
      () => false,
      () => true,
    );
  }

  async learnLists() {
    const {api, pairing} = this.ready();
    const answer = await api.ask("listCheckinLists", `${path(pairing.account, pairing.event, "checkin_lists")}?items=250`);
    if (answer.status !== 200) {
      return answer.status === 0
        ? "No network. Pairing needs it once."
        : "This link does not open the event that it names. Ask for a new one.";
    }
    this.lists = answer.body.checkin_lists.map((list) => ({...list, id: String(list.id)}));
    await this.remember(this.lists, "lists");
    if (!this.lists.some((list) => list.id === pairing.list)) {
      pairing.list = this.lists.length === 1 ? this.lists[0].id : "";
    }
    this.changed();
    return "";
  }

  /** @returns {Promise<{slug: string, title: string}[]>} the events that the token opens */
  async events() {
    const {api, pairing} = this.ready();
    const answer = await api.ask("listEvents", `${path(pairing.account, "events")}?items=250`);
    return answer.status === 200 ? answer.body.events : [];
  }

  /** @param {string} event */
  async chooseEvent(event) {
    const {pairing} = this.ready();
    if (pairing.event !== event) {
      if ((await this.db.count("queue")) > 0) {
        return "This phone still has scans to send. Give it a network first, then change the event.";
      }
      await this.dropCopies();
      await this.copies?.load();
    }
    pairing.event = event;
    pairing.list = "";
    const wrong = await this.learnLists();
    await this.remember(pairing, "pairing");
    return wrong;
  }

  /**
   * Goes to a door, at once: a scan may follow before the phone has written it down.
   *
   * @param {string} list
   */
  chooseList(list) {
    const {pairing} = this.ready();
    pairing.list = list;
    this.verdict = undefined;
    this.activeAt = Date.now();
    return this.remember(pairing, "pairing");
  }

  get list() {
    return this.lists.find((each) => each.id === this.pairing?.list);
  }

  get role() {
    return this.access?.role ?? "scanner";
  }

  /** The copy of this door's list, if there is one. */
  get copy() {
    return this.pairing && this.copies?.kept.get(this.pairing.list);
  }

  ready() {
    if (!this.api || !this.pairing || !this.copies || !this.queue) {
      throw new Error("not paired");
    }
    return {api: this.api, pairing: this.pairing, copies: this.copies, queue: this.queue};
  }

  /**
   * @param {boolean} reached
   * @param {number} sent
   * @param {number} received
   * @param {string | null} date
   */
  heard(reached, sent, received, date) {
    const before = this.reached;
    this.reached = reached;
    this.failures = reached ? 0 : this.failures + 1;
    if (reached && date) {
      this.correction = phone.correction(sent, received, Date.parse(date));
    }
    if (before !== reached) {
      this.changed();
      if (reached) {
        this.drain(true);
      }
    }
  }

  /** @param {string | {list: string, digest: string, at: number}} word from another tab */
  async told(word) {
    if (typeof word === "object") {
      if (word.at) {
        phone.letIn(word.list, word.digest, word.at);
      } else {
        phone.takeBack(word.list, word.digest);
      }
    } else if (word === "forgotten") {
      this.end();
      this.erased = true;
      this.changed();
    } else if (word === "queue" && this.queue) {
      await this.queue.count();
    } else if (word === "paired") {
      location.reload();
    }
  }

  /**
   * Takes what was read or typed.
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
   * Lets a ticket in, if the server says so, or the copy while the server says nothing.
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
      // The server does not know yet: it would let them in again.
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
    const {pairing, copies} = this.ready();
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
        this.show(turn, {
          kind: "already",
          word: "ALL IN",
          detail: "Everybody of this group is in.",
          advice: "Do not let in. Send them to the desk.",
        });
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
      this.show(turn, {
        kind: "wait",
        word: "LOCKED",
        detail: "This phone was locked out: its link was withdrawn or has expired.",
        advice: "Ask for a new link. Scans that are kept here will be sent then.",
      });
      return;
    }
    this.show(turn, this.refusedBy(answer.status, problem, pairing.list, scan.code));
  }

  /**
   * @param {number} status
   * @param {any} problem
   * @param {string} list
   * @param {string} code
   * @returns {Verdict}
   */
  refusedBy(status, problem, list, code) {
    if (status === 409 && problem.code === "already_checked_in") {
      return {...this.whose(problem.checkin, code), ...already(problem, this.access?.name)};
    }
    if (status === 422 && problem.code === "not_admissible") {
      return refusal(problem.reason, {
        doors: problem.admitted_on?.map((/** @type {any} */ door) => door.name),
        from: problem.opens_at ?? problem.valid_from,
        until: problem.closes_at ?? problem.valid_until,
      });
    }
    if (status === 429) {
      return {kind: "wait", word: "WAIT", detail: "Too many unknown codes in a row.", advice: "Try again in a moment."};
    }
    return {kind: "wait", word: "AGAIN", detail: "The server could not read this scan.", advice: "Scan it once more."};
  }

  /**
   * Returns what there is to say of a ticket.
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
   * The server answers somebody who has been told something already.
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
          this.show(turn, {
            kind: "wait",
            word: "PHONE FULL",
            detail: "This phone has no room for another scan.",
            advice: "Nobody was let in. Use another phone, or free some storage.",
          });
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
        // The answer got lost, and the copy was sooner: that check-in is the one that was asked for.
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
   * Looks at a ticket and lets nobody in.
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
      const {verdict, reason, ticket: its, checkin, admitted_on: doors} = answer.body;
      const type = this.copies?.type(its.ticket_type)?.name ?? its.ticket_type;
      const who = {name: its.name ?? undefined, reference: its.reference, type, note: its.note ?? undefined, attention: its.attention};
      if (verdict === "admissible") {
        this.show(turn, {kind: "look", word: "WOULD BE LET IN", ...who, advice: "Nobody was let in yet.", ...letIn});
      } else if (verdict === "already_checked_in" && checkin) {
        const seconds = (this.now() - Date.parse(checkin.created_at)) / 1_000;
        this.show(turn, {...who, ...already({checkin, seconds_since: seconds, same_token: false}, this.access?.name)});
      } else {
        const names = doors.map((door) => door.name);
        this.show(turn, {...refusal(reason ?? "", {doors: names, from: answer.body.opens_at ?? answer.body.valid_from, until: answer.body.closes_at ?? answer.body.valid_until}), ...who});
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
   * Returns what is left of a group, if the code is one's: asking for more than any order has says how many there are
   * and lets nobody in.
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
      this.show(turn, this.refusedBy(answer.status, answer.body ?? {}, group.list, group.code));
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
   * Finds tickets by name or reference.
   *
   * @param {string} q
   */
  search(q) {
    const {api, pairing} = this.ready();
    return api.ask("searchTickets", `${path(pairing.account, pairing.event, "tickets")}?${new URLSearchParams({q})}`);
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

  /**
   * Sends what is queued; comes back by itself while something is.
   *
   * @param {boolean} [heard] whether there is reason to believe that the server answers again
   */
  async drain(heard = false) {
    if (!this.queue || this.ended) {
      return;
    }
    clearTimeout(this.drainTimer);
    // What cannot be written down, as the phone is full, is asked for again: with its key the answer is the same.
    const wait = await this.queue.drain(heard).catch(() => FULL_WAIT_MILLIS);
    this.refused ||= this.queue.locked;
    await this.tellDoubles();
    this.channel.postMessage("queue");
    if (wait >= 0 && !this.ended) {
      clearTimeout(this.drainTimer);
      this.drainTimer = setTimeout(() => this.drain(), Math.max(200, wait));
    }
    this.changed();
  }

  async tellDoubles() {
    this.doubles = await this.db.getAll("doubles");
    this.changed();
  }

  async doublesSeen() {
    await this.db.clear("doubles");
    await this.tellDoubles();
  }

  /** Asks for news of the copies, and comes back by itself. */
  async poll() {
    clearTimeout(this.pollTimer);
    if (!this.pairing?.list || !this.copies || this.polling || this.ended || document.visibilityState === "hidden") {
      return;
    }
    this.polling = true;
    const {reached, changed} = await this.copies
      .refresh(
        this.pairing.list,
        this.lists.map((list) => list.id),
      )
      .finally(() => (this.polling = false));
    if (this.ended) {
      return;
    }
    if (changed) {
      this.activeAt = Date.now();
    }
    if (this.copies.absent && reached) {
      await this.learnLists();
    }
    this.changed();
    const wait = phone.pollIn(Date.now() - this.activeAt, reached ? 0 : this.failures);
    clearTimeout(this.pollTimer);
    this.pollTimer = setTimeout(() => this.poll(), wait);
  }

  /** How many are in, and of how many, as far as the phone knows. */
  get figures() {
    const list = this.pairing?.list ?? "";
    return this.copies?.kept.has(list)
      ? {in: phone.checkedIn(list), of: phone.admitted(list)}
      : {in: this.list?.checked_in_count, of: undefined};
  }

  /** Erases everything that this phone has kept. */
  async forget() {
    this.channel.postMessage("forgotten");
    this.end();
    await erase(this.db);
    this.erased = true;
    this.changed();
  }

  /** Does nothing any more. */
  end() {
    this.ended = true;
    clearTimeout(this.pollTimer);
    clearTimeout(this.drainTimer);
    this.pairing = undefined;
    this.api = undefined;
    this.copies = undefined;
    this.queue = undefined;
    this.access = null;
    this.lists = [];
    this.recent = [];
    this.doubles = [];
    this.dismiss();
    phone.clear();
  }
}

/**
 * What a copy says of somebody who is in.
 *
 * @param {number} since
 * @param {number} at
 * @param {boolean} mine whether this phone let them in
 * @returns {Verdict}
 */
function alreadyHere(since, at, mine) {
  const long = ago((at - since) / 1_000);
  return {
    kind: "already",
    word: "ALREADY IN",
    detail: mine ? `By you, ${long}.` : `Since ${time(since)}, ${long}.`,
    advice: mine && at - since < 60_000 ? "Scanned twice? Then all is well." : "Do not let in. Send them to the desk.",
  };
}

/** @returns {Promise<undefined>} */
function patience() {
  return new Promise((done) => setTimeout(() => done(undefined), PATIENCE_MILLIS));
}

/**
 * @param {any} problem
 * @param {string | null | undefined} ownName of this phone's token
 * @returns {Verdict}
 */
function already(problem, ownName) {
  const {checkin} = problem;
  const long = ago(problem.seconds_since);
  const mine = problem.same_token || (ownName && checkin.scanned_by === ownName);
  const by = mine ? "By you" : checkin.scanned_by ? `By ${checkin.scanned_by}` : `At ${time(checkin.created_at)}`;
  return {
    kind: "already",
    word: "ALREADY IN",
    detail: `${by}, ${long}.`,
    advice: mine && problem.seconds_since < 60 ? "Scanned twice? Then all is well." : "Do not let in. Send them to the desk.",
  };
}
