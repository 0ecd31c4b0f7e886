// IndexedDB as the pages use it by idb, in Node, kept in a file that is whole at any moment. One process has it.

import {closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync} from "node:fs";
import {deserialize, serialize} from "node:v8";

const FILE = process.env.DATABASE;
const state = existsSync(FILE) ? deserialize(readFileSync(FILE)) : {version: 0, stores: new Map()};
let last = Promise.resolve();

function save() {
  const file = openSync(`${FILE}.new`, "w");
  writeSync(file, serialize(state));
  fsyncSync(file);
  closeSync(file);
  renameSync(`${FILE}.new`, FILE);
}

class Transaction {
  pending = 0;
  over = false;

  constructor(names, mode) {
    this.mode = mode;
    this.names = names;
    this.done = new Promise((done, failed) => Object.assign(this, {finish: done, fail: failed}));
    this.active = last.then(() => {
      this.before = names.map((name) => [name, copyOf(state.stores.get(name))]);
      setImmediate(() => this.check());
    });
    last = this.done.catch(() => {});
  }

  get store() {
    return this.objectStore(this.names[0]);
  }

  objectStore(name) {
    return new Store(this, name);
  }

  /** Does something in its turn; the transaction ends once there is nothing more to do. */
  async run(does) {
    this.pending++;
    try {
      await this.active;
      if (this.over) {
        throw new DOMException("", "TransactionInactiveError");
      }
      return does();
    } finally {
      this.pending--;
      setImmediate(() => this.check());
    }
  }

  check() {
    if (!this.pending && !this.over) {
      this.over = true;
      if (this.mode !== "readonly") {
        save();
      }
      this.finish();
    }
  }

  abort() {
    if (this.over) {
      throw new DOMException("", "InvalidStateError");
    }
    this.over = true;
    (this.before ?? []).forEach(([name, store]) => state.stores.set(name, store));
    this.fail(new DOMException("", "AbortError"));
  }
}

function copyOf(store) {
  return store && {...store, rows: new Map(store.rows)};
}

class Store {
  constructor(transaction, name) {
    this.transaction = transaction;
    this.name = name;
  }

  run(does) {
    return this.transaction.run(() => does(state.stores.get(this.name)));
  }

  sorted({rows}) {
    return [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  get(key) {
    return this.run(({rows}) => structuredClone(rows.get(key)));
  }

  getAll() {
    return this.run((store) => this.sorted(store).map(([, value]) => structuredClone(value)));
  }

  put(given, name) {
    const value = structuredClone(given);
    return this.run((store) => {
      let key = name;
      if (store.keyPath) {
        key = value[store.keyPath] ??= store.next;
        store.next = typeof key === "number" ? Math.max(store.next, key + 1) : store.next;
      }
      store.rows.set(key, value);
      return key;
    });
  }

  add(value) {
    return this.put(value);
  }

  delete(key) {
    return this.run(({rows}) => void rows.delete(key));
  }

  clear() {
    return this.run(({rows}) => rows.clear());
  }

  createIndex() {}

  index(member) {
    const of = (wanted, part) =>
      this.run((store) =>
        this.sorted(store)
          .filter(([, value]) => value[member] === wanted)
          .map(([key, value]) => (part === "key" ? key : structuredClone(value))),
      );
    return {getAll: (wanted) => of(wanted, "value"), getAllKeys: (wanted) => of(wanted, "key")};
  }
}

class Handle {
  get objectStoreNames() {
    return [...state.stores.keys()];
  }

  createObjectStore(name, {keyPath} = {}) {
    state.stores.set(name, {keyPath, next: 1, rows: new Map()});
    return new Store(this.upgrading, name);
  }

  transaction(names, mode = "readonly") {
    return new Transaction([names].flat(), mode);
  }

  addEventListener() {}

  close() {}
}

export async function openDB(_name, version, {upgrade}) {
  const handle = new Handle();
  if (state.version !== version) {
    handle.upgrading = new Transaction([], "versionchange");
    const from = state.version;
    state.version = version;
    upgrade(handle, from, version, handle.upgrading);
    await handle.upgrading.done;
  }
  return handle;
}

export async function deleteDB() {}
