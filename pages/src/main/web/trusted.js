// Creates script URLs for the browser, and only for our own files. No other place creates any.

/** @type {{createScriptURL(url: string): string} | undefined} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("doorlist", {
  /** @param {string} url */
  createScriptURL(url) {
    if (new URL(url, document.baseURI).origin !== location.origin) {
      throw new TypeError("code from elsewhere");
    }
    return url;
  },
});

/** Returns the trusted URL of one of our files. @param {string} url @returns {string} */
export function ours(url) {
  return policy ? policy.createScriptURL(url) : url;
}
