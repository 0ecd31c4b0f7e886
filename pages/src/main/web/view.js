// What the scanner page shows besides the door's state.

/** @typedef {{slug: string, title: string, date?: string, place?: string}} ListedEvent */
/** @typedef {"off" | "opening" | "on" | "refused" | "none" | "lost"} Camera */

export const view = {
  screen: /** @type {"starting" | "lacking" | "pair" | "offer" | "event" | "list" | "scan" | "forgotten"} */ (
    "starting"
  ),
  sheet: /** @type {"" | "menu" | "recent" | "search" | "forget" | "scanner"} */ (""),
  /** In the test of a hand scanner: what it typed, and what its keys mean on a US keyboard. */
  tested: /** @type {{text: string, keys: string} | undefined} */ (undefined),
  problem: "",
  events: /** @type {ListedEvent[]} */ ([]),
  /** Whether the camera should be on, on each screen that has a place for it. */
  watching: false,
  camera: /** @type {Camera} */ ("off"),
  facing: /** @type {"environment" | "user"} */ ("environment"),
  light: false,
  hasLight: false,
  hasOther: false,
  /** The cameras to choose from, and the chosen one, which is empty if the browser chooses. */
  backs: /** @type {{id: string, name: string}[]} */ ([]),
  device: "",
  sound: true,
  theme: "auto",
  counts: /** @type {Record<string, number>} */ ({}),
  found: /** @type {import("./api.js").Schemas["FoundTickets"] | undefined} */ (undefined),
  /** The history of one of the tickets found. */
  history: /** @type {{reference: string, events: import("./api.js").Schemas["Happening"][]} | undefined} */ (
    undefined
  ),
  update: false,
  /**
   * A pairing that would replace the present one.
   *
   * @type {Awaited<ReturnType<import("./door.js").Door["offer"]>> | undefined}
   */
  offer: undefined,
};
