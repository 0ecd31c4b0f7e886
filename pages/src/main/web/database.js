// What survives a killed tab: pairing, copies, queue, whom this phone let in and out and the copies
// lack, double admissions to show.

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

/**
 * @typedef {object} Own an entry or exit of this phone
 * @property {string} key
 * @property {string} list
 * @property {string} digest of the code
 * @property {number} at
 * @property {boolean} exit
 * @property {boolean} queued whether the server may not have it yet
 * @property {number} said when the server or a person was told
 */

/** @returns {Promise<any>} */
export function open() {
  const opened = openDB(NAME, 4, {
    async upgrade(db, before, _, writing) {
      if (before < 3) {
        // What a phone of 0.1.0 has kept is of a table that this version does not read.
        [...db.objectStoreNames].forEach((name) => db.deleteObjectStore(name));
      }
      const own = db.createObjectStore("own", {keyPath: "key"});
      if (before === 3) {
        for (const {list, digest, at, queued} of await writing.objectStore("letIn").getAll()) {
          await own.put({key: `${list} ${digest}`, list, digest, at, exit: false, queued, said: at});
        }
        for (const each of await writing.objectStore("comings").getAll()) {
          await own.put(each);
        }
        db.deleteObjectStore("letIn");
        db.deleteObjectStore("comings");
        return;
      }
      db.createObjectStore("settings");
      db.createObjectStore("copies", {keyPath: "list"});
      db.createObjectStore("parts", {keyPath: "id", autoIncrement: true}).createIndex("list", "list");
      db.createObjectStore("doubles", {keyPath: "id", autoIncrement: true});
      const queue = db.createObjectStore("queue", {keyPath: "id", autoIncrement: true});
      queue.createIndex("code", ["list", "code"]);
      queue.createIndex("stage", "stage");
    },
    // Another tab wants to erase everything.
    blocking() {
      opened.then((db) => db.close());
    },
  });
  return opened;
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
