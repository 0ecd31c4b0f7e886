// The scanner's screens, derived from the state of the door and of the page.

import {html, nothing} from "./lit-html.js";
import {DOUBLE, age, time} from "./words.js";
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
      case "event":
        return chooser("Which event?", view.events.map((each) => ({id: each.slug, name: each.title})), on.chooseEvent);
      case "list":
        return chooser("Which door?", door.lists, on.chooseList);
      case "forgotten":
        return forgottenScreen();
      default:
        return scanScreen();
    }
  }

  function pairScreen() {
    return html`
      <div class="page">
        <h1>Pair this phone</h1>
        <p>Hold the pairing code before the camera, or open the link that was made for this phone.</p>
        ${cameraBox("Pairing code")}
        <form class="row" @submit=${on.pairTyped}>
          <label class="hidden-words" for="code">Pairing link</label>
          <input id="code" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="or paste the link">
          <button class="main">Pair</button>
        </form>
        <p class="problem" role="alert">${view.problem}</p>
      </div>`;
  }

  function forgottenScreen() {
    return html`
      <div class="page">
        <h1>${door.erased ? "Forgotten" : "Erasing"}</h1>
        ${door.erased
          ? html`<p>Everything that was kept here is erased. To scan again, open a new link.</p>
              <button @click=${() => location.reload()}>Pair this phone</button>`
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
          ${choices.map((each) => html`<li><button @click=${() => choose(each.id)}>${each.name}</button></li>`)}
        </ul>
        <p class="problem" role="alert">${view.problem}</p>
      </div>`;
  }

  function scanScreen() {
    const {in: inside, of} = door.figures;
    return html`
      <div class="scan" ?inert=${Boolean(door.verdict || door.group || view.sheet)}>
        <header class="bar">
          <div class="where"><h1>${door.list?.name ?? "Door"}</h1></div>
          <p class="figures"><b>${inside ?? "–"}</b>${of === undefined ? " in" : html` <span>of ${of} in</span>`}</p>
          <button class="plain" aria-label="Menu" @click=${() => on.open("menu")}>${ICONS.menu}</button>
        </header>
        ${statusLine()} ${notices()}
        ${cameraBox(door.lookFirst ? "Look first: nobody is let in" : "Hold the code before the camera")}
        <form class="row" @submit=${on.typed}>
          <label class="hidden-words" for="code">Ticket code</label>
          <input id="code" type="text" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" enterkeyhint="go" placeholder="Type or scan a code">
          <button class="main">${door.lookFirst ? "Look" : "Check"}</button>
        </form>
        <nav class="tools" aria-label="Tools">
          <button aria-pressed=${String(door.lookFirst)} @click=${on.toggleLook}>${ICONS.look}<span>Look first</span></button>
          <button @click=${() => on.open("recent")}>${ICONS.recent}<span>Recent</span></button>
          ${door.role === "scanner"
            ? nothing
            : html`<button @click=${() => on.open("search")}>${ICONS.search}<span>Search</span></button>`}
          ${view.hasLight
            ? html`<button aria-pressed=${String(view.light)} @click=${on.toggleLight}>${ICONS.light}<span>Light</span></button>`
            : nothing}
        </nav>
      </div>
      ${sheets.group()} ${sheets.sheet()} ${door.verdict ? verdictScreen(door.verdict) : nothing}`;
  }

  function statusLine() {
    const copy = door.copy;
    const queued = door.queue?.length ?? 0;
    const state = door.refused ? "locked" : door.reached ? "online" : "offline";
    const words = {locked: "Locked out", online: "Online", offline: "No network"}[state];
    const seconds = copy ? (Date.now() - copy.at) / 1_000 : 0;
    return html`
      <p class="status ${state}">
        <span class="net"><i aria-hidden="true"></i>${words}</span>
        <span class=${queued ? "queue some" : "queue"}>${queued ? `${queued} to send` : "All sent"}</span>
        <span class=${seconds > 300 ? "copy old" : "copy"}>${copy ? `Copy ${age(seconds)} old` : "No copy yet"}</span>
      </p>`;
  }

  function notices() {
    return html`
      ${door.doubles.length
        ? html`<section class="notice" role="alert">
            <h2>${door.doubles.length === 1 ? "Let in, but should not have been" : `${door.doubles.length} let in, but should not have been`}</h2>
            <ul>
              ${door.doubles.slice(-3).map(
                (each) => html`<li>
                  ${time(each.at)}: ${DOUBLE[/** @type {keyof typeof DOUBLE} */ (each.reason)] ?? each.reason}${each.reference ? ` (${each.reference})` : ""}${each.by ? `, first by ${each.by}` : ""}
                </li>`,
              )}
            </ul>
            <p>It happened without the network. The organiser sees it too.</p>
            <button @click=${() => door.doublesSeen()}>Understood</button>
          </section>`
        : nothing}
      ${door.queue?.setAside
        ? html`<p class="notice" role="alert">${door.queue.setAside} scans could not be sent. Tell the organiser before you forget this phone.</p>`
        : nothing}
      ${door.full || door.copies?.unsaved.size
        ? html`<p class="notice" role="alert">This phone is full. Free some storage: without, it keeps no copy for when the network goes.</p>`
        : nothing}
      ${view.update
        ? html`<p class="notice quiet">A new version is here. <button @click=${on.update}>Use it now</button></p>`
        : nothing}`;
  }

  /** @param {string} hint */
  function cameraBox(hint) {
    const on = view.camera === "on";
    return html`
      <section class="camera ${view.camera} ${door.busy ? "busy" : ""} ${door.lookFirst ? "looking" : ""}" aria-label="Camera">
        <video id="video" muted playsinline aria-hidden="true"></video>
        <div class="aim" aria-hidden="true"></div>
        ${on ? html`<p class="hint">${hint}</p>` : html`<div class="closed">${closedCamera()}</div>`}
      </section>`;
  }

  function closedCamera() {
    switch (view.camera) {
      case "refused":
        return html`<p>The camera is not allowed. Allow it in the browser's settings for this page, or type codes below.</p>
          <button @click=${on.startCamera}>Try again</button>`;
      case "none":
        return html`<p>No camera here. Use a hand scanner, or type codes below.</p>`;
      default:
        return html`<button class="main big" @click=${on.startCamera}>${ICONS.camera} Start camera</button>
          <p>A hand scanner works too, at any time.</p>`;
    }
  }

  /** @param {import("./words.js").Verdict} verdict */
  function verdictScreen(verdict) {
    const length = verdict.word.length <= 4 ? "short" : verdict.word.length <= 8 ? "medium" : "long";
    return html`
      <section class="verdict ${verdict.kind}" role="alert" data-kind=${verdict.kind} @click=${on.verdictClicked}>
        ${verdict.band ? html`<p class="band">${verdict.band}</p>` : nothing}
        <div class="said">
          ${shape(verdict.kind)}
          <div class="words">
            <h2 class=${length}>${verdict.word}</h2>
            ${verdict.name ? html`<p class="name">${verdict.name}</p>` : nothing}
            ${verdict.type ? html`<p class="type">${verdict.type}</p>` : nothing}
            ${verdict.note ? html`<p class="note ${verdict.attention ? "attention" : ""}">${verdict.note}</p>` : nothing}
            ${!verdict.note && verdict.attention ? html`<p class="note attention">Look closely</p>` : nothing}
            ${verdict.detail ? html`<p class="detail">${verdict.detail}</p>` : nothing}
            ${verdict.advice ? html`<p class="advice">${verdict.advice}</p>` : nothing}
          </div>
        </div>
        <div class="answers">
          ${verdict.undo ? html`<button @click=${() => door.undo(verdict)}>Undo</button>` : nothing}
          ${verdict.act ? html`<button @click=${verdict.act}>${verdict.actWord}</button>` : nothing}
          <button class="next" @click=${() => door.dismiss()}>Next</button>
        </div>
      </section>`;
  }

  return screen;
}
