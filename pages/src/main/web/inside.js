// Counts how many are inside an area. It does so in steps, so that a slow phone can go on scanning.

import * as phone from "./phone.js";

/** The number of entries after which the time is checked. */
export const STEP_ENTRIES = 50;
/** After this time the page may do something else, such as show a verdict or take a picture. */
const STEP_MILLIS = 10;
/** While a guest waits for a verdict, steps are put off, but at most for this time. */
const HOLD_MILLIS = 2_000;
const HELD_MILLIS = 50;

export class Inside {
  /** The result of the last count. */
  counted = {key: "", list: "", inside: 0};
  counting = false;
  touches = 0;

  /**
   * @param {() => void} changed is called when people were counted
   * @param {() => boolean} busy returns whether somebody waits for a verdict
   */
  constructor(changed, busy) {
    this.changed = changed;
    this.busy = busy;
  }

  /** Notes that somebody has come or gone. */
  touched() {
    this.touches++;
  }

  /**
   * Returns how many are inside a list's area, by the last count. A new count is made when somebody has come or gone,
   * and each minute, because an area may empty at a set time.
   *
   * @param {string} list
   * @param {number} at
   */
  of(list, at) {
    const key = `${list} ${Math.floor(at / 60_000)} ${this.touches}`;
    if (this.counted.key !== key && !this.counting) {
      this.count(key, list, at);
    }
    return this.counted.list === list ? this.counted.inside : undefined;
  }

  /** @param {string} key @param {string} list @param {number} at */
  async count(key, list, at) {
    const before = this.counted;
    this.counting = true;
    try {
      phone.count(list, at);
      let inside = -1;
      await steps(() => (inside = phone.counted(STEP_ENTRIES)) < 0, this.busy);
      this.counted = {key, list, inside};
    } finally {
      this.counting = false;
    }
    if (before.list !== list || before.inside !== this.counted.inside) {
      this.changed();
    }
  }
}

/**
 * Takes steps, and lets the page do other things between them.
 *
 * @param {() => boolean} step returns whether there are more
 * @param {() => boolean} busy returns whether somebody waits for a verdict
 */
export async function steps(step, busy) {
  let from = performance.now();
  while (step()) {
    if (performance.now() - from > STEP_MILLIS) {
      await pause();
      const end = performance.now() + HOLD_MILLIS;
      while (busy() && performance.now() < end) {
        await new Promise((done) => setTimeout(done, HELD_MILLIS));
      }
      from = performance.now();
    }
  }
}

/** Lets the page draw and react. It uses no timer, because that could wait for seconds in a hidden tab. */
export function pause() {
  return new Promise((done) => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done(undefined);
    };
    port2.postMessage(0);
  });
}
