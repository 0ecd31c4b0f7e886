// The API reference, from openapi.yaml. What is tried out goes to the API that serves this page.

import * as phone from "./phone.js";

const API = new URL("../", location.href.split("#")[0]).href.replace(/\/$/, "");

/** Requests go to where this page comes from, whatever the description has for other readers. */
const here = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (/** @type {any} */ go) => (/** @type {any} */ spec) => go({...spec, servers: [{url: API}]}),
      },
    },
  },
});

const token = phone.pairing(location.hash).split("\t")[4];
if (token) {
  history.replaceState(null, "", location.pathname);
}

const ui = /** @type {any} */ (globalThis).SwaggerUIBundle({
  url: new URL("./openapi.yaml", import.meta.url).href,
  dom_id: "#app",
  deepLinking: !token,
  plugins: [here],
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  onComplete() {
    if (token) {
      ui.preauthorizeApiKey("token", token);
    }
    performance.mark("ready");
  },
});
