// The guests of an event, as a desk shows them, and the search for those who match a typed text.

/** @typedef {import("./api.js").Schemas["FoundTicket"]} FoundTicket */
/**
 * A guest of listGuests. A guest found by a search has only the members of the ticket. The last two members are this
 * desk's own.
 *
 * @typedef {FoundTicket & { company?: string | null, order_state?: string, ticket_type_slug?: string, added?:
 * {created_at: string, by: string | null} | null, badge_printed_at?: string, money?:
 * import("./api.js").Schemas["GuestMoney"], said?: Guest, addition?: string, }} Guest If this desk knows more, `said`
 * is the guest as the service sent it. `addition` is the key of the addition of a guest that the service does not have
 * yet.
 */
/** @typedef {{guest: Guest, key: string, words: string}} Kept */
/** @typedef {"" | "out" | "in" | "attention"} State */
/** @typedef {{guests: Guest[], version: string, whole: boolean, more: boolean}} Part */

const TEXTS = /** @type {const} */ (["name", "company", "note"]);

/** Names in these scripts are written with or without blanks, so a typed word may match within a name. */
const LONG_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export class Guests {
  /** @type {Map<number, Kept>} */
  byId = new Map();
  /** All guests, sorted by name. @type {Kept[]} */
  sorted = [];
  version = "";
  /** The result of the last search. While somebody types on, only this result is searched. */
  last = {from: this.sorted, by: "", before: "", found: this.sorted};

  /** The ticket types of all guests, and the array of guests from which they were read. */
  typed = {from: this.sorted, types: /** @type {string[]} */ ([])};

  /** Guests who have arrived from the service and are not sorted yet. @type {Map<number, Kept>} */
  coming = new Map();

  /** @param {Part} part */
  take({guests, version, whole, more}) {
    if (whole || !this.version) {
      this.clear();
    }
    this.put(guests);
    this.version = version;
    // Sorting after every part would be slow at an event with many guests.
    if (!more || this.coming.size * 4 >= this.sorted.length) {
      this.settle();
    }
  }

  clear() {
    this.byId = new Map();
    this.coming = new Map();
    this.sorted = [];
    this.last = {from: this.sorted, by: "", before: "", found: this.sorted};
    this.version = "";
  }

  /** @param {Guest[]} guests */
  put(guests) {
    for (const guest of guests) {
      const its = kept(guest);
      this.byId.set(guest.id, its);
      this.coming.set(guest.id, its);
    }
  }

  /** Changes guests by what this desk knows and the service did not send. @param {Guest[]} guests */
  change(guests) {
    if (guests.length) {
      this.put(guests);
      this.settle();
    }
  }

  /** @param {Set<number>} ids */
  remove(ids) {
    ids.forEach((id) => this.byId.delete(id) && this.coming.delete(id));
    this.sorted = this.sorted.filter((each) => !ids.has(each.guest.id));
  }

  /** Returns a guest as the service sent it. @param {number} id */
  said(id) {
    const guest = this.byId.get(id)?.guest;
    return guest?.addition ? guest.said : (guest?.said ?? guest);
  }

  /** Returns whether data about somebody is gone, for example because they were forgotten. @param {Part} part */
  loses({guests, whole}) {
    return whole || guests.some((each) => {
      const before = this.byId.get(each.id)?.guest;
      return before && TEXTS.some((text) => before[text] && !each[text]);
    });
  }

  settle() {
    const {coming} = this;
    const rest = this.sorted.filter((each) => !coming.has(each.guest.id));
    this.sorted = merged(rest, [...coming.values()].sort(byName));
    this.coming = new Map();
  }

  /**
   * Returns the guest who has one of the exact codes, or else the only guest who has one of the other codes.
   *
   * @param {string[]} exact
   * @param {string[]} others
   */
  ofCodes(exact, others) {
    const having = (/** @type {string[]} */ codes) =>
      this.sorted.filter((each) => codes.includes(each.guest.qr_code_identifier));
    const found = having(exact);
    const meant = found.length ? found : having(others);
    return found.length || meant.length === 1 ? meant[0].guest : undefined;
  }

  /** @param {Guest} guest a guest of the party */
  party(guest) {
    return this.sorted
      .filter((each) => each.guest.order_reference === guest.order_reference)
      .map((each) => each.guest);
  }

  /** The names of the ticket types that guests have. They are remembered, because each typed letter asks for them. */
  get types() {
    if (this.typed.from !== this.sorted) {
      const all = new Set();
      this.sorted.forEach(({guest}) => all.add(guest.ticket_type));
      this.typed = {from: this.sorted, types: [...all].sort()};
    }
    return this.typed.types;
  }

  /**
   * Returns the guests who match, sorted by name.
   *
   * @param {string} text beginnings of words of a name, a company or a reference, in any order
   * @param {State} state
   * @param {string} type the name of a ticket type, or empty
   * @param {string} list the id of the list at which `state` says whether guests are in
   */
  find(text, state, type, list) {
    const typed = folded(text);
    const words = typed.split(" ").filter(Boolean);
    const wanted = words.map((each) => (LONG_LETTERS.test(each) ? each : ` ${each}`));
    /** @param {Guest} guest */
    const is = (guest) =>
      state === "" ||
      (state === "attention" ? needsAttention(guest) : (state === "in") === Boolean(since(guest, list)));
    const fits = (/** @type {Kept} */ {guest, words: all}) =>
      wanted.every((each) => all.includes(each)) &&
      (!type || guest.ticket_type === type) &&
      is(guest);
    const {from, by, before, found} = this.last;
    const same = from === this.sorted && by === [state, type, list].join() && typed.startsWith(before);
    const some = (same ? found : this.sorted).filter(fits);
    this.last = {from: this.sorted, by: [state, type, list].join(), before: typed, found: some};
    return some.map((each) => each.guest);
  }
}

/** Returns when a guest came in at a list, or undefined if they did not. @param {Guest} guest @param {string} list */
export function since(guest, list) {
  return guest.checked_in.find((each) => String(each.checkin_list_id) === list)?.created_at;
}

/** @param {Guest} guest */
export function needsAttention(guest) {
  const unpaid = guest.order_state === "pending" && !isPaidAtDesk(guest);
  return Boolean(guest.attention || guest.note || unpaid || guest.money?.due);
}

/** Returns whether desks collected everything that the shop had not received. @param {Guest} guest */
export function isPaidAtDesk({money}) {
  return Boolean(money && money.collected > 0 && !money.due);
}

/** @param {Guest} guest @returns {Kept} */
function kept(guest) {
  const {name, company, reference, order_reference} = guest;
  const key = folded(name ?? "");
  return {guest, key, words: ` ${key} ${folded(`${company ?? ""} ${reference} ${order_reference}`)}`};
}

/** Returns a text without case and accents, with one blank between words. @param {string} text */
function folded(text) {
  return text
    .normalize("NFKD")
    .replace(/\p{M}|['’‘`]/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** @param {Kept} one @param {Kept} other */
function byName(one, other) {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : one.guest.id - other.guest.id;
}

/** @param {Kept[]} one sorted @param {Kept[]} other sorted */
function merged(one, other) {
  const all = [];
  let next = 0;
  for (const each of one) {
    while (next < other.length && byName(other[next], each) < 0) {
      all.push(other[next++]);
    }
    all.push(each);
  }
  return [...all, ...other.slice(next)];
}
