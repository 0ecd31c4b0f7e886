// Shows what a guest owes, and lets a desk take money and give it back.

import {html, nothing} from "./lit-html.js";
import {NO_ANSWER, decisive, path} from "./api.js";
import {say} from "./language.js";
import {centsOf, money, typedMoney} from "./desk-amounts.js";

/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {{place: string, ticket: number, body: {idempotency_key: string, amount: number}}} Sent */

/** Where the tab stores a payment without an answer, so that it is repeated with the same key after a reload. */
const KEPT = "doorlist-payment";

/**
 * Words for why nothing was taken, by the status of the answer.
 *
 * @type {Record<number, import("./language.js").Word>}
 */
const WRONG = {403: "mayNotTakeMoney", 404: "nobodyFound"};

export class Till {
  busy = false;
  problem = "";
  /** The ticket whose amount is in the field, and that amount. */
  ticket = 0;
  text = "";
  /** The currency in which this desk may take money, or empty if it may not. */
  currency = "";
  /** The payment that was sent and has no answer yet. @type {Sent | undefined} */
  unanswered;

  /**
   * @param {import("./door.js").Door} door
   * @param {import("./desk-changes.js").Changes} changes
   * @param {() => void} changed
   * @param {() => Promise<void>} taken
   */
  constructor(door, changes, changed, taken) {
    this.door = door;
    this.changes = changes;
    this.changed = changed;
    this.taken = taken;
  }

  /** @param {{take_money: boolean, currency: string | null}} terms of the event */
  learn({take_money: may, currency}) {
    this.currency = may && currency ? currency : "";
  }

  /** Offers to repeat a payment that this tab sent without an answer. */
  resume() {
    try {
      const sent = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
      if (sent?.place === this.place(sent?.ticket)) {
        Object.assign(this, {unanswered: sent, ticket: sent.ticket, problem: say("moneyUnanswered")});
      }
    } catch {
      // The browser stores nothing for a tab, so there is nothing to repeat.
    }
  }

  /** @param {number} ticket */
  place(ticket) {
    const {pairing} = this.door;
    return pairing ? path(pairing.account, pairing.event, "guests", ticket, "payments") : "";
  }

  /** @param {Sent | undefined} sent */
  keep(sent) {
    this.unanswered = sent;
    try {
      if (sent) {
        sessionStorage.setItem(KEPT, JSON.stringify(sent));
      } else {
        sessionStorage.removeItem(KEPT);
      }
    } catch {
      // If the payment cannot be stored, this page remembers it until the page is closed.
    }
  }

  /** @param {Guest} guest @param {number} amount in cents; negative to give money back */
  async send(guest, amount) {
    const {api} = this.door;
    // A second press must not take money twice.
    if (this.busy || !api || !(amount || this.unanswered)) {
      return;
    }
    this.busy = true;
    const sent = this.unanswered ?? {
      place: this.place(guest.id),
      ticket: guest.id,
      body: {idempotency_key: crypto.randomUUID(), amount},
    };
    this.keep(sent);
    this.problem = "";
    this.changed();
    if (!this.door.reached) {
      await this.takeAlone(guest, sent);
      return;
    }
    const answer = await api.ask("takeMoney", sent.place, {json: sent.body}).catch(() => NO_ANSWER);
    this.busy = false;
    if (!decisive(answer)) {
      this.problem = say("moneyUnanswered");
    } else {
      this.keep(undefined);
      if (answer.status === 201) {
        this.ticket = 0;
        await this.taken();
      } else {
        this.problem = `${say("nothingTaken")} ${whyNothing(answer.status)}`;
      }
    }
    this.changed();
  }

  /**
   * Takes money without a network. The service is told later, and counts the payment only once, by its key.
   *
   * @param {Guest} guest
   * @param {Sent} sent
   */
  async takeAlone(guest, sent) {
    const kept = await this.changes.keep("takeMoney", guest, sent.body).then(() => true, () => false);
    this.busy = false;
    this.problem = kept ? "" : say("storesNothing");
    if (kept) {
      this.keep(undefined);
      this.ticket = 0;
      await this.taken();
    }
    this.changed();
  }

  /** @param {Guest} guest */
  view(guest) {
    const {currency, unanswered} = this;
    const {due = 0, collected = 0, taken_by: by = []} = guest.money ?? {};
    if (this.ticket !== guest.id && !unanswered) {
      const text = due && currency ? typedMoney(due, currency) : "";
      Object.assign(this, {ticket: guest.id, text, problem: ""});
    }
    const cents = currency ? centsOf(this.text, currency) : 0;
    const owed = guest.money ? money(due, guest.money.currency) : "";
    return html`
      ${due ? html`<p class="problem due">${say("toCollect", {amount: owed})}</p>` : nothing}
      ${collected && guest.money ? html`<p class="paid">${say("collectedBy", {
        amount: money(collected, guest.money.currency), by: by.join(", ") || say("desk")})}</p>` : nothing}
      ${currency && (unanswered ? unanswered.ticket === guest.id : true) ? html`
        <form class="till" @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          this.send(guest, cents);
        }}>
          ${unanswered ? nothing : html`<label>${say("amount")}
            <input name="amount" inputmode="decimal" autocomplete="off" maxlength="12" .value=${this.text}
              @input=${(/** @type {any} */ event) => {
                this.text = event.target.value;
                this.changed();
              }}></label>`}
          <div class="actions">
            <button class=${due ? "main" : ""} type="submit" ?disabled=${this.busy || !(cents || unanswered)}>
              ${unanswered ? say("tryAgain") : say("takeAmount", {amount: money(cents, currency)})}</button>
            ${collected > 0 && !unanswered ? html`<button type="button"
              ?disabled=${this.busy || !cents || cents > collected}
              @click=${() => this.send(guest, -cents)}>${say("giveBack", {amount: money(cents, currency)})}</button>`
              : nothing}
          </div>
        </form>` : nothing}
      <p class="problem" role="alert">${this.ticket === guest.id ? this.problem : ""}</p>`;
  }
}

/** Returns why nothing was taken. @param {number} status */
export function whyNothing(status) {
  return say(status === 400 ? "checkAmount" : (WRONG[status] ?? "tryLater"));
}
