// The API reference, from openapi.yaml. "Try it out" sends requests to the API that serves this
// page.

import * as phone from "./phone.js";

const API = new URL("../", location.href.split("#")[0]).href.replace(/\/$/, "");

const {account, event, list, token} = phone.pairing(location.hash) ?? {account: "", event: "", list: "", token: ""};

/**
 * Changes the API's description for this page. Requests go to this page's origin, not to the servers that the
 * description lists for other readers. Parameters are filled in with the values of the link.
 *
 * @param {any} spec
 */
function ours(spec) {
  const parameters = {...spec.components?.parameters};
  for (const [name, value] of Object.entries({AccountSlug: account, EventSlug: event, CheckinListId: list})) {
    if (value && parameters[name]) {
      parameters[name] = {...parameters[name], example: name === "CheckinListId" ? Number(value) : value};
    }
  }
  return {...spec, servers: [{url: API}], components: {...spec.components, parameters}};
}

const here = () => ({
  statePlugins: {
    spec: {wrapActions: {updateJsonSpec: (/** @type {any} */ go) => (/** @type {any} */ spec) => go(ours(spec))}},
  },
});

if (token) {
  history.replaceState(null, "", location.pathname);
}

const ui = /** @type {any} */ (globalThis).SwaggerUIBundle({
  url: new URL("../../openapi.yaml", import.meta.url).href,
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
