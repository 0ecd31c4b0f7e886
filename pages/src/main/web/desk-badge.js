// The desk's part of printing a badge. It passes a guest to the page that prints, which has its own window. Nothing
// about the guest is stored for that. The page asks the desk for the guest, so after a reload without the desk it shows
// nobody.

import {language} from "./language.js";

/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {{ticket: number, name: string | null, company: string | null, type: string, code: string}} Badge */
/**
 * The messages between both pages.
 *
 * @typedef {{kind: "who"} | {kind: "ready"} | {kind: "here"} | {kind: "gone"}
 *   | {kind: "guest", badge: Badge, chosen: Partial<Chosen>, clock: number, language: string,
 *     theme: string}
 *   | {kind: "chosen", chosen: Chosen} | {kind: "printed", badge: Badge, at: string}} Message
 */
/**
 * The choices for badges on a device. `auto` says whether everybody who is let in gets a badge.
 *
 * @typedef {{size: string, own: string, auto: boolean}} Chosen `own` is the organiser's size, as it was typed
 */

export const CHANNEL = "doorlist-badge";
/** The name of the only window that prints. */
const WINDOW = "doorlist-badge";
const FEATURES = "popup,width=560,height=760";

export class Badges {
  /** What was chosen on this device. At first the printing page chooses. @type {Partial<Chosen>} */
  chosen = {};
  /** Badges that the printing page has not asked for yet. @type {Badge[]} */
  waiting = [];
  /** Whether the printing page is open. */
  open = false;
  channel = new BroadcastChannel(CHANNEL);

  /**
   * @param {import("./door.js").Door} door
   * @param {(badge: Badge, at: string) => void} printed is called for each printed badge, in all tabs of the desk
   */
  constructor(door, printed) {
    this.door = door;
    this.printed = printed;
    this.channel.onmessage = ({data}) => this.hear(data);
  }

  /** Learns what was chosen on this device, and whether the printing page is open. */
  async learn() {
    this.chosen = {...this.chosen, ...(await this.door.recall("badge"))};
    this.say({kind: "who"});
  }

  /** Whether this token may see names, which are on badges. */
  get may() {
    return this.door.role === "desk" || this.door.role === "full";
  }

  /** Shows a guest's badge in the window that prints, and prints it. @param {Guest} guest */
  print(guest) {
    this.waiting = [badgeOf(guest)];
    // A window that is already open is reloaded and comes to the front.
    window.open("badge", WINDOW, FEATURES);
  }

  /** Prints badges of guests who came in without one, if this device is set to do so. @param {Guest[]} guests */
  cameIn(guests) {
    const badges = guests.filter((each) => !each.badge_printed_at).map(badgeOf);
    if (!this.chosen.auto || !this.may || !badges.length) {
      return;
    }
    if (this.open) {
      badges.forEach((each) => this.hand(each));
    } else {
      this.waiting = badges;
      window.open("badge", WINDOW, FEATURES);
    }
  }

  /** @param {Message} message */
  hear(message) {
    this.open = message.kind !== "gone";
    if (message.kind === "ready") {
      this.waiting.forEach((each) => this.hand(each));
      this.waiting = [];
    } else if (message.kind === "chosen") {
      this.chosen = message.chosen;
      this.door.remember(message.chosen, "badge").catch(() => {});
    } else if (message.kind === "printed") {
      this.printed(message.badge, message.at);
    }
  }

  /** @param {Badge} badge */
  hand(badge) {
    const theme = document.documentElement.dataset.theme ?? "auto";
    this.say({kind: "guest", badge, chosen: this.chosen, clock: this.door.correction, language, theme});
  }

  /** @param {Message} message */
  say(message) {
    this.channel.postMessage(message);
  }
}

/** @param {Guest} guest @returns {Badge} */
function badgeOf({id: ticket, name, company, ticket_type: type, qr_code_identifier: code}) {
  return {ticket, name, company: company ?? null, type, code};
}
