// Stores a phone's data in a file, for Node. Each change is a line, which is synced to the disk before it counts as
// stored.

import {createHash} from "node:crypto";
import {
  closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, writeSync,
} from "node:fs";
import {connect, createServer} from "node:net";
import {tmpdir} from "node:os";
import {basename, join} from "node:path";

const LEAST_TO_REWRITE = 4_000_000;

/** Every system allows a socket's address that has at most this many bytes. */
const LONGEST_SOCKET = 90;

/** @param {string} folder */
export function fileStorage(folder) {
  return (name) => new FileStorage(folder, join(folder, `${name}.lines`));
}

class FileStorage {
  #values = {};
  #file;
  #folder;
  #handle = -1;
  /** @type {import("node:net").Server | undefined} */
  #owned;
  #length = 0;
  /** Whether the last line may be incomplete. */
  #torn = false;

  constructor(folder, file) {
    this.#folder = folder;
    this.#file = file;
  }

  async load() {
    mkdirSync(this.#folder, {recursive: true});
    this.#owned = await ownedFile(realpathSync(this.#folder), basename(this.#file));
    try {
      return this.#read();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #read() {
    const text = existsSync(this.#file) ? readFileSync(this.#file, "utf8") : "";
    const lines = text.split("\n");
    this.#torn = lines.pop() !== "";
    for (const line of lines) {
      // A line that is not JSON was cut off. It was never reported as stored, so it is skipped.
      this.#take(parsed(line));
    }
    this.#length = text.length;
    this.#handle = openSync(this.#file, "a");
    return {...this.#values};
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
    if (this.#handle >= 0) {
      closeSync(this.#handle);
      this.#handle = -1;
    }
    await new Promise((done) => (this.#owned ? this.#owned.close(done) : done(undefined)));
  }
}

/**
 * Makes this process the only owner of a file, by a socket beside the file. If no socket can be there, the socket is in
 * the system's temporary folder.
 *
 * @param {string} folder
 * @param {string} name
 */
async function ownedFile(folder, name) {
  const beside = join(folder, `${name}.lock`);
  const hash = createHash("sha256").update(beside).digest("hex").slice(0, 32);
  if (process.platform === "win32") {
    return owned(`\\\\?\\pipe\\doorlist-${hash}`);
  }
  const elsewhere = join(tmpdir(), `doorlist-${hash}`);
  if (Buffer.byteLength(beside) > LONGEST_SOCKET) {
    return owned(elsewhere);
  }
  return owned(beside).catch((error) => {
    if (error.code) {
      return owned(elsewhere);
    }
    throw error;
  });
}

/**
 * Listens at a path, so that this process owns the path until it ends, however it ends. A file with the id of the
 * process would not do. After a restart another process may have that id, and in a container the id is always the same.
 *
 * @param {string} path
 * @returns {Promise<import("node:net").Server>}
 */
async function owned(path) {
  for (;;) {
    const server = createServer((socket) => socket.destroy());
    const problem = await new Promise((done) => {
      server.once("error", done);
      server.listen(path, () => done(undefined));
    });
    if (!problem) {
      return server.unref();
    }
    if (problem.code !== "EADDRINUSE") {
      throw problem;
    }
    if (process.platform === "win32" || (await answers(path)) || !(await removed(path))) {
      throw new Error("another phone has this folder open");
    }
  }
}

/**
 * Removes a socket at which nobody answers. Another process may do this at the same time and listen there already. If
 * somebody answers there by now, the result is false.
 */
async function removed(path) {
  const dead = `${path}${process.pid}`;
  try {
    renameSync(path, dead);
  } catch (error) {
    if (error.code !== "ENOENT") {
      throw error;
    }
    return true;
  }
  if (await answers(dead)) {
    renameSync(dead, path);
    return false;
  }
  rmSync(dead, {force: true});
  return true;
}

/** @param {string} path @returns {Promise<boolean>} */
function answers(path) {
  return new Promise((done) => {
    const socket = connect(path, () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });
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
