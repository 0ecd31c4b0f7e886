package io.doorlist.domain.desk;

/**
 * A guest whom a desk adds; what is not known is {@code null}.
 *
 * @param key a random UUID, which names the addition for ever
 * @param request digest of what is asked, to recognise another request with the same key
 * @param ticketType slug of the type of all tickets
 * @param companions how many come along
 */
public record NewGuest(
    String key,
    String request,
    String name,
    String ticketType,
    int companions,
    String email,
    String phoneNumber,
    String company,
    String note) {
  /** The most that come along with one guest: all are written at once. */
  public static final int MAX_COMPANIONS = 9;

  /** Returns the name of a ticket's person; the guest is 1. */
  public String name(int number) {
    return number == 1 ? name : name + " +" + (number - 1);
  }
}
