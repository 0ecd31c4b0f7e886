/**
 * Changes of events and orders: imports and erasures by the command line, and what desks change.
 *
 * <p>An imported order passes these classes, in this order. {@link ImportStore} takes batches, and
 * {@code OrderImport} repeats the following until no order meets a concurrent change:
 *
 * <ol>
 *   <li><b>read</b>: {@code OrderTable} reads the stored order, what the new version claims in
 *       addition ({@code OrderClaims}), and the orders that hold such claims. Each order is a
 *       {@code StoredOrder}.
 *   <li><b>settle</b>: {@code OrderImport} decides what the new version changes. A version that is
 *       older than the stored one changes nothing. Other versions may be refused, or take tickets
 *       and codes from other orders as {@code Settlement} says.
 *   <li><b>plan</b>: {@code OrderPlan} says in which lists each of these orders is from now on, and
 *       takes the ordinals of its rows from {@code OrderTable}.
 *   <li><b>write</b>: {@code OrderRows} derives the items of the order before and after the change.
 *       {@code OrderWrites} finds what differs, and {@code OrderTable} writes that.
 *   <li><b>finish</b>: {@code OpenOrders} writes the rest of an order that one transaction cannot
 *       hold. It does so at once or, after a run that was cut off, before the order is read again.
 * </ol>
 */
package io.doorlist.ingest;
