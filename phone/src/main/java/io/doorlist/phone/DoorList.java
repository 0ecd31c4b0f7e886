package io.doorlist.phone;

/**
 * A check-in list.
 *
 * @param id the list's id, as text
 * @param ready whether the phone has a whole copy of the list, so that it can decide without a
 *     network
 * @param admitted how many tickets the list lets in, by the copy
 * @param checkedIn how many of these tickets are checked in, by the copy
 */
public record DoorList(String id, String name, boolean ready, int admitted, int checkedIn) {}
