// Stores the columns of a copy: the whole copy in the parts in which it came, and a few deltas.

import * as phone from "./phone.js";

/** A delta is merged with earlier ones that are at most this many times as long. */
const MERGED_UNDER = 2;
/** Deltas of more bytes are not merged, because a slow phone would stand still meanwhile. */
const MERGED_MOST = 16_384;

/**
 * Stores a part of a copy. A new delta is merged with earlier ones that are not much longer, so each delta is merged
 * only a few times. There are then few deltas, and together they are no longer than the list.
 *
 * @param {any} writing
 * @param {import("./database.js").Kept} copy
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
