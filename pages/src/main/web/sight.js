// Decides which code before the camera counts. A ticket may show other codes beside its own, and stays before the
// camera for a while.

/** Another code counts when the last one that counted has been out of the picture for this time. */
const AWAY_MILLIS = 1_000;
/** A code that comes back within this time belongs to the same scan. */
const SAME_CODE_MILLIS = 2_500;
/** A code that no copy knows counts only after this time, because the ticket's own code may be harder to read. */
const UNKNOWN_MILLIS = 400;

export class Sight {
  /**
   * Codes that have counted, and codes beside them that are no tickets, each with the time when it was last seen.
   *
   * @type {Map<string, number>}
   */
  past = new Map();
  /** The last code that counted. */
  code = "";
  codeAt = -Infinity;
  /** Whether staff have gone on to the next scan since that code counted. */
  over = false;
  /** Texts that no copy knows, and since and until when they were seen. */
  unknown = nothing();

  /**
   * @param {string[]} texts what a picture shows
   * @param {number} now
   * @param {(text: string) => boolean | undefined} knows tells whether this phone knows a code; undefined if it cannot
   *     tell
   * @param {boolean} held whether the verdict stays until staff go on
   * @returns {string[]} the code that counts now, followed by what to try if no ticket has it; empty if none counts
   */
  see(texts, now, knows, held) {
    for (const [text, at] of this.past) {
      if (now - at >= SAME_CODE_MILLIS) {
        this.past.delete(text);
      }
    }
    const seenAgain = texts.filter((text) => this.past.has(text));
    seenAgain.forEach((text) => this.past.set(text, now));
    this.codeAt = seenAgain.includes(this.code) ? now : this.codeAt;
    const others = texts.filter((text) => !this.past.has(text));
    const known = others.filter(knows);
    if (seenAgain.length) {
      // The codes that no copy knows are on the same ticket.
      others.filter((text) => !known.includes(text)).forEach((text) => this.past.set(text, now));
    }
    const sameTicket = !this.over && now - this.codeAt < AWAY_MILLIS;
    if (held || sameTicket || (seenAgain.length && !known.length)) {
      return [];
    }
    if (known.length) {
      // Pictures just before may have shown only other codes on the same ticket.
      const {until, texts: before} = this.unknown;
      const beside = [...others.filter((text) => !known.includes(text)), ...(now - until < AWAY_MILLIS ? before : [])];
      beside.forEach((text) => this.past.set(text, now));
      return this.take(known.slice(0, 1), now);
    }
    if (others.some((text) => knows(text) === false)) {
      const {since, until, texts: before} = this.unknown;
      const still = now - until < AWAY_MILLIS;
      this.unknown = {since: still ? since : now, until: now, texts: still ? [...before, ...others] : others};
      if (now - this.unknown.since < UNKNOWN_MILLIS) {
        return [];
      }
    }
    return this.take(others, now);
  }

  /** @param {string[]} taken @param {number} now */
  take(taken, now) {
    if (!taken.length) {
      return taken;
    }
    this.code = taken[0];
    this.codeAt = now;
    this.over = false;
    this.unknown = nothing();
    taken.forEach((text) => this.past.set(text, now));
    return taken;
  }

  /** Forgets codes that did not count after all. @param {string[]} texts */
  forget(texts) {
    texts.forEach((text) => this.past.delete(text));
  }

  /** Notes that staff have gone on, so that any other code before the camera counts at once. */
  next() {
    this.over = true;
  }
}

function nothing() {
  return {since: 0, until: -Infinity, texts: /** @type {string[]} */ ([])};
}
