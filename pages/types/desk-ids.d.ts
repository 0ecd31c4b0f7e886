// What io.doorlist.phone.browser.AddedGuestIds exports.
export interface Named {
  id: number;
  reference: string;
  code: string;
}
export function order(key: string): Named;
export function ticket(key: string, number: number): Named;
