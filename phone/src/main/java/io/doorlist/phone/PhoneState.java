package io.doorlist.phone;

/**
 * How the phone is.
 *
 * @param connection whether the service answers
 * @param queued how many scans the service does not have yet
 * @param setAside how many of them it cannot take as they are
 * @param notices how many notices staff must see
 * @param keeps whether the phone can keep scans; if not, it lets in nobody without the service
 */
public record PhoneState(
    Connection connection, int queued, int setAside, int notices, boolean keeps) {
  /** Whether the service answers. */
  public enum Connection {
    ONLINE,

    /** It does not answer: the copy decides. */
    OFFLINE,

    /** It does not take the token any more: pair the phone again, which loses nothing. */
    ENDED
  }
}
