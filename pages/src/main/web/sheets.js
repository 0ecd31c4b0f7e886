// What lies over the scanner: a group, the menu, recent scans, the search.

import {html, nothing} from "./lit-html.js";
import {LANGUAGES, language, number, say, sayWord, time} from "./language.js";
import {ICONS, shape} from "./shapes.js";
import {view} from "./view.js";

/** The shape and the word of what happened to a ticket. @type {Record<string, [string, import("./language.js").Word]>} */
const HAPPENED = {
  check_in: ["in", "in"],
  entry: ["in", "againIn"],
  exit: ["out", "out"],
  undo: ["undone", "undone"],
  double_admission: ["already", "shouldNot"],
  refusal: ["no", "no"],
};

/**
 * Returns a function that draws the open sheet or group.
 *
 * @param {import("./door.js").Door} door
 * @param {import("./scan.js").On} on what touches do
 */
export function sheetsOf(door, on) {
  /** @param {string} slug */
  function count(slug) {
    return Math.min(view.counts[slug] ?? door.group.remaining[slug], door.group.remaining[slug]);
  }

  /** @param {string[]} slugs */
  function countsOf(slugs) {
    return Object.fromEntries(slugs.map((slug) => [slug, count(slug)]));
  }

  function group() {
    if (!door.group) {
      return nothing;
    }
    const {remaining, problem} = door.group;
    const slugs = Object.keys(remaining).filter((slug) => remaining[slug] > 0);
    const all = slugs.reduce((sum, slug) => sum + remaining[slug], 0);
    const chosen = slugs.reduce((sum, slug) => sum + count(slug), 0);
    return html`
      <section class="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title">
        <h2 id="sheet-title">${say("groupLeft", {n: all})}</h2>
        <p>${say("howMany")}</p>
        ${slugs.map(
          (slug) => html`
            <div class="stepper" role="group" aria-label=${door.copies?.type(slug)?.name ?? slug}>
              <span class="what" dir="auto">${door.copies?.type(slug)?.name ?? slug}<small>${say("left", {n: remaining[slug]})}</small></span>
              <button aria-label=${say("oneLess")} ?disabled=${count(slug) === 0} @click=${() => on.setCount(slug, count(slug) - 1)}>−</button>
              <output>${number(count(slug))}</output>
              <button aria-label=${say("oneMore")} ?disabled=${count(slug) >= remaining[slug]} @click=${() => on.setCount(slug, count(slug) + 1)}>+</button>
            </div>`,
        )}
        <p class="problem" role="alert">${problem ?? ""}</p>
        <div class="row">
          <button @click=${() => door.dismiss()}>${say("cancel")}</button>
          <button class="main" ?disabled=${chosen === 0 || door.busy} @click=${() => door.admitGroup(countsOf(slugs))}>
            ${chosen === 0 ? say(all === 0 ? "allAreIn" : "letIn") : say("letManyIn", {n: chosen})}
          </button>
        </div>
      </section>`;
  }

  function sheet() {
    const body = {menu, recent, search, forget};
    return view.sheet
      ? html`<section class="sheet full" role="dialog" aria-modal="true" aria-label=${sayWord("sheet", view.sheet)}>
          <header class="bar"><button class="plain" aria-label=${say("back")} @click=${() => on.open("")}>${ICONS.back}</button></header>
          ${body[view.sheet]()}
        </section>`
      : nothing;
  }

  function menu() {
    const standalone = matchMedia("(display-mode: standalone)").matches;
    return html`
      <div class="page">
        <h2>${say("thisPhone")}</h2>
        <dl>
          <div><dt>${say("door")}</dt><dd dir="auto">${door.list?.name ?? "–"}</dd></div>
          <div><dt>${say("knownAs")}</dt><dd dir="auto">${door.access?.name ?? "–"}</dd></div>
          <div><dt>${say("role")}</dt><dd>${sayWord("role", door.role)}${door.access?.mode === "test" ? ` · ${say("testOnly")}` : ""}</dd></div>
        </dl>
        <button @click=${() => on.show("list")}>${say("changeDoor")}</button>
        ${door.tracked
          ? html`<button aria-pressed=${String(door.leaving)} @click=${() => on.scanExits(!door.leaving)}>${ICONS.leave} ${say("scanExits")}</button>`
          : nothing}
        ${door.access && (door.access.events === null || door.access.events.length > 1)
          ? html`<button @click=${on.changeEvent}>${say("changeEvent")}</button>`
          : nothing}
        <button aria-pressed=${String(view.sound)} @click=${() => on.keep("sound", !view.sound)}>${say(view.sound ? "soundOn" : "soundOff")}</button>
        <fieldset>
          <legend>${say("screen")}</legend>
          ${["auto", "bright", "dark"].map(
            (theme) => html`<button aria-pressed=${String(view.theme === theme)} @click=${() => on.keep("theme", theme)}>${sayWord("theme", theme)}</button>`,
          )}
        </fieldset>
        <label>${say("language")}
          <select @change=${(/** @type {any} */ event) => on.chooseLanguage(event.target.value)}>
            ${Object.entries(LANGUAGES).map(
              ([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language}>${name}</option>`,
            )}
          </select>
        </label>
        ${standalone
          ? nothing
          : html`<p class="soft">${say("homeScreen")}</p>`}
        <button @click=${() => on.show("pair")}>${say("pairAnew")}</button>
        <button class="danger" @click=${() => on.open("forget")}>${say("forgetPhone")}</button>
        <p class="soft"><a href="board">${say("board")}</a></p>
      </div>`;
  }

  function forget() {
    const queued = door.queue?.length ?? 0;
    return html`
      <div class="page">
        <h2>${say("forgetQuestion")}</h2>
        <p>${say("forgetMeans")}</p>
        ${queued ? html`<p class="problem" role="alert">${say("wouldBeLost", {n: queued})}</p>` : nothing}
        <button class="danger" @click=${() => door.forget()}>${queued ? say("eraseAndLose", {n: queued}) : say("eraseAll")}</button>
        <button @click=${() => on.open("menu")}>${say("keep")}</button>
      </div>`;
  }

  function recent() {
    return html`
      <div class="page">
        <h2>${say("sheet_recent")}</h2>
        ${door.recent.length ? nothing : html`<p class="soft">${say("noneYet")}</p>`}
        <ul class="recent">
          ${door.recent.map(
            (each) => html`<li class=${each.kind}>
              ${shape(each.kind)}
              <div><b>${each.word}</b> <bdi>${each.name ?? each.reference ?? each.type ?? ""}</bdi><small>${time(each.at)}</small></div>
              ${each.undo ? html`<button @click=${() => { on.open(""); door.undo(each); }}>${say("undo")}</button>` : nothing}
            </li>`,
          )}
        </ul>
      </div>`;
  }

  function search() {
    return html`
      <div class="page">
        <h2>${say("sheet_search")}</h2>
        <form class="row" @submit=${on.searched}>
          <label class="hidden-words" for="q">${say("nameOrMail")}</label>
          <input id="q" type="search" autocomplete="off" placeholder=${say("nameOrMail")}>
          <button class="main">${say("find")}</button>
        </form>
        <p class="problem" role="alert">${view.problem}</p>
        <ul class="found">
          ${(view.found?.tickets ?? []).map(foundTicket)}
        </ul>
        ${view.found?.more ? html`<p class="soft">${say("moreFound")}</p>` : nothing}
      </div>`;
  }

  /** @param {import("./api.js").Schemas["FoundTicket"]} ticket */
  function foundTicket(ticket) {
    const here = ticket.checked_in.find((each) => String(each.checkin_list_id) === door.pairing?.list);
    return html`<li>
      <div>
        <b dir="auto">${ticket.name ?? say("noName")}</b>
        <small><bdi>${door.copies?.type(ticket.ticket_type)?.name ?? ticket.ticket_type}</bdi> · <bdi>${ticket.reference}</bdi>${ticket.state === "valid" ? "" : ` · ${sayWord("state", ticket.state)}`}</small>
        ${here ? html`<small class="in">${say("inSince", {time: time(here.created_at)})}</small>` : nothing}
      </div>
      ${here || ticket.state !== "valid"
        ? nothing
        : html`<button class="main" @click=${() => { on.open(""); door.admit(ticket.qr_code_identifier, false); }}>${say("letIn")}</button>`}
      ${view.history?.reference === ticket.reference
        ? html`<ul class="recent">
            ${view.history.events.length ? view.history.events.map(happened) : html`<li>${say("nothingHappened")}</li>`}
          </ul>`
        : html`<button @click=${() => on.whatHappened(ticket.reference)}>${say("whatHappened")}</button>`}
    </li>`;
  }

  /** @param {import("./api.js").Schemas["TicketEvent"]} event */
  function happened(event) {
    const [kind, word] = HAPPENED[event.type] ?? ["look", event.type];
    return html`<li class=${kind}>
      ${shape(kind)}
      <div>
        <b>${say(word, {n: 1})}</b> ${event.reason ? sayWord("reason", event.reason) : ""}${event.undone ? say("undone") : ""}
        <small>${time(event.door_time)} · <bdi>${event.checkin_list.name}</bdi>${event.scanned_by ? html` · <bdi>${event.scanned_by}</bdi>` : ""}</small>
      </div>
    </li>`;
  }

  return {group, sheet};
}
