// The sizes of paper for badges, in millimetres.

/** Two sizes of label printers, the size of a card, and the size of a badge holder. */
export const SIZES = {
  "62x100": {width: 62, height: 100, name: ""},
  "62x29": {width: 62, height: 29, name: ""},
  "86x54": {width: 86, height: 54, name: ""},
  a6: {width: 105, height: 148, name: "A6"},
};

/** The name for the organiser's own size. */
export const OWN = "own";
/** An example of how to write an own size, as in CSS. */
export const EXAMPLE = "90mm 55mm";

const LEAST = 20;
const MOST = 400;
const LENGTH = /^(\d{1,4}(?:[.,]\d{1,3})?)(mm|cm|in|pt)?$/;
const MILLIMETRES = /** @type {Record<string, number>} */ ({mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72});

/**
 * Returns the size that a text means. The text has width and height as in CSS, such as "90mm 55mm" or "4in 3in". A
 * number without a unit is in millimetres. Returns undefined if the text is no size, or if no badge paper has it.
 *
 * @param {string} text
 */
export function ownSize(text) {
  const lengths = text.normalize("NFKC").toLowerCase().replace(/(\d) +(?=mm|cm|in|pt)/g, "$1").split(/[\s×x;]+/);
  const sides = lengths.filter(Boolean).map((each) => {
    const [, number = "", unit = "mm"] = LENGTH.exec(each) ?? [];
    return Number(number.replace(",", ".")) * MILLIMETRES[unit];
  });
  const good = sides.length === 2 && sides.every((each) => each >= LEAST && each <= MOST);
  return good ? {width: sides[0], height: sides[1]} : undefined;
}
