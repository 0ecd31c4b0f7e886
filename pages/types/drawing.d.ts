// What io.doorlist.phone.browser.Drawing exports.
export function modules(text: string): Int8Array;
