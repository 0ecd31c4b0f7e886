// Decides cases with the npm package, each by a copy of its own and without a service, and prints what differs.
// usage: vectors.mjs PACKAGE CASES

import {readFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {isDeepStrictEqual} from "node:util";

const [folder, file] = process.argv.slice(2);
const {memoryStorage, open} = await import(pathToFileURL(join(folder, "index.js")).href);
const LINK = "https://door.example.org/-/scan#account=acme&event=gala&list=1&token=dl_test_x";
const LISTS = {checkin_lists: [{id: 1, name: "Door"}], meta: {current_page: 1}};
const BUSY = JSON.stringify({code: "unavailable", request_id: "1"});

for (const each of JSON.parse(readFileSync(file, "utf8"))) {
  const {name, at, access, copy} = each;
  const service = {"/": access, "/checkin_lists": LISTS, "/door": copy};
  const headers = {"Date": new Date(at * 1_000).toUTCString(), "X-Request-Id": "1"};
  /** What was sent, as the items of batches. */
  const sent = [];
  const phone = await open(LINK, {
    storage: () => memoryStorage(),
    // Time stands still at the second of the case.
    elapsed: () => 0,
    fetch: async (url, {method, body: text}) => {
      const {pathname} = new URL(url);
      if (method === "POST") {
        sent.push(...(text ? JSON.parse(text).scans : []));
        return new Response(BUSY, {headers, status: 503});
      }
      const body = service[pathname === "/" ? pathname : pathname.slice(pathname.lastIndexOf("/"))];
      if (!body) {
        throw new TypeError("no network");
      }
      return new Response(JSON.stringify(body), {headers});
    },
  });
  while (!phone.lists()[0]?.ready) {
    await new Promise((done) => setTimeout(done));
  }
  if (each.scan) {
    await sends(phone, sent, each);
  } else {
    await decides(phone, each);
  }
  await phone.close();
}

async function decides(phone, {name, code, expected}) {
  const {kind, reason, since} = await phone.look(code);
  const [{admitted, checkedIn}] = phone.lists();
  const found = {kind, reason, since, admitted, checkedIn};
  for (const member of Object.keys(expected)) {
    if (found[member] !== expected[member]) {
      console.log(`${name}: ${member} is ${found[member]}, not ${expected[member]}`);
    }
  }
}

/** Scans, and takes it back if that is the case; the key is drawn, and the time that of the case to the second. */
async function sends(phone, sent, {name, scan, stage, item}) {
  const {code, exit, counts, read} = scan;
  const {scan: shown} = exit
    ? await phone.exit(code, counts)
    : Object.keys(counts).length
      ? await phone.scanOrder(code, counts)
      : await (read ? phone.scan(code) : phone.scanTyped(code));
  if (stage === "withdrawn" && shown.key) {
    await phone.undo(shown);
  }
  const isOf = {
    asked: (each) => !("online" in each) && !each.withdrawn,
    told: (each) => each.online === false,
    withdrawn: (each) => each.withdrawn,
  };
  const latest = Date.now() + 5_000;
  while (!sent.some(isOf[stage]) && Date.now() < latest) {
    await new Promise((done) => setTimeout(done));
  }
  const found = sent.find(isOf[stage]);
  const {idempotency_key: key, scanned_at: time, ...rest} = found ?? {};
  const {idempotency_key, scanned_at, ...expected} = item;
  const named = sent.every((each) => each.idempotency_key === key && each.scanned_at === time);
  if (!isDeepStrictEqual(rest, expected) || !named || time?.slice(0, 19) !== scanned_at.slice(0, 19)) {
    console.log(`${name}: ${JSON.stringify(found)} of ${JSON.stringify(sent)}, not ${JSON.stringify(item)}`);
  }
}
