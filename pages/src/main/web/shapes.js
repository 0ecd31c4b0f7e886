// A shape for each verdict, so that no verdict depends on colour alone. The shapes contain no text from outside.

import {svg} from "./lit-html.js";

/** @type {Record<string, unknown>} */
const SHAPES = {
  in: svg`<circle cx="50" cy="50" r="44" class="fill"/><path d="M28 52l16 16 29-35" class="cut"/>`,
  already: svg`<path d="M50 7L96 91H4z" class="fill"/><path d="M50 36v26M50 76v1" class="cut"/>`,
  no: svg`<path d="M31 5h38l26 26v38L69 95H31L5 69V31z" class="fill"/><path d="M33 33l34 34M67 33L33 67" class="cut"/>`,
  door: svg`<path d="M6 34h44V10l44 40-44 40V66H6z" class="fill"/>`,
  unknown: svg`<path d="M50 3l47 47-47 47L3 50z" class="fill"/><path d="M38 40a12 12 0 1 1 16 11q-4 2-4 8M50 73v1"
    class="cut"/>`,
  wait: svg`<rect x="6" y="30" width="88" height="40" rx="20" class="fill"/><path d="M30 50h1M50 50h1M70 50h1"
    class="cut"/>`,
  out: svg`<rect x="5" y="5" width="90" height="90" rx="8" class="fill"/><path d="M76 50H28M46 30L26 50l20 20"
    class="cut"/>`,
  undone: svg`<path d="M24 40a30 30 0 1 1-3 22M24 14v26h26" class="line"/>`,
};

/** @param {string} kind */
export function shape(kind) {
  return svg`<svg class="shape ${kind}" viewBox="0 0 100 100" aria-hidden="true">${SHAPES[kind]}</svg>`;
}

export const ICONS = {
  menu: icon("M4 6h16M4 12h16M4 18h16"),
  back: icon("M15 5l-7 7 7 7"),
  recent: icon("M12 7v5l3 2M3 12a9 9 0 1 0 3-6.7M3 4v5h5"),
  leave: icon("M20 12H8M13 7l-5 5 5 5M4 4v16"),
  search: icon("M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5"),
  light: icon("M13 2L5 14h6l-1 8 8-12h-6z"),
  camera: icon("M3 8h4l2-3h6l2 3h4v11H3zM12 10a4 4 0 1 1 0 8 4 4 0 0 1 0-8"),
};

/** @param {string} path */
function icon(path) {
  return svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;
}

