// What the pages need of a browser. Chromium 97, Firefox 102 and Safari 16 have all of it, the
// camera's reader included.

/** So soon a page says that it cannot open its database. */
export const OPEN_MILLIS = 900;

/**
 * Returns the word for why the pages cannot work here, if they cannot.
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
