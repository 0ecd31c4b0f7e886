// Says what the rules of a list want, in the language of the page.

import {anyOf, minutes, say, time, weekday} from "./language.js";

/** @typedef {import("./language.js").Word} Word */

/**
 * One unmet rule, as the API says it.
 *
 * @typedef {object} Missing
 * @property {string} kind
 * @property {string | null} counted
 * @property {number | null} number
 * @property {string | number | null} at
 * @property {string[]} names
 * @property {number[]} days
 */

/** Words by what is counted, without "since" or "before" a time. @type {Record<string, Word>} */
const AT_MOST = {entries: "atMostEntries", entries_today: "atMostToday", days: "atMostDays"};
/** @type {Record<string, Word>} */
const ONCE = {entries: "onlyOnce", entries_today: "onceADay"};
/** @type {Record<string, Word>} */
const AT_LEAST = {entries: "atLeastEntries", days: "atLeastDays"};
/** @type {Record<string, Word>} */
const WITHIN = {minutes_since_last_entry: "withinLast", minutes_since_first_entry: "withinFirst"};
/** @type {Record<string, Word>} */
const AFTER = {minutes_since_last_entry: "afterLast", minutes_since_first_entry: "afterFirst"};

/**
 * Says all unmet rules in one text.
 *
 * @param {Missing[]} missing
 * @returns {string | undefined} undefined if one of the rules has no words
 */
export function wanted(missing) {
  const said = missing.map(phrase);
  return said.length && said.every(Boolean) ? said.join(" ") : undefined;
}

/**
 * Reads the unmet rules from the phone's own decision.
 *
 * @param {string} unmetRules as the module UnmetRules writes it
 * @returns {Missing[]}
 */
export function missing(unmetRules) {
  const parts = (/** @type {string} */ text) => (text ? text.split("\u001d") : []);
  return (unmetRules ? unmetRules.split("\u001e") : []).map((each) => {
    const [kind, counted, number, at, names, days] = each.split("\u001f");
    return {
      kind,
      counted: counted || null,
      number: number ? Number(number) : null,
      at: at ? Number(at) * 1_000 : null,
      names: parts(names),
      days: parts(days).map(Number),
    };
  });
}

/** @param {Missing} unmetRule @returns {string | undefined} */
function phrase({kind, counted, number, at, names, days}) {
  const n = number ?? 0;
  const of = counted ?? "";
  const all = of.replace(/_(since|before)$/, "");
  switch (kind) {
    case "from":
      return at === null ? undefined : say("from", {time: time(at)});
    case "until":
      return at === null ? undefined : say("untilTime", {time: time(at)});
    case "weekday":
      return days.length ? say("onlyOnDays", {days: anyOf(days.map(weekday))}) : undefined;
    case "gate":
      return names.length ? say("onlyByGate", {gates: anyOf(names)}) : undefined;
    case "ticket":
      return names.length ? say("onlyWithTicket", {types: anyOf(names)}) : undefined;
    case "outside":
      return say("onlyOutside");
    case "inside":
      return say("onlyInside");
    case "at_most":
      return n === 1 && of in ONCE ? say(ONCE[of]) : counting(AT_MOST[all], n, of, at);
    case "at_least":
      return counting(AT_LEAST[all], n, of, at);
    case "within":
      return of in WITHIN ? say(WITHIN[of], {age: minutes(n)}) : undefined;
    case "after":
      return of in AFTER ? say(AFTER[of], {age: minutes(n)}) : undefined;
    case "other":
      return say("notByRules");
    case "not_understood":
      return say("rulesNotUnderstood", {what: anyOf(names)});
    default:
      return undefined;
  }
}

/**
 * Says a number, and from or until when things are counted.
 *
 * @param {Word | undefined} word
 * @param {number} n
 * @param {string} counted
 * @param {string | number | null} at
 */
function counting(word, n, counted, at) {
  const from = counted.endsWith("_since") ? "countedFrom" : "countedUntil";
  return word && (at === null ? say(word, {n}) : `${say(word, {n})} ${say(from, {time: time(at)})}`);
}
