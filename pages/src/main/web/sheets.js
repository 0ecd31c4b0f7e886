// The sheets that cover the scanner: a group, the menu, recent scans, the search.

import {html, nothing} from "./lit-html.js";
import {LANGUAGES, language, number, say, sayWord, time} from "./language.js";
import {ICONS, shape} from "./shapes.js";
import {view} from "./view.js";

/** The reason to show for a ticket's state, where it has another name than the state. @type {Record<string, string>} */
const STATES = {pending: "order_not_confirmed"};

/**
 * Shape and word for each thing that can happen to a ticket.
 *
 * @type {Record<string, [string, import("./language.js").Word]>}
 */
const HAPPENED = {
  check_in: ["in", "in"],
  entry: ["in", "againIn"],
  exit: ["out", "out"],
  undo: ["undone", "undone"],
  wrong: ["already", "shouldNot"],
  refusal: ["no", "no"],
};

/** Titles of sheets whose name is not the word for their title. @type {Record<string, import("./language.js").Word>} */
const TITLES = {forget: "forgetPhone", scanner: "handScannerTest"};

export class Sheets {
  /** @param {import("./door.js").Door} door @param {import("./scan.js").On} on what touches do */
  constructor(door, on) {
    this.door = door;
    this.on = on;
  }

  /** @param {string} slug */
  count(slug) {
    return Math.min(view.counts[slug] ?? this.door.group.remaining[slug], this.door.group.remaining[slug]);
  }

  /** @param {string[]} slugs */
  countsOf(slugs) {
    return Object.fromEntries(slugs.map((slug) => [slug, this.count(slug)]));
  }

  group() {
    if (!this.door.group) {
      return nothing;
    }
    const {remaining, problem, leaving} = this.door.group;
    const slugs = Object.keys(remaining).filter((slug) => remaining[slug] > 0);
    const all = slugs.reduce((sum, slug) => sum + remaining[slug], 0);
    const chosen = slugs.reduce((sum, slug) => sum + this.count(slug), 0);
    return html`
      <section class="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title">
        <h2 id="sheet-title">${say(leaving ? "groupInside" : "groupLeft", {n: all})}</h2>
        <p>${say(leaving ? "howManyLeave" : "howMany")}</p>
        ${slugs.map(
          (slug) => html`
            <div class="stepper" role="group" aria-label=${this.door.copies?.type(slug)?.name ?? slug}>
              <span class="what" dir="auto">${this.door.copies?.type(slug)?.name ?? slug}<small>${
                leaving ? `${number(remaining[slug])} ${say("insideNow")}`
                  : say("left", {n: remaining[slug]})}</small></span>
              <button aria-label=${say("oneLess")} ?disabled=${this.count(slug) === 0}
                @click=${() => this.on.setCount(slug, this.count(slug) - 1)}>−</button>
              <output>${number(this.count(slug))}</output>
              <button aria-label=${say("oneMore")} ?disabled=${this.count(slug) >= remaining[slug]}
                @click=${() => this.on.setCount(slug, this.count(slug) + 1)}>+</button>
            </div>`,
        )}
        <p class="problem" role="alert">${problem ?? ""}</p>
        <div class="row">
          <button @click=${() => this.door.dismiss()}>${say("cancel")}</button>
          <button class="main" ?disabled=${chosen === 0 || this.door.busy}
            @click=${() => this.door.passGroup(this.countsOf(slugs))}>
            ${leaving ? letOut(chosen, all)
              : chosen === 0 ? say(all === 0 ? "allAreIn" : "letIn") : say("letManyIn", {n: chosen})}
          </button>
        </div>
      </section>`;
  }

  sheet() {
    return view.sheet
      ? html`<section class="sheet full" role="dialog" aria-modal="true"
        aria-label=${say(TITLES[view.sheet] ?? view.sheet)}>
          <header class="bar"><button class="plain" aria-label=${say("back")}
            @click=${() => this.on.open("")}>${ICONS.back}</button></header>
          ${this[view.sheet]()}
        </section>`
      : nothing;
  }

  menu() {
    const standalone = matchMedia("(display-mode: standalone)").matches;
    return html`
      <div class="page">
        <h2>${say("thisPhone")}</h2>
        <dl>
          <div><dt>${say("door")}</dt><dd dir="auto">${this.door.list?.name ?? "–"}</dd></div>
          <div><dt>${say("knownAs")}</dt><dd dir="auto">${this.door.access?.name ?? "–"}</dd></div>
          <div><dt>${say("role")}</dt><dd>${sayWord("role", this.door.role)}${this.door.access?.mode === "test"
            ? ` · ${say("testOnly")}` : ""}</dd></div>
        </dl>
        <button @click=${() => this.on.choose("list")}>${say("changeDoor")}</button>
        ${this.door.tracked || this.door.leaving
          ? html`<button aria-pressed=${String(this.door.leaving)}
            @click=${() => this.on.scanExits(!this.door.leaving)}>${ICONS.leave} ${say("scanExits")}</button>`
          : nothing}
        ${this.door.access && (this.door.access.events === null || this.door.access.events.length > 1)
          ? html`<button @click=${() => this.on.choose("event")}>${say("changeEvent")}</button>`
          : nothing}
        <button aria-pressed=${String(view.sound)} @click=${() => this.on.keep("sound", !view.sound)}>${say(view.sound
          ? "soundOn" : "soundOff")}</button>
        <fieldset>
          <legend>${say("screen")}</legend>
          ${["auto", "bright", "dark"].map(
            (theme) => html`<button aria-pressed=${String(view.theme === theme)}
              @click=${() => this.on.keep("theme", theme)}>${sayWord("theme", theme)}</button>`,
          )}
        </fieldset>
        <label>${say("language")}
          <select @change=${(/** @type {any} */ event) => this.on.chooseLanguage(event.target.value)}>
            ${Object.entries(LANGUAGES).map(
              ([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language}>${name}</option>`,
            )}
          </select>
        </label>
        ${view.backs.length
          ? html`<label>${say("camera")}
              <select @change=${(/** @type {any} */ event) => this.on.chooseCamera(event.target.value)}>
                <option value="" ?selected=${!view.device}>${sayWord("theme", "auto")}</option>
                ${view.backs.map(
                  ({id, name}, i) =>
                    html`<option value=${id}
                      ?selected=${id === view.device}>${name || `${say("camera")} ${number(i + 1)}`}</option>`,
                )}
              </select>
            </label>`
          : nothing}
        ${standalone ? nothing : html`<p class="soft">${say("homeScreen")}</p>`}
        <button @click=${() => this.on.open("scanner")}>${say("handScannerTest")}</button>
        <button @click=${() => this.on.show("pair")}>${say("pairAnew")}</button>
        <button class="danger"
          @click=${() => this.door.countAdded().then(() => this.on.open("forget"))}>${say("forgetPhone")}</button>
        <p class="soft"><a href="board">${say("board")}</a></p>
      </div>`;
  }

  scanner() {
    const {text, keys} = view.tested ?? {text: "–", keys: "–"};
    return html`
      <div class="page">
        <h2>${say("handScannerTest")}</h2>
        <p>${say("handScannerSetUp")}</p>
        <p>${say("scanToTest")}</p>
        <output class="tested" dir="ltr">${text}</output>
        ${keys === text ? nothing : html`<p>${say("asKeys")}</p><output class="tested" dir="ltr">${keys}</output>`}
      </div>`;
  }

  forget() {
    const queued = (this.door.queue?.length ?? 0) + this.door.added;
    return html`
      <div class="page">
        <h2>${say("forgetQuestion")}</h2>
        <p>${say("forgetMeans")}</p>
        ${queued ? html`<p class="problem" role="alert">${say("wouldBeLost", {n: queued})}</p>` : nothing}
        <button class="danger" @click=${() => this.door.forget()}>${say("eraseAll")}</button>
        <button @click=${() => this.on.open("menu")}>${say("cancel")}</button>
      </div>`;
  }

  recent() {
    return html`
      <div class="page">
        <h2>${say("recent")}</h2>
        ${this.door.recent.length ? nothing : html`<p class="soft">${say("noneYet")}</p>`}
        <ul class="recent">
          ${this.door.recent.map(
            (each) => html`<li class=${each.kind}>
              ${shape(each.kind)}
              <div><b>${each.word}</b> <bdi>${each.name ?? each.reference ?? each.type ?? ""}</bdi><small>${
                time(each.at)}</small></div>
              ${each.undo ? html`<button
                @click=${() => { this.on.open(""); this.door.undo(each); }}>${say("undo")}</button>` : nothing}
            </li>`,
          )}
        </ul>
      </div>`;
  }

  search() {
    return html`
      <div class="page">
        <h2>${say("search")}</h2>
        <form class="row" @submit=${this.on.searched}>
          <label class="hidden-words" for="q">${say("nameOrMail")}</label>
          <input id="q" type="search" autocomplete="off" placeholder=${say("nameOrMail")}>
          <button class="main">${say("search")}</button>
        </form>
        <p class="problem" role="alert">${view.problem}</p>
        <ul class="found">
          ${(view.found?.tickets ?? []).map((each) => this.foundTicket(each))}
        </ul>
        ${view.found?.more ? html`<p class="soft">${say("moreFound")}</p>` : nothing}
      </div>`;
  }

  /** @param {import("./api.js").Schemas["FoundTicket"]} ticket */
  foundTicket(ticket) {
    const here = ticket.checked_in.find((each) => String(each.checkin_list_id) === this.door.pairing?.list);
    const type = this.door.copies?.type(ticket.ticket_type)?.name ?? ticket.ticket_type;
    const valid = ticket.state === "valid";
    const state = valid ? "" : ` · ${sayWord("reason", STATES[ticket.state] ?? ticket.state)}`;
    return html`<li>
      <div>
        <b dir="auto">${ticket.name ?? say("noName")}</b>
        <small><bdi>${type}</bdi> · <bdi>${ticket.reference}</bdi>${state}</small>
        ${ticket.note ? html`<small dir="auto">${ticket.note}</small>` : nothing}
        ${here ? html`<small class="in">${say("inSince", {time: time(here.created_at)})}</small>` : nothing}
      </div>
      ${(here && !this.door.leaving) || ticket.state !== "valid"
        ? nothing
        : html`<button class="main"
          @click=${() => { this.on.open(""); this.door.decide({code: ticket.qr_code_identifier, scanned: false}); }}>
            ${say(this.door.leaving ? "letOut" : "letIn")}</button>`}
      ${view.history?.reference === ticket.reference
        ? html`<ul class="recent">
            ${view.history.events.length ? view.history.events.map((each) => this.happened(each))
              : html`<li>${say("nothingHappened")}</li>`}
          </ul>`
        : html`<button @click=${() => this.on.whatHappened(ticket.reference)}>${say("whatHappened")}</button>`}
    </li>`;
  }

  /** @param {import("./api.js").Schemas["Happening"]} event */
  happened(event) {
    const again = !event.explained && !event.undone && event.type !== "exit";
    const [kind, word] = HAPPENED[again ? "wrong" : event.type] ?? ["wait", event.type];
    const more = [event.reason && sayWord("reason", event.reason), event.undone && say("undone")];
    return html`<li class=${kind}>
      ${shape(kind)}
      <div>
        <b>${say(word, {n: 1})}</b>${more.filter(Boolean).map((each) => ` · ${each}`)}
        <small>${time(event.door_time)} · <bdi>${event.checkin_list?.name}</bdi>${event.scanned_by
          ? html` · <bdi>${event.scanned_by}</bdi>` : ""}</small>
      </div>
    </li>`;
  }
}

/** @param {number} chosen how many of a group leave @param {number} all how many of the group are inside */
function letOut(chosen, all) {
  return chosen === all ? say("allLeave") : chosen === 0 ? say("letOut") : say("letManyOut", {n: chosen});
}
