// What survives a killed tab: pairing, copies, queue, whom this phone let in and out and the copies
// lack, double admissions to show.

import {deleteDB, openDB} from "./index.js";
import * as phone from "./phone.js";

const NAME = "doorlist";
const MAX_WAIT_MILLIS = 3_000;
/** A delta is merged with earlier ones that are at most this many times as long. */
const MERGED_UNDER = 2;
/** Longer ones, in bytes, are not merged: a slow phone would stand still meanwhile. */
const MERGED_MOST = 16_384;

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
    upgrade(db) {
      // What an earlier version has kept is of a table that this one does not read.
      [...db.objectStoreNames].forEach((name) => db.deleteObjectStore(name));
      db.createObjectStore("own", {keyPath: "key"});
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
 * Keeps a part of a copy. Deltas are merged as they come, each about as often as a binary counter
 * carries, so that there are few of them and together they are no longer than the list.
 *
 * @param {any} writing
 * @param {Kept} copy
 * @param {Int8Array} part
 * @param {boolean} ofWhole whether it is a page of the whole copy
 */
export async function keepPart(writing, copy, part, ofWhole) {
  const parts = writing.objectStore("parts");
  let columns = part;
  const short = (/** @type {number} */ bytes) => bytes <= Math.min(MERGED_UNDER * columns.length, MERGED_MOST);
  while (copy.deltas.length && columns.length <= MERGED_MOST && short(copy.deltas[copy.deltas.length - 1].bytes)) {
    const {id} = /** @type {{id: number}} */ (copy.deltas.pop());
    columns = phone.merged((await parts.get(id)).columns, columns);
    await parts.delete(id);
  }
  const id = await parts.add({list: copy.list, columns});
  if (!ofWhole) {
    copy.deltas.push({id, bytes: columns.length});
  }
}

/** @param {any} writing @param {string} list */
export async function clearParts(writing, list) {
  const parts = writing.objectStore("parts");
  for (const id of await parts.index("list").getAllKeys(list)) {
    await parts.delete(id);
  }
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
