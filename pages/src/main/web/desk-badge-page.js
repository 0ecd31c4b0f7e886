// Prints the badge of one guest with the browser. The desk passes the guest to this page, which stores nothing.

import {html, nothing, render} from "./lit-html.js";
import {CHANNEL} from "./desk-badge.js";
import {EXAMPLE, OWN, SIZES, ownSize} from "./desk-badge-sizes.js";
import {inGroups} from "./desk-codes.js";
import {qrCode} from "./drawings.js";
import {keep, language, learn, say, speak} from "./language.js";

/** @typedef {import("./desk-badge.js").Message} Message */
/** @typedef {import("./desk-badge.js").Badge} Badge */
/** @typedef {import("./desk-badge.js").Chosen} Chosen */
/** @typedef {keyof typeof SIZES} Size */

/** The largest size of letters, as a share of the badge's shorter side. */
const LARGEST = {name: 0.3, company: 0.11, type: 0.09, code: 0.06};
/**
 * Words are broken only if letters of this size, in pixels, are still too large. Then letters may become even smaller.
 */
const SMALLEST = 7;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const channel = new BroadcastChannel(CHANNEL);
const paper = new CSSStyleSheet();
let printed = Promise.resolve();
const view = {
  badge: /** @type {Badge | undefined} */ (undefined),
  chosen: /** @type {Chosen} */ ({size: "62x100", own: EXAMPLE, auto: false}),
  /** How much the desk adds to the device's clock. */
  clock: 0,
  /** In millimetres. */
  paper: {width: 62, height: 100},
};

function draw() {
  const {width, height} = view.paper;
  paper.replaceSync(
    `@page { size: ${width}mm ${height}mm; margin: 0 } .badge { width: ${width}mm; height: ${height}mm }`,
  );
  render(page(), root);
  fit();
}

function page() {
  return html`
    <section class="controls" aria-labelledby="title">
      <h1 id="title">${say("badge")}</h1>
      ${view.badge ? nothing : html`<p>${say("badgeFromDesk")}</p>`}
      <label>${say("paperSize")}
        <select @change=${(/** @type {any} */ event) => choose({size: event.target.value})}>
          ${Object.entries(SIZES).map(([key, {width, height, name}]) => html`<option value=${key}
            ?selected=${key === view.chosen.size}>${name || `\u2066${width} × ${height} mm\u2069`}</option>`)}
          <option value=${OWN} ?selected=${view.chosen.size === OWN}>${say("ownSize")}</option>
        </select></label>
      ${view.chosen.size === OWN ? own(view.chosen.own) : nothing}
      <label class="tick"><input type="checkbox" .checked=${view.chosen.auto}
        @change=${(/** @type {any} */ event) => choose({auto: event.target.checked})}> ${say("printAfterIn")}</label>
      <div class="actions">
        <button class="main" ?disabled=${!view.badge} @click=${printIt}>${say("printNow")}</button>
        <button @click=${() => close()}>${say("back")}</button>
      </div>
    </section>
    ${view.badge ? html`<div class="wide" role="group" tabindex="0"
      aria-label=${say("badge")}>${paperOf(view.badge)}</div>` : nothing}`;
}

/** @param {string} text */
function own(text) {
  return html`<label>${say("widthAndHeight")}
      <input type="text" name="own" dir="ltr" maxlength="30" autocomplete="off" .value=${text}
        @input=${(/** @type {any} */ event) => choose({own: event.target.value})}></label>
    <p class="problem" role="alert">${ownSize(text) ? "" : say("writeSizeLike", {example: EXAMPLE})}</p>`;
}

/** @param {Badge} badge */
function paperOf({name, company, type, code}) {
  const {width, height} = view.paper;
  return html`
    <div class="badge ${width > height ? "flat" : "tall"} ${company ? "" : "alone"}">
      <p class="name" dir="auto">${name ?? say("noName")}</p>
      ${company ? html`<p class="company" dir="auto">${company}</p>` : nothing}
      <p class="type" dir="auto">${type}</p>
      <div class="picture">${qrCode(code)}</div>
      <p class="code">${inGroups(code)}</p>
    </div>`;
}

/** Gives each text the largest letters with which it fits into its place. */
function fit() {
  const {width, height} = view.paper;
  const side = (Math.min(width, height) * 96) / 25.4;
  for (const [name, share] of Object.entries(LARGEST)) {
    const each = /** @type {HTMLElement | null} */ (root.querySelector(`.badge .${name}`));
    if (each) {
      each.classList.remove("long");
      if (!fitOne(each, SMALLEST, share * side)) {
        each.classList.add("long");
        fitOne(each, 1, share * side);
      }
    }
  }
}

/**
 * Gives a text the largest letters with which it fits. Returns whether it fits.
 *
 * @param {HTMLElement} each
 * @param {number} smallest in pixels
 * @param {number} largest
 */
function fitOne(each, smallest, largest) {
  const fits = (/** @type {number} */ px) => {
    each.style.fontSize = `${px}px`;
    return each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight;
  };
  let low = smallest;
  let high = largest;
  while (high - low > 0.25) {
    const middle = (low + high) / 2;
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return fits(low);
}

/** @param {Partial<Chosen>} what */
function choose(what) {
  take({...view.chosen, ...what});
  tell({kind: "chosen", chosen: view.chosen});
  draw();
}

/**
 * Takes the chosen paper. The old one stays while somebody types a size that is not valid yet.
 *
 * @param {Chosen} chosen
 */
function take(chosen) {
  view.chosen = chosen;
  view.paper = (chosen.size === OWN ? ownSize(chosen.own) : SIZES[/** @type {Size} */ (chosen.size)]) ?? view.paper;
}

/** @param {Message} message */
function tell(message) {
  channel.postMessage(message);
}

/** @param {Message} message */
function hear(message) {
  if (message.kind === "who") {
    tell({kind: "here"});
  } else if (message.kind === "guest") {
    // Each badge of a party is printed before the next is shown.
    printed = printed.then(() => show(message));
  }
}

/** Shows a badge, and prints it. @param {Extract<Message, {kind: "guest"}>} message */
async function show({badge, chosen, clock = 0, language: spoken, theme}) {
  Object.assign(view, {badge, clock});
  take({...view.chosen, ...chosen});
  if (theme !== "auto") {
    document.documentElement.dataset.theme = theme;
  }
  if (spoken !== language) {
    await words(spoken);
  }
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector("button.main"))?.focus();
  // A hidden window draws no frame but still prints, so this does not wait for a frame.
  await new Promise((done) => setTimeout(done));
  printIt();
}

/** Prints, and tells the desk. A page cannot learn whether somebody cancels the printing. */
function printIt() {
  const {badge, clock} = view;
  if (badge) {
    tell({kind: "printed", badge, at: new Date(Date.now() + clock).toISOString()});
    window.print();
  }
}

/** @param {string} [choice] the language of the desk, or the device's own if there is none */
async function words(choice) {
  await speak(choice);
  const file = `./desk-words-${language}.js`;
  learn((await import(file)).default);
  keep(file);
  document.title = `Doorlist · ${say("badge")}`;
}

async function start() {
  document.adoptedStyleSheets = [paper];
  await words();
  draw();
  channel.onmessage = ({data}) => hear(data);
  tell({kind: "ready"});
  performance.mark("ready");
}

document.addEventListener("keydown", (event) => event.key === "Escape" && close());
addEventListener("pagehide", () => tell({kind: "gone"}));
start();
