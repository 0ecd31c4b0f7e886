package io.doorlist.phone;

/**
 * The state of the phone.
 *
 * @param connection whether the service answers
 * @param queued how many scans the service does not have yet
 * @param setAside how many of the queued scans the service cannot accept as they are
 * @param notices how many notices there are for staff
 * @param keeps whether the phone can store scans; if not, it lets nobody in without the service
 */
public record PhoneState(
    Connection connection, int queued, int setAside, int notices, boolean keeps) {
  /** Whether the service answers. */
  public enum Connection {
    ONLINE,

    /** The service does not answer, so the copy decides. */
    OFFLINE,

    /** The service no longer accepts the token. Pair the phone again. No scan is lost by that. */
    ENDED
  }
}
