package io.doorlist.door;

import java.nio.charset.StandardCharsets;

/**
 * The ids, references and codes of a guest whom a desk adds. They are derived only from the key of
 * the addition, a random UUID in small letters. So a page without a network can print a badge that
 * opens the door later. Whoever knows the key knows the codes.
 */
public record AddedGuest(String key) {
  /**
   * Ids of added guests begin here. Lower ids are those of shops, and higher ids are those of guest
   * lists.
   */
  public static final long FIRST_ID = 1L << 52;

  private static final long ID_BITS = (1L << 51) - 1;
  private static final int REFERENCE_LENGTH = 8;
  private static final int BITS = 5;

  /** Returns whether an id is in the range of added guests. By chance, a shop's id may be in it. */
  public static boolean isId(long id) {
    return (id & ~ID_BITS) == FIRST_ID;
  }

  public long orderId() {
    return id("order");
  }

  public String orderReference() {
    return letters(words("reference"), REFERENCE_LENGTH);
  }

  public String orderCode() {
    return code("code");
  }

  /**
   * Returns the id of one of the order's tickets. The guest has number 1, and companions follow.
   */
  public long ticketId(int number) {
    return id("ticket " + number);
  }

  public String ticketReference(int number) {
    return orderReference() + "-" + number;
  }

  public String ticketCode(int number) {
    return code("code " + number);
  }

  /**
   * Returns the new code of a ticket whose code is replaced. Here {@code key} is the key of that
   * replacement, not of an added guest.
   */
  public String replacement(long ticket) {
    return code("replacement " + ticket);
  }

  private long id(String what) {
    int[] words = words(what);
    return FIRST_ID | ((long) words[0] << Integer.SIZE | words[1] & 0xffff_ffffL) & ID_BITS;
  }

  private String code(String what) {
    return letters(words(what), SpokenCode.LENGTH);
  }

  private int[] words(String what) {
    String text = "doorlist guest\n" + key + "\n" + what;
    return Sha256.words(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the first bits of a digest as letters, with five bits in each letter. */
  private static String letters(int[] words, int length) {
    StringBuilder letters = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      int value = 0;
      for (int bit = i * BITS; bit < (i + 1) * BITS; bit++) {
        int word = words[bit / Integer.SIZE];
        value = value << 1 | word >>> (Integer.SIZE - 1 - bit % Integer.SIZE) & 1;
      }
      letters.append(SpokenCode.ALPHABET.charAt(value));
    }
    return letters.toString();
  }
}
