// Uses @doorlist/door as an app in React Native does, with its own storage and with an imitated service. There is no
// DOM, no IndexedDB and no Node.

import {open} from "@doorlist/door";
import {COPY} from "./target/copy.js";

const LINK = "https://door.example.org/-/scan#account=acme&event=gala&list=1&token=dl_live_x";
const LISTS = {checkin_lists: [{id: 1, name: "Door"}], meta: {current_page: 1}};

/** Stored data that outlives the app. */
const disk = new Map();
const sent = [];
let network = true;

function storage(name) {
  const key = (each) => `${name} ${each}`;
  return {
    load: async () => Object.fromEntries([...disk].map(([each, value]) => [each.slice(name.length + 1), value])),
    async write(changes) {
      for (const [each, value] of Object.entries(changes)) {
        value ? disk.set(key(each), value) : disk.delete(key(each));
      }
    },
    close: async () => {},
  };
}

async function service(url, {method, body}) {
  if (!network) {
    throw new TypeError("Network request failed");
  }
  const path = url.replace("https://door.example.org", "").replace(/\?.*/, "");
  if (method === "GET") {
    const bodies = {"/": {mode: "live", role: "scanner"}, "/acme/gala/checkin_lists": LISTS};
    return answer(200, path.endsWith("/door") ? COPY : (bodies[path] ?? {}));
  }
  if (!path.endsWith("/1/checkins")) {
    sent.push({asked: decodeURIComponent(path.split("/")[6])});
    return answer(201, {id: 1, ticket: {reference: "T-1", name: "Ada"}});
  }
  const {scans} = JSON.parse(body);
  sent.push(...scans);
  const results = scans.map(({withdrawn}) =>
    withdrawn ? {status: 200, withdrawal: {withdrawn, undone: []}} : {status: 201, exit: {}});
  return answer(200, {results});
}

function answer(status, body) {
  const headers = {date: new Date().toUTCString(), "x-request-id": "1"};
  return {
    status,
    headers: {get: (name) => headers[name.toLowerCase()] ?? null},
    text: async () => JSON.stringify(body),
  };
}

function check(what, found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  }
}

async function until(so) {
  for (let i = 0; !so(); i++) {
    if (i > 3_000) {
      throw new Error("it does not happen");
    }
    await new Promise((done) => setTimeout(done, 10));
  }
}

function started() {
  return open(LINK, {storage, fetch: service});
}

export async function evening() {
  let phone = await started();
  await until(() => phone.lists()[0]?.ready);
  const first = await phone.scan("ada");
  check("with a network", [first.kind, first.byCopy, first.guest.name], ["IN", false, "Ada"]);
  check("asked", sent, [{asked: "ada"}]);

  network = false;
  const second = await phone.scan("bob");
  check("without a network", [second.kind, second.byCopy], ["IN", true]);
  const again = await phone.scan("bob");
  check("again", again.kind, "ALREADY_IN");
  const out = await phone.exit("family", {adult: 2});
  check("some of a group leave", [out.kind, out.scan.counts], ["OUT", {adult: 2}]);
  check("unknown", (await phone.scan("Zoë")).kind, "UNKNOWN");
  await phone.close();

  phone = await started();
  check("kept", phone.queue().map(({stage, scan}) => [stage, scan.code]), [["TOLD", "bob"], ["TOLD", "family"]]);
  network = true;
  await phone.undo(second.scan);
  await until(() => !phone.queue().length);
  check("sent", sent.slice(1).map(({ticket_qr_token, withdrawn, tickets}) => [ticket_qr_token, withdrawn, tickets]), [
    ["bob", true, undefined],
    ["family", undefined, {adult: 2}],
  ]);
  await phone.close();
}
