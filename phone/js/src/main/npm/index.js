// A phone at a door. core.js decides. This file has the network, the database and the clock.

import * as core from "./core.js";

const STORE = "values";

/** @param {string} link @param {import("./index.js").Options} [options] */
export async function open(link, options = {}) {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  const [token, api, ...rest] = core.pairing(link);
  if (!token || !api) {
    throw new TypeError("this link pairs no phone, or names no service");
  }
  let whole = link;
  for (let [missing] = rest; missing; [, , missing] = core.pairing(whole)) {
    const answer = await exchange(send, api, token, {method: "GET", path: missing, headers: {}, timeoutMillis: 10_000});
    if (answer.status !== 200) {
      throw new Error("the service does not say what the link opens");
    }
    whole = core.completed(whole, api, answer.body);
    if (!whole) {
      throw new TypeError("the link names no event, and does not open just one");
    }
  }
  const storage = await (options.storage ?? indexedDbStorage)(core.name(whole));
  return new Phone(whole, {send, api, token}, storage, await storage.load(), options);
}

class Phone {
  #core;
  #service;
  #storage;
  #now;
  #onChange;
  #said = "";
  #waiting = new Map();
  /** @type {Promise<void> | undefined} */
  #writing;
  #timer;
  #closed = false;

  constructor(link, service, storage, values, {elapsed = () => performance.now(), onChange = () => {}}) {
    const began = elapsed();
    const wall = Date.now();
    this.#now = () => Math.floor(wall + elapsed() - began);
    this.#service = service;
    this.#storage = storage;
    this.#onChange = onChange;
    this.#core = core.open(link, JSON.stringify(values), this.#now());
    this.#pump();
  }

  lists() {
    return JSON.parse(core.lists(this.#core));
  }

  list() {
    return core.list(this.#core);
  }

  choose(list) {
    core.choose(this.#core, list);
    this.#pump();
  }

  scan(text) {
    return this.#verdict(() => core.scan(this.#core, text, true, this.#now()));
  }

  scanTyped(text) {
    return this.#verdict(() => core.scan(this.#core, text, false, this.#now()));
  }

  scanOrder(text, counts) {
    return this.#verdict(() => core.scanOrder(this.#core, text, JSON.stringify(counts), this.#now()));
  }

  exit(text, counts = {}) {
    return this.#verdict(() => core.exit(this.#core, text, JSON.stringify(counts), this.#now()));
  }

  look(text) {
    return this.#verdict(() => core.look(this.#core, text, this.#now()));
  }

  async undo(scan) {
    this.#open();
    core.undo(this.#core, JSON.stringify(scan), this.#now());
    await this.#kept();
  }

  queue() {
    return JSON.parse(core.queue(this.#core));
  }

  notices() {
    return JSON.parse(core.notices(this.#core));
  }

  async dismiss(scan) {
    this.#open();
    core.dismiss(this.#core, scan.key);
    await this.#kept();
  }

  state() {
    return JSON.parse(core.state(this.#core));
  }

  async close() {
    if (!this.#closed) {
      this.#closed = true;
      clearTimeout(this.#timer);
      await this.#writing;
      await this.#storage.close();
    }
  }

  #open() {
    if (this.#closed) {
      throw new Error("the phone is closed");
    }
  }

  async #verdict(begin) {
    this.#open();
    if (!this.list()) {
      throw new Error("choose a list first");
    }
    const key = begin();
    const told = new Promise((done) => this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), done]));
    this.#pump();
    return told;
  }

  /** Waits until all changes are stored, or could not be stored. */
  async #kept() {
    this.#pump();
    while (this.#writing) {
      await this.#writing;
    }
  }

  /** Sends requests, writes changes and tells verdicts, as far as there are any. */
  #pump() {
    if (this.#closed) {
      return;
    }
    for (const request of JSON.parse(core.requests(this.#core, this.#now()))) {
      this.#exchange(request);
    }
    if (!this.#writing) {
      const changes = JSON.parse(core.changes(this.#core, this.#now()));
      if (Object.keys(changes).length) {
        this.#writing = this.#write(changes);
      }
    }
    for (const [key, all] of this.#waiting) {
      const verdict = core.verdict(this.#core, key);
      if (verdict) {
        this.#waiting.delete(key);
        all.forEach((done) => done(JSON.parse(verdict)));
      }
    }
    clearTimeout(this.#timer);
    const wait = Math.min(60_000, Math.max(1, core.wakeAt(this.#core) - this.#now()));
    this.#timer = setTimeout(() => this.#pump(), wait);
    const state = core.state(this.#core);
    if (state !== this.#said) {
      this.#said = state;
      queueMicrotask(() => this.#onChange(JSON.parse(state)));
    }
  }

  async #write(changes) {
    const done = await this.#storage.write(changes).then(() => true, () => false);
    this.#writing = undefined;
    core.written(this.#core, done, this.#now());
    this.#pump();
  }

  async #exchange(request) {
    const {send, api, token} = this.#service;
    const {status, body, date, etag, retryAfter, requestId} = await exchange(send, api, token, request);
    if (!this.#closed) {
      core.received(this.#core, request.id, status, body, date, etag, retryAfter, requestId, this.#now());
      this.#pump();
    }
  }
}

const NO_ANSWER = {status: 0, body: "", date: 0, etag: "", retryAfter: 0, requestId: ""};

/** Sends a request and returns its answer. The status is 0 if no answer comes in time. */
async function exchange(send, api, token, {method, path, headers, body, timeoutMillis}) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMillis);
  try {
    const response = await send(api + path, {
      method,
      headers: {...headers, Authorization: `Bearer ${token}`, Accept: "application/json"},
      body: body || undefined,
      cache: "no-store",
      credentials: "omit",
      redirect: "manual",
      referrerPolicy: "no-referrer",
      signal: late.signal,
    });
    return {
      status: response.status,
      body: await response.text(),
      date: Date.parse(response.headers.get("Date") ?? "") || 0,
      etag: response.headers.get("ETag") ?? "",
      retryAfter: Math.max(0, Number(response.headers.get("Retry-After")) || 0),
      requestId: response.headers.get("X-Request-Id") ?? "",
    };
  } catch {
    return NO_ANSWER;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} name */
export function indexedDbStorage(name) {
  let db;
  let release = () => {};
  const whole = `doorlist ${name}`;
  return {
    async load() {
      if (!globalThis.navigator?.locks || !globalThis.indexedDB) {
        throw new Error("scans cannot be kept here: give a storage, or serve the page by https");
      }
      await new Promise((owned, refused) => {
        navigator.locks
          .request(whole, {ifAvailable: true}, (lock) => {
            if (!lock) {
              throw new Error("another tab has this phone open");
            }
            owned(undefined);
            return new Promise((done) => (release = () => done(undefined)));
          })
          .catch(refused);
      });
      try {
        db = await asked(Object.assign(indexedDB.open(whole, 1), {
          onupgradeneeded: (event) => event.target.result.createObjectStore(STORE),
        }));
        const store = db.transaction(STORE).objectStore(STORE);
        const [keys, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
        return Object.fromEntries(keys.map((key, i) => [key, values[i]]));
      } catch (error) {
        release();
        throw error;
      }
    },
    write(changes) {
      return new Promise((done, failed) => {
        const writing = db.transaction(STORE, "readwrite", {durability: "strict"});
        const store = writing.objectStore(STORE);
        writing.oncomplete = () => done();
        writing.onabort = () => failed(writing.error);
        for (const [key, value] of Object.entries(changes)) {
          value ? store.put(value, key) : store.delete(key);
        }
      });
    },
    async close() {
      db?.close();
      release();
    },
  };
}

/** @param {IDBRequest} request */
function asked(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/** @param {Record<string, string>} [kept] */
export function memoryStorage(kept = {}) {
  return {
    load: async () => ({...kept}),
    async write(changes) {
      for (const [key, value] of Object.entries(changes)) {
        value ? (kept[key] = value) : delete kept[key];
      }
    },
    close: async () => {},
  };
}
