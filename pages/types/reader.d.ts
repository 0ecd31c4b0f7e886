// What io.doorlist.phone.browser.Reader exports.
export function read(luminance: Int8Array, width: number, height: number, attempt: number): string | null;
