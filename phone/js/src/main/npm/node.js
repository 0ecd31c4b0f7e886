// Keeps what a phone keeps in a file, for Node: each change is a line, synced before it counts.

import {
  closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync,
} from "node:fs";
import {join} from "node:path";

const LEAST_TO_REWRITE = 4_000_000;

/** @param {string} folder */
export function fileStorage(folder) {
  return (name) => new FileStorage(folder, join(folder, `${name}.lines`));
}

class FileStorage {
  #values = {};
  #file;
  #folder;
  #handle = -1;
  #length = 0;
  /** Whether the last line may be a part of one. */
  #torn = false;

  constructor(folder, file) {
    this.#folder = folder;
    this.#file = file;
  }

  async load() {
    mkdirSync(this.#folder, {recursive: true});
    this.#lock();
    const text = existsSync(this.#file) ? readFileSync(this.#file, "utf8") : "";
    const lines = text.split("\n");
    this.#torn = lines.pop() !== "";
    for (const line of lines) {
      // A line that is no JSON was cut off, and nobody was told that it was kept.
      this.#take(parsed(line));
    }
    this.#length = text.length;
    this.#handle = openSync(this.#file, "a");
    return {...this.#values};
  }

  /** One process has the file at a time. */
  #lock() {
    const path = `${this.#file}.lock`;
    for (;;) {
      try {
        const handle = openSync(path, "wx");
        writeSync(handle, String(process.pid));
        closeSync(handle);
        return;
      } catch (error) {
        if (error.code !== "EEXIST") {
          throw error;
        }
      }
      const owner = Number(readFileSync(path, "utf8"));
      if (owner === process.pid || runs(owner)) {
        throw new Error("another phone has this folder open");
      }
      rmSync(path, {force: true});
    }
  }

  #take(changes) {
    for (const [key, value] of Object.entries(changes)) {
      if (value) {
        this.#values[key] = value;
      } else {
        delete this.#values[key];
      }
    }
  }

  async write(changes) {
    const line = `${this.#torn ? "\n" : ""}${JSON.stringify(changes)}\n`;
    this.#torn = true;
    append(this.#handle, line);
    this.#torn = false;
    this.#take(changes);
    this.#length += line.length;
    if (this.#length > LEAST_TO_REWRITE) {
      this.#rewrite();
    }
  }

  #rewrite() {
    const line = `${JSON.stringify(this.#values)}\n`;
    if (line.length * 3 < this.#length) {
      const fresh = openSync(`${this.#file}.new`, "w");
      append(fresh, line);
      renameSync(`${this.#file}.new`, this.#file);
      closeSync(this.#handle);
      this.#handle = fresh;
      this.#length = line.length;
    }
  }

  async close() {
    closeSync(this.#handle);
    rmSync(`${this.#file}.lock`, {force: true});
  }
}

function append(handle, text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(handle, bytes, at);
  }
  fsyncSync(handle);
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

function runs(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
