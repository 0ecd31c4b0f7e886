// The copies of an event's lists: fetched, kept, brought up to date. The logic that reads them and decides is phone.js.

import * as phone from "./phone.js";
import {path} from "./api.js";

/** Lists other than the phone's own are only needed to name the right door. */
const OTHERS_EVERY = 6;

export class Copies {
  /**
   * @param {any} db
   * @param {import("./api.js").Api} api
   * @param {import("./api.js").Pairing} pairing
   */
  constructor(db, api, pairing) {
    this.db = db;
    this.api = api;
    this.pairing = pairing;
    /** @type {Map<string, import("./database.js").Kept>} */
    this.kept = new Map();
    /** Lists whose answer was that there are no copies here. */
    this.absent = false;
    this.round = 0;
  }

  /** Opens what is kept on the phone. */
  async load() {
    phone.clear();
    this.kept.clear();
    for (const copy of await this.db.getAll("copies")) {
      try {
        this.open(copy);
        for (const part of await this.db.getAllFromIndex("parts", "list", copy.list)) {
          phone.apply(copy.list, part.columns);
        }
      } catch {
        // A copy of another version of this page: the next question brings a whole one.
        await this.drop(copy.list);
      }
    }
    for (const own of await this.db.getAll("letIn")) {
      if (this.kept.has(own.list)) {
        phone.letIn(own.list, own.digest, own.at);
      }
    }
  }

  /** @param {import("./database.js").Kept} copy */
  open(copy) {
    const {words} = copy;
    phone.open(copy.list, bytes(words.salt), seconds(words.list.opens_at), seconds(words.list.closes_at));
    this.kept.set(copy.list, copy);
  }

  /** @param {string} list */
  async drop(list) {
    this.kept.delete(list);
    const writing = this.db.transaction(["copies", "parts"], "readwrite");
    await writing.objectStore("copies").delete(list);
    await clearParts(writing, list);
    await writing.done;
  }

  /**
   * Asks for news of the phone's own list, and now and then of the others.
   *
   * @param {string} own
   * @param {string[]} all
   * @returns {Promise<{reached: boolean, changed: boolean}>}
   */
  async refresh(own, all) {
    const others = this.round++ % OTHERS_EVERY === 0 ? all.filter((list) => list !== own) : [];
    let changed = false;
    let reached = true;
    for (const list of [own, ...others]) {
      const outcome = await this.refreshOne(list);
      reached &&= outcome !== "unreached";
      changed ||= outcome === "changed";
      if (outcome === "unreached") {
        break;
      }
    }
    return {reached, changed};
  }

  /**
   * @param {string} list
   * @returns {Promise<"same" | "changed" | "unreached">}
   */
  async refreshOne(list) {
    let changed = false;
    for (;;) {
      const kept = this.kept.get(list);
      const asked = Date.now();
      const have = kept?.version ? `?have=${encodeURIComponent(kept.version)}` : "";
      const {account, event} = this.pairing;
      const answer = await this.api.ask("GET", `${path(account, event, "checkin_lists", list, "door")}${have}`, {
        etag: kept?.etag,
        millis: 20_000,
      });
      if (answer.status === 304 && kept) {
        kept.at = asked;
        await this.db.put("copies", kept);
        await this.forgetLetIn(list, asked);
        return changed ? "changed" : "same";
      }
      if (answer.status !== 200) {
        this.absent = answer.status === 404 || answer.status === 405;
        return answer.status === 0 || answer.status >= 500 ? "unreached" : "same";
      }
      this.absent = false;
      changed = true;
      await this.apply(list, answer, asked);
      if (!answer.body.more) {
        await this.forgetLetIn(list, asked);
        return "changed";
      }
    }
  }

  /**
   * @param {string} list
   * @param {import("./api.js").Answer} answer
   * @param {number} at
   */
  async apply(list, answer, at) {
    /** @type {import("./api.js").Schemas["DoorCopy"]} */
    const body = answer.body;
    const {columns, version, have, more} = body;
    const words = {list: body.list, ticket_types: body.ticket_types, qr_base_url: body.qr_base_url, salt: body.salt};
    const part = bytes(columns);
    const whole = have === null;
    const copy = {list, version, etag: more ? "" : answer.etag, at, words};
    if (whole || !this.kept.has(list)) {
      this.open(copy);
    } else {
      this.kept.set(list, copy);
      phone.window(list, seconds(words.list.opens_at), seconds(words.list.closes_at));
    }
    phone.apply(list, part);
    const writing = this.db.transaction(["copies", "parts"], "readwrite");
    if (whole) {
      await clearParts(writing, list);
    }
    await writing.objectStore("parts").add({list, columns: part});
    await writing.objectStore("copies").put(copy);
    await writing.done;
  }

  /**
   * A copy that is newer than what this phone did knows of it, or somebody has undone it.
   *
   * @param {string} list
   * @param {number} asked
   */
  async forgetLetIn(list, asked) {
    for (const own of await this.db.getAll("letIn")) {
      if (own.list === list && !own.queued && own.at < asked - 10_000) {
        await this.db.delete("letIn", [list, own.digest]);
        phone.takeBack(list, own.digest);
      }
    }
  }

  /**
   * Notes that this phone let somebody in.
   *
   * @param {string} list
   * @param {string} code
   * @param {number} at
   * @param {boolean} queued
   */
  async letIn(list, code, at, queued) {
    if (!this.kept.has(list)) {
      return undefined;
    }
    const digest = phone.digest(list, code);
    phone.letIn(list, digest, at);
    await this.db.put("letIn", {list, digest, at, queued});
    return digest;
  }

  /**
   * @param {string} list
   * @param {string} digest
   */
  async takeBack(list, digest) {
    phone.takeBack(list, digest);
    await this.db.delete("letIn", [list, digest]);
  }

  /**
   * Decides without the network.
   *
   * @param {string} list
   * @param {string} code
   * @param {number} at
   */
  decide(list, code, at) {
    const [verdict, detail, type, mine, from, until, lists] = phone.decide(list, code, at).split("\t");
    return {
      verdict,
      detail,
      type: this.type(type),
      mine: mine === "mine",
      from: from ? Number(from) * 1_000 : null,
      until: until ? Number(until) * 1_000 : null,
      doors: lists
        .split(",")
        .filter((each) => each && each !== list)
        .map((each) => this.kept.get(each)?.words.list.name ?? each),
    };
  }

  /**
   * Returns name, note and attention of a ticket type.
   *
   * @param {string} slug
   * @returns {{name: string, note: string | null, attention: boolean} | undefined}
   */
  type(slug) {
    for (const copy of this.kept.values()) {
      const found = copy.words.ticket_types?.find((each) => each.slug === slug);
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  /** What stands before a code in this service's QR codes; empty if no copy has said so yet. */
  get qrBaseUrl() {
    return [...this.kept.values()][0]?.words.qr_base_url ?? "";
  }
}

/**
 * @param {any} writing
 * @param {string} list
 */
async function clearParts(writing, list) {
  const parts = writing.objectStore("parts");
  for (const id of await parts.index("list").getAllKeys(list)) {
    await parts.delete(id);
  }
}

/** @param {string} base64 */
function bytes(base64) {
  const text = atob(base64);
  const all = new Int8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    all[i] = text.charCodeAt(i);
  }
  return all;
}

/** @param {string | null} time */
function seconds(time) {
  return time ? String(Math.floor(Date.parse(time) / 1_000)) : "";
}
