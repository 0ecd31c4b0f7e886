// What the scanner page shows in addition to the door's state.

export const view = {
  screen: /** @type {"starting" | "pair" | "event" | "list" | "scan" | "forgotten"} */ ("starting"),
  sheet: /** @type {"" | "menu" | "recent" | "search" | "forget"} */ (""),
  problem: "",
  events: /** @type {{slug: string, title: string}[]} */ ([]),
  /** Whether the camera should be on wherever there is a place for it. */
  watching: false,
  camera: /** @type {"off" | "opening" | "on" | "refused" | "none"} */ ("off"),
  light: false,
  hasLight: false,
  sound: true,
  theme: "auto",
  counts: /** @type {Record<string, number>} */ ({}),
  found: /** @type {import("./api.js").Schemas["FoundTickets"] | undefined} */ (undefined),
  update: false,
};
