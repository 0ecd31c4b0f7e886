// A hand scanner types like a keyboard, only faster, and presses Enter, some Tab. It works wherever the focus
// is: keys outside of a field go to the field for codes; what is typed fast into another field is
// removed from it again.

const MAX_GAP_MILLIS = 80;
const MIN_LENGTH = 4;

/** Some scanners press Enter twice; the second must not press the button of the verdict. */
const DEAF_MILLIS = 500;

/**
 * @param {() => HTMLInputElement | null} field for codes
 * @param {() => void} begun is called when somebody begins to type a code outside of a field
 * @param {(text: string, scanned: boolean) => void} taken gets the text, and whether a scanner typed it
 */
export function listen(field, begun, taken) {
  let burst = "";
  let last = 0;
  let deafUntil = 0;
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
        return;
      }
      const gap = event.timeStamp - last;
      if (event.key.length === 1) {
        burst = gap > MAX_GAP_MILLIS ? event.key : burst + event.key;
        last = event.timeStamp;
        if (event.key !== " " && !editable(event.target)) {
          begun();
          field()?.focus({preventScroll: true});
        }
      } else if (event.key === "Enter" || (event.key === "Tab" && burst.length >= MIN_LENGTH && gap <= MAX_GAP_MILLIS)) {
        const fast = burst.length >= MIN_LENGTH && gap <= MAX_GAP_MILLIS;
        const text = burst;
        burst = "";
        const codes = field();
        if (!text && event.timeStamp < deafUntil) {
          event.preventDefault();
        } else if (codes && event.target === codes) {
          event.preventDefault();
          const value = codes.value;
          codes.value = "";
          deafUntil = fast ? event.timeStamp + DEAF_MILLIS : 0;
          taken(value, fast);
        } else if (fast) {
          event.preventDefault();
          event.stopPropagation();
          takeBack(event.target, text);
          deafUntil = event.timeStamp + DEAF_MILLIS;
          taken(text, true);
        }
      } else {
        deafUntil = 0;
      }
    },
    true,
  );
}

/** @param {EventTarget | null} target */
function editable(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

/**
 * Removes from a field what the scanner typed into it.
 *
 * @param {EventTarget | null} target
 * @param {string} text
 */
function takeBack(target, text) {
  if (target instanceof HTMLInputElement && target.value.endsWith(text)) {
    target.value = target.value.slice(0, -text.length);
    target.dispatchEvent(new Event("input", {bubbles: true}));
  }
}
