// Adds what Hermes alone does not have: timers with a delay, a clock that nobody can set, and functions of the web.
// React Native has all of these except crypto.randomUUID.

const soon = globalThis.setTimeout;
const timers = new Map();
let last = 0;

globalThis.setTimeout = (does, millis = 0) => {
  const at = Date.now() + millis;
  timers.set(++last, does);
  const number = last;
  const look = () => {
    if (!timers.has(number)) {
      return;
    }
    if (Date.now() < at) {
      soon(look, 0);
      return;
    }
    timers.delete(number);
    does();
  };
  soon(look, 0);
  return number;
};
globalThis.clearTimeout = (number) => void timers.delete(number);
globalThis.queueMicrotask = (does) => void Promise.resolve().then(does);
globalThis.performance = {now: () => Date.now()};
globalThis.AbortController = class {
  signal = {};

  abort() {}
};
const digit = () => Math.floor(Math.random() * 16).toString(16);
globalThis.crypto = {randomUUID: () => "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, digit)};
