// The one place that makes an address of code for the browser: nothing but our own files.

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

/**
 * Returns an address of ours as the browser wants it.
 *
 * @param {string} url
 * @returns {string}
 */
export function ours(url) {
  return policy ? policy.createScriptURL(url) : url;
}
