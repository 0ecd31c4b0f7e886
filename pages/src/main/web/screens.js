// The scanner's screens, derived from the state of the door and of the page.

import {html, nothing} from "./lit-html.js";
import {age, number, part, say, sayWord, silence, time} from "./language.js";
import {ICONS, shape} from "./shapes.js";
import {Sheets} from "./sheets.js";
import {view} from "./view.js";
import {breaking} from "./words.js";

/** The screen mentions the copy if the copy is older than this, or if the copy decides. */
const OLD_SECONDS = 300;

/** Returns an event's name, date and place. @param {import("./view.js").ListedEvent} event */
const named = ({title, date, place}) => [title, date, place].filter(Boolean).join(" · ");

export class Screens {
  /** @param {import("./door.js").Door} door @param {import("./scan.js").On} on what touches do */
  constructor(door, on) {
    this.door = door;
    this.on = on;
    this.sheets = new Sheets(door, on);
  }

  screen() {
    switch (view.screen) {
      case "starting":
        return html`<p class="starting">Doorlist</p>`;
      case "pair":
        return this.pairScreen();
      case "lacking":
        return html`<div class="page"><h1>${say("notHere")}</h1><p class="problem"
          role="alert">${view.problem}</p></div>`;
      case "offer":
        return this.offerScreen();
      case "event":
        return this.chooser(
          say("whichEvent"),
          view.events.map((each) => ({id: each.slug, name: named(each)})),
          this.on.chooseEvent,
        );
      case "list":
        return this.chooser(
          say("whichDoor"),
          this.door.lists,
          this.on.chooseList,
          view.events.map((each) => each.slug === this.door.pairing?.event
            ? html`<p dir="auto">${named(each)}</p>` : nothing),
        );
      case "forgotten":
        return this.forgottenScreen();
      default:
        return this.scanScreen();
    }
  }

  pairScreen() {
    return html`
      <div class="page">
        <h1>${say("pairPhone")}</h1>
        <p>${say("holdPairing")}</p>
        ${this.cameraBox(say("pairingCode"))}
        <form class="row" @submit=${this.on.pairTyped}>
          <label class="hidden-words" for="code">${say("pairingLink")}</label>
          <input id="code" type="text" autocomplete="off" autocapitalize="none" spellcheck="false"
            placeholder=${say("pasteLink")}>
          <button class="main">${say("pair")}</button>
        </form>
        <p class="problem" role="alert">${view.problem}</p>
        ${this.door.pairing ? html`<button @click=${this.on.goOn}>${say("stay")}</button>` : nothing}
      </div>`;
  }

  /** Shows what this phone is paired with, and what it would be paired with. */
  offerScreen() {
    const {pairing, access, wrong} = view.offer ?? {wrong: ""};
    return html`
      <div class="page">
        <h1>${say("pairAnewQuestion")}</h1>
        <dl>
          <div><dt>${say("now")}</dt><dd dir="auto">${this.owner(this.door.pairing, this.door.access)}</dd></div>
          ${pairing ? html`<div><dt>${say("thenPaired")}</dt><dd dir="auto">${this.owner(pairing, access)}</dd></div>`
            : nothing}
        </dl>
        ${pairing
          ? html`<p>${say("pairAnewMeans")}</p>`
          : html`<p class="problem" role="alert">${wrong}</p>`}
        <button class="main" @click=${this.on.goOn}>${say("stay")}</button>
        ${pairing ? html`<button class="danger" @click=${() => this.on.pairWith(pairing)}>${say("pairAnew")}</button>`
          : nothing}
      </div>`;
  }

  /**
   * @param {import("./api.js").Pairing | undefined} pairing
   * @param {import("./api.js").Schemas["TokenAccess"] | null | undefined} access
   */
  owner(pairing, access) {
    const event = pairing?.event || access?.events?.join(", ") || say("allEvents");
    const names = [pairing?.account || access?.account_slug, event, access?.name];
    return names.map((name) => name && part(name)).filter(Boolean).join(" · ");
  }

  forgottenScreen() {
    return html`
      <div class="page">
        <h1>${say(this.door.erased ? "forgotten" : "erasing")}</h1>
        ${this.door.erased
          ? html`<p>${say("allErased")}</p>
              <button @click=${() => location.reload()}>${say("pairPhone")}</button>`
          : nothing}
      </div>`;
  }

  /**
   * @param {string} title
   * @param {{id: string, name: string}[]} choices
   * @param {(id: string) => void} choose
   * @param {unknown} [of] what the choices belong to, if that is known
   */
  chooser(title, choices, choose, of) {
    return html`
      <div class="page">
        <h1>${title}</h1>
        ${of}
        <ul class="choices">
          ${choices.map((each) => html`<li><button
            @click=${() => choose(each.id)}><bdi>${each.name}</bdi></button></li>`)}
        </ul>
        <p class="problem" role="alert">${view.problem}</p>
      </div>`;
  }

  scanScreen() {
    const {in: inside, of, now} = this.door.figures;
    return html`
      <div class="scan ${this.door.leaving ? "leaving" : ""}"
        ?inert=${Boolean(this.door.verdict || this.door.group || view.sheet)}>
        <header class="bar">
          <div class="where"><h1 dir="auto">${breaking(this.door.list?.name ?? say("door"))}</h1></div>
          <p class="figures"><b>${inside === undefined ? "–" : number(inside)}</b> <span>${now ? say("insideNow")
            : of === undefined ? say("inside") : say("ofIn", {n: of})}</span></p>
          <button class="plain" aria-label=${say("menu")} @click=${() => this.on.open("menu")}>${ICONS.menu}</button>
        </header>
        ${this.door.leaving
          ? html`<button class="mode"
            @click=${() => this.on.scanExits(false)}>${shape("out")}<span><b>${say("exit")}</b>
              ${this.door.copy ? say("onlyLeaving") : this.door.progress} <u>${say("asEntrance")}</u></span></button>`
          : nothing}
        ${this.statusLine()} ${this.notices()}
        ${this.cameraBox(say(this.door.leaving ? "onlyLeaving" : "holdCode"))}
        <form class="row" @submit=${this.on.typed}>
          <label class="hidden-words" for="code">${say("ticketCode")}</label>
          <input id="code" type="text" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false"
            enterkeyhint="go" placeholder=${say("typeCode")}>
          <button class="main">${say(this.door.leaving ? "letOut" : "check")}</button>
        </form>
        ${this.tools()}
      </div>
      ${this.sheets.group()} ${this.sheets.sheet()} ${this.door.verdict ? this.verdictScreen(this.door.verdict)
        : nothing}`;
  }

  tools() {
    return html`
      <nav class="tools" aria-label=${say("tools")}>
        <button @click=${() => this.on.open("recent")}>${ICONS.recent}<span>${say("recent")}</span></button>
        ${this.door.role === "scanner"
          ? nothing
          : html`<button @click=${() => this.on.open("search")}>${ICONS.search}<span>${say("search")}</span></button>`}
        ${view.hasLight
          ? html`<button aria-pressed=${String(view.light)}
            @click=${this.on.toggleLight}>${ICONS.light}<span>${say("light")}</span></button>`
          : nothing}
        ${view.hasOther
          ? html`<button aria-pressed=${String(view.facing === "user")}
            @click=${this.on.turnCamera}>${ICONS.camera}<span>${say("front")}</span></button>`
          : nothing}
      </nav>`;
  }

  statusLine() {
    const copy = this.door.copy;
    const queued = this.door.queue?.length ?? 0;
    const state = this.door.refused ? "locked" : this.door.reached ? "online" : "offline";
    const words = say(state === "offline" ? silence() : state === "locked" ? "lockedStatus" : state);
    const seconds = copy ? (Date.now() - copy.at) / 1_000 : 0;
    const old = seconds > OLD_SECONDS;
    return html`
      <p class="status ${state}">
        <span class="net"><i aria-hidden="true"></i>${words}</span>
        ${queued ? html`<span class="queue">${say("toSend", {n: queued})}</span>` : nothing}
        ${copy && !old && state === "online"
          ? nothing
          : html`<span class="copy ${copy ? (old ? "old" : "") : "none"}">${copy ? say("copyOld", {age: age(seconds)})
            : this.door.progress}</span>`}
      </p>`;
  }

  notices() {
    return html`
      ${this.door.doubles.length
        ? html`<section class="notice" role="alert">
            <h2>${say("shouldNot", {n: this.door.doubles.length})}</h2>
            <ul tabindex="0">
              ${this.door.doubles.map(
                (each) => html`<li>
                  ${time(each.at)}: ${sayWord("reason", each.reason)}
                  (<bdi>${this.ticketOf(each)}</bdi>)${this.door.lists
                    .filter((list) => list.id === each.list)
                    .map((list) => html` · <bdi>${list.name}</bdi>`)}${
                    each.by ? ` · ${say("firstBy", {phone: each.by})}` : ""}
                </li>`,
              )}
            </ul>
            <p>${say("withoutNetwork")}</p>
            <button @click=${() => this.door.doublesSeen()}>${say("understood")}</button>
          </section>`
        : nothing}
      ${this.door.away
        ? html`<p class="notice quiet"
          role="status">${say("away", {host: location.host, age: age(this.door.away / 1_000)})}</p>`
        : nothing}
      ${this.door.queue?.setAside
        ? html`<p class="notice" role="alert">${say("setAside", {n: this.door.queue.setAside})}</p>`
        : nothing}
      ${this.door.lost.length
        ? html`<section class="notice" role="alert">
            <p>${say("scansLost", {n: this.door.lost.length})}
              <bdi>${this.door.lost.map((at) => time(at)).join(" · ")}</bdi></p>
            <button @click=${() => this.door.lostSeen()}>${say("understood")}</button>
          </section>`
        : nothing}
      ${this.door.db.down ? html`<p class="notice" role="alert">${say("storesNothing")} ${say("onlyOnline")}</p>`
        : nothing}
      ${this.door.full || this.door.copies?.full
        ? html`<p class="notice" role="alert">${say("phoneFull")}</p>`
        : nothing}
      ${view.update
        ? html`<p class="notice quiet">${say("newVersion")} <button
          @click=${this.on.update}>${say("useNow")}</button></p>`
        : nothing}`;
  }

  /** @param {{reference: string | null, type: string | null, code?: string}} told what is known about a ticket */
  ticketOf({reference, type, code}) {
    return reference ?? [type, code && `…${code}`].filter(Boolean).join(" ");
  }

  /** @param {string} hint */
  cameraBox(hint) {
    const on = view.camera === "on";
    return html`
      <section class="camera ${view.camera} ${this.door.busy ? "busy" : ""}" aria-label=${say("camera")}>
        <video id="video" muted playsinline aria-hidden="true"></video>
        <div class="aim" aria-hidden="true"></div>
        ${on ? html`<p class="hint">${hint}</p>` : html`<div class="closed">${this.closedCamera()}</div>`}
      </section>`;
  }

  closedCamera() {
    /** @type {Partial<Record<import("./view.js").Camera, import("./language.js").Word>>} */
    const reasons = {refused: "cameraRefused", none: "cameraNone", lost: "cameraLost"};
    const why = reasons[view.camera];
    return why
      ? html`<p role=${view.camera === "lost" ? "alert" : nothing}>${say(why)}</p>
          <button @click=${this.on.startCamera}>${say("tryAgain")}</button>`
      : html`<button class="main big" @click=${this.on.startCamera}>${ICONS.camera} ${say("startCamera")}</button>
          <p>${say("handScanner")}</p>`;
  }

  /** @param {import("./words.js").Verdict} verdict */
  verdictScreen(verdict) {
    return html`
      <section class="verdict ${verdict.kind}" role="alert" data-kind=${verdict.kind} @click=${this.on.verdictClicked}>
        ${verdict.band ? html`<p class="band">${verdict.band}</p>` : nothing}
        <div class="said">
          ${shape(verdict.kind)}
          <div class="words">
            <h2 class="letters-${letters(verdict.word)}">${verdict.word}</h2>
            ${verdict.name ? html`<p class="name" dir="auto">${verdict.name}</p>` : nothing}
            ${verdict.type ? html`<p class="type" dir="auto">${verdict.type}</p>` : nothing}
            ${verdict.shown ? html`<p class="type" dir="auto">${verdict.shown}</p>` : nothing}
            ${verdict.note ? html`<p class="note ${verdict.attention ? "attention"
              : ""}" dir="auto">${verdict.note}</p>` : nothing}
            ${!verdict.note && verdict.attention ? html`<p class="note attention">${say("lookClosely")}</p>` : nothing}
            ${verdict.detail ? html`<p class="detail">${verdict.detail}</p>` : nothing}
            ${verdict.advice ? html`<p class="advice">${verdict.advice}</p>` : nothing}
          </div>
        </div>
        <div class="answers">
          ${verdict.undo ? html`<button @click=${() => this.door.undo(verdict)}>${say("undo")}</button>` : nothing}
          ${verdict.scanner
            ? html`<button
              @click=${() => { this.door.dismiss(); this.on.open("scanner"); }}>${say("handScannerTest")}</button>`
            : nothing}
          ${verdict.party ? html`<button
            @click=${verdict.party.letIn}>${say("letManyIn", {n: verdict.party.n})}</button>` : nothing}
          ${verdict.act ? html`<button @click=${verdict.act}>${verdict.actWord}</button>` : nothing}
          <button class="next" @click=${this.on.next}>${say("next")}</button>
        </div>
      </section>`;
  }
}

/**
 * Returns the width of a verdict on one or two lines, in Latin letters, rounded up to one of the sizes of the style
 * sheet.
 *
 * @param {string} words
 */
function letters(words) {
  const all = words.split(" ");
  const width = (/** @type {string[]} */ line) =>
    [...line.join(" ")].reduce((sum, each) => sum + (each > "\u2e80" ? 1.5 : 1), 0);
  const needed = Math.min(...all.map((_, i) => Math.max(width(all.slice(0, i)), width(all.slice(i)))));
  return [2, 4, 5, 7, 9, 11].find((size) => needed <= size) ?? 14;
}
