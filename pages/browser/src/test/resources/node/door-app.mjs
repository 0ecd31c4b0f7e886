// The scanner page without its views: scans tickets, says what it tells guests, and ends once the server has it.
// DATABASE=FILE node door-app.mjs LINK FIRST COUNT

import {writeSync} from "node:fs";
import {openedDoor, pause} from "./opened-door.mjs";

const [link, first, count] = process.argv.slice(2);
const door = await openedDoor(link);
door.poll();
door.drain(true);
while (Number(count) && !door.copy) {
  await pause(5);
}
for (let i = Number(first); i < Number(first) + Number(count); i++) {
  const began = performance.now();
  const before = door.verdict;
  const taken = door.take(`ticket-${i}`, true);
  if (i % 5 === 4) {
    // Somebody goes to another door at once, whatever the server says later.
    await pause(i % 50);
    const {kind, undo} = (door.verdict !== before && door.verdict) || {};
    door.chooseList("1");
    await taken;
    say(i, kind === "in" ? "IN" : "AWAY", undo?.key, began);
    continue;
  }
  if (i % 5 === 1) {
    // What was shown of the guest before goes by itself, as after some seconds.
    door.dismiss();
  }
  await taken;
  const {verdict} = door;
  const key = verdict.undo?.key;
  if (verdict.kind === "in" && i % 7 === 3) {
    await door.undo(verdict);
    say(i, "UNDONE", key, began);
  } else {
    say(i, verdict.kind.toUpperCase(), key, began);
  }
}
while ((await door.queue.read()).length) {
  await door.drain();
  await pause(50);
}
writeSync(1, `done ${door.doubles.length} ${door.queue.setAside}\n`);
process.exit(0);

function say(i, kind, key = "", began) {
  writeSync(1, `${i} ${kind} ${key} ${Math.round(performance.now() - began)}\n`);
}
