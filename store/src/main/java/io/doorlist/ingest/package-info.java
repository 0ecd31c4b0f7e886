/**
 * What only the command line does to the table: import and erasure.
 *
 * <p>An order's line passes these classes, in this order. {@link ImportStore} takes batches, and
 * {@code OrderImport} repeats the following until no order meets a concurrent change:
 *
 * <ol>
 *   <li><b>read</b>: {@code OrderTable} reads the stored order, what the line claims in addition
 *       ({@code OrderClaims}), and the orders that hold it, each as a {@code StoredOrder}.
 *   <li><b>settle</b>: {@code OrderImport} says what is due. That is nothing for an older line, a
 *       refusal, or what {@code Settlement} lets it take from other orders.
 *   <li><b>plan</b>: {@code OrderPlan} says in which lists each of these orders is from now on, and
 *       takes the ordinals from {@code OrderTable}.
 *   <li><b>write</b>: {@code OrderTable} writes what {@code OrderWrites} finds to differ between
 *       the items that {@code OrderRows} derives from before and after.
 *   <li><b>finish</b>: {@code OpenOrders} does the rest of an order that one transaction cannot
 *       hold, at once or, after a run that was cut off, before the order is read again.
 * </ol>
 */
package io.doorlist.ingest;
