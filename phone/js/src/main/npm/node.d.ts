import type {Storage} from "./index.js";

/** Keeps texts in files of a folder, for good: `open(link, {storage: fileStorage("phone")})`. */
export function fileStorage(folder: string): (name: string) => Storage;
