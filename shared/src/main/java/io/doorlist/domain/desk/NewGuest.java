package io.doorlist.domain.desk;

/**
 * A guest whom a desk adds; what is not known is {@code null}.
 *
 * @param key a random UUID, which names the addition for ever
 * @param request digest of what is asked, to recognise another request with the same key
 * @param ticketType slug of the type of all tickets
 * @param companions how many come along
 * @param collected what the desk took for all of them, in cents
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
    String note,
    long collected) {
  /** The most that come along with one guest: all are written at once. */
  public static final int MAX_COMPANIONS = 9;

  /** Creates one of whom the desk took no money. */
  public NewGuest(
      String key,
      String request,
      String name,
      String ticketType,
      int companions,
      String email,
      String phoneNumber,
      String company,
      String note) {
    this(key, request, name, ticketType, companions, email, phoneNumber, company, note, 0);
  }

  /** Returns the name of a ticket's person; the guest is 1. */
  public String name(int number) {
    return number == 1 ? name : name + " +" + (number - 1);
  }
}
