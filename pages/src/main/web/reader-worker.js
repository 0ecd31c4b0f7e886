// Reads pictures in its own thread, so that nothing on the screen waits for it. Only this worker runs WebAssembly, and
// it has its own security policy.

importScripts("zxing.js", "zxing-wasm.js");
ZXingWASM.prepareZXingModule({overrides: {wasmBinary: Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0)).buffer}});

const READ = {
  formats: ["QRCode", "Aztec", "PDF417", "Code128"],
  // A ticket may show other codes beside the one that counts.
  maxNumberOfSymbols: 4,
  textMode: "Plain",
};
/**
 * Kinds of codes that are read reliably. The others have so little redundancy that about one reading in a hundred may
 * be wrong.
 */
const SURE = ["QRCode", "Aztec"];
const QUICKLY = {...READ, tryDownscale: false, tryHarder: false, tryRotate: false, tryInvert: false};

/** @type {any} */
let pen;

/** Draws a frame of the camera as a picture whose longer side has at most `side` pixels. */
function drawn(/** @type {any} */ frame, /** @type {number} */ side) {
  const {displayWidth, displayHeight} = frame;
  const scale = Math.min(1, side / Math.max(displayWidth, displayHeight));
  const width = Math.round(displayWidth * scale);
  const height = Math.round(displayHeight * scale);
  if (pen?.canvas.width !== width || pen.canvas.height !== height) {
    pen = new OffscreenCanvas(width, height).getContext("2d", {willReadFrequently: true});
  }
  pen.drawImage(frame, 0, 0, width, height);
  frame.close();
  return pen.getImageData(0, 0, width, height);
}

self.onmessage = async (event) => {
  const {frame, side, quickly} = event.data;
  const picture = frame ? drawn(frame, side) : event.data.picture;
  const found = await ZXingWASM.readBarcodes(picture, quickly ? QUICKLY : READ);
  self.postMessage(found.filter(({text}) => text).map(({text, format}) => ({text, sure: SURE.includes(format)})));
};
