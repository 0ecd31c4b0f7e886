package io.doorlist.domain.desk;

/**
 * A guest whom a desk adds. Unknown values are {@code null}.
 *
 * @param key a random UUID, which identifies this addition for good
 * @param request digest of the request; a different request with the same key is recognised by it
 * @param ticketType slug of the ticket type, the same for all tickets
 * @param companions how many people come along
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
  /** The most companions of one guest. There is a limit because all are written at once. */
  public static final int MAX_COMPANIONS = 9;

  /** Creates a guest from whom the desk took no money. */
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

  /** Returns the name for one of the tickets. Number 1 is the guest, and companions follow. */
  public String name(int number) {
    return number == 1 ? name : name + " +" + (number - 1);
  }
}
