// The door of the scanner page, without its views, as if a browser had opened it.

const held = new Set();
const locks = {
  async request(name, options, does = options) {
    while (held.has(name)) {
      if (options.ifAvailable) {
        return does(null);
      }
      await pause(1);
    }
    held.add(name);
    try {
      return await does({name});
    } finally {
      held.delete(name);
    }
  },
};

/** Returns the door that a link pairs, or that the database has. @param {string} link */
export async function openedDoor(link) {
  globalThis.location = new URL(link);
  globalThis.document = {documentElement: {}, visibilityState: "visible"};
  globalThis.navigator = {onLine: true, languages: ["en"], locks};
  const {speak} = await import("./language.js");
  const {Door} = await import("./door.js");
  await speak();
  const door = new Door(() => {});
  if (!(await door.start())) {
    const wrong = await door.pair(door.read(link).pairing);
    if (wrong) {
      throw new Error(wrong);
    }
  }
  door.db.hurry();
  return door;
}

export function pause(millis) {
  return new Promise((done) => setTimeout(done, millis));
}
