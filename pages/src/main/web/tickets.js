// Shows tickets of a list with their QR codes, on a laptop or second screen. You can hold a phone's camera in front of
// them to try the scanner.

import {html, nothing, render} from "./lit-html.js";
import * as phone from "./phone.js";
import {Api, path} from "./api.js";
import {qrCode} from "./drawings.js";
import {say, speak} from "./language.js";

const PER_PAGE = 24;
const LINK = "doorlist-tickets";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const view = {
  /** @type {import("./api.js").Schemas["AdmittedTicket"][]} */
  tickets: [],
  /** @type {import("./api.js").Schemas["CheckinList"][]} */
  lists: [],
  list: "",
  page: 1,
  pages: 1,
  /** @type {any} */
  large: undefined,
  problem: "",
};

/** @type {Api} */
let api;
let account = "";
let event = "";

function draw() {
  render(view.large ? large(view.large) : all(), root);
}

function all() {
  return html`
    <header>
      <h1>${say("ticketsToTry")}</h1>
      ${view.lists.length
        ? html`<label>${say("door")}
            <select @change=${(/** @type {any} */ e) => show(e.target.value, 1)}>
              ${view.lists.map((each) => html`<option value=${each.id}
                ?selected=${String(each.id) === view.list}>${each.name}</option>`)}
            </select></label>`
        : nothing}
      ${view.tickets.length
        ? html`<nav aria-label=${say("pages")}>
            <button ?disabled=${view.page <= 1}
              @click=${() => show(view.list, view.page - 1)}>${say("earlier")}</button>
            <span>${say("pageOf", {page: view.page, n: view.pages})}</span>
            <button ?disabled=${view.page >= view.pages}
              @click=${() => show(view.list, view.page + 1)}>${say("later")}</button>
          </nav>`
        : nothing}
    </header>
    <p class="problem" role="alert">${view.problem}</p>
    <ul>
      ${view.tickets.map(
        (ticket) => html`<li><button @click=${() => enlarge(ticket)}>
          ${qrCode(ticket.qr_code_url)}<b dir="auto">${ticket.ticket_type}</b><small dir="auto">${
            ticket.reference}</small>
        </button></li>`,
      )}
    </ul>`;
}

/** @param {any} ticket */
function large(ticket) {
  return html`<section class="large">
    ${qrCode(ticket.qr_code_url)}
    <p><b dir="auto">${ticket.ticket_type}</b> <bdi>${ticket.reference}</bdi></p>
    <button @click=${() => enlarge(undefined)}>${say("back")}</button>
  </section>`;
}

/** @param {any} ticket */
function enlarge(ticket) {
  view.large = ticket;
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector(".large button"))?.focus();
}

/** @param {string} list @param {number} page */
async function show(list, page) {
  const answer = await api.ask(
    "listTicketsOfList",
    `${path(account, event, "checkin_lists", list, "tickets")}?page=${page}&items=${PER_PAGE}`,
  );
  view.problem = answer.status === 200 ? "" : say(answer.status ? "linkDead" : "noNetwork");
  if (answer.status === 200) {
    view.list = list;
    view.page = page;
    view.tickets = answer.body.tickets;
    view.pages = answer.body.meta.pagination.pages;
  }
  draw();
}

async function start() {
  await speak();
  // This page is for trials on your own screen, so the tab stores the link for a reload.
  const fragment = location.hash || sessionStorage.getItem(LINK) || "";
  const link = phone.pairing(fragment);
  history.replaceState(null, "", location.pathname);
  if (!link) {
    view.problem = say("openTicketsLink");
    draw();
    return;
  }
  sessionStorage.setItem(LINK, fragment);
  ({account, event} = link);
  api = new Api(link.token, () => {});
  const lists = await api.ask("listCheckinLists", `${path(account, event, "checkin_lists")}?items=250`);
  view.lists = lists.status === 200 ? lists.body.checkin_lists : [];
  await show(link.list || String(view.lists[0]?.id ?? ""), 1);
  performance.mark("ready");
}

document.addEventListener("keydown", (pressed) => pressed.key === "Escape" && view.large && enlarge(undefined));
start();
