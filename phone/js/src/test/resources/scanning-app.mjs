// Scans tickets, prints what it tells guests, and ends when the service has all scans. node scanning-app.mjs PACKAGE
// LINK FOLDER FIRST COUNT

import {writeSync} from "node:fs";
import {join} from "node:path";

const [directory, link, folder, first, count] = process.argv.slice(2);
const {open} = await import(join(directory, "index.js"));
const {fileStorage} = await import(join(directory, "node.js"));

let empty = () => {};
const phone = await open(link, {
  storage: fileStorage(folder),
  onChange: ({queued}) => queued === 0 && empty(),
});
while (count > 0 && !phone.lists()[0]?.ready) {
  await new Promise((done) => setTimeout(done, 5));
}
for (let i = Number(first); i < Number(first) + Number(count); i++) {
  const began = performance.now();
  const verdict = await phone.scan(`ticket-${i}`);
  const millis = Math.round(performance.now() - began);
  writeSync(1, `${i} ${verdict.kind} ${verdict.scan.key} ${millis}\n`);
}
const drained = new Promise((done) => (empty = () => done(undefined)));
if (phone.state().queued) {
  await drained;
}
await phone.close();
writeSync(1, "done\n");
