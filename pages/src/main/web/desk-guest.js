// The panel of one guest beside the list. It shows who the guest is, who came along, what happened, and what staff can
// do.

import {html, nothing} from "./lit-html.js";
import {say, sayWord, time} from "./language.js";
import {since} from "./guests.js";
import {similarGuests} from "./desk-add.js";
import {money} from "./desk-amounts.js";
import {inGroups} from "./desk-codes.js";
import {happenedChange} from "./desk-edit.js";
import {Sheets} from "./sheets.js";
import {shape} from "./shapes.js";
import {noteOf} from "./words.js";

/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("./desk.js").On} On */
/** @typedef {import("./desk.js").View} View */

/**
 * @param {import("./door.js").Door} door
 * @param {View} view
 * @param {On} on what touches do
 * @param {import("./desk-edit.js").GuestEditor} editor
 */
export function guestPanel(door, view, on, editor) {
  const guest = view.open;
  return html`
    <section class="guest" aria-label=${guest?.name ?? say("noName")}>
      <button class="close" @click=${on.close}>${say("back")}</button>
      ${door.verdict ? verdict(door, door.verdict, guest) : nothing}
      ${new Sheets(door, /** @type {any} */ (on)).group()}
      ${similarGuests(view.similar, on.samePerson)}
      ${guest ? whole(door, view, guest, on, editor) : nothing}
    </section>`;
}

/**
 * @param {import("./door.js").Door} door
 * @param {View} view
 * @param {Guest} guest
 * @param {On} on
 * @param {import("./desk-edit.js").GuestEditor} editor
 */
function whole(door, view, guest, on, editor) {
  const list = door.pairing?.list ?? "";
  const came = since(guest, list);
  const party = on.party(guest);
  const rest = party.filter((each) => !since(each, list) && each.state === "valid");
  // The log has the id that is needed to undo another device's check-in.
  const checkin = view.history?.find(
    (each) => each.type === "check_in" && !each.undone && String(each.checkin_list?.id) === list,
  );
  const valid = guest.state === "valid";
  return html`
    <h2 dir="auto">${guest.name ?? say("noName")}</h2>
    <p><bdi>${guest.ticket_type}</bdi>${guest.company ? html` · <bdi>${guest.company}</bdi>` : nothing} ·
      <bdi>${guest.reference}</bdi></p>
    ${guest.shown?.length ? html`<p dir="auto">${noteOf(guest).shown}</p>` : nothing}
    ${guest.note || guest.attention
      ? html`<p class="note" dir="auto">${guest.note ?? say("lookClosely")}</p>` : nothing}
    ${valid ? nothing : html`<p class="problem">${sayWord("reason", guest.state === "pending" ? "order_not_confirmed"
      : guest.state)}</p>`}
    ${guest.addition ? html`<p class="soft">${say("notSent")}
      <bdi class="code">${inGroups(guest.qr_code_identifier)}</bdi></p>` : nothing}
    ${guest.addition || on.isSent(guest) ? nothing : html`<p class="soft">${say("notSent")}</p>`}
    ${came ? html`<p class="came">${say("inSince", {time: time(came)})}</p>` : nothing}
    ${guest.badge_printed_at
      ? html`<p class="soft">${say("badgePrinted")} · ${time(guest.badge_printed_at)}</p>` : nothing}
    ${on.money(guest)}
    <div class="actions">
      ${came && !door.tracked ? nothing
        : html`<button class=${guest.money?.due ? "" : "main"} ?disabled=${door.busy}
          @click=${() => on.letIn(guest)}>${say("letIn")}</button>`}
      ${door.tracked ? html`<button ?disabled=${door.busy} @click=${() => on.letOut(guest)}>${say("letOut")}</button>`
        : nothing}
      ${guest.addition && came ? html`<button ?disabled=${door.busy}
        @click=${() => on.undoHere(guest)}>${say("undo")}</button>` : nothing}
      ${rest.length > 1 ? html`<button ?disabled=${door.busy}
        @click=${() => on.letRestIn(guest)}>${say("letManyIn", {n: rest.length})}</button>` : nothing}
      ${came && checkin?.id ? html`<button ?disabled=${door.busy}
        @click=${() => on.undo(guest, Number(checkin.id))}>${say("undo")}</button>` : nothing}
      ${valid && on.badges.may ? html`<button @click=${() => on.badges.print(guest)}>${say("printBadge")}</button>`
        : nothing}
    </div>
    ${guest.addition ? nothing : [editor.buttons(guest, view.mayCorrect), editor.view(guest)]}
    ${party.length > 1
      ? html`<h3>${say("partyOf", {n: party.length})}</h3>
          <ul class="party">${party.map((each) => html`<li><button class="plain" ?disabled=${each.id === guest.id}
            @click=${() => on.show(each)}><bdi>${each.name ?? say("noName")}</bdi> <small>${since(each, list)
              ? say("inSince", {time: time(/** @type {string} */ (since(each, list)))}) : each.ticket_type}</small>
            </button></li>`)}</ul>`
      : nothing}
    <h3>${say("whatHappened")}</h3>
    <ul class="recent">
      ${view.history?.length || view.changes.length ? happenings(view)
        : html`<li>${view.history ? say("nothingHappened") : "…"}</li>`}
    </ul>`;
}

/** Shows everything that happened to a guest and what staff changed, the latest first. @param {View} view */
function happenings({history = [], changes}) {
  return [
    ...history.map((each) => ({at: each.door_time, row: Sheets.prototype.happened(each)})),
    ...changes.map((each) => ({at: each.created_at, row: happenedChange(each)})),
  ]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .map(({row}) => row);
}

/** @param {import("./door.js").Door} door @param {import("./words.js").Verdict} said @param {Guest} [guest] */
function verdict(door, said, guest) {
  const {due = 0, currency = ""} = guest?.money ?? {};
  // Doors send guests who must pay to this desk, so the advice here is how much to collect.
  const advice = due && said.kind === "no" ? say("toCollect", {amount: money(due, currency)}) : said.advice;
  return html`
    <div class="verdict ${said.kind}" role="alert" data-kind=${said.kind}>
      ${shape(said.kind)}
      <div>
        <h2>${said.word}</h2>
        ${said.name ? html`<p class="name" dir="auto">${said.name}</p>` : nothing}
        ${said.shown ? html`<p dir="auto">${said.shown}</p>` : nothing}
        ${said.note ? html`<p class="note" dir="auto">${said.note}</p>` : nothing}
        ${[said.band, said.detail, advice].filter(Boolean).map((each) => html`<p>${each}</p>`)}
        <div class="actions">
          ${said.undo ? html`<button @click=${() => door.undo(said)}>${say("undo")}</button>` : nothing}
          ${said.party ? html`<button
            @click=${said.party.letIn}>${say("letManyIn", {n: said.party.n})}</button>` : nothing}
          ${said.act ? html`<button @click=${said.act}>${said.actWord}</button>` : nothing}
        </div>
      </div>
    </div>`;
}
