// A guest who is on no list: the form for one, and what becomes of the request.

import {html, nothing} from "./lit-html.js";
import {NO_ANSWER, decisive, path} from "./api.js";
import {say, sayWord} from "./language.js";
import {money} from "./desk-amounts.js";

/** @typedef {import("./api.js").Schemas["AddedGuest"]} AddedGuest */
/** @typedef {import("./api.js").Schemas["GuestRequest"]} NewGuest */
/** @typedef {import("./language.js").Word} Word */

/** Where the tab keeps a request without an answer, so that a reload repeats it with the same key. */
const KEPT = "doorlist-new-guest";
const MAX_COMPANIONS = 9;

/** The fields that are texts: what each is called, and how long it may be. */
const TEXTS = /** @type {const} */ ([
  ["email", "email", 254, "email"],
  ["phone", "phoneNumber", 50, "tel"],
  ["company", "company", 200, "text"],
  ["note", "note", 500, "text"],
]);

/** What the fields are called if the service does not take them. @type {Record<string, Word>} */
const LABELS = {
  name: "guestName",
  ticket_type: "ticketType",
  companions: "companions",
  ...Object.fromEntries(TEXTS.map(([name, word]) => [name, word])),
};

/** Why nobody was added, by the status of the answer. @type {Record<number, Word>} */
const WRONG = {403: "mayNotAdd", 404: "doorRemoved", 429: "tooManyAdded"};

export class NewGuestForm {
  open = false;
  /** The name to begin with. */
  name = "";
  problem = "";
  busy = false;
  /** What was sent and has no answer yet. @type {NewGuest | undefined} */
  unanswered;
  key = "";
  /** What guests pay whom this desk adds, in cents, by the slug of their type. */
  prices = {currency: "", of: /** @type {Record<string, number>} */ ({})};
  /** What is chosen in the form, which decides what is to be paid. */
  chosen = {type: "", persons: 1};

  /**
   * @param {import("./door.js").Door} door
   * @param {() => void} changed
   * @param {(guest: AddedGuest) => Promise<void>} added
   */
  constructor(door, changed, added) {
    this.door = door;
    this.changed = changed;
    this.added = added;
  }

  /** Where guests of the event are added. */
  get place() {
    const {pairing} = this.door;
    return pairing ? path(pairing.account, pairing.event, "guests") : "";
  }

  /** Opens again what this tab has sent in vain. */
  resume() {
    try {
      const {place, body} = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
      if (body && place === this.place) {
        Object.assign(this, {open: true, unanswered: body, key: body.idempotency_key, problem: say("addUnanswered")});
      }
    } catch {
      // A browser that keeps nothing for a tab has nothing to open.
    }
  }

  /** @param {string} name to begin with */
  begin(name) {
    if (!this.unanswered) {
      Object.assign(this, {name, problem: "", key: crypto.randomUUID()});
    }
    this.chosen = {type: "", persons: 1};
    this.open = true;
    this.changed();
    /** @type {HTMLElement | null} */ (document.querySelector(".new-guest :is(input, button.main):enabled"))?.focus();
  }

  close() {
    this.open = false;
    if (!this.busy) {
      this.keep(undefined);
    }
  }

  /** @param {NewGuest | undefined} body */
  keep(body) {
    this.unanswered = body;
    try {
      if (body) {
        sessionStorage.setItem(KEPT, JSON.stringify({place: this.place, body}));
      } else {
        sessionStorage.removeItem(KEPT);
      }
    } catch {
      // Then this page alone keeps it, until it is closed.
    }
  }

  /** @param {HTMLFormElement} form */
  async send(form) {
    const {api} = this.door;
    // A second press must not send a second request.
    if (this.busy || !api) {
      return;
    }
    this.busy = true;
    const body = this.unanswered ?? this.read(new FormData(form));
    this.keep(body);
    this.problem = "";
    this.changed();
    const answer = await api.ask("addGuest", this.place, {json: body}).catch(() => NO_ANSWER);
    this.busy = false;
    if (!decisive(answer)) {
      this.problem = say("addUnanswered");
    } else {
      this.keep(undefined);
      if (answer.status === 201) {
        this.open = false;
        await this.added(/** @type {AddedGuest} */ (answer.body));
      } else {
        this.problem = `${say("nobodyAdded")} ${this.why(answer.status, answer.body)}`;
      }
    }
    this.changed();
  }

  /** Learns what is chosen. @param {Event} event */
  choose({target}) {
    const {name, value} = /** @type {HTMLSelectElement} */ (target);
    if (name === "ticket_type") {
      this.chosen.type = value;
    } else if (name === "companions") {
      this.chosen.persons = 1 + Number(value);
    }
    this.changed();
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
      ...(form.has("paid") && {collected: this.price(text("ticket_type") ?? "", 1 + Number(text("companions")))}),
    };
  }

  /** Returns what some pay, in cents. @param {string} type @param {number} persons */
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
    if (status === 422) {
      // Somebody else's request has this key.
      this.key = crypto.randomUUID();
    }
    return say(WRONG[status] ?? "tryLater");
  }

  /**
   * @param {string[]} types slugs of what may be given
   * @param {(slug: string) => string} named
   * @param {() => void} leave
   */
  view(types, named, leave) {
    const sent = this.unanswered;
    const price = this.price(sent?.ticket_type ?? (this.chosen.type || types[0]), sent ? 1 + (sent.companions ?? 0)
      : this.chosen.persons);
    return html`
      <section class="guest new-guest" aria-labelledby="new-guest-title">
        <h2 id="new-guest-title">${say("addGuest")}</h2>
        <form @submit=${(/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          this.send(/** @type {HTMLFormElement} */ (event.target));
        }}>
          <fieldset ?disabled=${Boolean(sent)} @change=${(/** @type {Event} */ event) => this.choose(event)}>
            <label>${say("guestName")}
              <input type="text" name="name" required maxlength="200" autocomplete="off" pattern=".*\\S.*"
                value=${sent?.name ?? this.name}></label>
            <label>${say("ticketType")}
              <select name="ticket_type">${types.map((each) => html`<option value=${each}
                ?selected=${each === sent?.ticket_type}>${named(each)}</option>`)}</select></label>
            <label>${say("companions")}
              <select name="companions">${Array.from({length: MAX_COMPANIONS + 1}, (_, n) => html`<option value=${n}
                ?selected=${n === sent?.companions}>${n}</option>`)}</select></label>
            ${TEXTS.map(([name, word, most, mode]) => html`<label>${say(word)}
              <input type="text" name=${name} maxlength=${most} inputmode=${mode} autocomplete="off"
                value=${sent?.[name] ?? ""}></label>`)}
            <label class="tick"><input type="checkbox" name="in"
              ?checked=${sent ? Boolean(sent.checkin_list_id) : true}> ${say("letInAtOnce")}</label>
            ${price ? html`<label class="tick"><input type="checkbox" name="paid"
              ?checked=${sent ? Boolean(sent.collected) : true}>
              ${say("takeAmount", {amount: money(price, this.prices.currency)})}</label>` : nothing}
          </fieldset>
          <p class="problem" role="alert">${this.problem}</p>
          <div class="actions">
            <button class="main" type="submit" ?disabled=${this.busy}>${say(sent && !this.busy ? "tryAgain"
              : "addGuest")}</button>
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
