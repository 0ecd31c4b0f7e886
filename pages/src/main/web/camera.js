// The camera and the reader of its pictures: the browser itself if it can, otherwise ZXing in a
// worker, loaded only then.

import {ours} from "./trusted.js";

const QUICK_MILLIS = 70;
const IDLE_MILLIS = 160;
const IDLE_AFTER_MILLIS = 30_000;
const WIDTH = 640;

/** @type {Worker | undefined} */
let worker;

/**
 * @typedef {object} Eye
 * @property {() => void} close
 * @property {(on: boolean) => Promise<void>} light
 * @property {boolean} hasLight
 */

/**
 * Opens the camera.
 *
 * @param {HTMLVideoElement} video
 * @param {(text: string, frameAt: number) => void} seen is called for every picture with a code
 * @returns {Promise<Eye>}
 */
export async function open(video, seen) {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {facingMode: "environment", width: {ideal: 1280}, height: {ideal: 720}},
  });
  video.srcObject = stream;
  await video.play();
  const read = (await native(video)) ?? compiled(video);
  let open = true;
  let lastSeen = performance.now();

  const look = async () => {
    while (open) {
      const frameAt = performance.now();
      if (document.visibilityState === "visible" && video.readyState >= 2) {
        const text = await read().catch(() => null);
        if (text && open) {
          lastSeen = performance.now();
          seen(text, frameAt);
        }
      }
      const idle = performance.now() - lastSeen > IDLE_AFTER_MILLIS;
      const rest = (idle ? IDLE_MILLIS : QUICK_MILLIS) - (performance.now() - frameAt);
      await new Promise((done) => setTimeout(done, Math.max(10, rest)));
    }
  };
  look();

  const track = stream.getVideoTracks()[0];
  const abilities = /** @type {any} */ (track.getCapabilities?.() ?? {});
  return {
    close() {
      open = false;
      stream.getTracks().forEach((each) => each.stop());
      video.srcObject = null;
    },
    light: (on) => track.applyConstraints(/** @type {any} */ ({advanced: [{torch: on}]})),
    hasLight: Boolean(abilities.torch),
  };
}

/**
 * @param {HTMLVideoElement} video
 * @returns {Promise<(() => Promise<string | null>) | undefined>}
 */
async function native(video) {
  const Detector = /** @type {any} */ (globalThis).BarcodeDetector;
  try {
    if (Detector && (await Detector.getSupportedFormats()).includes("qr_code")) {
      const detector = new Detector({formats: ["qr_code"]});
      return async () => (await detector.detect(video))[0]?.rawValue ?? null;
    }
  } catch {
    // Some phones have it in name only.
  }
  return undefined;
}

/**
 * @param {HTMLVideoElement} video
 * @returns {() => Promise<string | null>}
 */
function compiled(video) {
  worker ??= new Worker(ours(new URL("./reader-worker.js", import.meta.url).href), {type: "module"});
  const reader = worker;
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", {willReadFrequently: true}));
  /** @type {((text: string | null) => void) | undefined} */
  let answer;
  reader.onmessage = (event) => answer?.(event.data);
  reader.onerror = () => answer?.(null);
  return () => {
    const scale = Math.min(1, WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = pen.getImageData(0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => {
      answer = resolve;
      reader.postMessage({pixels: picture.data, width: canvas.width, height: canvas.height}, [picture.data.buffer]);
    });
  };
}
