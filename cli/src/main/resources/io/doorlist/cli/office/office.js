// The organiser's page on one laptop. Its sections are events, guests, phones, paper, the evening, and afterwards.
// It has no logic of its own: it asks the program, and shows the answers.

import {html, nothing, render} from "./lit-html.js";
import {LANGUAGES, ago, language, learn, number, part, say, speak, time} from "./language.js";

const SECRET = "doorlist-office";
const LANGUAGE = "doorlist-office-language";
const SECTIONS = ["events", "guests", "phones", "paper", "evening", "afterwards"];
/** What may be dropped at once: the bytes of all files, the number of files, and the characters of each name. */
const MAX_BYTES = 50 * 1024 * 1024;
const MOST_FILES = 20;
const MAX_NAME = 100;
/** How many items of a long list are named in a line. */
const NAMED = 20;
/** The sizes of badges, in millimetres: two of label printers, a card, and A6 for a holder that hangs. */
const BADGES = ["62x100", "62x29", "86x54", "A6"];
/** How long to wait before the page asks again about running work, and about what changes by itself. */
const AGAIN_MILLIS = 500;
const PHONES_MILLIS = 5_000;

/** The kinds of columns in a guest list. The kinds that most lists have come first. */
const KINDS = (
  "name first last email phone company type variation code code-link security-code reference order position status " +
  "answer void quantity persons plus date customer-name customer-first customer-last customer-email customer-phone " +
  "note attention response"
).split(" ");

/** Returns one of this page's own texts. @type {(word: string, values?: Record<string, string | number>) => string} */
const tell = /** @type {any} */ (say);

const root = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @type {any} */
const view = {
  section: "events",
  state: {},
  events: [],
  event: "",
  problem: "",
  said: "",
  /** The event whose form is open, and the door whose form is open. */
  form: undefined,
  door: undefined,
  preview: undefined,
  options: undefined,
  /** Whether the page waits for a new preview. Meanwhile nothing can be imported, as nobody has seen what that does. */
  waits: false,
  reading: "",
  over: false,
  imports: [],
  /** The ticket shop that is followed; empty if none is. */
  shop: {},
  phones: [],
  pairing: undefined,
  counts: [],
  /** The mail account and the progress of mails; below that, who gets a mail. */
  mail: {},
  recipients: undefined,
  /** References of tickets to send again, even if their mail has gone out. @type {Set<string>} */
  resend: new Set(),
  /** The progress of the work that the page waits for. */
  progress: undefined,
  /** What the organiser should look at while the door is open. */
  troubles: undefined,
  /** Whether the laptop falls asleep by itself. The page asks that only once. */
  sleep: undefined,
  /** The work that is going on, while the page asks whether the program shall end all the same. */
  ending: undefined,
  /** What to tell somebody who helps. */
  doctor: undefined,
  asking: undefined,
  /** Whether the event is being taken away. */
  removing: false,
};

let secret = "";
/** The number of the last request for a preview. Answers to earlier requests are not shown. */
let asked = 0;

// Requests to the program.

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body] an object that is sent as JSON, or a file or a text that is sent as it is
 * @returns {Promise<{status: number, body: any}>}
 */
async function ask(method, path, body) {
  const raw = body instanceof Blob || typeof body === "string";
  try {
    const answer = await fetch(`/-/office/${path}`, {
      method,
      headers: secret ? {Authorization: `Bearer ${secret}`} : {},
      body: body === undefined ? undefined : raw ? /** @type {any} */ (body) : JSON.stringify(body),
      cache: "no-store",
    });
    const text = await answer.text();
    const json = answer.headers.get("Content-Type")?.startsWith("application/json");
    if (answer.status === 401) {
      secret = "";
      sessionStorage.removeItem(SECRET);
    }
    return {status: answer.status, body: json ? JSON.parse(text) : text};
  } catch {
    return {status: 0, body: {}};
  }
}

/**
 * Sends a request, and returns the body of a good answer. Otherwise it shows the problem.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function get(method, path, body) {
  return goodOf(await ask(method, path, body));
}

/** Returns the body of a good answer; shows the problem of any other. @param {{status: number, body: any}} answer */
function goodOf(answer) {
  const good = answer.status >= 200 && answer.status < 300;
  view.problem = good ? "" : problem(answer);
  if (!good) {
    draw();
  }
  return good ? answer.body : undefined;
}

/**
 * Sends a request for work that takes long, and shows its progress meanwhile.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function askLong(method, path, body) {
  const name = `${Date.now()}-${Math.random()}`;
  let over = false;
  const timer = setInterval(async () => {
    const answer = await ask("GET", `progress/${name}`);
    if (answer.body?.step && !over) {
      view.progress = answer.body;
      draw();
    }
  }, AGAIN_MILLIS);
  try {
    return await ask(method, `${path}${path.includes("?") ? "&" : "?"}progress=${name}`, body);
  } finally {
    over = true;
    clearInterval(timer);
    view.progress = undefined;
  }
}

/** Gets something that the page shows again and again. An earlier problem stays on the page. @param {string} path */
async function look(path) {
  const answer = await ask("GET", path);
  if (answer.status !== 200) {
    view.problem = problem(answer);
  }
  return answer.status === 200 ? answer.body : undefined;
}

/** The words for statuses that the office itself never gives; 0 is for no answer. @type {Record<number, string>} */
const STATUSES = {0: "noAnswer", 401: "openAnew", 413: "tooLarge", 429: "busy"};

/** Returns the text about the problem in an answer. @param {{status: number, body: any}} answer */
function problem({status, body}) {
  const word = STATUSES[status];
  return word ? tell(word) : failure(body?.word ? body : {word: "other", about: String(body)});
}

/** Returns the text about a problem, with what it is about. @param {{word: string, about?: string}} problem */
function failure({word, about}) {
  const said = tell(`problem_${word}`, {about: about ?? ""});
  return !about || said.includes(about) ? said : `${part(about)}: ${said}`;
}

/** Makes the browser download what is at a path. @param {string} path */
async function download(path) {
  const link = await get("POST", `links?to=${encodeURIComponent(path)}`);
  if (link) {
    location.assign(link);
  }
}

/** @param {string} event */
const ofEvent = (event) => `events/${encodeURIComponent(event)}`;

async function loadEvents() {
  const found = await look("events");
  if (found) {
    view.events = found.events;
    if (!view.events.some((/** @type {any} */ each) => each.slug === view.event)) {
      view.event = view.events[0]?.slug ?? "";
    }
  }
}

async function loadSection() {
  if (!secret) {
    return;
  }
  const event = view.event;
  if (view.section === "events") {
    view.state = (await look("state")) ?? view.state;
  } else if (view.section === "guests" && event) {
    view.imports = (await look(`${ofEvent(event)}/imports`))?.imports ?? view.imports;
    view.shop = (await look("shop")) ?? view.shop;
    follow();
  } else if (view.section === "phones") {
    view.state = (await look("state")) ?? view.state;
    view.phones = (await look("phones"))?.phones ?? view.phones;
  } else if (view.section === "paper" && event) {
    await loadMail(event);
  } else if (view.section === "evening" && event) {
    view.counts = (await look(`${ofEvent(event)}/counts`))?.doors ?? [];
    view.troubles = (await look("troubles")) ?? view.troubles;
    view.sleep ??= await look("sleep");
  }
  draw();
}

// The frame around the sections.

function draw() {
  const event = current();
  render(
    html`
      <header>
        <h1>${tell("office")}</h1>
        ${view.events.length
          ? html`<label>${tell("event")}
              <select class="event" @change=${(/** @type {any} */ e) => chooseEvent(e.target.value)}>
                ${view.events.map(
                  (/** @type {any} */ each) => html`<option value=${each.slug} ?selected=${each.slug === view.event}
                    >${each.title}</option>`,
                )}
              </select></label>`
          : nothing}
        <label class="language">${say("language")}
          <select @change=${(/** @type {any} */ e) => chooseLanguage(e.target.value)}>
            ${Object.entries(LANGUAGES).map(
              ([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language}>${name}</option>`,
            )}
          </select></label>
        ${secret ? html`<button @click=${() => end(false)}>${tell("endProgram")}</button>` : nothing}
      </header>
      <nav aria-label=${tell("office")}>
        ${SECTIONS.map(
          (each) => html`<button aria-current=${each === view.section ? "page" : "false"}
            @click=${() => open(each)}>${tell(each)}</button>`,
        )}
      </nav>
      <p class="problem" role="alert">${view.problem}</p>
      <p class="said" role="status">${view.said}</p>
      ${view.ending ? endQuestion(view.ending) : nothing}
      ${secret ? shown(event) : nothing}
    `,
    root,
  );
}

/** @param {any} event */
function shown(event) {
  return event || ["events", "phones"].includes(view.section)
    ? SHOWN[view.section](event)
    : html`<section><p>${tell("chooseEvent")}</p></section>`;
}

function current() {
  return view.events.find((/** @type {any} */ each) => each.slug === view.event);
}

/** @param {string} section */
function open(section) {
  const nothingElse = {problem: "", said: "", form: undefined, door: undefined, pairing: undefined};
  Object.assign(view, {section, ...nothingElse, ...NO_MAIL()});
  draw();
  loadSection();
}

/** The parts of the view about an event's mails, before the page has asked for them. */
const NO_MAIL = () => ({mail: {}, recipients: undefined, resend: new Set(), asking: undefined});

/** @param {string} event */
function chooseEvent(event) {
  const nothingElse = {preview: undefined, options: undefined, form: undefined, door: undefined, said: ""};
  Object.assign(view, {event, imports: [], ...nothingElse, ...NO_MAIL()});
  draw();
  loadSection();
}

/** @param {string} choice */
async function chooseLanguage(choice) {
  localStorage.setItem(LANGUAGE, choice);
  await words(choice);
  draw();
}

/** @param {string} [choice] */
async function words(choice) {
  await speak(choice);
  learn((await import(`./office-words-${language}.js`)).default);
  document.title = `Doorlist · ${tell("office")}`;
}

/** @param {string} label @param {unknown} input */
function field(label, input) {
  return html`<label class="field"><span>${label}</span>${input}</label>`;
}

/** @param {any} submitted */
function values(submitted) {
  submitted.preventDefault();
  return Object.fromEntries(new FormData(submitted.target));
}

// Events.

function eventsSection() {
  return html`<section>
      <h2>${tell("events")}</h2>
      ${(view.state.leaving ?? []).map(
        (/** @type {string} */ title) => html`<p class="warn">${tell("leaving", {title})}</p>`,
      )}
      ${view.events.length
        ? html`<ul class="list">
            ${view.events.map(
              (/** @type {any} */ each) => html`<li><span><b dir="auto">${each.title}</b> <span class="soft" dir="auto"
                >${[each.date, each.place].filter(Boolean).join(" · ")}</span></span>
                <button @click=${() => edit(each)}>${tell("title")}, ${tell("types")}</button></li>`,
            )}
          </ul>`
        : nothing}
      <div class="buttons"><button class="main" @click=${() => edit({})}>${tell("newEvent")}</button></div>
    </section>
    ${view.form ? eventForm(view.form) : nothing}
    ${view.event && !view.form ? doorsSection(current()) : nothing}`;
}

/** @param {any} event */
function edit(event) {
  view.form = {...event, types: [...(event.types ?? [])]};
  view.said = "";
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector("[name=title]"))?.focus();
}

/** @param {any} form */
function eventForm(form) {
  const zone = form.time_zone ?? view.state.time_zone;
  return html`<section>
    <h2>${form.slug ? form.title : tell("newEvent")}</h2>
    <form @submit=${saveEvent}>
      ${field(
        tell("title"),
        html`<input type="text" name="title" required maxlength="200" .value=${form.title ?? ""}>`,
      )}
      ${field(tell("date"), html`<input type="date" name="date" .value=${form.date ?? ""}>`)}
      ${field(tell("place"), html`<input type="text" name="place" maxlength="200" .value=${form.place ?? ""}>`)}
      ${field(
        tell("timeZone"),
        html`<select name="time_zone">${zones(zone).map(
          (/** @type {string} */ each) => html`<option ?selected=${each === zone}>${each}</option>`,
        )}</select>`,
      )}
      ${field(
        tell("currency"),
        html`<input type="text" name="currency" maxlength="3" pattern="[A-Za-z]{3}" size="3"
          placeholder="EUR" .value=${form.currency ?? ""}>`,
      )}
      <h3 class="wide">${tell("types")}</h3>
      ${form.types.map(
        (/** @type {any} */ type, /** @type {number} */ i) => html`
          ${field(tell("type"), html`<input type="text" name="type${i}" maxlength="100" .value=${type.name ?? ""}>`)}
          ${field(
            tell("typeNote"),
            html`<input type="text" name="note${i}" maxlength="200" .value=${type.note ?? ""}>`,
          )}
          ${field(
            tell("price"),
            html`<input type="number" name="price${i}" min="0" max="1000000" step="0.01"
              .value=${type.price === undefined || type.price === null ? "" : String(type.price / 100)}>`,
          )}`,
      )}
      <div class="buttons wide">
        <button type="button" @click=${addType}>${tell("addType")}</button>
        <button class="main">${tell("save")}</button>
        <button type="button" @click=${() => { view.form = undefined; draw(); }}>${tell("cancel")}</button>
      </div>
    </form>
  </section>`;
}

/** @param {string} own */
function zones(own) {
  const known = /** @type {any} */ (Intl).supportedValuesOf?.("timeZone") ?? [];
  return known.includes(own) ? known : [own, ...known];
}

function addType() {
  view.form.types.push({});
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector(`[name=type${view.form.types.length - 1}]`))?.focus();
}

/** @param {any} submitted */
async function saveEvent(submitted) {
  const said = /** @type {any} */ (values(submitted));
  const {slug, types} = view.form;
  const json = {
    title: said.title,
    date: said.date,
    place: said.place,
    time_zone: said.time_zone,
    currency: said.currency,
    types: types
      .map((/** @type {any} */ type, /** @type {number} */ i) => {
        const price = said[`price${i}`];
        // Without a price the stored one stays, so a price that was emptied is sent as 0.
        const none = type.price ? 0 : undefined;
        const cents = price === "" ? none : Math.round(Number(price) * 100);
        return {slug: type.slug, name: said[`type${i}`], note: said[`note${i}`], price: cents};
      })
      .filter((/** @type {any} */ type) => type.name.trim()),
  };
  const event = await (slug ? get("PUT", ofEvent(slug), json) : get("POST", "events", json));
  if (event) {
    view.event = event.slug;
    await loadEvents();
    Object.assign(view, {event: event.slug, form: undefined, said: tell("saved")});
    draw();
  }
}

/** @param {any} event */
function doorsSection(event) {
  return html`<section>
    <h2>${tell("doors")}</h2>
    <ul class="list">
      ${event.doors.map(
        (/** @type {any} */ door) => html`<li><span><b dir="auto">${door.name}</b> <span class="soft">${
          typesOf(event, door)
        } · ${tell("reentry")}: ${tell(`reentry_${door.reentry}`)}</span></span>
        <button @click=${() => editDoor(door)}>${tell("door")}: ${door.name}</button></li>`,
      )}
    </ul>
    ${view.door
      ? doorForm(event, view.door)
      : html`<div class="buttons"><button @click=${() => editDoor({})}>${tell("addDoor")}</button></div>`}
  </section>`;
}

/** @param {any} event @param {any} door */
function typesOf(event, door) {
  /** @type {(slug: string) => string} */
  const name = (slug) => event.types.find((/** @type {any} */ type) => type.slug === slug)?.name ?? slug;
  return door.types ? door.types.map(name).join(", ") : tell("allTypes");
}

/** @param {any} door */
function editDoor(door) {
  view.door = {...door};
  view.said = "";
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector("[name=name]"))?.focus();
}

/** @param {any} event @param {any} door */
function doorForm(event, door) {
  return html`<form @submit=${saveDoor}>
    ${field(tell("title"), html`<input type="text" name="name" required maxlength="100" .value=${door.name ?? ""}>`)}
    ${field(tell("opensAt"), html`<input type="datetime-local" name="opens_at" .value=${local(door.opens_at)}>`)}
    ${field(
      tell("reentry"),
      html`<select name="reentry">${["never", "after_exit", "always"].map(
        (each) => html`<option value=${each} ?selected=${each === door.reentry}>${tell(`reentry_${each}`)}</option>`,
      )}</select>`,
    )}
    <fieldset class="wide">
      <legend>${tell("types")}</legend>
      ${event.types.map(
        (/** @type {any} */ type) => html`<label class="check"><input type="checkbox" name="types" value=${type.slug}
          ?checked=${!door.types || door.types.includes(type.slug)}><span dir="auto">${type.name}</span></label>`,
      )}
      ${event.types.length ? nothing : tell("allTypes")}
    </fieldset>
    <div class="buttons wide"><button class="main">${tell("save")}</button>
      <button type="button" @click=${() => { view.door = undefined; draw(); }}>${tell("cancel")}</button></div>
  </form>`;
}

/** Returns a time as a field shows it, by this laptop's clock. @param {string | null} [at] */
function local(at) {
  if (!at) {
    return "";
  }
  const then = new Date(at);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @param {any} submitted */
async function saveDoor(submitted) {
  const said = /** @type {any} */ (values(submitted));
  const types = new FormData(submitted.target).getAll("types");
  const event = current();
  const changed = await get("POST", `${ofEvent(view.event)}/doors`, {
    id: view.door.id,
    name: said.name,
    opens_at: said.opens_at ? new Date(said.opens_at).toISOString() : undefined,
    reentry: said.reentry,
    types: types.length === event.types.length ? undefined : types,
  });
  if (changed) {
    await loadEvents();
    Object.assign(view, {door: undefined, said: tell("saved")});
    draw();
  }
}

// Guests.

function guestsSection() {
  const running = view.imports.find(isOpen);
  return html`${running ? progressOf(running) : view.preview ? previewSection(view.preview) : dropSection()}
    ${view.imports.length ? importsSection() : nothing}
    ${shopSection(view.shop)}`;
}

/** Shows the ticket shop that is followed, or the form for one. @param {any} shop */
function shopSection(shop) {
  return html`<section><h2>${tell("ticketShop")}</h2><p>${tell("shopMeans")}</p>
    ${shop.problem ? html`<p class="warn">${tell("shopProblem", {reason: failure(shop.problem)})}</p>` : nothing}
    ${shop.url
      ? html`<p><b dir="ltr">${shop.url}</b> <bdi>${[shop.organizer, shop.event].filter(Boolean).join(" · ")}</bdi></p>
          <p role="status">${shop.up_to_date_at
            ? tell("upToDate", {ago: ago((Date.now() - Date.parse(shop.up_to_date_at)) / 1_000)})
            : tell("firstLook")}
            ${tell("followed", {...shop.counts, reported: shop.reported})}</p>
          ${shop.report_problem
            ? html`<p class="warn">${tell("reportProblem", {reason: failure(shop.report_problem)})}</p>`
            : nothing}
          <div class="buttons"><button @click=${followNoMore}>${tell("followNoMore")}</button></div>`
      : html`<form @submit=${followShop}>
          ${field(tell("shopUrl"), html`<input type="text" name="url" required placeholder="https://pretix.eu">`)}
          ${field(tell("organizer"), html`<input type="text" name="organizer" required>`)}
          ${field(tell("onlyEvent"), html`<input type="text" name="event">`)}
          ${field(tell("apiToken"), html`<input type="password" name="token" required autocomplete="off">`)}
          <div class="buttons"><button>${tell("followShop")}</button></div></form>`}
  </section>`;
}

/** @param {any} submitted */
async function followShop(submitted) {
  const shop = await get("POST", "shop", values(submitted));
  view.shop = shop ?? view.shop;
  draw();
}

async function followNoMore() {
  view.shop = (await get("DELETE", "shop")) ?? view.shop;
  draw();
}

function dropSection() {
  return html`<section>
    <h2>${tell("guests")}</h2>
    <div class=${view.over ? "drop over" : "drop"} @dragover=${dragged} @dragleave=${() => over(false)}
      @drop=${dropped}>
      <p><b>${tell("dropList")}</b></p>
      <label class="field"><span>${tell("chooseFiles")}</span>
        <input type="file" accept=".csv,.tsv,.txt,.xlsx" multiple
          @change=${(/** @type {any} */ e) => read(e.target.files)}></label>
    </div>
    <form @submit=${pasted}>
      <label class="field wide"><span>${tell("orPaste")}</span><textarea name="rows" rows="3"></textarea></label>
      <div class="buttons wide"><button>${tell("readRows")}</button>
        <button type="button" @click=${() => download("sample")}>${tell("sample")}</button>
        <button type="button" @click=${() => openPage("desk")}>${tell("openDesk")}</button></div>
    </form>
    ${view.reading ? waiting(tell("reading", {file: view.reading})) : nothing}
  </section>`;
}

/** Shows what the page waits for, and its progress. @param {string} what */
function waiting(what) {
  const {step, done, of} = view.progress ?? {};
  const values = {n: done ?? 0, of: of ?? 0};
  const far = step ? tell(`step_${step}`, values) : "";
  return html`<p role="status">${what} <span class="soft">${far}</span></p>
    ${of
      ? html`<progress max=${of} value=${done} aria-label=${what}></progress>`
      : html`<progress aria-label=${what}></progress>`}`;
}

/** @param {boolean} is */
function over(is) {
  view.over = is;
  draw();
}

/** @param {DragEvent} event */
function dragged(event) {
  event.preventDefault();
  if (!view.over) {
    over(true);
  }
}

/** @param {DragEvent} event */
function dropped(event) {
  event.preventDefault();
  view.over = false;
  read(event.dataTransfer?.files ?? []);
}

/** @param {any} submitted */
function pasted(submitted) {
  const {rows} = /** @type {any} */ (values(submitted));
  if (rows.trim()) {
    read([new File([rows], `${tell("guests")}.tsv`)]);
  }
}

/** Sends files, which are one list, in one body, and shows their preview. @param {FileList | File[]} chosen */
async function read(chosen) {
  const files = [...chosen];
  const said = new URLSearchParams(
    files.flatMap(({name, size}) => [["name", name.slice(0, MAX_NAME)], ["size", String(size)]]),
  );
  const fits = files.length <= MOST_FILES && files.reduce((sum, {size}) => sum + size, 0) <= MAX_BYTES;
  Object.assign(view, {said: "", problem: fits ? "" : tell("tooLarge")});
  if (!files.length || !fits) {
    draw();
    return;
  }
  view.reading = files.map(({name}) => name).join(", ");
  draw();
  const preview = goodOf(await askLong("POST", `${ofEvent(view.event)}/previews?${said}`, new Blob(files)));
  view.reading = "";
  if (preview) {
    view.preview = preview;
    view.options = preview.options;
  }
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector("#preview"))?.focus();
}

/** Makes a choice for the list, and asks for the preview with it. @param {Record<string, unknown>} choice */
async function choosing(choice) {
  view.options = {...view.options, ...choice};
  const mine = ++asked;
  view.waits = true;
  draw();
  const answer = await askLong("POST", `previews/${view.preview.id}`, view.options);
  if (mine !== asked) {
    return;
  }
  view.waits = false;
  if (answer.status === 200) {
    Object.assign(view, {preview: answer.body, problem: ""});
  } else {
    view.problem = answer.status === 404 ? tell("previewGone") : problem(answer);
    view.preview = answer.status === 404 ? undefined : view.preview;
    view.options = view.preview?.options;
  }
  draw();
}

/** @param {string} title @param {string} kind */
function choosingKind(title, kind) {
  choosing({columns: {...view.options.columns, [title]: kind}});
}

/** @param {string} title @param {boolean} is whether every door shows the column */
function choosingShown(title, is) {
  const others = view.options.shown.filter((/** @type {string} */ each) => each !== title);
  choosing({shown: is ? [...others, title] : others});
}

/** Shows the choice whether scanners may read notes, if there are notes. @param {any} preview */
function notesChoice({sheets}) {
  const kinds = sheets.flatMap((/** @type {any} */ sheet) => sheet.columns).map((/** @type {any} */ {kind}) => kind);
  const before = current().notes_at;
  return kinds.includes("note") || kinds.includes("attention") || before === "door"
    ? html`<label class="check"><input type="checkbox" ?checked=${(view.options.notes_at ?? before) === "door"}
        @change=${(/** @type {any} */ e) => choosing({notes_at: e.target.checked ? "door" : "desk"})}><span
        >${tell("notesAtDoor")}</span></label>`
    : nothing;
}

/** @param {any} preview */
function previewSection(preview) {
  const {kept_out: out, all} = preview;
  return html`<section>
    <h2 id="preview" tabindex="-1"><bdi>${preview.file}</bdi></h2>
    <p class="warn">${tell("nothingWritten")}</p>
    ${preview.sheets.map(sheetTable)}
    ${readingSection(preview)}
    <p><b>${tell("rowsFor", {n: preview.tickets})}</b>
      ${Object.entries(preview.types).map(([type, n]) => html`<span dir="auto"> · ${type}: ${number(n)}</span>`)}</p>
    ${many(tell("whyNot"), preview.objections, finding)}
    ${many(tell("stops", {n: all.stops}), preview.stops, finding, all.stops)}
    ${many(
      tell("refusedRows", {n: all.refused}),
      preview.refused,
      (/** @type {any} */ each) =>
        html`${place([each.row])}<span dir="auto">${each.name ?? ""}</span> <span class="soft">${refusal(each)}</span>`,
      all.refused,
    )}
    ${many(
      tell("keptOut", {n: all.kept_out}),
      out,
      (/** @type {any} */ each) => html`${who(each)} <span class="soft">${tell(`state_${each.state}`)}</span>`,
      all.kept_out,
    )}
    ${many(tell("corrected", {n: all.corrected}), preview.corrected, finding, all.corrected)}
    ${many(tell("added", {n: preview.added}), preview.added_first, who, preview.added)}
    ${many(tell("toKnow"), preview.findings, finding, all.findings)}
    <div class="fields">
      ${choice("replace", tell("wholeList"))}
      ${choice("unanswered", tell("letUnansweredIn"))}
      ${choice("hidden", tell("hiddenToo"))}
      ${notesChoice(preview)}
      ${Object.entries(view.options.same).map(
        ([row, reference]) => html`<label class="check"><input type="checkbox" checked
          @change=${() => choosingSame(row)}><span>${tell("sameAs", {row, reference})}</span></label>`,
      )}
      ${preview.objections.length || view.options.sure ? choice("sure", tell("sure")) : nothing}
      ${preview.objections.length || view.options.transfers ? choice("transfers", tell("transfers")) : nothing}
      ${field(
        tell("listName"),
        html`<input type="text" maxlength="100" .value=${view.options.list_name ?? ""}
          @change=${(/** @type {any} */ e) => choosing({list_name: e.target.value})}>`,
      )}
    </div>
    ${view.waits ? waiting(tell("reading", {file: preview.file})) : nothing}
    <div class="buttons">
      <button class="main" ?disabled=${view.waits || preview.objections.length > 0} @click=${startImport}>
        ${tell("import")}
      </button>
      <button @click=${dropPreview}>${tell("cancel")}</button>
    </div>
  </section>`;
}

/** Shows the choices of how a file is read, if there are any. @param {any} preview */
function readingSection({workbooks, charsets, sheets, findings}) {
  const {sheets: chosen, charset, dates} = view.options;
  const ofWorkbooks = sheets.filter((/** @type {any} */ each) => each.tab);
  const read = chosen.length ? chosen : ofWorkbooks.map((/** @type {any} */ each) => sheetOf(each.file, each.tab));
  const dated =
    dates ||
    sheets.some((/** @type {any} */ sheet) => sheet.columns.some((/** @type {any} */ each) => each.kind === "date")) ||
    findings.some((/** @type {any} */ each) => each.what === "dates_not_understood");
  return html`<div class="fields">
    ${workbooks.map((/** @type {any} */ book) => sheetChoices(book, workbooks, read))}
    ${charsets.length ? menu("charset", charsets, charset) : nothing}
    ${dated ? menu("dates", ["day-first", "month-first"], dates, (each) => tell(`dates_${each}`)) : nothing}
  </div>`;
}

/** Names a sheet of a file, as an option of the command line does. @param {string} file @param {string} tab */
const sheetOf = (file, tab) => `${file}/${tab}`;

/**
 * Shows the choice of sheets in a workbook that has several. At least one sheet stays chosen.
 *
 * @param {any} workbook
 * @param {any[]} all
 * @param {string[]} read
 */
function sheetChoices({file, tabs}, all, read) {
  const several = all.length > 1 ? html` (<bdi>${file}</bdi>)` : nothing;
  const ofIt = tabs.filter((/** @type {string} */ tab) => read.includes(sheetOf(file, tab)));
  return tabs.length > 1
    ? html`<fieldset class="wide"><legend>${tell("sheetsRead")}${several}</legend>
        ${tabs.map((/** @type {string} */ tab) => {
          const is = ofIt.includes(tab);
          return html`<label class="check"><input type="checkbox" name="sheet" value=${tab} .checked=${is}
            ?disabled=${is && ofIt.length === 1} @change=${(/** @type {any} */ e) =>
              choosingSheet(all, read, sheetOf(file, tab), e.target.checked)}><span dir="auto">${tab}</span></label>`;
        })}</fieldset>`
    : nothing;
}

/** @param {any[]} workbooks @param {string[]} read @param {string} sheet @param {boolean} is */
function choosingSheet(workbooks, read, sheet, is) {
  const all = workbooks.flatMap(({file, tabs}) => tabs.map((/** @type {string} */ tab) => sheetOf(file, tab)));
  choosing({sheets: all.filter((each) => (each === sheet ? is : read.includes(each)))});
}

/**
 * Shows a menu with several values, and with one entry for none. Without a value, the list itself decides.
 *
 * @param {string} name
 * @param {string[]} all
 * @param {string | null} chosen
 * @param {(each: string) => string} [said]
 */
function menu(name, all, chosen, said = (each) => each) {
  return field(
    tell(name),
    html`<select name=${name} @change=${(/** @type {any} */ e) => choosing({[name]: e.target.value})}>
      ${["", ...all].map(
        (each) => html`<option value=${each} .selected=${each === (chosen ?? "")}
          >${each ? said(each) : tell("asItLooks")}</option>`,
      )}</select>`,
  );
}

function dropPreview() {
  Object.assign(view, {preview: undefined, options: undefined, problem: "", said: ""});
  draw();
}

/** @param {string[]} rows */
const place = (rows) => html`<span class="soft">${tell("row")} ${listed(rows)}</span> `;

/** @param {any} each */
const who = (each) => html`${place([each.row])}<span dir="auto">${each.name ?? each.email ?? each.code}</span>`;

/** Returns the first of many texts as one line. @param {string[]} all */
function listed(all) {
  return all.slice(0, NAMED).map(part).join(", ") + (all.length > NAMED ? " …" : "");
}

/** Shows a finding about a list. It comes as data, and the page has a text for each kind. @param {any} each */
function finding(each) {
  const {what, rows, values} = each;
  const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value)]));
  if (what === "cell_not_read") {
    said.reason = tell(`ref_${values.reason}`);
  }
  const text = tell(`find_${what}`, {...said, n: values.count ?? values.more ?? rows.length});
  return html`${rows.length ? place(rows) : nothing}${values.sheet ? html`<bdi>${values.sheet}</bdi>: ` : nothing}<span
    dir="auto">${text}</span>${what === "likely_the_same"
    ? html` <button @click=${() => choosingSame(rows[0], values.ticket.reference)}>${tell("itIs")}</button>`
    : nothing}`;
}

/** Returns the text about why a row is not imported. @param {any} row */
function refusal(row) {
  return `${row.column ? `${part(row.column)}: ` : ""}${tell(`ref_${row.why}`, row.values)}`;
}

/**
 * Returns a value of a finding as a part of its text. It may be an array of values, a ticket, an object with a count
 * for each word, or a plain value.
 * @param {any} value @returns {any}
 */
function valueOf(value) {
  return Array.isArray(value)
    ? listed(value.map(valueOf))
    : value?.reference
      ? ticket(value)
      : typeof value === "object"
        ? Object.entries(value)
            .map(([word, n]) => `${word}: ${number(Number(n))}`)
            .join(", ")
        : value;
}

/** Names a ticket, with the row of the last list in which its guest stood, if that is known. @param {any} named */
function ticket({name, reference, last}) {
  const known = last ? `${reference}, ${tell("lastRow", {row: last})}` : reference;
  return name ? `${name} (${known})` : known;
}

/**
 * Shows a long list in a box that scrolls; nothing if the list is empty.
 *
 * @param {string} title
 * @param {any[]} all
 * @param {(each: any) => unknown} show
 * @param {number} [of] how many items there are, if `all` has only the first of them
 */
function many(title, all, show, of = all.length) {
  return all.length
    ? html`<div><h3>${title}</h3>
        <div class="many" tabindex="0" role="group" aria-label=${title}><ul class="list">
          ${all.map((each) => html`<li><span>${show(each)}</span></li>`)}
          ${of > all.length ? html`<li>${tell("more", {n: of - all.length})}</li>` : nothing}</ul></div></div>`
    : nothing;
}

/**
 * Chooses that a row is the guest of a ticket that exists. Without a reference, it takes that choice back.
 *
 * @param {string} row
 * @param {string} [reference]
 */
function choosingSame(row, reference) {
  const {[row]: _, ...others} = view.options.same;
  choosing({same: reference ? {...others, [row]: reference} : others});
}

/** @param {string} name @param {string} label */
function choice(name, label) {
  return html`<label class="check"><input type="checkbox" .checked=${Boolean(view.options[name])}
    @change=${(/** @type {any} */ e) => choosing({[name]: e.target.checked})}><span>${label}</span></label>`;
}

/** @param {any} sheet */
function sheetTable(sheet) {
  return html`<div>
    <p>${sheet.name ? html`<b dir="auto">${sheet.name}</b>: ` : nothing}
      ${tell("readAs", {format: sheet.format, n: sheet.titles})}
      ${sheet.shop ? tell("ofShop", {shop: sheet.shop}) : nothing}</p>
    <div class="scroll" tabindex="0" role="group" aria-label=${tell("columnsSay")}><table>
      <caption class="hidden-words">${tell("columnsSay")}</caption>
      <thead><tr>${sheet.columns.map(
        (/** @type {any} */ column) => html`<th scope="col"><label class="field"><span dir="auto">${column.title}</span>
          <select @change=${(/** @type {any} */ e) => choosingKind(column.title, e.target.value)}>
            ${KINDS.map(
              (kind) => html`<option value=${kind} .selected=${kind === column.kind}>${tell(`kind_${kind}`)}</option>`,
            )}
          </select></label>
          <label class="check"><input type="checkbox" ?checked=${view.options.shown.includes(column.title)}
            @change=${(/** @type {any} */ e) => choosingShown(column.title, e.target.checked)}><span
            >${tell("atEveryDoor")}</span></label></th>`,
      )}</tr></thead>
      <tbody>${sheet.first.map(
        (/** @type {string[]} */ row) => html`<tr>${sheet.columns.map(
          (/** @type {any} */ _, /** @type {number} */ i) => html`<td dir="auto">${row[i] ?? ""}</td>`,
        )}</tr>`,
      )}</tbody>
    </table></div>
    ${sheet.deciding.map(decidingColumn)}</div>`;
}

/** Shows how many guests a column keeps out, and what each of its words means for them. @param {any} column */
function decidingColumn({title, kept_out: n, refused, words}) {
  const rows = refused ? ` · ${tell("refusedRows", {n: refused})}` : "";
  return many(
    `${part(title)}: ${tell("keptOut", {n})}${rows}`,
    words,
    (each) => html`<span dir="auto">${each.word === "" ? tell("emptyCell") : (each.word ?? tell("aDate"))}</span>:
      ${number(each.rows)} <span class="soft">${tell(`state_${each.state}`)}</span>`,
  );
}

async function startImport() {
  view.waits = true;
  draw();
  const answer = await askLong("POST", `previews/${view.preview.id}/import`, {stamp: view.preview.stamp});
  view.waits = false;
  if (answer.status === 201) {
    Object.assign(view, {preview: undefined, options: undefined, problem: "", said: ""});
    await loadSection();
  } else if (answer.status === 409) {
    Object.assign(view, {preview: answer.body, problem: tell("changedMeanwhile")});
    draw();
  } else {
    view.problem = answer.status === 404 ? tell("previewGone") : problem(answer);
    view.preview = answer.status === 404 ? undefined : view.preview;
    draw();
  }
}

/** Returns whether an import runs, or is being taken back. @param {any} one */
const isOpen = (one) => one.state === "running" || one.state === "taking_back";

/** Asks about an import again and again while it runs, because it runs without this page. */
function follow() {
  if (view.imports.some(isOpen)) {
    setTimeout(async () => {
      if (view.section === "guests") {
        await loadSection();
        if (!view.imports.some(isOpen)) {
          await loadEvents();
          draw();
        }
      }
    }, AGAIN_MILLIS);
  }
}

/** @param {any} running */
function progressOf(running) {
  return html`<section><h2>${tell("guests")}</h2>
    ${running.state === "running"
      ? html`<p role="status">${tell("importing", {file: running.file, done: running.done, n: running.of})}</p>
          <progress max=${running.of} value=${running.done} aria-label=${tell("import")}></progress>`
      : html`<p role="status">${tell("takingBack", {file: running.file})}</p>
          <progress aria-label=${tell("takeBack")}></progress>`}</section>`;
}

function importsSection() {
  return html`<section><h2>${tell("imports")}</h2>
    <ul class="list">${view.imports.map(
      (/** @type {any} */ each) => html`<li><span><b dir="auto">${each.file}</b> <span class="soft">${
        time(each.at)}</span><br>${became(each)} ${each.resumed ? tell("importResumed") : nothing}</span>
        ${each.state === "done"
          ? html`<button @click=${() => askToTakeBack(each)}>${tell("takeBack")}</button>`
          : nothing}</li>`,
    )}</ul>
    ${question()}</section>`;
}

/** @param {any} one */
function became(one) {
  return one.state === "done"
    ? tell("imported", one.counts)
    : one.state === "failed"
      ? tell("importFailed", {reason: failure(one.problem)})
      : one.state === "taken_back"
        ? tell("takenBack")
        : "";
}

/** @param {any} one */
function askToTakeBack(one) {
  sure({what: tell("takeBackMeans"), yes: tell("takeBack"), act: () => takeBack(one)});
}

/** @param {any} one */
async function takeBack(one) {
  const answer = await ask("POST", `imports/${one.id}/take-back`);
  await loadEvents();
  await loadSection();
  const good = answer.status === 200;
  view.problem = good ? "" : tell("cannotTakeBack", {reason: problem(answer)});
  view.said = good ? tell("takenBack") : "";
  draw();
}

// A question before what cannot be undone.

/** @param {{what: string, yes: string, act: () => void}} asking */
function sure(asking) {
  view.asking = asking;
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector(".question button"))?.focus();
}

function question() {
  const {asking} = view;
  return asking
    ? html`<div class="question" role="group" aria-label=${asking.yes}><p>${asking.what}</p><div class="buttons">
        <button class="danger" @click=${() => { view.asking = undefined; draw(); asking.act(); }}>${asking.yes}</button>
        <button @click=${() => { view.asking = undefined; draw(); }}>${tell("cancel")}</button></div></div>`
    : nothing;
}

// The end of the program.

/** Ends the program; asks first if something goes on. @param {boolean} sure */
async function end(sure) {
  const answer = await ask("POST", "end", {sure});
  if (answer.status === 200 && !answer.body.ended) {
    view.ending = answer.body;
  } else if (answer.status === 200 || answer.status === 0) {
    // The program may have ended before its answer arrived, so no answer means that it has ended.
    secret = "";
    sessionStorage.removeItem(SECRET);
    Object.assign(view, {ending: undefined, problem: "", said: tell("programEnded")});
  } else {
    view.problem = problem(answer);
  }
  draw();
  /** @type {HTMLElement | null} */ (root.querySelector(".ending button"))?.focus();
}

/** @param {any} open the work that is going on */
function endQuestion({phones, imports, mails, leaving}) {
  return html`<div class="question ending" role="group" aria-label=${tell("endProgram")}>
    <p>${tell("askToEnd")}</p>
    <ul>
      ${phones.length ? html`<li>${tell("endPhones", {names: listed(phones)})}</li>` : nothing}
      ${imports.length ? html`<li>${tell("endImports", {files: listed(imports)})}</li>` : nothing}
      ${mails ? html`<li>${tell("endMails", {title: mails})}</li>` : nothing}
      ${leaving.map((/** @type {string} */ title) => html`<li>${tell("leaving", {title})}</li>`)}
    </ul>
    <div class="buttons"><button class="danger" @click=${() => end(true)}>${tell("endProgram")}</button>
      <button @click=${() => { view.ending = undefined; draw(); }}>${tell("cancel")}</button></div></div>`;
}

// Phones.

/** @param {any} event */
function phonesSection(event) {
  const {phones} = view.state;
  return html`
    ${phones?.trust
      ? html`<section><h2>${tell("trustFirst")}</h2>
          <p>${tell("trustHow")}</p><p class="fingerprint" dir="ltr">${phones.fingerprint}</p>
          <img class="code" src=${phones.trust_image} alt=${phones.trust}></section>`
      : nothing}
    <section><h2>${tell("pairPhone")}</h2>
      ${phones ? nothing : html`<p class="warn">${tell("problem_no_network")}</p>`}
      <form @submit=${pair}>
        ${field(
          tell("role"),
          html`<select name="role">${["scanner", "desk", "full"].map(
            (role) => html`<option value=${role}>${tell(`role_${role}`)}</option>`,
          )}</select>`,
        )}
        ${field(
          tell("door"),
          html`<select name="list">${(event?.doors ?? []).map(
            (/** @type {any} */ door) => html`<option value=${door.id}>${door.name}</option>`,
          )}</select>`,
        )}
        ${field(
          tell("phoneName"),
          html`<input type="text" name="name" required maxlength="100" placeholder=${tell("phoneNameHint")}>`,
        )}
        <label class="check"><input type="checkbox" name="test"><span>${tell("forRehearsal")}</span></label>
        <div class="buttons"><button class="main" ?disabled=${!phones || !event}>${tell("showCode")}</button></div>
      </form>
      ${view.pairing
        ? html`<p role="status">${tell("scanIt", {name: view.pairing.name})}</p>
            <img class="code pairing" src=${view.pairing.image} alt=${say("pairingCode")}
              data-link=${view.pairing.link}>`
        : nothing}
    </section>
    ${event ? rehearsal() : nothing}
    <section><h2>${tell("paired")}</h2>
      ${view.phones.length
        ? html`<ul class="list">${view.phones.map(
            (/** @type {any} */ phone) => html`<li><span><b dir="auto">${phone.name}</b> <span class="soft">${
              tell(`role_${phone.role}`)}${phone.test ? ` · ${tell("rehearsal")}` : ""} · ${phone.last_scan_at
                ? tell("lastScan", {ago: ago((Date.now() - Date.parse(phone.last_scan_at)) / 1_000)})
                : tell("notHeard")}${phone.waiting ? ` · ${tell("toSend", {n: phone.waiting})}` : ""}</span></span>
              <button aria-label="${tell("revoke")}: ${phone.name}" @click=${() => askToRevoke(phone)}
                >${tell("revoke")}</button></li>`,
          )}</ul>`
        : html`<p>${tell("noneYet")}</p>`}
      ${question()}
    </section>`;
}

/** @param {any} submitted */
async function pair(submitted) {
  const said = /** @type {any} */ (values(submitted));
  const paired = await get("POST", "phones", {
    role: said.role,
    event: view.event,
    list: said.list ? Number(said.list) : undefined,
    name: said.name,
    test: said.test === "on",
  });
  if (paired) {
    view.pairing = {...paired, name: said.name};
    await loadSection();
  }
}

/** Shows the rehearsal: people try the door with test tickets, which only phones of the rehearsal accept. */
function rehearsal() {
  const tested = view.phones.filter((/** @type {any} */ phone) => phone.test);
  return html`<section><h2>${tell("rehearsal")}</h2><p>${tell("rehearsalHow")}</p>
    <div class="buttons"><button @click=${testTickets}>${tell("testTickets")}</button>
      ${tested.length ? html`<button @click=${() => endRehearsal(tested)}>${tell("endRehearsal")}</button>` : nothing}
    </div></section>`;
}

async function testTickets() {
  const path = `${ofEvent(view.event)}/rehearsal`;
  if (await get("POST", path)) {
    draw();
    await download(path);
  }
}

/** Shuts out the phones of the rehearsal. For the evening, each is paired anew. @param {any[]} phones */
async function endRehearsal(phones) {
  for (const phone of phones) {
    await get("DELETE", `phones/${phone.id}`);
  }
  view.pairing = undefined;
  await loadSection();
}

/** @param {any} phone */
function askToRevoke(phone) {
  sure({what: tell("revokeMeans", {name: phone.name}), yes: tell("revoke"), act: () => revoke(phone)});
}

/** @param {any} phone */
async function revoke(phone) {
  await get("DELETE", `phones/${phone.id}`);
  view.pairing = undefined;
  await loadSection();
}

// Paper, the evening, afterwards.

function paperSection() {
  const path = ofEvent(view.event);
  return html`<section><h2>${tell("paper")}</h2><p>${tell("ticketsMean")}</p>
      <div class="buttons"><button class="main" @click=${() => download(`${path}/tickets`)}
        >${tell("ticketsPdf")}</button></div>
      <form @submit=${(/** @type {any} */ e) => download(`${path}/badges?size=${values(e).size}`)}>
        ${field(
          tell("badgeSize"),
          html`<select name="size">${BADGES.map(
            (size) => html`<option value=${size}>${size.replace("x", " × ")}</option>`,
          )}</select>`,
        )}
        <div class="buttons wide"><button>${tell("badgesPdf")}</button>
          <button type="button" @click=${() => openPage("desk")}>${tell("openDesk")}</button></div></form>
    </section>
    <section class="mail"><h2>${tell("mail")}</h2><p>${tell("mailMeans")}</p>
      ${view.mail.running ? mailsRun(view.mail) : html`${view.mail.last ? mailsSent(view.mail.last) : nothing}
        ${view.recipients ? recipients(view.recipients) : waiting(tell("mailLooks"))}`}
    </section>`;
}

// Tickets by mail.

/** The timer that asks again while mails are being sent. */
let mailTimer = 0;

/** @param {string} event */
async function loadMail(event) {
  const before = view.mail.running;
  const mail = (await look(`${ofEvent(event)}/mail`)) ?? view.mail;
  if (event !== view.event) {
    return;
  }
  view.mail = mail;
  if (mail.running) {
    clearTimeout(mailTimer);
    mailTimer = setTimeout(() => view.section === "paper" && loadSection(), AGAIN_MILLIS);
  } else if (before || !view.recipients) {
    draw();
    const found = await look(`${ofEvent(event)}/recipients`);
    if (event === view.event) {
      Object.assign(view, {recipients: found, resend: new Set()});
    }
  }
}

/** @param {any} mail */
function mailsRun({title, done, of}) {
  return html`<p role="status">${tell("mailsRun", {title, done, n: of})}</p>
    <progress max=${of || 1} value=${done} aria-label=${tell("mail")}></progress>
    <div class="buttons"><button @click=${stopMails}>${tell("stopMails")}</button></div>`;
}

/** Shows what became of the last mails. @param {any} last */
function mailsSent({sent, refused, failed, unsure, problem: reason}) {
  const named = (/** @type {any[]} */ all) =>
    listed(all.map(({references, code}) => `${references.join(", ")} (${code})`));
  return html`<p role="status">${tell("mailsSent", {n: sent})}</p>
    ${refused.length ? html`<p class="warn">${tell("mailsRefused", {names: named(refused)})}</p>` : nothing}
    ${failed.length ? html`<p class="warn">${tell("mailsFailed", {names: named(failed)})}</p>` : nothing}
    ${unsure.length ? html`<p class="warn">${tell("mailsUnsure", {names: listed(unsure)})}</p>` : nothing}
    ${reason ? html`<p class="warn">${tell("mailProblem", {reason: failure(reason)})}</p>` : nothing}`;
}

/** Shows who gets a mail and who does not, and the form for the mail account. @param {any} found */
function recipients({mails, earlier, open: whom, unsure, refused, silent, boxed, all}) {
  const named = (/** @type {any} */ {reference, name}) =>
    html`<span dir="auto">${name}</span> <bdi class="soft">${reference}</bdi>`;
  const again = (/** @type {any} */ each) => html`<label class="check"><input type="checkbox"
    .checked=${view.resend.has(each.reference)} @change=${() => toggleResend(each.reference)}
    ><span>${named(each)} · ${tell("sendAgain")}</span></label>`;
  return html`${many(tell("mailUnsure", {n: all.unsure}), unsure, again, all.unsure)}
    ${many(tell("mailRefused", {n: all.refused}), refused, again, all.refused)}
    ${many(tell("mailSilent", {n: all.silent}), silent, named, all.silent)}
    ${many(tell("mailBoxed", {n: all.boxed}), boxed, named, all.boxed)}
    ${many(tell("mailOpen", {n: all.open}), whom, named, all.open)}
    <p>${tell("mailsToSend", {n: mails})} ${earlier ? tell("mailEarlier", {n: earlier}) : nothing}</p>
    ${mailForm(view.mail.server ?? {}, mails + view.resend.size)}
    ${question()}`;
}

/** @param {any} server @param {number} mails how many could go out */
function mailForm(server, mails) {
  return html`<form @submit=${askToSend}>
    ${field(
      tell("smtpHost"),
      html`<input type="text" name="host" required maxlength="200" placeholder="smtp.example.org"
        .value=${server.host ?? ""}>`,
    )}
    ${field(
      tell("smtpPort"),
      html`<input type="number" name="port" required min="1" max="65535" .value=${String(server.port ?? 587)}>`,
    )}
    ${field(
      tell("smtpUser"),
      html`<input type="text" name="user" maxlength="200" autocomplete="off" .value=${server.user ?? ""}>`,
    )}
    ${field(
      tell("smtpPassword"),
      html`<input type="password" name="password" maxlength="1000" autocomplete="off">`,
    )}
    ${field(
      tell("mailFrom"),
      html`<input type="text" name="from" required maxlength="200" placeholder="Gala <us@example.org>"
        .value=${server.from ?? ""}>`,
    )}
    ${field(
      tell("mailSubject"),
      html`<input type="text" name="subject" maxlength="200" placeholder=${current().title}>`,
    )}
    <label class="field wide"><span>${tell("mailText")}</span><textarea name="text" rows="3"
      maxlength="10000"></textarea></label>
    <div class="buttons wide"><button class="main" ?disabled=${!mails}>${tell("sendMails")}</button></div>
  </form>`;
}

/** @param {string} reference */
function toggleResend(reference) {
  if (!view.resend.delete(reference)) {
    view.resend.add(reference);
  }
  draw();
}

/** @param {any} submitted */
function askToSend(submitted) {
  const said = /** @type {any} */ (values(submitted));
  const form = submitted.target;
  sure({
    what: tell("askToSend"),
    yes: tell("sendMails"),
    act: async () => {
      const json = {...said, port: Number(said.port), resend: [...view.resend]};
      const begun = await get("POST", `${ofEvent(view.event)}/mail`, json);
      if (begun) {
        form.elements.password.value = "";
        view.mail = begun;
        await loadSection();
      }
    },
  });
}

async function stopMails() {
  await get("DELETE", `${ofEvent(view.event)}/mail`);
  await loadSection();
}

function eveningSection() {
  return html`<section><h2>${tell("evening")}</h2>
    ${view.troubles ? troubles(view.troubles) : nothing}
    ${view.sleep ? asleep(view.sleep) : nothing}
    <ul class="list">${view.counts.map(
      (/** @type {any} */ door) => html`<li><b dir="auto">${door.name}</b>
        <span>${tell("cameOf", {n: door.came, of: door.admitted})}</span></li>`,
    )}</ul>
    <div class="buttons">
      <button class="main" @click=${() => openPage("full")}>${tell("openBoard")}</button>
      <button @click=${() => openPage("desk")}>${tell("openDesk")}</button>
      <button @click=${askDoctor}>${tell("forHelper")}</button>
    </div>
    ${view.doctor
      ? html`<p>${tell("helperMeans")}</p>
          <pre class="doctor" dir="ltr" tabindex="0">${view.doctor.join("\n")}</pre>`
      : nothing}</section>`;
}

async function askDoctor() {
  const found = await get("GET", "doctor");
  view.doctor = found?.lines;
  draw();
}

/** @param {any} found */
function troubles({unheard, free_megabytes: free, on_battery: onBattery, addresses}) {
  return [
    onBattery ? tell("onBattery") : "",
    unheard.length ? tell("unheard", {names: listed(unheard)}) : "",
    free === undefined || free === null ? "" : tell("diskFull", {n: free}),
    addresses.length ? tell("addresses", {urls: listed(addresses)}) : "",
  ]
    .filter(Boolean)
    .map((said) => html`<p class="warn">${said}</p>`);
}

/** Says whether the laptop falls asleep by itself, or when its lid is closed. @param {any} found */
function asleep({awake, lid}) {
  const closed = lid === "sleeps" ? tell("lidSleeps") : lid === "unknown" ? tell("lidUnknown") : "";
  return html`<p class=${awake ? "soft" : "warn"}>${awake ? tell("staysAwake") : tell("mayFallAsleep")}</p>
    ${closed ? html`<p class="warn">${closed}</p>` : nothing}`;
}

/** Opens another page on this laptop, such as the board, with a new token. @param {string} role */
async function openPage(role) {
  // The tab is opened before the request. Browsers open no tab for a script that has waited.
  const tab = window.open("about:blank", "_blank");
  const page = await get("POST", `${ofEvent(view.event)}/pages`, {role});
  if (tab && page) {
    tab.location.replace(page.link);
  } else {
    tab?.close();
  }
}

/** @param {any} event */
function afterwardsSection(event) {
  const path = ofEvent(view.event);
  return html`<section><h2>${tell("afterwards")}</h2>
      <div class="buttons">
        <button class="main" @click=${() => download(`${path}/report?format=csv`)}>${tell("reportSheet")}</button>
        <button @click=${() => download(`${path}/report?format=html`)}>${tell("reportPrint")}</button>
        <button @click=${() => download(`${path}/absent?format=csv`)}>${tell("absentSheet")}</button>
      </div>
      ${view.state.folder ? html`<p>${tell("dataIs", {folder: view.state.folder})}</p>` : nothing}
      <div class="buttons"><button @click=${() => download("backup")}>${tell("backup")}</button></div>
      <p>${tell("moveHow")}</p>
    </section>
    <section><h2>${tell("forgetPerson")}</h2><p>${tell("forgetMeans")}</p>
      <form @submit=${(/** @type {any} */ e) => forget({email: values(e).email})}>
        ${field(tell("email"), html`<input type="email" name="email" required>`)}
        <div class="buttons"><button type="button" @click=${showPerson}>${tell("whatIsKept")}</button>
          <button class="danger">${tell("erase")}</button></div></form></section>
    <section><h2>${tell("forgetEverybody")}</h2>
      <form @submit=${(/** @type {any} */ e) => forget({event: event.slug, title: values(e).title})}>
        ${field(tell("typeTitle"), html`<input type="text" name="title" required placeholder=${event.title}>`)}
        <div class="buttons"><button class="danger">${tell("erase")}</button></div></form></section>
    <section><h2>${tell("takeAway")}</h2><p>${tell("takeAwayMeans")}</p>
      ${view.removing ? waiting(tell("leaving", {title: event.title})) : nothing}
      <form class="take-away" @submit=${(/** @type {any} */ e) => takeAway(values(e).gone)}>
        ${field(tell("typeToTakeAway"), html`<input type="text" name="gone" required placeholder=${event.title}>`)}
        <div class="buttons"><button type="button" @click=${() => download("backup")}>${tell("backup")}</button>
          <button class="danger" ?disabled=${view.removing}>${tell("takeAway")}</button></div></form></section>`;
}

/** Downloads all that is kept of the person whose address is in the button's form. @param {any} pressed */
function showPerson(pressed) {
  const form = pressed.target.closest("form");
  if (form.reportValidity()) {
    download(`person?email=${encodeURIComponent(form.elements.email.value)}`);
  }
}

/** Takes the event away for good, if that is its title. @param {unknown} title */
async function takeAway(title) {
  Object.assign(view, {removing: true, said: "", problem: ""});
  draw();
  const gone = goodOf(await askLong("POST", `${ofEvent(view.event)}/remove`, {title}));
  view.removing = false;
  if (gone) {
    const nothingElse = {preview: undefined, options: undefined, imports: [], counts: [], form: undefined};
    Object.assign(view, {...nothingElse, section: "events", said: tell("isGone", {title: gone.title, n: gone.orders})});
    await loadEvents();
  }
  draw();
}

/** @param {Record<string, unknown>} whom */
async function forget(whom) {
  const erased = await get("POST", "forget", whom);
  view.said = erased ? tell("erased", {n: erased.orders}) : "";
  draw();
}

/** @type {Record<string, (event: any) => unknown>} */
const SHOWN = {
  events: eventsSection,
  guests: guestsSection,
  phones: phonesSection,
  paper: paperSection,
  evening: eveningSection,
  afterwards: afterwardsSection,
};

/** Returns whether what is shown changes by itself, so that the page asks for it again. */
function again() {
  return ["phones", "evening"].includes(view.section) || (view.section === "guests" && view.shop.url);
}

async function start() {
  await words(localStorage.getItem(LANGUAGE) ?? undefined);
  const code = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  const answer = code ? await ask("POST", "session", code) : undefined;
  secret = answer?.status === 201 ? answer.body : (sessionStorage.getItem(SECRET) ?? "");
  if (!secret) {
    view.problem = answer && answer.status === 0 ? tell("noAnswer") : tell("openAnew");
    draw();
    return;
  }
  sessionStorage.setItem(SECRET, secret);
  view.state = (await get("GET", "state")) ?? {};
  await loadEvents();
  draw();
  setInterval(() => secret && again() && loadSection(), PHONES_MILLIS);
  performance.mark("ready");
}

start();
