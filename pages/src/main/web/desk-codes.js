// Codes, as people read them out.

/** A code that Doorlist made, see SpokenCode. */
const OURS = /^[2-9A-HJ-NP-Z]{32}$/;

/**
 * Returns a code of ours in groups of four. A shop's code stays as it is, because people would take blanks for a part
 * of it.
 *
 * @param {string} code
 */
export function inGroups(code) {
  return OURS.test(code) ? code.replace(/.{4}(?=.)/g, "$& ") : code;
}
