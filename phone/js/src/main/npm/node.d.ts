import type {Storage} from "./index.js";

/** Stores texts for good in files of a folder. Use it as in `open(link, {storage: fileStorage("phone")})`. */
export function fileStorage(folder: string): (name: string) => Storage;
