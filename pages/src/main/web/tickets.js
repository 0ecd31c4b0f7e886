// Tickets of a list with their QR codes, to hold in front of a camera: to try the scanner, on a
// laptop or second screen.

import {html, nothing, render, svg} from "./lit-html.js";
import * as phone from "./phone.js";
import {modules} from "./drawing.js";
import {Api, path} from "./api.js";

const PER_PAGE = 24;

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
      <h1>Tickets to try</h1>
      ${view.lists.length
        ? html`<label>Of door
            <select @change=${(/** @type {any} */ e) => show(e.target.value, 1)}>
              ${view.lists.map((each) => html`<option value=${each.id} ?selected=${String(each.id) === view.list}>${each.name}</option>`)}
            </select></label>`
        : nothing}
      <nav aria-label="Pages">
        <button ?disabled=${view.page <= 1} @click=${() => show(view.list, view.page - 1)}>Earlier</button>
        <span>${view.page} of ${view.pages}</span>
        <button ?disabled=${view.page >= view.pages} @click=${() => show(view.list, view.page + 1)}>Later</button>
      </nav>
    </header>
    <p class="problem" role="alert">${view.problem}</p>
    <ul>
      ${view.tickets.map(
        (ticket) => html`<li><button @click=${() => enlarge(ticket)} aria-label="Ticket ${ticket.reference}, ${ticket.ticket_type}, larger">
          ${picture(ticket.qr_code_url)}<b>${ticket.ticket_type}</b><small>${ticket.reference}</small>
        </button></li>`,
      )}
    </ul>`;
}

/** @param {any} ticket */
function large(ticket) {
  return html`<section class="large">
    ${picture(ticket.qr_code_url)}
    <p><b>${ticket.ticket_type}</b> ${ticket.reference}</p>
    <button @click=${() => enlarge(undefined)}>Back</button>
  </section>`;
}

/** @param {string} text */
function picture(text) {
  const dark = modules(text);
  const size = Math.sqrt(dark.length);
  let d = "";
  for (let i = 0; i < dark.length; i++) {
    if (dark[i]) {
      d += `M${(i % size) + 4} ${Math.floor(i / size) + 4}h1v1h-1z`;
    }
  }
  const side = size + 8;
  return html`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="QR code" shape-rendering="crispEdges">
    ${svg`<rect width=${side} height=${side} fill="#fff"/><path d=${d} fill="#000"/>`}
  </svg>`;
}

/** @param {any} ticket */
function enlarge(ticket) {
  view.large = ticket;
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector(".large button"))?.focus();
}

/**
 * @param {string} list
 * @param {number} page
 */
async function show(list, page) {
  const answer = await api.ask(
    "listTicketsOfList",
    `${path(account, event, "checkin_lists", list, "tickets")}?page=${page}&items=${PER_PAGE}`,
  );
  view.problem = answer.status === 200 ? "" : answer.status ? "This link does not open these tickets." : "No network.";
  if (answer.status === 200) {
    view.list = list;
    view.page = page;
    view.tickets = answer.body.tickets;
    view.pages = answer.body.meta.pagination.pages;
  }
  draw();
}

async function start() {
  const [, ofAccount, ofEvent, list, token] = phone.pairing(location.hash).split("\t");
  history.replaceState(null, "", location.pathname);
  if (!token) {
    view.problem = "Open the link to this page that ./doorlist up has printed.";
    draw();
    return;
  }
  account = ofAccount;
  event = ofEvent;
  api = new Api(token, () => {});
  const lists = await api.ask("listCheckinLists", `${path(account, event, "checkin_lists")}?items=250`);
  view.lists = lists.status === 200 ? lists.body.checkin_lists : [];
  await show(list || String(view.lists[0]?.id ?? ""), 1);
  performance.mark("ready");
}

document.addEventListener("keydown", (pressed) => pressed.key === "Escape" && view.large && enlarge(undefined));
start();
