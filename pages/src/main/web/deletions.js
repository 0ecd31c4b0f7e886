// Deletes check-ins by their ids. They are other devices' check-ins that a desk undoes, and some that an earlier
// version of this page still had to undo.

import {NO_ANSWER} from "./api.js";
import {doorPath} from "./upload.js";

/** @typedef {import("./api.js").AnyAnswer} AnyAnswer */
/** @typedef {import("./queue.js").Queue} Queue */
/** @typedef {import("../../../types/phone").Row} Row */

/** @param {Queue} queue @param {Row[]} rows @returns {Promise<boolean>} whether all are deleted */
export async function deleteByNumber(queue, rows) {
  for (const row of rows.filter(({checkins}) => checkins)) {
    const answer = await deleteAll(queue, row);
    if (answer.status === 0 || answer.status === 401 || answer.status === 429 || answer.status >= 500) {
      return false;
    }
    if (answer.status === 204) {
      const {checkins, ...rest} = row;
      await queue.keepOrOwe(rest);
    } else {
      queue.owedDoubles.push(queue.double(row, "not_undone", {...answer, whole: false}));
      queue.promise(row.key, null);
    }
  }
  return true;
}

/** @param {Queue} queue @param {Row} row @returns {Promise<AnyAnswer>} with status 204 if all are gone */
async function deleteAll({api, pairing}, {list, checkins = []}) {
  /** @type {AnyAnswer} */
  let answer = {...NO_ANSWER, status: 204};
  for (const id of checkins) {
    const its = await api.ask("deleteCheckin", doorPath(pairing, list, "checkins", id));
    answer = its.status === 204 || its.status === 404 ? answer : its;
  }
  return answer;
}
