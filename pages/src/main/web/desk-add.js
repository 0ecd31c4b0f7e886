// The form that adds a guest, and what happens with the request.

import {html, nothing} from "./lit-html.js";
import {NO_ANSWER, decisive} from "./api.js";
import {say, sayWord} from "./language.js";
import {money} from "./desk-amounts.js";

/** @typedef {import("./api.js").Schemas["AddedGuest"]} AddedGuest */
/** @typedef {import("./api.js").Schemas["GuestRequest"]} NewGuest */
/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("./language.js").Word} Word */

const MAX_COMPANIONS = 9;

/** The text fields, with the word for each and its maximum length. */
const TEXTS = /** @type {const} */ ([
  ["email", "email", 254, "email"],
  ["phone", "phoneNumber", 50, "tel"],
  ["company", "company", 200, "text"],
  ["note", "note", 500, "text"],
]);

/** Words for the fields, for when the service does not accept them. @type {Record<string, Word>} */
const LABELS = {
  name: "guestName",
  ticket_type: "ticketType",
  companions: "companions",
  ...Object.fromEntries(TEXTS.map(([name, word]) => [name, word])),
};

/** Words for why nobody was added, by the status of the answer. @type {Record<number, Word>} */
const WRONG = {403: "mayNotAdd", 404: "doorRemoved", 429: "tooManyAdded"};

export class NewGuestForm {
  open = false;
  /** The name that the form begins with. */
  name = "";
  problem = "";
  /** Whether the form waits for an answer. */
  busy = false;
  key = "";
  /** The request that was sent without an answer, if it could not be stored. @type {NewGuest | undefined} */
  unsure;
  /** What a guest whom this desk adds has to pay, in cents, by the slug of the ticket type. */
  prices = {currency: "", of: /** @type {Record<string, number>} */ ({})};
  /** What is chosen in the form, which decides the amount to pay. */
  chosen = {type: "", persons: 1};

  /**
   * @param {import("./door.js").Door} door
   * @param {import("./desk-additions.js").Additions} additions
   * @param {() => void} changed
   * @param {(...added: [Guest[], AddedGuest["similar"], AddedGuest["checkins"]]) => Promise<void>} added receives the
   *     tickets, others who may be the same person, and the check-ins by which the guests came in
   */
  constructor(door, additions, changed, added) {
    this.door = door;
    this.additions = additions;
    this.changed = changed;
    this.added = added;
  }

  /** @param {string} name the name that the form begins with */
  begin(name) {
    Object.assign(this, {open: true, name, problem: "", key: crypto.randomUUID(), unsure: undefined});
    this.chosen = {type: "", persons: 1};
    this.changed();
    /** @type {HTMLElement | null} */ (document.querySelector(".new-guest :is(input, button.main):enabled"))?.focus();
  }

  close() {
    this.open = false;
  }

  /**
   * Adds the guest. The addition is stored first, and then the service is asked. Without an answer the service is told
   * later.
   *
   * @param {HTMLFormElement} form
   * @param {(slug: string) => string} named
   */
  async send(form, named) {
    // A second press must not send a second request.
    if (this.busy || !this.door.api) {
      return;
    }
    this.busy = true;
    const body = this.unsure ?? this.read(new FormData(form));
    this.problem = "";
    this.changed();
    this.unsure = undefined;
    this.problem = await this.add(body, named(body.ticket_type ?? "")).catch(() => {
      // The next try sends the same request, so that the guest is not added twice.
      this.unsure = body;
      return say("storesNothing");
    });
    this.busy = false;
    this.changed();
  }

  /** @param {NewGuest} body @param {string} type @returns {Promise<string>} why nobody was added */
  async add(body, type) {
    const {additions, door} = this;
    const addition = await additions.begin(body, type);
    const answer = door.reached ? await additions.ask(addition) : NO_ANSWER;
    if (answer.status === 201) {
      await this.done(answer.body.tickets, answer.body.similar, answer.body.checkins);
    } else if (decisive(answer)) {
      // The key has added nobody, or belongs to another request. The next try gets a new one.
      this.key = crypto.randomUUID();
      return `${say("nobodyAdded")} ${this.why(answer.status, answer.body)}`;
    } else {
      await additions.tell(addition);
      await this.done(additions.guests().filter((each) => each.addition === addition.key), [], []);
    }
    return "";
  }

  /** @param {Guest[]} tickets @param {AddedGuest["similar"]} similar @param {AddedGuest["checkins"]} checkins */
  async done(tickets, similar, checkins) {
    this.open = false;
    this.busy = false;
    await this.added(tickets, similar, checkins);
  }

  /** @param {FormData} form @returns {NewGuest} */
  read(form) {
    const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim() || null;
    return {
      idempotency_key: this.key,
      name: text("name") ?? "",
      ticket_type: text("ticket_type"),
      companions: Number(text("companions")),
      email: text("email"),
      phone: text("phone"),
      company: text("company"),
      note: text("note"),
      checkin_list_id: form.has("in") ? Number(this.door.pairing?.list) : null,
      scanned_at: new Date(this.door.now()).toISOString(),
      ...(form.has("paid") && {collected: this.price(text("ticket_type") ?? "", 1 + Number(text("companions")))}),
    };
  }

  /** Notes what is chosen in the form. @param {Event} event */
  choose({target}) {
    const {name, value} = /** @type {HTMLSelectElement} */ (target);
    if (name === "ticket_type") {
      this.chosen.type = value;
    } else if (name === "companions") {
      this.chosen.persons = 1 + Number(value);
    }
    this.changed();
  }

  /** Returns what a number of persons pay, in cents. @param {string} type @param {number} persons */
  price(type, persons) {
    return this.prices.currency ? (this.prices.of[type] ?? 0) * persons : 0;
  }

  /** @param {number} status @param {any} problem */
  why(status, problem) {
    if (status === 400 && problem.errors?.length) {
      const names = problem.errors.map((/** @type {any} */ {parameter}) => parameter);
      const what = names.map((/** @type {string} */ name) => (name in LABELS ? say(LABELS[name]) : name)).join(", ");
      return say("checkFields", {what});
    }
    if (problem?.due) {
      return say("toCollect", {amount: money(problem.due, problem.currency)});
    }
    if (problem?.reason) {
      return say("doorRefuses", {why: sayWord("reason", problem.reason)});
    }
    return say(WRONG[status] ?? "tryLater");
  }

  /**
   * @param {string[]} types slugs of the types that may be given
   * @param {(slug: string) => string} named
   * @param {() => void} leave
   */
  view(types, named, leave) {
    const price = this.price(this.chosen.type || types[0], this.chosen.persons);
    return html`
      <section class="guest new-guest" aria-labelledby="new-guest-title">
        <h2 id="new-guest-title">${say("addGuest")}</h2>
        <form @submit=${(/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          this.send(/** @type {HTMLFormElement} */ (event.target), named);
        }}>
          <fieldset ?disabled=${this.busy || Boolean(this.unsure)}
            @change=${(/** @type {Event} */ event) => this.choose(event)}>
            <label>${say("guestName")}
              <input type="text" name="name" required maxlength="200" autocomplete="off" pattern=".*\\S.*"
                value=${this.name}></label>
            <label>${say("ticketType")}
              <select name="ticket_type">${types.map((each) => html`<option value=${each}>${named(each)}</option>`)}
              </select></label>
            <label>${say("companions")}
              <select name="companions">${Array.from({length: MAX_COMPANIONS + 1}, (_, n) => html`<option
                value=${n}>${n}</option>`)}</select></label>
            ${TEXTS.map(([name, word, most, mode]) => html`<label>${say(word)}
              <input type="text" name=${name} maxlength=${most} inputmode=${mode} autocomplete="off"></label>`)}
            <label class="tick"><input type="checkbox" name="in" checked> ${say("letInAtOnce")}</label>
            ${price ? html`<label class="tick"><input type="checkbox" name="paid" checked>
              ${say("takeAmount", {amount: money(price, this.prices.currency)})}</label>` : nothing}
          </fieldset>
          <p class="problem" role="alert">${this.problem}</p>
          <div class="actions">
            <button class="main" type="submit" ?disabled=${this.busy}>${say("addGuest")}</button>
            <button type="button" ?disabled=${this.busy} @click=${leave}>${say("cancel")}</button>
          </div>
        </form>
      </section>`;
  }
}

/**
 * @param {AddedGuest["similar"]} similar others who may be the same person
 * @param {(other: AddedGuest["similar"][0]) => void} same
 */
export function similarGuests(similar, same) {
  return similar.length ? html`
    <div class="note" role="status">
      <h3>${say("maySamePerson")}</h3>
      <ul>${similar.map((each) => html`<li><bdi>${each.name ?? say("noName")}</bdi> · <bdi>${each.ticket_type}</bdi>
        · <bdi>${each.reference}</bdi>${each.in ? html` · ${say("areIn")}` : nothing}
        <button @click=${() => same(each)}>${say("isSamePerson")}</button></li>`)}</ul>
    </div>` : nothing;
}
