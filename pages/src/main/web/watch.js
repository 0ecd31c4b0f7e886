// The camera of the scanner page. It is on whenever the screen has a place for it, and is opened again if it dies.

import {open} from "./camera.js";
import {wake} from "./sounds.js";
import {view} from "./view.js";

const REOPEN_MILLIS = 3_000;

/** @type {any} */
let awake;

export class Watch {
  /** @type {import("./camera.js").Eye | undefined} */
  eye;
  /** How often a camera was opened. The result of an earlier opening is ignored. */
  openings = 0;
  /** @type {any} */
  reopening;

  /**
   * @param {(texts: string[], frameAt: number) => void} seen is called for every picture with codes
   * @param {() => void} draw
   */
  constructor(seen, draw) {
    this.seen = seen;
    this.draw = draw;
  }

  async start() {
    wake();
    clearTimeout(this.reopening);
    const video = /** @type {HTMLVideoElement | null} */ (document.getElementById("video"));
    view.watching = true;
    if (!video || this.eye || view.camera === "opening") {
      return;
    }
    const opening = ++this.openings;
    view.camera = "opening";
    this.draw();
    /** @type {import("./camera.js").Eye | undefined} */
    let opened;
    /** @type {import("./view.js").Camera} */
    let why = "none";
    try {
      opened = await open(video, view.facing, view.device, this.seen, () => this.lost("lost"));
    } catch (error) {
      const {name} = /** @type {Error} */ (error);
      // WebKit throws OverconstrainedError if there is no camera at all.
      const none = ["NotFoundError", "OverconstrainedError", "TypeError"].includes(name);
      why = name === "NotAllowedError" ? "refused" : none ? "none" : "lost";
    }
    if (opening !== this.openings) {
      opened?.close();
    } else if (opened) {
      this.eye = opened;
      view.camera = "on";
      view.hasLight = opened.hasLight;
      view.hasOther = opened.hasOther;
      view.backs = opened.backs;
      stayAwake();
      this.draw();
    } else {
      this.lost(why);
    }
  }

  /** @param {import("./view.js").Camera} camera why there is no camera; a lost one is opened again */
  lost(camera) {
    this.stop(camera);
    if (camera === "lost") {
      this.reopening = setTimeout(() => this.start(), REOPEN_MILLIS);
    }
    this.draw();
  }

  /** @param {import("./view.js").Camera} [camera] */
  stop(camera = "off") {
    clearTimeout(this.reopening);
    this.openings++;
    this.eye?.close();
    this.eye = undefined;
    view.camera = camera;
    view.light = false;
    view.hasLight = false;
  }

  async turn() {
    view.facing = view.facing === "user" ? "environment" : "user";
    this.stop();
    await this.start();
  }

  /**
   * Opens another camera on this side of the phone.
   *
   * @param {string} device the camera's id, or empty if the browser chooses
   */
  async choose(device) {
    view.device = device;
    view.facing = "environment";
    this.stop();
    await this.start();
  }

  async toggleLight() {
    view.light = !view.light;
    await this.eye?.light(view.light).catch(() => {});
    this.draw();
  }
}

/** Keeps the screen on, because nobody touches it while a hand scanner is used. */
export async function stayAwake() {
  if (!awake || awake.released) {
    awake = await navigator.wakeLock?.request("screen").catch(() => undefined);
  }
}
