// Codes, as people read them out.

/** Returns a code in groups of four. @param {string} code */
export function inGroups(code) {
  return code.replace(/.{4}(?=.)/g, "$& ");
}
