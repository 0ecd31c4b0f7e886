// Sends each kind of scan as the page does, and prints what differs from the test vectors.
// usage: scans-app.mjs VECTORS

import {deepStrictEqual} from "node:assert";
import {readFileSync} from "node:fs";

globalThis.location ??= new URL("http://127.0.0.1/-/scan");
const {send} = await import("./upload.js");
const {scans} = JSON.parse(readFileSync(process.argv[2], "utf8"));

for (const {name, scan, stage, item} of scans) {
  const {key, code, exit, counts, at, read} = scan;
  const row = {
    key, code, at, list: "1", kind: exit ? "EXIT" : "ENTRY", scanned: read, stage: stage.toUpperCase(),
    counts: new URLSearchParams(Object.entries(counts)).toString(), clock: 0, problem: "",
  };
  let sent;
  const api = {ask: async (_operation, _path, {json}) => ((sent = json.scans), {status: 0, body: null})};
  await send(api, {account: "acme", event: "gala"}, [row], [row], {deviceTime: at, millis: 1_000});
  deepStrictEqual(sent, [item], name);
}
console.log(`${scans.length} scans are as the vectors say`);
