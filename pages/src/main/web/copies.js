// The copies of an event's lists: fetched, stored, updated. The logic that reads them and decides
// is in phone.js.

import * as phone from "./phone.js";
import {path} from "./api.js";
import {clearParts, keepPart} from "./database.js";
import {Inside, STEP_ENTRIES, pause, steps} from "./inside.js";

/** Lists other than the phone's own are only needed to name the right door. */
const OTHERS_EVERY = 6;

/** Held while copies change. */
const LOCK = "doorlist-copies";

/** @typedef {import("../../../types/phone").Row} Row */

export class Copies {
  /** @type {Map<string, import("./database.js").Kept>} */
  kept = new Map();
  /** Lists whose copies are in memory only, as the phone has no room. @type {Set<string>} */
  unsaved = new Set();
  /** Whether the server has no copies of a list. */
  absent = false;
  round = 0;
  /** The number of the phone's gate, which rules may ask for. @type {number | null} */
  gate = null;

  /**
   * @param {any} db
   * @param {import("./api.js").Api} api
   * @param {import("./api.js").Pairing} pairing
   * @param {() => void} changed is called when people were counted
   * @param {() => boolean} busy returns whether somebody waits for a verdict
   */
  constructor(db, api, pairing, changed, busy) {
    this.db = db;
    this.api = api;
    this.pairing = pairing;
    this.busy = busy;
    this.inside = new Inside(changed, busy);
  }

  /** Opens the copies stored on the phone. */
  async load() {
    phone.clear();
    this.kept.clear();
    for (const copy of await this.db.getAll("copies")) {
      await this.reopen(copy);
    }
    for (const own of await this.db.getAll("own")) {
      this.note(own);
    }
  }

  /** @param {import("./database.js").Kept} copy */
  async reopen(copy) {
    try {
      this.open(copy);
      for (const id of await this.db.getAllKeysFromIndex("parts", "list", copy.list)) {
        await this.applied(copy.list, (await this.db.get("parts", id)).columns);
      }
      this.kept.set(copy.list, copy);
    } catch {
      // A copy of another version of this page: the next request gets a whole one.
      await this.drop(copy.list);
    }
  }

  /** Opens an empty copy, which decides nothing until it has all. @param {import("./database.js").Kept} copy */
  open(copy) {
    const {words} = copy;
    phone.open(copy.list, bytes(words.salt));
    this.define(copy.list, words);
    this.kept.set(copy.list, {...copy, building: true});
  }

  /**
   * Says when a list is open, what rules it has and what area it leads into.
   *
   * @param {string} list
   * @param {import("./database.js").Kept["words"]} words
   */
  define(list, words) {
    const {opens_at, closes_at, rules, area, reentry, empties} = words.list;
    phone.define(
      list,
      seconds(opens_at),
      seconds(closes_at),
      rules ? JSON.stringify(rules) : "",
      String(this.gate ?? ""),
      area ?? "",
      reentry ?? "never",
      Float64Array.from(empties ?? []),
    );
  }

  /** @param {number | null} gate */
  standAt(gate) {
    this.gate = gate;
    for (const [list, copy] of this.kept) {
      this.define(list, copy.words);
    }
  }

  /** @param {string} list */
  async drop(list) {
    this.kept.delete(list);
    phone.close(list);
    const writing = this.db.transaction(["copies", "parts"], "readwrite");
    await writing.objectStore("copies").delete(list);
    await clearParts(writing, list);
    await writing.done;
  }

  /** Loads what another tab has stored meanwhile. @param {string} list */
  async catchUp(list) {
    const kept = this.kept.get(list);
    /** @type {import("./database.js").Kept | undefined} */
    const stored = await this.db.get("copies", list);
    if (!stored || stored.version === kept?.version || this.unsaved.has(list)) {
      return;
    }
    if (stored.base !== kept?.base || stored.building || kept.building) {
      await this.reopen(stored);
      return;
    }
    const last = kept.deltas.at(-1)?.id ?? 0;
    for (const {id} of stored.deltas.filter((each) => each.id > last)) {
      await this.applied(list, (await this.db.get("parts", id)).columns);
    }
    this.inside.touched();
    this.kept.set(list, stored);
  }

  /** Returns whether people may leave through a list and come back. @param {string} list */
  tracked(list) {
    const words = this.kept.get(list)?.words.list;
    return Boolean(words?.area) || (words?.reentry ?? "never") !== "never";
  }

  /** Returns the lists of a list's area, itself first. @param {string} list */
  sameArea(list) {
    const area = this.kept.get(list)?.words.list.area;
    const others = [...this.kept].filter(([id, copy]) => id !== list && area && copy.words.list.area === area);
    return [list, ...others.map(([id]) => id)];
  }

  /**
   * Polls the lists of the phone's own area, and sometimes the others.
   *
   * @param {string} own
   * @param {string[]} all
   * @returns {Promise<{reached: boolean, changed: boolean}>}
   */
  async refresh(own, all) {
    const near = this.sameArea(own);
    const others = this.round++ % OTHERS_EVERY === 0 ? all.filter((list) => !near.includes(list)) : [];
    let changed = false;
    for (const list of [...near, ...others]) {
      const outcome = await this.refreshOne(list);
      if (outcome === "unreached") {
        return {reached: false, changed};
      }
      changed ||= outcome === "changed";
    }
    return {reached: true, changed};
  }

  /** @param {string} list @returns {Promise<"same" | "changed" | "unreached">} */
  async refreshOne(list) {
    // One tab at a time, so that what is stored is always one of the server's versions.
    return navigator.locks.request(LOCK, async () => {
      await this.catchUp(list);
      let changed = false;
      for (;;) {
        const kept = this.kept.get(list);
        const asked = Date.now();
        const query = kept?.version ? `?${new URLSearchParams({have: kept.version})}` : "";
        const {account, event} = this.pairing;
        const door = path(account, event, "checkin_lists", list, "door");
        const answer = await this.api.ask("getDoorCopy", `${door}${query}`, {etag: kept?.etag, silence: 20_000});
        if (answer.status === 304 && kept) {
          kept.at = asked;
          await this.settled(list, kept, asked);
          return changed ? "changed" : "same";
        }
        if (answer.status !== 200) {
          this.absent = answer.status === 404;
          return answer.status === 0 || answer.status >= 500 ? "unreached" : "same";
        }
        this.absent = false;
        changed = true;
        if (!(await this.apply(list, answer.body, answer.etag, asked))) {
          return "changed";
        }
        if (!answer.body.more) {
          await this.settled(list, undefined, asked);
          return "changed";
        }
      }
    });
  }

  /**
   * Updates a copy, in memory and in the database.
   *
   * @param {string} list
   * @param {import("./api.js").Schemas["DoorCopy"]} body
   * @param {string} etag
   * @param {number} at
   * @returns {Promise<boolean>} whether to go on from this version
   */
  async apply(list, body, etag, at) {
    const {columns, version, have, more} = body;
    const words = {list: body.list, ticket_types: body.ticket_types, qr_base_url: body.qr_base_url, salt: body.salt};
    const part = bytes(columns);
    const before = this.kept.get(list);
    const whole = have === null || !before;
    const copy = {
      list,
      version,
      etag: more ? "" : etag,
      at,
      words,
      building: more && (whole || before.building),
      base: whole ? version : before.base,
      deltas: whole ? [] : [...before.deltas],
    };
    if (whole) {
      this.open(copy);
    }
    await this.applied(list, part);
    this.define(list, words);
    this.inside.touched();
    if (!whole && this.unsaved.has(list)) {
      this.kept.set(list, copy);
      return true;
    }
    try {
      const writing = this.db.transaction(["copies", "parts"], "readwrite");
      writing.done.catch(() => {});
      if (whole) {
        await clearParts(writing, list);
      }
      await keepPart(writing, copy, part, whole || before.building);
      await writing.objectStore("copies").put(copy);
      await writing.done;
      this.unsaved.delete(list);
    } catch {
      // No room. A whole copy then stays in memory; a delta is requested and applied again until
      // there is room.
      if (!whole) {
        return false;
      }
      this.unsaved.add(list);
    }
    this.kept.set(list, copy);
    return true;
  }

  /**
   * Brings a copy up to date, and lets the page do other things between.
   *
   * @param {string} list
   * @param {Int8Array} columns
   */
  async applied(list, columns) {
    await pause();
    phone.begin(list, columns);
    await steps(() => phone.step(list, STEP_ENTRIES), this.busy);
  }

  /**
   * The phone has all that the server had at the time of the request.
   *
   * @param {string} list
   * @param {import("./database.js").Kept | undefined} kept to store again
   * @param {number} asked
   */
  async settled(list, kept, asked) {
    if (this.unsaved.has(list)) {
      return;
    }
    try {
      if (kept) {
        await this.db.put("copies", kept);
      }
      // It has this phone's entries and exits, unless somebody has undone them.
      for (const own of await this.db.getAll("own")) {
        if (own.list === list && !own.queued && own.said < asked - 10_000) {
          await this.withdraw(own.key);
        }
      }
    } catch {
      // No room: it is stored the next time.
    }
  }

  /** Decides by an entry or exit of this phone too. @param {import("./database.js").Own} own */
  note({key, list, digest, at, exit}) {
    this.inside.touched();
    phone.record(key, list, digest, at, exit);
  }

  /** Records an entry or exit that the server has confirmed. @param {Row} row @param {number} at */
  record(row, at) {
    if (!this.kept.has(row.list)) {
      return undefined;
    }
    const own = ownOf(row, at, false);
    this.note(own);
    // Without room it is known until the page is closed; the server has it anyway.
    this.db.put("own", own).catch(() => {});
    return own;
  }

  /** @param {string} key of an entry or exit of this phone */
  async withdraw(key) {
    this.inside.touched();
    phone.withdraw(key);
    await this.db.delete("own", key);
  }

  /**
   * Decides without the network.
   *
   * @param {string} list
   * @param {string} code
   * @param {number} at
   */
  decide(list, code, at) {
    const said = phone.decide(list, code, at);
    return {
      ...said,
      type: this.type(said.type),
      from: said.from * 1_000 || null,
      until: said.until * 1_000 || null,
      doors: said.doors.filter((each) => each !== list).map((each) => this.kept.get(each)?.words.list.name ?? each),
    };
  }

  /**
   * Returns name, note and attention of a ticket type.
   *
   * @param {string} slug
   * @returns {{name: string, note: string | null, attention: boolean} | undefined}
   */
  type(slug) {
    return [...this.kept.values()].flatMap((copy) => copy.words.ticket_types ?? []).find((each) => each.slug === slug);
  }

  /** What comes before a code in this service's QR codes; empty if there is no copy yet. */
  get qrBaseUrl() {
    return [...this.kept.values()][0]?.words.qr_base_url ?? "";
  }
}

/**
 * Returns what the phone keeps of an entry or exit.
 *
 * @param {Row} row
 * @param {number} at
 * @param {boolean} queued whether the server may not have it yet
 * @returns {import("./database.js").Own}
 */
export function ownOf(row, at, queued) {
  const digest = phone.digest(row.list, row.code);
  return {key: ownKey(row), list: row.list, digest, at, exit: row.kind === "EXIT", queued, said: Date.now()};
}

/** A ticket comes in for the first time once, whichever tab scans it. @param {Row} row */
export function ownKey({kind, list, code, key}) {
  return kind === "ENTRY" ? `${list} ${phone.digest(list, code)}` : key;
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
