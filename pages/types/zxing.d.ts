// What the reader's worker loads: zxing-wasm, and its WebAssembly in base64.
declare function importScripts(...urls: string[]): void;
declare const wasm: string;
declare const ZXingWASM: {
  prepareZXingModule(options: {overrides: {wasmBinary: ArrayBufferLike}}): void;
  readBarcodes(picture: ImageData, options: object): Promise<{text: string; format: string}[]>;
};
