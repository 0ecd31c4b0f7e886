// Amounts of money, as people read and type them.

import {language} from "./language.js";

/** Returns how many digits an amount has after the point. @param {string} currency */
function digits(currency) {
  return new Intl.NumberFormat("en", {style: "currency", currency}).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Says an amount with its currency. @param {number} cents @param {string} currency */
export function money(cents, currency) {
  return new Intl.NumberFormat(language, {style: "currency", currency}).format(cents / 10 ** digits(currency));
}

/** Returns an amount in the form in which the field shows it. @param {number} cents @param {string} currency */
export function typedMoney(cents, currency) {
  return (cents / 10 ** digits(currency)).toFixed(digits(currency));
}

/**
 * Returns a typed amount in cents, or 0 if the text is no amount.
 *
 * @param {string} text with a point or a comma, in Western or Eastern digits
 * @param {string} currency
 */
export function centsOf(text, currency) {
  const western = text.replace(/[٠-٩]/g, (each) => String(each.charCodeAt(0) - 0x660)).replace("٫", ".");
  const plain = western.normalize("NFKC").trim().replace(",", ".");
  const most = digits(currency);
  const form = new RegExp(most ? `^\\d{1,7}(\\.\\d{1,${most}})?$` : "^\\d{1,7}$");
  return form.test(plain) ? Math.round(Number(plain) * 10 ** most) : 0;
}
