// Prints the badge of one guest, by the browser. The desk hands the guest over, and this page keeps nothing.

import {html, nothing, render} from "./lit-html.js";
import {CHANNEL} from "./desk-badge.js";
import {inGroups} from "./desk-codes.js";
import {qrCode} from "./drawings.js";
import {keep, language, learn, say, speak} from "./language.js";

/** @typedef {import("./desk-badge.js").Message} Message */
/** @typedef {import("./desk-badge.js").Badge} Badge */

/** The sizes of paper, in millimetres: two of label printers, that of a card, and that of a holder to hang. */
const SIZES = /** @type {const} */ ({
  "62x100": {width: 62, height: 100, name: ""},
  "62x29": {width: 62, height: 29, name: ""},
  "86x54": {width: 86, height: 54, name: ""},
  a6: {width: 105, height: 148, name: "A6"},
});
/** @typedef {keyof typeof SIZES} Size */

/** How large letters are at most, in parts of the badge's shorter side. */
const LARGEST = {name: 0.3, company: 0.11, type: 0.09, code: 0.06};
/** How small letters become, in pixels, before words are broken; then there is no limit. */
const SMALLEST = 7;

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const channel = new BroadcastChannel(CHANNEL);
const paper = new CSSStyleSheet();
let printed = Promise.resolve();
const view = {
  badge: /** @type {Badge | undefined} */ (undefined),
  size: /** @type {Size} */ ("62x100"),
  auto: false,
};

function draw() {
  const {width, height} = SIZES[view.size];
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
            ?selected=${key === view.size}>${name || `\u2066${width} × ${height} mm\u2069`}</option>`)}
        </select></label>
      <label class="tick"><input type="checkbox" .checked=${view.auto}
        @change=${(/** @type {any} */ event) => choose({auto: event.target.checked})}> ${say("printAfterIn")}</label>
      <div class="actions">
        <button class="main" ?disabled=${!view.badge} @click=${() => print()}>${say("printNow")}</button>
        <button @click=${() => close()}>${say("back")}</button>
      </div>
    </section>
    ${view.badge ? html`<div class="wide" role="group" tabindex="0"
      aria-label=${say("badge")}>${paperOf(view.badge)}</div>` : nothing}`;
}

/** @param {Badge} badge */
function paperOf({name, company, type, code}) {
  const {width, height} = SIZES[view.size];
  return html`
    <div class="badge ${width > height ? "flat" : "tall"} ${company ? "" : "alone"}">
      <p class="name" dir="auto">${name ?? say("noName")}</p>
      ${company ? html`<p class="company" dir="auto">${company}</p>` : nothing}
      <p class="type" dir="auto">${type}</p>
      <div class="picture">${qrCode(code)}</div>
      <p class="code">${inGroups(code)}</p>
    </div>`;
}

/** Gives each text the largest letters with which it fits its place. */
function fit() {
  const {width, height} = SIZES[view.size];
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

/** Returns whether a text fits. @param {HTMLElement} each @param {number} smallest in pixels @param {number} largest */
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

/** @param {Partial<{size: Size, auto: boolean}>} what */
function choose(what) {
  Object.assign(view, what);
  tell({kind: "chosen", chosen: {size: view.size, auto: view.auto}});
  draw();
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
    // Of a party each is printed before the next is shown.
    printed = printed.then(() => show(message));
  }
}

/** Shows a badge, and prints it. @param {Extract<Message, {kind: "guest"}>} message */
async function show({badge, chosen, language: spoken, theme}) {
  const size = /** @type {Size} */ (chosen.size in SIZES ? chosen.size : view.size);
  Object.assign(view, {badge, size, auto: chosen.auto});
  if (theme !== "auto") {
    document.documentElement.dataset.theme = theme;
  }
  if (spoken !== language) {
    await words(spoken);
  }
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector("button.main"))?.focus();
  // A window that is hidden draws no frame, and prints all the same.
  await new Promise((done) => setTimeout(done));
  window.print();
}

/** @param {string} [choice] the language of the desk; the device's own if there is none */
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
