/**
 * Check-ins: {@link io.doorlist.store.checkin.CheckinStore} lets tickets in, and {@code UndoStore}
 * undoes that. Rooms, of which each knows only those after it:
 *
 * <ul>
 *   <li>{@code merge}: what happened in another table
 *   <li>{@code history}: all that happened, at an event or to a ticket
 *   <li>{@code pulse}: how many came where
 *   <li>{@code copy}: door copies and their deltas
 *   <li>this one
 *   <li>{@code area}: who is inside
 *   <li>{@code doubles}: double admissions
 *   <li>{@code passage}: exits, and entries after the first
 *   <li>{@code request}: what a request asks, the tickets that it means, and the rule applied to
 *       them
 *   <li>{@code refusal}: who was refused
 *   <li>{@code ticket}: what the table has of a ticket: its code, marks, rows, comings and goings
 * </ul>
 */
package io.doorlist.store.checkin;
