// What survives a killed tab: pairing, copies, queue, whom this phone let in, double admissions to tell.

import {openDB} from "./index.js";

/**
 * @typedef {object} Queued
 * @property {number} [id]
 * @property {string} scan as the phone's logic writes it
 */

/**
 * @typedef {object} Kept a list's copy without its columns
 * @property {string} list
 * @property {string} version
 * @property {string} etag
 * @property {number} at when the server was last asked, epoch milliseconds
 * @property {Pick<import("./api.js").Schemas["DoorCopy"], "list" | "ticket_types" | "qr_base_url" | "salt">} words what
 *     the answer said beside the columns
 */

/** @returns {Promise<any>} */
export function open() {
  return openDB("doorlist", 1, {
    upgrade(db) {
      db.createObjectStore("settings");
      db.createObjectStore("copies", {keyPath: "list"});
      db.createObjectStore("parts", {keyPath: "id", autoIncrement: true}).createIndex("list", "list");
      db.createObjectStore("queue", {keyPath: "id", autoIncrement: true});
      db.createObjectStore("letIn", {keyPath: ["list", "digest"]});
      db.createObjectStore("doubles", {keyPath: "id", autoIncrement: true});
    },
    // Another tab wants to erase everything.
    blocking(current, blocked, event) {
      /** @type {any} */ (event.target).close();
    },
  });
}

/** Names of everything that is kept. */
export const STORES = ["settings", "copies", "parts", "queue", "letIn", "doubles"];
