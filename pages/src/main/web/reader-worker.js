// Reads pictures outside of the page's thread, so that nothing on the screen waits for it.

import {read} from "./reader.js";

let attempt = 0;

self.onmessage = (event) => {
  const {pixels, width, height} = event.data;
  const grey = new Int8Array(width * height);
  for (let i = 0, j = 0; i < grey.length; i++, j += 4) {
    grey[i] = (pixels[j] * 77 + pixels[j + 1] * 151 + pixels[j + 2] * 28) >> 8;
  }
  self.postMessage(read(grey, width, height, attempt++));
};
