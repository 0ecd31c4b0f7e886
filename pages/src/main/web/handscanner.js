// Listens to hand scanners. A hand scanner types like a keyboard, only faster. Most press Enter at the end, some press
// Tab, and some press nothing. Scanning works wherever the focus is. Keys typed outside of a field go to the field for
// codes. Text that is typed fast into another field is removed from it again. A scanner that is set to another keyboard
// types other letters. The position of its keys on a US keyboard tells what it meant.

const MAX_GAP_MILLIS = 80;
const MIN_LENGTH = 4;

/** A code without Enter ends after this pause, if it has at least the following number of characters. */
const PAUSE_MILLIS = 500;
const MIN_LENGTH_WITHOUT_END = 6;

/** Some scanners press Enter twice. The second Enter must not press the button of the verdict. */
const DEAF_MILLIS = 500;

/** A prefix by which a scanner may say what kind of code it has read. */
const AIM_PREFIX = /^\][A-Za-z]\w/;

/** What keys type on a US keyboard, without and with Shift. @type {Record<string, string>} */
const US_KEYS = {
  Minus: "-_", Equal: "=+", BracketLeft: "[{", BracketRight: "]}", Backslash: "\\|", Semicolon: ";:",
  Quote: "'\"", Backquote: "`~", Comma: ",<", Period: ".>", Slash: "/?", Space: "  ",
};
const US_DIGITS_WITH_SHIFT = ")!@#$%^&*(";

/**
 * @param {() => HTMLInputElement | null} field for codes
 * @param {() => void} begun is called when somebody begins to type a code outside of a field
 * @param {(text: string, others?: string[]) => void} taken receives the text and, if a scanner typed it, what the
 *     scanner may have meant instead
 */
export function listen(field, begun, taken) {
  let burst = "";
  let keys = "";
  let last = 0;
  let deafUntil = 0;
  /** @type {any} */
  let pause;
  const paused = () => {
    const codes = field();
    const inField = codes && document.activeElement === codes;
    if (inField || !editable(document.activeElement)) {
      const text = inField ? codes.value : burst;
      const others = meant(text, keys);
      burst = keys = "";
      if (inField) {
        codes.value = "";
      }
      deafUntil = performance.now() + DEAF_MILLIS;
      taken(text, others);
    }
  };
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
        return;
      }
      const gap = event.timeStamp - last;
      const letter = event.key.length === 1 ? event.key : "";
      if (letter || event.key === "Dead") {
        clearTimeout(pause);
        burst = gap > MAX_GAP_MILLIS ? letter : burst + letter;
        keys = (gap > MAX_GAP_MILLIS ? "" : keys) + onUsKeyboard(event);
        last = event.timeStamp;
        if (event.target instanceof HTMLSelectElement) {
          // Otherwise the letter would choose an entry of the menu, such as another language.
          event.preventDefault();
        }
        if (letter !== " " && !editable(event.target)) {
          begun();
          field()?.focus({preventScroll: true});
        }
        if (keys.length >= MIN_LENGTH_WITHOUT_END) {
          pause = setTimeout(paused, PAUSE_MILLIS);
        }
      } else if (event.key === "Enter" || (event.key === "Tab" && keys.length >= MIN_LENGTH && gap <= MAX_GAP_MILLIS)) {
        clearTimeout(pause);
        const fast = keys.length >= MIN_LENGTH && gap <= MAX_GAP_MILLIS;
        const text = burst;
        const typed = keys;
        burst = keys = "";
        const codes = field();
        if (!text && event.timeStamp < deafUntil) {
          event.preventDefault();
        } else if (codes && event.target === codes) {
          event.preventDefault();
          const value = codes.value;
          codes.value = "";
          deafUntil = fast ? event.timeStamp + DEAF_MILLIS : 0;
          taken(value, fast ? meant(value, typed) : undefined);
        } else if (fast) {
          event.preventDefault();
          event.stopPropagation();
          takeBack(event.target, text);
          deafUntil = event.timeStamp + DEAF_MILLIS;
          taken(text, meant(text, typed));
        }
      } else {
        deafUntil = 0;
      }
    },
    true,
  );
}

/**
 * Returns what a key types on a US keyboard, whatever keyboard the phone has and whether or not Caps Lock is on.
 *
 * @param {KeyboardEvent} event
 */
function onUsKeyboard({code, key, shiftKey}) {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (letter) {
    return shiftKey ? letter : letter.toLowerCase();
  }
  if (digit) {
    return shiftKey ? US_DIGITS_WITH_SHIFT[Number(digit)] : digit;
  }
  return US_KEYS[code]?.[Number(shiftKey)] ?? (key.length === 1 ? key : "");
}

/**
 * Returns what a scanner may have meant by the text that it typed. First comes the text by its keys, then the text
 * without a prefix.
 *
 * @param {string} text
 * @param {string} keys
 */
function meant(text, keys) {
  return [keys, ...[keys, text].filter((each) => AIM_PREFIX.test(each)).map((each) => each.replace(AIM_PREFIX, ""))];
}

/** @param {EventTarget | null} target */
function editable(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

/** Removes from a field what the scanner typed into it. @param {EventTarget | null} target @param {string} text */
function takeBack(target, text) {
  if (target instanceof HTMLInputElement && target.value.endsWith(text)) {
    target.value = target.value.slice(0, -text.length);
    target.dispatchEvent(new Event("input", {bubbles: true}));
  }
}
