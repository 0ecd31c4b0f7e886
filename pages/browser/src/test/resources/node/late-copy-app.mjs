// Does something at a door before its first copy comes, of which the server does not hear until then, and says what
// the copy decides about the same code.
// DATABASE=FILE node late-copy-app.mjs LINK undo|exit

import {openedDoor, pause} from "./opened-door.mjs";

const [link, what] = process.argv.slice(2);
const {fetch} = globalThis;
let reaches = (path) => !path.endsWith("/door");
globalThis.fetch = async (url, request) => {
  if (!reaches(new URL(url).pathname)) {
    throw new TypeError("no network");
  }
  return fetch(url, request);
};

const door = await openedDoor(link);
await door.take("ticket-1", true);
const came = door.verdict;
// The copy shows who came in, and nothing that is done now.
reaches = (path) => !/(checkins|exits)$/.test(path);
if (what === "undo") {
  await door.undo(came);
} else {
  await door.scanExits(true);
  await door.take("ticket-1", true);
  await door.scanExits(false);
}
door.poll();
while (!door.copy) {
  await pause(5);
}
reaches = () => false;
door.network(false);
await door.take("ticket-1", true);
console.log(came.kind, door.verdict.kind);
process.exit(0);
