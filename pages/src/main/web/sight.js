// Which code before the camera counts: a ticket may show others beside its own, and stays in front for a while.

/** Another code counts when the one that had its turn has been out of the picture for so long. */
const AWAY_MILLIS = 1_000;
/** A code that comes back before is the same scan. */
const SAME_CODE_MILLIS = 2_500;
/** A code that no copy knows is told after so long: the one that counts may be harder to read. */
const UNKNOWN_MILLIS = 400;

export class Sight {
  /**
   * Codes that had their turn, and those beside them that are no tickets, by when they were seen last.
   *
   * @type {Map<string, number>}
   */
  past = new Map();
  /** The code that had its turn last. */
  code = "";
  codeAt = -Infinity;
  /** Whether somebody has gone on since. */
  over = false;
  /** What no copy knows, since when, and until when. */
  unknown = nothing();

  /**
   * @param {string[]} texts what a picture shows
   * @param {number} now
   * @param {(text: string) => boolean | undefined} knows whether this phone knows a code; undefined if it cannot tell
   * @param {boolean} held whether what is told stays until somebody goes on
   * @returns {string[]} the code that has its turn now, and what to try if there is none like it; empty if none counts
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
      // They are on the same ticket.
      others.filter((text) => !known.includes(text)).forEach((text) => this.past.set(text, now));
    }
    const sameTicket = !this.over && now - this.codeAt < AWAY_MILLIS;
    if (held || sameTicket || (seenAgain.length && !known.length)) {
      return [];
    }
    if (known.length) {
      // A picture just before may have shown nothing but what is beside it.
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

  /** These had no turn after all. @param {string[]} texts */
  forget(texts) {
    texts.forEach((text) => this.past.delete(text));
  }

  /** Somebody has gone on: what else is before the camera counts at once. */
  next() {
    this.over = true;
  }
}

function nothing() {
  return {since: 0, until: -Infinity, texts: /** @type {string[]} */ ([])};
}
