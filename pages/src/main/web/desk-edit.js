// Changes that staff make to a guest: a correction, a void ticket, a new code. The request for a change may be
// repeated, but the change is made only once.

import {html, nothing} from "./lit-html.js";
import {NO_ANSWER, decisive, path} from "./api.js";
import {inGroups} from "./desk-codes.js";
import {say, sayWord, time} from "./language.js";
import {shape} from "./shapes.js";

/** @typedef {import("./guests.js").Guest} Guest */
/** @typedef {import("./language.js").Word} Word */
/** @typedef {import("./api.js").Schemas["GuestChange"]} Change */
/** @typedef {"updateGuest" | "voidGuest" | "replaceCode"} Edit */

/** The text fields, with the word for each, its maximum length, and whether this page knows the present value. */
const TEXTS = /** @type {const} */ ([
  ["name", "guestName", 200, "text", true],
  ["company", "company", 200, "text", true],
  ["note", "note", 500, "text", true],
  ["email", "email", 254, "email", false],
  ["phone", "phoneNumber", 50, "tel", false],
]);

/** Words for the values that can change. @type {Record<string, Word>} */
const LABELS = {
  attention: "lookClosely",
  badge: "badge",
  code: "ticketCode",
  ...Object.fromEntries(TEXTS.map(([name, word]) => [name, word])),
};

/** Words for why nothing is changed, by the reason or the status of the answer. @type {Record<string, Word>} */
const WRONG = {
  not_added: "organisersGuest",
  forgotten: "personForgotten",
  void: "ticketCancelled",
  403: "mayNotChange",
};

export class GuestEditor {
  /** The change that staff are about to make. @type {"" | Edit} */
  open = "";
  problem = "";
  busy = false;
  /** The idempotency key of the request for a new code. A repeated request has the same key. */
  key = "";
  /**
   * The new code, and the function that draws it.
   *
   * @type {{code: string, draw: (text: string) => unknown} | undefined}
   */
  made;

  /**
   * @param {import("./door.js").Door} door
   * @param {import("./desk-changes.js").Changes} changes
   * @param {() => void} changed
   * @param {(guest: Guest) => Promise<void>} done
   */
  constructor(door, changes, changed, done) {
    this.door = door;
    this.changes = changes;
    this.changed = changed;
    this.done = done;
  }

  /** @param {Edit} what */
  begin(what) {
    Object.assign(this, {open: what, problem: "", made: undefined, key: crypto.randomUUID()});
    this.changed();
    /** @type {HTMLElement | null} */ (document.querySelector(".edit :is(input, button)"))?.focus();
  }

  close() {
    if (!this.busy) {
      Object.assign(this, {open: "", problem: "", made: undefined});
    }
  }

  /** Closes the form, and returns to the button that opened it. */
  leave() {
    const began = this.open;
    this.close();
    this.changed();
    const button = document.querySelector(`[data-edit="${began}"]`) ?? document.querySelector(".guest .close");
    /** @type {HTMLElement | null} */ (button)?.focus();
  }

  /**
   * Changes a guest. Returns the changed guest, or undefined if it failed.
   *
   * @param {Guest} guest
   * @param {Edit} what
   * @param {unknown} [json]
   */
  async send(guest, what, json) {
    const {api, pairing} = this.door;
    if (this.busy || !api || !pairing) {
      return undefined;
    }
    Object.assign(this, {busy: true, problem: ""});
    this.changed();
    const place = path(pairing.account, pairing.event, "guests", guest.id);
    const action = {updateGuest: "", voidGuest: "/void", replaceCode: "/code"}[what];
    // If an earlier correction still waits, this one waits, too.
    const asks = what !== "updateGuest" || (this.door.reached && !this.changes.has(guest));
    const answer = asks ? await api.ask(what, place + action, {json}).catch(() => NO_ANSWER) : NO_ANSWER;
    this.busy = false;
    if (what === "updateGuest" && !decisive(answer)) {
      // The service is told later. It makes no difference whether it has already made the change.
      return this.keep(guest, json);
    }
    /** @type {Guest | undefined} */
    const now = answer.status === 200 ? answer.body : undefined;
    if (now) {
      await this.done(now);
    } else {
      this.problem = decisive(answer)
        ? `${say("notChanged")} ${whyUnchanged(answer.status, answer.body)}` : say("changeUnanswered");
    }
    this.changed();
    return now;
  }

  /** Stores a correction until the service has it. @param {Guest} guest @param {any} values */
  async keep(guest, values) {
    const kept = await this.changes.keep("updateGuest", guest, values).then(() => true, () => false);
    const now = kept ? {...guest, ...values} : undefined;
    if (now) {
      await this.done(now);
    } else {
      this.problem = say("storesNothing");
    }
    this.changed();
    return now;
  }

  /** @param {Guest} guest @param {HTMLFormElement} form */
  async correct(guest, form) {
    const said = new FormData(form);
    /** @type {Record<string, string | boolean | null>} */
    const values = {};
    for (const [name, , , , known] of TEXTS) {
      const text = String(said.get(name) ?? "").trim();
      if (known ? text !== (/** @type {any} */ (guest)[name] ?? "") : text) {
        values[name] = text || null;
      }
    }
    if (said.has("attention") !== Boolean(guest.attention)) {
      values.attention = said.has("attention");
    }
    if (!Object.keys(values).length || (await this.send(guest, "updateGuest", values))) {
      this.leave();
    }
  }

  /** @param {Guest} guest */
  async makeVoid(guest) {
    const done = await this.send(guest, "voidGuest");
    if (done) {
      this.leave();
    }
    return Boolean(done);
  }

  /** @param {Guest} guest */
  async replaceCode(guest) {
    const {qrCode} = await import("./drawings.js");
    const now = await this.send(guest, "replaceCode", {idempotency_key: this.key});
    if (now) {
      this.made = {code: now.qr_code_identifier, draw: qrCode};
      this.changed();
      /** @type {HTMLElement | null} */ (document.querySelector(".edit button"))?.focus();
    }
  }

  /**
   * The buttons that begin a change.
   *
   * @param {Guest} guest
   * @param {boolean} may whether the event lets a desk correct guests
   */
  buttons(guest, may) {
    const full = this.door.role === "full";
    const valid = guest.state === "valid";
    /** @type {[Edit, Word, unknown][]} */
    const all = [
      ["updateGuest", "correct", may || full],
      ["replaceCode", "newCode", valid && (may || full)],
      ["voidGuest", "makeVoid", valid && (guest.added || full)],
    ];
    const some = all.filter(([, , shown]) => shown);
    return some.length
      ? html`<div class="actions">${some.map(([what, word]) => html`<button data-edit=${what}
          aria-expanded=${String(this.open === what)} @click=${() => this.begin(what)}>${say(word)}</button>`)}</div>`
      : nothing;
  }

  /** @param {Guest} guest */
  view(guest) {
    if (this.open === "updateGuest") {
      return this.form(guest);
    }
    if (this.made) {
      return this.code(this.made);
    }
    if (!this.open) {
      return this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing;
    }
    const isVoid = this.open === "voidGuest";
    return html`
      <section class="edit" aria-label=${say(isVoid ? "makeVoid" : "newCode")}>
        <p>${say(isVoid ? "makeVoidQuestion" : "newCodeQuestion")}</p>
        <p class="problem" role="alert">${this.problem}</p>
        <div class="actions">
          <button class="main" ?disabled=${this.busy} @click=${() => (isVoid ? this.makeVoid(guest)
            : this.replaceCode(guest))}>${say(isVoid ? "makeVoid" : "newCode")}</button>
          <button ?disabled=${this.busy} @click=${() => this.leave()}>${say("cancel")}</button>
        </div>
      </section>`;
  }

  /** @param {Guest} guest */
  form(guest) {
    return html`
      <section class="edit new-guest" aria-label=${say("correct")}>
        <form @submit=${(/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          this.correct(guest, /** @type {HTMLFormElement} */ (event.target));
        }}>
          <fieldset ?disabled=${this.busy}>
            ${TEXTS.map(([name, word, most, mode, known]) => html`<label>${say(word)}
              ${known ? nothing : html`<small class="soft">${say("staysIfEmpty")}</small>`}
              <input type="text" name=${name} maxlength=${most} inputmode=${mode} autocomplete="off"
                ?required=${name === "name"} pattern=${name === "name" ? ".*\\S.*" : nothing}
                value=${known ? (/** @type {any} */ (guest)[name] ?? "") : ""}></label>`)}
            <label class="tick"><input type="checkbox" name="attention"
              ?checked=${Boolean(guest.attention)}> ${say("lookClosely")}</label>
          </fieldset>
          <p class="problem" role="alert">${this.problem}</p>
          <div class="actions">
            <button class="main" type="submit" ?disabled=${this.busy}>${say("save")}</button>
            <button type="button" ?disabled=${this.busy} @click=${() => this.leave()}>${say("cancel")}</button>
          </div>
        </form>
      </section>`;
  }

  /** @param {{code: string, draw: (text: string) => unknown}} made */
  code({code, draw}) {
    return html`
      <section class="edit" aria-label=${say("newCode")}>
        <h3>${say("newCode")}</h3>
        ${draw(code)}
        <p class="code" role="status"><bdi>${inGroups(code)}</bdi></p>
        <div class="actions"><button @click=${() => this.leave()}>${say("understood")}</button></div>
      </section>`;
  }
}

/** @param {number} status @param {any} problem */
export function whyUnchanged(status, problem) {
  if (status === 400 && problem.errors?.length) {
    const names = problem.errors.map((/** @type {any} */ {parameter}) => called(parameter));
    return say("checkFields", {what: names.join(", ")});
  }
  return say(WRONG[problem?.reason] ?? WRONG[status] ?? "tryLater");
}

/** @param {string} field */
function called(field) {
  return field === "state" ? sayWord("reason", "void") : field in LABELS ? say(LABELS[field]) : field;
}

/** Shows a change in the history of a guest. @param {Change} change */
export function happenedChange({created_at: at, by, fields}) {
  return html`<li class="wait">
    ${shape("wait")}
    <div>
      <b>${fields.join() === "badge" ? say("badgePrinted")
        : say("changedWhat", {what: fields.map(called).join(", ")})}</b>
      <small>${time(at)}${by ? html` · <bdi>${by}</bdi>` : nothing}</small>
    </div>
  </li>`;
}
