// What survives a killed tab: pairing, copies, queue, whom this phone let in and out, double
// admissions to report.

import {deleteDB, openDB} from "./index.js";

const NAME = "doorlist";
const MAX_WAIT_MILLIS = 3_000;

/**
 * @typedef {object} Kept a list's copy without its columns
 * @property {string} list
 * @property {string} version
 * @property {string} etag
 * @property {number} at when the server last answered, epoch milliseconds
 * @property {Pick<import("./api.js").Schemas["DoorCopy"], "list" | "ticket_types" | "qr_base_url" | "salt">} words what
 *     the answer said beside the columns
 * @property {boolean} building whether pages of the whole copy are still to come
 * @property {string} base the version that the whole copy began with
 * @property {{id: number, bytes: number}[]} deltas the parts that came after the whole copy, oldest first
 */

/** @returns {Promise<any>} */
export function open() {
  const opened = openDB(NAME, 3, {
    async upgrade(db, before, _, writing) {
      if (before < 1) {
        db.createObjectStore("settings");
        db.createObjectStore("copies", {keyPath: "list"});
        db.createObjectStore("parts", {keyPath: "id", autoIncrement: true}).createIndex("list", "list");
        db.createObjectStore("queue", {keyPath: "id", autoIncrement: true});
        db.createObjectStore("letIn", {keyPath: ["list", "digest"]});
        db.createObjectStore("doubles", {keyPath: "id", autoIncrement: true});
      }
      const queue = writing.objectStore("queue");
      if (before < 2) {
        queue.createIndex("code", ["list", "code"]);
        queue.createIndex("stage", "stage");
      }
      db.createObjectStore("comings", {keyPath: "key"});
      for (let each = await queue.openCursor(); each; each = await each.continue()) {
        const {id, ...row} = each.value;
        await each.update({id, ...(before < 2 ? ofVersion1(row.scan) : row), kind: "ENTRY"});
      }
    },
    // Another tab wants to erase everything.
    blocking() {
      opened.then((db) => db.close());
    },
  });
  return opened;
}

/**
 * Reads a queued scan of the first version of this database.
 *
 * @param {string} scan
 * @returns {Omit<import("../../../types/phone").Row, "kind">}
 */
function ofVersion1(scan) {
  const [key, list, code, at, scanned, stage, attempts, notBefore] = scan.split("\t");
  return {
    key,
    list,
    code,
    counts: "",
    at: Number(at),
    scanned: scanned === "scanned",
    online: stage === "ASKED",
    stage: stage === "SET_ASIDE" ? "SET_ASIDE" : "IN",
    checkins: [],
    attempts: Math.max(1, Number(attempts)),
    notBefore: Number(notBefore),
  };
}

/**
 * Erases all that pages of this origin have stored: the data, the database, the pages themselves,
 * and the service worker.
 *
 * @param {any} db
 */
export async function erase(db) {
  const names = [...db.objectStoreNames];
  const writing = db.transaction(names, "readwrite");
  for (const name of names) {
    writing.objectStore(name).clear();
  }
  await writing.done;
  db.close();
  // The empty database itself is deleted as soon as every tab has closed it.
  await Promise.race([deleteDB(NAME), new Promise((done) => setTimeout(done, MAX_WAIT_MILLIS))]);
  for (const name of await caches.keys()) {
    await caches.delete(name);
  }
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
    await registration.unregister();
  }
}
