// Writes a copy of a list with the tickets ada and bob, in the format of docs/door.md. usage: copy.mjs FILE

import {createHash} from "node:crypto";
import {writeFileSync} from "node:fs";

const salt = Buffer.from("0123456789abcdef");
const digest = (code) => createHash("sha256").update(salt).update(code).digest().subarray(0, 8);
const columns = Buffer.concat([
  // Format and ticket types, then the tickets' ordinals 1 and 2, and their ids 9 and 10.
  Buffer.from([1, 1, 5]), Buffer.from("adult"), Buffer.from([2, 1, 1, 18, 2]),
  digest("ada"), digest("bob"),
  // The tickets' types. There are no conditions, tickets that left, check-ins or undone check-ins.
  Buffer.from([0, 0, 0, 0, 0, 0]),
]);
const copy = {
  version: "1", have: null, more: false, ticket_types: [], qr_base_url: "https://q.example.org/t",
  list: {id: 1, name: "Door", reentry: "after_exit", area: null, empties: [], rules: null},
  salt: salt.toString("base64"), columns: columns.toString("base64"),
};
writeFileSync(process.argv[2], `export const COPY = ${JSON.stringify(copy)};\n`);
