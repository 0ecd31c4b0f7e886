// A hand scanner types as a keyboard does, only faster, and presses Enter. It is heard wherever the focus is.

const MAX_GAP_MILLIS = 80;
const MIN_LENGTH = 4;

/** @param {(text: string) => void} scanned */
export function listen(scanned) {
  let typed = "";
  let last = 0;
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
        return;
      }
      const gap = event.timeStamp - last;
      if (event.key.length === 1) {
        typed = gap > MAX_GAP_MILLIS ? event.key : typed + event.key;
        last = event.timeStamp;
      } else if (event.key === "Enter") {
        const text = typed;
        typed = "";
        if (text.length >= MIN_LENGTH && gap <= MAX_GAP_MILLIS) {
          event.preventDefault();
          event.stopPropagation();
          takeBack(event.target, text);
          scanned(text);
        }
      }
    },
    true,
  );
}

/**
 * Takes out of a field what the scanner typed into it.
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
