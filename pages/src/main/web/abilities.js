// What the pages need from a browser. Chromium 97, Firefox 102 and Safari 16 have all of it, also what the camera's
// reader needs.

/** After this time a page says that it cannot open its database. */
export const OPEN_MILLIS = 900;

/**
 * Returns the word that says why the pages cannot work here, or undefined if they can.
 *
 * @returns {"plainHttp" | "tooOld" | undefined}
 */
export function missing() {
  if (!globalThis.isSecureContext) {
    return "plainHttp";
  }
  const needed = [globalThis.indexedDB, globalThis.BroadcastChannel, globalThis.crypto?.randomUUID, navigator.locks];
  return needed.every(Boolean) ? undefined : "tooOld";
}
