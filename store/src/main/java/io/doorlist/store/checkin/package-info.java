/**
 * Check-ins: {@link io.doorlist.store.checkin.CheckinStore} lets tickets in, {@code UndoStore}
 * undoes that, and {@code WithdrawalStore} withdraws scans that got no answer. Each of these
 * packages knows only those below it:
 *
 * <ul>
 *   <li>{@code history}: all that happened, at an event or to a ticket
 *   <li>{@code pulse}: how many came where
 *   <li>{@code copy}: door copies and their deltas
 *   <li>{@code area}: who is inside
 *   <li>{@code sum}: what the logs of lists add up to
 *   <li>this package: what a request asks, how the rule decides about its tickets, and what is
 *       written
 *   <li>{@code refusal}: who was refused
 *   <li>{@code ticket}: what the table has of a ticket, such as code, marks, rows and passages
 * </ul>
 */
package io.doorlist.store.checkin;
