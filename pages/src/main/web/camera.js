// The camera, and the worker that reads its pictures. The worker is loaded when the camera opens.

import {ours} from "./trusted.js";

const FRAME_MILLIS = 70;
/** The longer side of pictures that are read quickly. Small codes are found only in whole pictures. */
const QUICK_SIDE = 640;
/** Reading the whole picture may take a fifth of the time. */
const WHOLE_SHARE = 5;

/** If nothing has moved for this time, nobody is there, and no picture is read until something moves. */
const QUIET_MILLIS = 20_000;
const GLANCE_MILLIS = 500;
/** Frames drain the battery, so while nothing moves the camera delivers only two a second. */
const RESTING_FRAMES = 1_000 / GLANCE_MILLIS;
/** When somebody lifts the phone, its acceleration changes by more than this, in metres per second squared. */
const LIFTED = 1.5;
const GLANCE_SIDE = 32;
/** A glance is a tiny picture. If two glances differ by more than this on average, out of 255, something has moved. */
const MOTION = 2;
/** If the phone takes the camera away for longer than this, it will not give the camera back. */
const MUTED_MILLIS = 3_000;

/** After this time, loading a failed worker is tried again. */
const LOAD_AGAIN_MILLIS = 3_000;

/** @type {Worker | undefined} */
let worker;
/** The functions that wait for answers of the worker, which come in the order of the pictures. */
const waiting = /** @type {((found: {text: string, sure: boolean}[]) => void)[]} */ ([]);

/**
 * @typedef {object} Eye
 * @property {() => void} close
 * @property {() => void} wake is called when somebody touches the phone
 * @property {(on: boolean) => Promise<void>} light
 * @property {boolean} hasLight
 * @property {boolean} hasOther whether there is a camera on the other side
 * @property {{id: string, name: string}[]} backs cameras that point away from the person who holds the phone, if there
 *     are several
 */

/**
 * Opens the camera.
 *
 * @param {HTMLVideoElement} video
 * @param {"environment" | "user"} facing
 * @param {string} device the camera that was chosen, or empty if none was
 * @param {(texts: string[], frameAt: number) => void} seen is called for every picture with codes
 * @param {() => void} lost is called when the camera has died
 * @returns {Promise<Eye>}
 */
export async function open(video, facing, device, seen, lost) {
  const size = {width: {ideal: 1280}, height: {ideal: 720}};
  const facingThere = {facingMode: facing, ...size};
  const chosen = device && facing === "environment" ? {deviceId: {exact: device}, ...size} : undefined;
  let picture = chosen ?? facingThere;
  const get = () => navigator.mediaDevices.getUserMedia({audio: false, video: picture});
  const stream = await get().catch((error) => {
    if (!chosen || error.name !== "OverconstrainedError") {
      throw error;
    }
    // If the chosen camera is gone, any camera on that side will do.
    picture = facingThere;
    return get();
  });
  const track = stream.getVideoTracks()[0];
  let open = true;
  const close = () => {
    open = false;
    removeEventListener("devicemotion", lifted);
    stream.getTracks().forEach((each) => each.stop());
    video.srcObject = null;
  };
  const died = () => {
    if (open) {
      close();
      lost();
    }
  };
  const wake = () => {
    activeAt = performance.now();
    rest(false);
  };
  const lifted = lift(wake);
  let activeAt = performance.now();
  let resting = false;
  let lit = false;
  /** @param {boolean} on */
  const rest = (on) => {
    if (on === resting) {
      return;
    }
    resting = on;
    if (on) {
      addEventListener("devicemotion", lifted);
    } else {
      removeEventListener("devicemotion", lifted);
    }
    if (!lit) {
      // If the light is on, a change of the rate would switch it off. A camera that cannot change its rate goes on as
      // before.
      track.applyConstraints(on ? {...picture, frameRate: {max: RESTING_FRAMES}} : picture).catch(() => {});
    }
  };
  /** @type {any} */
  let muted;
  track.addEventListener("ended", died);
  track.addEventListener("mute", () => (muted = setTimeout(died, MUTED_MILLIS)));
  track.addEventListener("unmute", () => clearTimeout(muted));
  try {
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    close();
    throw error;
  }

  const read = reader(video);
  const moved = motion(video);
  let glancedAt = 0;

  const look = async () => {
    while (open) {
      const frameAt = performance.now();
      if (frameAt - glancedAt >= GLANCE_MILLIS) {
        glancedAt = frameAt;
        activeAt = moved() ? frameAt : activeAt;
      }
      rest(frameAt - activeAt > QUIET_MILLIS);
      if (!resting && video.readyState >= 2) {
        const texts = await read().catch(() => []);
        if (texts.length && open) {
          activeAt = performance.now();
          seen(texts, frameAt);
        }
      }
      const left = (resting ? GLANCE_MILLIS : FRAME_MILLIS) - (performance.now() - frameAt);
      await new Promise((done) => setTimeout(done, Math.max(10, left)));
    }
  };
  look();

  const abilities = /** @type {any} */ (track.getCapabilities?.() ?? {});
  const devices = (await navigator.mediaDevices.enumerateDevices().catch(() => [])).filter(
    ({kind}) => kind === "videoinput",
  );
  const backs = devices.filter((each) => !isFront(each)).map(({deviceId, label}) => ({id: deviceId, name: label}));
  return {
    close,
    wake,
    light: (on) => {
      wake();
      lit = on;
      return track.applyConstraints(/** @type {any} */ ({advanced: [{torch: on}]}));
    },
    hasLight: Boolean(abilities.torch),
    hasOther: devices.length > 1,
    backs: backs.length > 1 ? backs : [],
  };
}

/**
 * Returns whether a camera points at the person who holds the phone, as far as the browser tells.
 *
 * @param {MediaDeviceInfo} device
 */
function isFront(device) {
  const facing = /** @type {any} */ (device).getCapabilities?.().facingMode ?? [];
  return facing.includes("user") || (!facing.length && /\bfront\b/i.test(device.label));
}

/**
 * Returns a listener for the phone's motion that calls `then` when the phone is lifted.
 *
 * @param {() => void} then
 * @returns {(event: DeviceMotionEvent) => void}
 */
function lift(then) {
  /** @type {number[] | undefined} */
  let before;
  return ({accelerationIncludingGravity: now}) => {
    if (typeof now?.x === "number") {
      const axes = [now.x, now.y ?? 0, now.z ?? 0];
      if (before?.some((each, i) => Math.abs(each - axes[i]) > LIFTED)) {
        then();
      }
      before = axes;
    }
  };
}

/**
 * Returns a function that tells whether something has moved since it was last called.
 *
 * @param {HTMLVideoElement} video
 */
function motion(video) {
  const pen = canvas(GLANCE_SIDE, GLANCE_SIDE);
  /** @type {Uint8ClampedArray | undefined} */
  let before;
  return () => {
    pen.drawImage(video, 0, 0, GLANCE_SIDE, GLANCE_SIDE);
    const now = pen.getImageData(0, 0, GLANCE_SIDE, GLANCE_SIDE).data;
    let difference = 0;
    for (let i = 1; i < now.length; i += 4) {
      difference += Math.abs(now[i] - (before?.[i] ?? 255));
    }
    before = now;
    return difference > MOTION * GLANCE_SIDE * GLANCE_SIDE;
  };
}

/**
 * Returns a function that reads the current picture. Of four pictures in a row, the last is read whole if there is time
 * for that, and the others in a smaller size. The first and the third are read only quickly. Some kinds of codes are
 * easily misread. They count only when two pictures in a row that show such codes agree.
 *
 * @param {HTMLVideoElement} video
 * @param {number} [share] reading whole pictures may take 1/share of the time
 * @returns {() => Promise<string[]>} the texts that a picture shows
 */
export function reader(video, share = WHOLE_SHARE) {
  const pictureOf = pictures();
  let attempt = 0;
  let nextWholeAt = 0;
  /** Codes of an easily misread kind that were read only once so far. @type {string[]} */
  let doubted = [];
  return async () => {
    const from = performance.now();
    const reader = (worker ??= loaded());
    const quickly = attempt % 2 === 0;
    const whole = attempt % 4 === 3 && from >= nextWholeAt;
    attempt++;
    const request = whole ? pictureOf(video, Infinity) : pictureOf(video, QUICK_SIDE);
    /** @type {{text: string, sure: boolean}[]} */
    const found = await new Promise((resolve) => {
      waiting.push(resolve);
      reader.postMessage({...request, quickly}, [request.frame ?? request.picture.data.buffer]);
    });
    if (whole) {
      nextWholeAt = performance.now() + (performance.now() - from) * (share - 1);
    }
    const before = doubted;
    const unsure = found.filter(({sure}) => !sure).map(({text}) => text);
    doubted = unsure.length ? unsure : before;
    return [...new Set(found.filter(({text, sure}) => sure || before.includes(text)).map(({text}) => text))];
  };
}

/**
 * Returns a function that takes a picture of a video's current frame for the reader. The picture's longer side has at
 * most the requested number of pixels. If the browser allows it, the worker draws the frame, because on a weak phone
 * drawing takes longer than anything else on the page.
 */
function pictures() {
  const pen = canvas(1, 1);
  /** @param {HTMLVideoElement} video @param {number} side @returns {any} */
  return (video, side) => {
    if (typeof VideoFrame === "function" && typeof OffscreenCanvas === "function") {
      return {frame: new VideoFrame(video, {timestamp: 0}), side};
    }
    const {videoWidth, videoHeight} = video;
    const scale = Math.min(1, side / Math.max(videoWidth, videoHeight));
    const width = Math.round(videoWidth * scale);
    const height = Math.round(videoHeight * scale);
    if (pen.canvas.width !== width || pen.canvas.height !== height) {
      pen.canvas.width = width;
      pen.canvas.height = height;
    }
    pen.drawImage(video, 0, 0, width, height);
    return {picture: pen.getImageData(0, 0, width, height)};
  };
}

function loaded() {
  const loading = new Worker(ours(new URL("./reader-worker.js", import.meta.url).href));
  loading.onmessage = (event) => waiting.shift()?.(event.data);
  loading.onerror = () =>
    setTimeout(() => {
      worker = undefined;
      waiting.splice(0).forEach((answer) => answer([]));
    }, LOAD_AGAIN_MILLIS);
  return loading;
}

/** @param {number} width @param {number} height */
function canvas(width, height) {
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  return /** @type {CanvasRenderingContext2D} */ (made.getContext("2d", {willReadFrequently: true}));
}
