// Reads pictures outside of the page's thread, so that nothing on the screen waits for it. It is
// the only place that runs WebAssembly, under a policy of its own.

importScripts("zxing.js", "zxing-wasm.js");
ZXingWASM.prepareZXingModule({overrides: {wasmBinary: Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0)).buffer}});

const READ = {
  formats: ["QRCode", "Aztec", "PDF417", "Code128"],
  maxNumberOfSymbols: 1,
  textMode: "Plain",
};
/** The others have so little redundancy that one reading in some hundred may be wrong. */
const SURE = ["QRCode", "Aztec"];
const QUICKLY = {...READ, tryDownscale: false, tryHarder: false, tryRotate: false, tryInvert: false};

self.onmessage = async (event) => {
  const {picture, quickly} = event.data;
  const found = await ZXingWASM.readBarcodes(picture, quickly ? QUICKLY : READ);
  self.postMessage(found[0]?.text ? {text: found[0].text, sure: SURE.includes(found[0].format)} : null);
};
