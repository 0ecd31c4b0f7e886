// Draws codes as QR codes.

import {html, svg} from "./lit-html.js";
import {modules} from "./drawing.js";
import {say} from "./language.js";

/** @param {string} text */
export function qrCode(text) {
  const dark = modules(text);
  const size = Math.sqrt(dark.length);
  let d = "";
  for (let i = 0; i < dark.length; i++) {
    if (dark[i]) {
      d += `M${(i % size) + 4} ${Math.floor(i / size) + 4}h1v1h-1z`;
    }
  }
  const side = size + 8;
  return html`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label=${say("qrCode")}
    shape-rendering="crispEdges">
    ${svg`<rect width=${side} height=${side} fill="#fff"/><path d=${d} fill="#000"/>`}
  </svg>`;
}
