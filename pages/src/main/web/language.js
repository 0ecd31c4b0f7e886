// What the pages say. Each language has one file of words, and only one is loaded. Times, numbers and plurals are
// written as usual in the language.

/** Languages by their own names, in the order of the menu. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  pt: "Português",
  nl: "Nederlands",
  pl: "Polski",
  tr: "Türkçe",
  uk: "Українська",
  ar: "العربية",
  ja: "日本語",
};

/** @typedef {keyof (typeof import("./words-en.js").default & typeof import("./desk-words-en.js").default)} Word */
/** @typedef {Record<string, string | number>} Values */

/** The title of each page. @type {Record<string, Word>} */
const TITLES = {scan: "scannerLink", board: "board", tickets: "ticketsToTry"};

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The present language. */
export let language = "en";
/** @type {Record<string, string | Record<string, string>>} */
let words = {};
/** @type {Intl.NumberFormat} */
let numbers;
/** @type {Intl.PluralRules} */
let plurals;
/** @type {Record<"today" | "year" | "other" | "date" | "dates" | "years", Intl.DateTimeFormat>} */
let times;
/** @type {Intl.RelativeTimeFormat} */
let relative;
/** The locale for dates and numbers, such as en-GB if that is the phone's own English. */
let locale = "en";

/** Loads the words of a language. @param {string} [choice] the phone's own language if there is none */
export async function speak(choice) {
  const own = navigator.languages ?? [navigator.language];
  const base = (/** @type {string} */ tag) => tag.split("-")[0];
  language = [choice ?? "", ...own.map(base), "en"].find((each) => each in LANGUAGES) ?? "en";
  locale = own.find((tag) => base(tag) === language) ?? language;
  words = (await import(`./words-${language}.js`)).default;
  keep(`./words-${language}.js`);
  numbers = new Intl.NumberFormat(locale);
  plurals = new Intl.PluralRules(locale);
  relative = new Intl.RelativeTimeFormat(locale);
  times = timesIn();
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  const title = TITLES[location.pathname.split("/").pop() ?? ""];
  document.title = title ? `Doorlist · ${say(title)}` : document.title;
}

/** Adds words that only one page needs. @param {Record<string, string | Record<string, string>>} more */
export function learn(more) {
  words = {...words, ...more};
}

/** @param {string} [timeZone] the device's own if there is none */
function timesIn(timeZone) {
  const seven = new Intl.DateTimeFormat(locale, {timeStyle: "short", timeZone: "UTC"})
    .formatToParts(Date.UTC(2024, 0, 1, 7))
    .find((each) => each.type === "hour");
  /** @type {Intl.DateTimeFormatOptions} */
  const clock = {hour: seven?.value.length === 1 ? "numeric" : "2-digit", minute: "2-digit", timeZone};
  return {
    today: new Intl.DateTimeFormat(locale, {timeStyle: "short", timeZone}),
    year: new Intl.DateTimeFormat(locale, {weekday: "short", day: "numeric", month: "short", ...clock}),
    other: new Intl.DateTimeFormat(locale, {day: "numeric", month: "short", year: "numeric", ...clock}),
    date: new Intl.DateTimeFormat(locale, {dateStyle: "full", timeZone}),
    dates: new Intl.DateTimeFormat("en", {dateStyle: "short", timeZone}),
    years: new Intl.DateTimeFormat("en", {year: "numeric", timeZone}),
  };
}

/**
 * Shows times in a time zone from now on, whatever the device's own is.
 *
 * @param {string} timeZone
 * @returns {boolean} whether the browser knows it
 */
export function useTimeZone(timeZone) {
  try {
    times = timesIn(timeZone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores a file for use without a network, in the cache where the service worker has the files of languages.
 *
 * @param {string} file
 */
export async function keep(file) {
  const version = /assets\/(\w+)\//.exec(import.meta.url)?.[1];
  if (!version) {
    return;
  }
  const url = new URL(file, import.meta.url).href;
  try {
    const cache = await caches.open(`doorlist-${version}`);
    if (!(await cache.match(url))) {
      await cache.add(url);
    }
  } catch {
    // There is no room, or the page may not store anything. It still works with a network.
  }
}

/**
 * Returns a text in the present language.
 *
 * @param {Word} word
 * @param {Values} [values] values for its placeholders; {@code n} decides between the plural forms
 */
export function say(word, values = {}) {
  const said = words[word] ?? word;
  const form = typeof said === "string" ? said : (said[plurals.select(Number(values.n))] ?? said.other);
  return form.replace(/\{(\w+)\}(\.?)/g, (_, place, stop) => {
    // Some times and units end with their own full stop, like "10:00 p.m." or "2 godz.".
    const value = part(values[place]);
    return value.endsWith(".") ? value : value + stop;
  });
}

/** Returns a text in capitals, as a verdict to be read from two metres away. @param {Word} word */
export function loud(word) {
  return say(word).toLocaleUpperCase(language);
}

/**
 * Says a word of the API. A word that is newer than this page is shown as it is.
 *
 * @param {"reason" | "role" | "theme"} kind
 * @param {string} word
 */
export function sayWord(kind, word) {
  const key = `${kind}_${word}`;
  return key in words ? say(/** @type {Word} */ (key)) : word;
}

/** Returns a value as a part of a text. Names keep their own writing direction. @param {string | number} value */
export function part(value) {
  if (typeof value === "number") {
    return number(value);
  }
  return language === "ar" || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

/** Returns why there is no answer. */
export function silence() {
  return navigator.onLine ? "noAnswerStatus" : "offline";
}

/** @param {number} n */
export function number(n) {
  return numbers.format(n);
}

/** Says how many there are of something with a name. @param {number} n @param {string} name */
export function quantity(n, name) {
  // Names keep their own direction, so an Arabic line needs a mark that says in which direction it runs.
  return `${language === "ar" ? "\u200f" : ""}${number(n)} × ${part(name)}`;
}

/** @param {number} share from 0 to 1 */
export function percent(share) {
  return new Intl.NumberFormat(locale, {style: "percent"}).format(share);
}

/** @param {string | number | Date} at */
export function time(at) {
  const then = new Date(at);
  const today = new Date();
  const same = (/** @type {"dates" | "years"} */ what) => times[what].format(then) === times[what].format(today);
  return times[same("dates") ? "today" : same("years") ? "year" : "other"].format(then);
}

/** @param {number} at */
export function date(at) {
  return times.date.format(at);
}

/** @param {number} at a time on a day that the reader knows */
export function clock(at) {
  return times.today.format(at);
}

/** @param {number} seconds */
export function ago(seconds) {
  const [n, unit] = largest(seconds);
  return relative.format(-n, unit);
}

/** @param {number} seconds */
export function age(seconds) {
  const [n, unit] = largest(seconds);
  return new Intl.NumberFormat(locale, {style: "unit", unit, unitDisplay: "short"}).format(n);
}

/** @param {number} n said in hours if they are whole hours */
export function minutes(n) {
  const hours = n >= 60 && n % 60 === 0;
  const format = {style: "unit", unit: hours ? "hour" : "minute", unitDisplay: "short"};
  return new Intl.NumberFormat(locale, /** @type {Intl.NumberFormatOptions} */ (format)).format(hours ? n / 60 : n);
}

/** @param {string[]} names of which any one will do */
export function anyOf(names) {
  return new Intl.ListFormat(locale, {type: "disjunction"}).format(names.map(part));
}

/** @param {number} day from 1 for Monday */
export function weekday(day) {
  return new Intl.DateTimeFormat(locale, {weekday: "long", timeZone: "UTC"}).format(Date.UTC(2024, 0, day));
}

/** @param {number} seconds @returns {[number, "second" | "minute" | "hour"]} */
function largest(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60
    ? [whole, "second"]
    : whole < 3_600
      ? [Math.floor(whole / 60), "minute"]
      : [Math.floor(whole / 3_600), "hour"];
}
