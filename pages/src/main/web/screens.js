// The scanner's screens, derived from the state of the door and of the page.

import {html, nothing} from "./lit-html.js";
import {age, number, part, say, sayWord, silence, time} from "./language.js";
import {ICONS, shape} from "./shapes.js";
import {sheetsOf} from "./sheets.js";
import {view} from "./view.js";

/**
 * Returns a function that draws the current screen.
 *
 * @param {import("./door.js").Door} door
 * @param {import("./scan.js").On} on what touches do
 */
export function screensOf(door, on) {
  const sheets = sheetsOf(door, on);

  function screen() {
    switch (view.screen) {
      case "starting":
        return html`<p class="starting">Doorlist</p>`;
      case "pair":
        return pairScreen();
      case "lacking":
        return html`<div class="page"><h1>${say("notHere")}</h1><p class="problem" role="alert">${view.problem}</p></div>`;
      case "offer":
        return offerScreen();
      case "event":
        return chooser(say("whichEvent"), view.events.map((each) => ({id: each.slug, name: each.title})), on.chooseEvent);
      case "list":
        return chooser(say("whichDoor"), door.lists, on.chooseList);
      case "forgotten":
        return forgottenScreen();
      default:
        return scanScreen();
    }
  }

  function pairScreen() {
    return html`
      <div class="page">
        <h1>${say("pairPhone")}</h1>
        <p>${say("holdPairing")}</p>
        ${cameraBox(say("pairingCode"))}
        <form class="row" @submit=${on.pairTyped}>
          <label class="hidden-words" for="code">${say("pairingLink")}</label>
          <input id="code" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder=${say("pasteLink")}>
          <button class="main">${say("pair")}</button>
        </form>
        <p class="problem" role="alert">${view.problem}</p>
        ${door.pairing ? html`<button @click=${on.goOn}>${say("stay")}</button>` : nothing}
      </div>`;
  }

  /** Names what this phone is paired with, and what it would be. */
  function offerScreen() {
    const {pairing, access, wrong} = view.offer ?? {wrong: ""};
    return html`
      <div class="page">
        <h1>${say("pairAnewQuestion")}</h1>
        <dl>
          <div><dt>${say("nowPaired")}</dt><dd dir="auto">${owner(door.pairing, door.access)}</dd></div>
          ${pairing ? html`<div><dt>${say("thenPaired")}</dt><dd dir="auto">${owner(pairing, access)}</dd></div>` : nothing}
        </dl>
        ${pairing
          ? html`<p>${say("pairAnewMeans")}</p>`
          : html`<p class="problem" role="alert">${wrong}</p>`}
        <button class="main" @click=${on.goOn}>${say("stay")}</button>
        ${pairing ? html`<button class="danger" @click=${() => on.pairWith(pairing)}>${say("pairAnew")}</button>` : nothing}
      </div>`;
  }

  /**
   * @param {import("./api.js").Pairing | undefined} pairing
   * @param {import("./api.js").Schemas["TokenAccess"] | null | undefined} access
   */
  function owner(pairing, access) {
    const event = pairing?.event || access?.events?.join(", ") || say("allEvents");
    const names = [pairing?.account || access?.account_slug, event, access?.name];
    return names.map((name) => name && part(name)).filter(Boolean).join(" · ");
  }

  function forgottenScreen() {
    return html`
      <div class="page">
        <h1>${say(door.erased ? "forgotten" : "erasing")}</h1>
        ${door.erased
          ? html`<p>${say("allErased")}</p>
              <button @click=${() => location.reload()}>${say("pairPhone")}</button>`
          : nothing}
      </div>`;
  }

  /**
   * @param {string} title
   * @param {{id: string, name: string}[]} choices
   * @param {(id: string) => void} choose
   */
  function chooser(title, choices, choose) {
    return html`
      <div class="page">
        <h1>${title}</h1>
        <ul class="choices">
          ${choices.map((each) => html`<li><button @click=${() => choose(each.id)} dir="auto">${each.name}</button></li>`)}
        </ul>
        <p class="problem" role="alert">${view.problem}</p>
      </div>`;
  }

  function scanScreen() {
    const {in: inside, of, now} = door.figures;
    return html`
      <div class="scan ${door.leaving ? "leaving" : ""}" ?inert=${Boolean(door.verdict || door.group || view.sheet)}>
        <header class="bar">
          <div class="where"><h1 dir="auto">${door.list?.name ?? say("door")}</h1></div>
          <p class="figures"><b>${inside === undefined ? "–" : number(inside)}</b> <span>${now ? say("insideNow") : of === undefined ? say("inside") : say("ofIn", {n: of})}</span></p>
          <button class="plain" aria-label=${say("menu")} @click=${() => on.open("menu")}>${ICONS.menu}</button>
        </header>
        ${door.leaving
          ? html`<p class="mode" role="status">${shape("out")}<span><b>${say("exit")}</b> ${say("onlyLeaving")}</span></p>`
          : nothing}
        ${statusLine()} ${notices()}
        ${cameraBox(say(door.lookFirst ? "lookHint" : door.leaving ? "onlyLeaving" : "holdCode"))}
        <form class="row" @submit=${on.typed}>
          <label class="hidden-words" for="code">${say("ticketCode")}</label>
          <input id="code" type="text" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" enterkeyhint="go" placeholder=${say("typeCode")}>
          <button class="main">${say(door.lookFirst ? "look" : door.leaving ? "letOut" : "check")}</button>
        </form>
        <nav class="tools" aria-label=${say("tools")}>
          <button aria-pressed=${String(door.lookFirst)} @click=${on.toggleLook}>${ICONS.look}<span>${say("lookFirst")}</span></button>
          <button @click=${() => on.open("recent")}>${ICONS.recent}<span>${say("recent")}</span></button>
          ${door.role === "scanner"
            ? nothing
            : html`<button @click=${() => on.open("search")}>${ICONS.search}<span>${say("search")}</span></button>`}
          ${view.hasLight
            ? html`<button aria-pressed=${String(view.light)} @click=${on.toggleLight}>${ICONS.light}<span>${say("light")}</span></button>`
            : nothing}
          ${view.hasOther
            ? html`<button aria-pressed=${String(view.facing === "user")} @click=${on.turnCamera}>${ICONS.camera}<span>${say("front")}</span></button>`
            : nothing}
        </nav>
      </div>
      ${sheets.group()} ${sheets.sheet()} ${door.verdict ? verdictScreen(door.verdict) : nothing}`;
  }

  function statusLine() {
    const copy = door.copy;
    const queued = door.queue?.length ?? 0;
    const state = door.refused ? "locked" : door.reached ? "online" : "offline";
    const words = say(state === "offline" ? silence() : state === "locked" ? "lockedStatus" : state);
    const seconds = copy ? (Date.now() - copy.at) / 1_000 : 0;
    return html`
      <p class="status ${state}">
        <span class="net"><i aria-hidden="true"></i>${words}</span>
        <span class=${queued ? "queue some" : "queue"}>${queued ? say("toSend", {n: queued}) : say("allSent")}</span>
        <span class=${seconds > 300 ? "copy old" : "copy"}>${copy ? say("copyOld", {age: age(seconds)}) : door.building ? say("copiedSoFar", {n: door.building}) : say("noCopyYet")}</span>
      </p>`;
  }

  function notices() {
    return html`
      ${door.doubles.length
        ? html`<section class="notice" role="alert">
            <h2>${say("shouldNot", {n: door.doubles.length})}</h2>
            <ul tabindex="0">
              ${door.doubles.map(
                (each) => html`<li>
                  ${time(each.at)}: ${sayWord("reason", each.reason)} (<bdi>${ticketOf(each)}</bdi>)${door.lists.filter((list) => list.id === each.list).map((list) => html` · <bdi>${list.name}</bdi>`)}${each.by ? ` · ${say("firstBy", {phone: each.by})}` : ""}
                </li>`,
              )}
            </ul>
            <p>${say("withoutNetwork")}</p>
            <button @click=${() => door.doublesSeen()}>${say("understood")}</button>
          </section>`
        : nothing}
      ${door.queue?.setAside
        ? html`<p class="notice" role="alert">${say("setAside", {n: door.queue.setAside})}</p>`
        : nothing}
      ${door.full || door.copies?.unsaved.size
        ? html`<p class="notice" role="alert">${say("phoneFull")}</p>`
        : nothing}
      ${view.update
        ? html`<p class="notice quiet">${say("newVersion")} <button @click=${on.update}>${say("useNow")}</button></p>`
        : nothing}`;
  }

  /** @param {{reference: string | null, type: string | null, code?: string}} told of a ticket, as far as it is known */
  function ticketOf({reference, type, code}) {
    return reference ?? [type, code && `…${code}`].filter(Boolean).join(" ");
  }

  /** @param {string} hint */
  function cameraBox(hint) {
    const on = view.camera === "on";
    return html`
      <section class="camera ${view.camera} ${door.busy ? "busy" : ""} ${door.lookFirst ? "looking" : ""}" aria-label=${say("camera")}>
        <video id="video" muted playsinline aria-hidden="true"></video>
        <div class="aim" aria-hidden="true"></div>
        ${on ? html`<p class="hint">${hint}</p>` : html`<div class="closed">${closedCamera()}</div>`}
      </section>`;
  }

  function closedCamera() {
    switch (view.camera) {
      case "refused":
        return html`<p>${say("cameraRefused")}</p>
          <button @click=${on.startCamera}>${say("tryAgain")}</button>`;
      case "none":
        return html`<p>${say("cameraNone")}</p>
          <button @click=${on.startCamera}>${say("tryAgain")}</button>`;
      case "lost":
        return html`<p role="alert">${say("cameraLost")}</p>
          <button @click=${on.startCamera}>${say("tryAgain")}</button>`;
      default:
        return html`<button class="main big" @click=${on.startCamera}>${ICONS.camera} ${say("startCamera")}</button>
          <p>${say("handScanner")}</p>`;
    }
  }

  /** @param {import("./words.js").Verdict} verdict */
  function verdictScreen(verdict) {
    return html`
      <section class="verdict ${verdict.kind}" role="alert" data-kind=${verdict.kind} @click=${on.verdictClicked}>
        ${verdict.band ? html`<p class="band">${verdict.band}</p>` : nothing}
        <div class="said">
          ${shape(verdict.kind)}
          <div class="words">
            <h2 class="letters-${letters(verdict.word)}">${verdict.word}</h2>
            ${verdict.name ? html`<p class="name" dir="auto">${verdict.name}</p>` : nothing}
            ${verdict.type ? html`<p class="type" dir="auto">${verdict.type}</p>` : nothing}
            ${verdict.note ? html`<p class="note ${verdict.attention ? "attention" : ""}" dir="auto">${verdict.note}</p>` : nothing}
            ${!verdict.note && verdict.attention ? html`<p class="note attention">${say("lookClosely")}</p>` : nothing}
            ${verdict.detail ? html`<p class="detail">${verdict.detail}</p>` : nothing}
            ${verdict.advice ? html`<p class="advice">${verdict.advice}</p>` : nothing}
          </div>
        </div>
        <div class="answers">
          ${verdict.undo ? html`<button @click=${() => door.undo(verdict)}>${say("undo")}</button>` : nothing}
          ${verdict.act ? html`<button @click=${verdict.act}>${verdict.actWord}</button>` : nothing}
          <button class="next" @click=${() => door.dismiss()}>${say("next")}</button>
        </div>
      </section>`;
  }

  return screen;
}

/**
 * Returns how wide a verdict is on two lines, or its longest word, in letters of our script, rounded
 * up to one of the sizes of the style sheet.
 *
 * @param {string} words
 */
function letters(words) {
  const wide = (/** @type {string} */ letter) => (letter > "\u2e80" ? 1.5 : 1);
  const widths = words.split(" ").map((word) => [...word].reduce((sum, each) => sum + wide(each), 0));
  const needed = Math.max(...widths, widths.reduce((sum, each) => sum + each) / 2);
  return [2, 4, 5, 7, 9, 11].find((size) => needed <= size) ?? 14;
}
