// Decides cases with the npm package, each by a copy of its own and without a service, and prints what differs.
// usage: vectors.mjs PACKAGE CASES

import {readFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

const [folder, file] = process.argv.slice(2);
const {memoryStorage, open} = await import(pathToFileURL(join(folder, "index.js")).href);
const LINK = "https://door.example.org/-/scan#account=acme&event=gala&list=1&token=dl_test_x";
const LISTS = {checkin_lists: [{id: 1, name: "Door"}], meta: {current_page: 1}};

for (const each of JSON.parse(readFileSync(file, "utf8"))) {
  const {name, at, access, copy, code, expected} = each;
  const service = {"/": access, "/checkin_lists": LISTS, "/door": copy};
  const headers = {"Date": new Date(at * 1_000).toUTCString(), "X-Request-Id": "1"};
  const phone = await open(LINK, {
    storage: () => memoryStorage(),
    // Time stands still at the second of the case.
    elapsed: () => 0,
    fetch: async (url) => {
      const {pathname} = new URL(url);
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
  const {kind, reason, since} = await phone.look(code);
  const [{admitted, checkedIn}] = phone.lists();
  const found = {kind, reason, since, admitted, checkedIn};
  for (const member of Object.keys(expected)) {
    if (found[member] !== expected[member]) {
      console.log(`${name}: ${member} is ${found[member]}, not ${expected[member]}`);
    }
  }
  await phone.close();
}
