// What lies over the scanner: a group, the menu, recent scans, the search.

import {html, nothing} from "./lit-html.js";
import {time} from "./words.js";
import {ICONS, shape} from "./shapes.js";
import {view} from "./view.js";

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
        <h2 id="sheet-title">A group: ${all} left</h2>
        <p>How many are here?</p>
        ${slugs.map(
          (slug) => html`
            <div class="stepper" role="group" aria-label=${door.copies?.type(slug)?.name ?? slug}>
              <span class="what">${door.copies?.type(slug)?.name ?? slug}<small>${remaining[slug]} left</small></span>
              <button aria-label="One less" ?disabled=${count(slug) === 0} @click=${() => on.setCount(slug, count(slug) - 1)}>−</button>
              <output>${count(slug)}</output>
              <button aria-label="One more" ?disabled=${count(slug) >= remaining[slug]} @click=${() => on.setCount(slug, count(slug) + 1)}>+</button>
            </div>`,
        )}
        <p class="problem" role="alert">${problem ?? ""}</p>
        <div class="row">
          <button @click=${() => door.dismiss()}>Cancel</button>
          <button class="main" ?disabled=${chosen === 0 || door.busy} @click=${() => door.admitGroup(countsOf(slugs))}>
            ${chosen === 0 ? (all === 0 ? "All are in" : "Let in") : `Let ${chosen} in`}
          </button>
        </div>
      </section>`;
  }

  function sheet() {
    const body = {menu, recent, search, forget};
    return view.sheet
      ? html`<section class="sheet full" role="dialog" aria-modal="true" aria-label=${view.sheet}>
          <header class="bar"><button class="plain" aria-label="Back" @click=${() => on.open("")}>${ICONS.back}</button></header>
          ${body[view.sheet]()}
        </section>`
      : nothing;
  }

  function menu() {
    const standalone = matchMedia("(display-mode: standalone)").matches;
    return html`
      <div class="page">
        <h2>This phone</h2>
        <dl>
          <div><dt>Door</dt><dd>${door.list?.name ?? "–"}</dd></div>
          <div><dt>Known as</dt><dd>${door.access?.name ?? "–"}</dd></div>
          <div><dt>Role</dt><dd>${door.role}${door.access?.mode === "test" ? ", test tickets only" : ""}</dd></div>
        </dl>
        <button @click=${() => on.show("list")}>Change door</button>
        ${door.access && (door.access.events === null || door.access.events.length > 1)
          ? html`<button @click=${on.changeEvent}>Change event</button>`
          : nothing}
        <button aria-pressed=${String(view.sound)} @click=${() => on.keep("sound", !view.sound)}>Sound ${view.sound ? "on" : "off"}</button>
        <fieldset>
          <legend>Screen</legend>
          ${["auto", "bright", "dark"].map(
            (theme) => html`<button aria-pressed=${String(view.theme === theme)} @click=${() => on.keep("theme", theme)}>${theme}</button>`,
          )}
        </fieldset>
        ${standalone
          ? nothing
          : html`<p class="soft">Put this page on the home screen: it then opens without a network, and the browser does not clear it.</p>`}
        <button class="danger" @click=${() => on.open("forget")}>Forget this phone</button>
        <p class="soft"><a href="board">Board</a></p>
      </div>`;
  }

  function forget() {
    const queued = door.queue?.length ?? 0;
    return html`
      <div class="page">
        <h2>Forget this phone?</h2>
        <p>Link, copies and everything else that is kept here is erased. You need a new link to scan again.</p>
        ${queued ? html`<p class="problem" role="alert">${queued === 1 ? "1 scan has" : `${queued} scans have`} not been sent and would be lost.</p>` : nothing}
        <button class="danger" @click=${() => door.forget()}>${queued ? `Erase, and lose ${queued === 1 ? "1 scan" : `${queued} scans`}` : "Erase everything"}</button>
        <button @click=${() => on.open("menu")}>Keep</button>
      </div>`;
  }

  function recent() {
    return html`
      <div class="page">
        <h2>Recent scans</h2>
        ${door.recent.length ? nothing : html`<p class="soft">None yet. They are gone when this page is closed.</p>`}
        <ul class="recent">
          ${door.recent.map(
            (each) => html`<li class=${each.kind}>
              ${shape(each.kind)}
              <div><b>${each.word}</b> ${each.name ?? each.reference ?? each.type ?? ""}<small>${time(each.at)}</small></div>
              ${each.undo ? html`<button @click=${() => { on.open(""); door.undo(each); }}>Undo</button>` : nothing}
            </li>`,
          )}
        </ul>
      </div>`;
  }

  function search() {
    return html`
      <div class="page">
        <h2>Find a ticket</h2>
        <form class="row" @submit=${on.searched}>
          <label class="hidden-words" for="q">Name, reference or e-mail</label>
          <input id="q" type="search" autocomplete="off" placeholder="Name, reference or e-mail">
          <button class="main">Find</button>
        </form>
        <p class="problem" role="alert">${view.problem}</p>
        <ul class="found">
          ${(view.found?.tickets ?? []).map(foundTicket)}
        </ul>
        ${view.found?.more ? html`<p class="soft">There are more. Type more of the name.</p>` : nothing}
      </div>`;
  }

  /** @param {import("./api.js").Schemas["FoundTicket"]} ticket */
  function foundTicket(ticket) {
    const here = ticket.checked_in.find((each) => String(each.checkin_list_id) === door.pairing?.list);
    return html`<li>
      <div>
        <b>${ticket.name ?? "No name"}</b>
        <small>${door.copies?.type(ticket.ticket_type)?.name ?? ticket.ticket_type} · ${ticket.reference}${ticket.state === "valid" ? "" : ` · ${ticket.state}`}</small>
        ${here ? html`<small class="in">In since ${time(here.created_at)}</small>` : nothing}
      </div>
      ${here || ticket.state !== "valid"
        ? nothing
        : html`<button class="main" @click=${() => { on.open(""); door.admit(ticket.qr_code_identifier, false); }}>Let in</button>`}
    </li>`;
  }

  return {group, sheet};
}
