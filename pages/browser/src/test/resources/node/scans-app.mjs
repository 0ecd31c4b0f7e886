// Fails where the test vectors differ from what the page sends of a scan, and makes of an answer and of a text.
// usage: scans-app.mjs VECTORS

import {deepStrictEqual} from "node:assert";
import {readFileSync} from "node:fs";

globalThis.location ??= new URL("http://127.0.0.1/-/scan");
const {send} = await import("./upload.js");
const phone = await import("./phone.js");
const {scans, answers, codes} = JSON.parse(readFileSync(process.argv[2], "utf8"));

/** Returns a scan as the page keeps it. */
function rowOf({key = "key", code = "code", exit, counts, at = 0, read = true}, stage) {
  return {
    key, code, at, list: "1", kind: exit ? "EXIT" : "ENTRY", scanned: read, stage: stage.toUpperCase(),
    counts: new URLSearchParams(Object.entries(counts)).toString(), clock: 0, problem: "",
  };
}

for (const {name, scan, stage, item} of scans) {
  const row = rowOf(scan, stage);
  let sent;
  const api = {ask: async (_operation, _path, {json}) => ((sent = json.scans), {status: 0, body: null})};
  await send(api, {account: "acme", event: "gala"}, [row], [row], {deviceTime: scan.at, millis: 1_000});
  deepStrictEqual(sent, [item], name);
}
for (const {name, sent, now, exit, counts, status, code, whole, means} of answers) {
  const row = rowOf({exit, counts}, now);
  const {kind} = phone.meaning(sent.toUpperCase(), row, status, code ?? "", "", whole);
  deepStrictEqual(kind.toLowerCase(), means, name);
}
for (const {text, qr_base_url: base, means} of codes) {
  deepStrictEqual([...phone.codes(text, base ?? "")], means, text);
}
console.log(`${scans.length} scans, ${answers.length} answers and ${codes.length} texts are as the vectors say`);
