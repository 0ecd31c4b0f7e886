package io.doorlist.cli.doctor;

/**
 * What a stack needs for an evening with a number of people. docs/operations.md explains the
 * figures.
 */
record EveningNeeds(
    int phones,
    int checkinsPerSecond,
    int requestsPerSecond,
    int calls,
    int queuedScans,
    int writeUnitsPerSecond) {
  private static final int PEOPLE_PER_PHONE = 250;

  /**
   * Two fifths of all people come within half an hour. The busiest minute has twice the average of
   * that half hour.
   */
  private static final double BUSIEST_SHARE = 0.4;

  private static final double BUSIEST_SECONDS = 1800;
  private static final double PEAK = 2;

  /**
   * After the first check-in of an order, a scanner asks for the rest of the party. Most check-ins
   * are the first of their order.
   */
  private static final int REQUESTS_PER_CHECKIN = 2;

  private static final double POLLS_PER_PHONE_AND_SECOND = 249 / 3600.0;
  private static final double PEAK_OF_POLLS = 3;

  /** A request runs two functions, the authorizer and one more, for 0.1 seconds each. */
  private static final double CALL_SECONDS = 2 * 0.1;

  /**
   * How many instances of the function that sends webhooks may run. The number in template.yaml is
   * the same.
   */
  private static final int SENDERS = 30;

  private static final double SCANS_PER_UPLOAD = 100;
  private static final double UPLOAD_SECONDS = 2;
  private static final double WRITE_UNITS_PER_CHECKIN = 7;

  /**
   * A scan of an upload needs less than a check-in, because the scans share rows of the list (ADR
   * 0047).
   */
  private static final double WRITE_UNITS_PER_QUEUED_SCAN = 4.3;

  /** The units for a webhook event of 2 KB, and for its delivery to one subscriber. */
  private static final double WRITE_UNITS_PER_WEBHOOK_EVENT = 8 + 6;

  /** The most webhook events that an account's log takes in a second: ADR 0011. */
  private static final double WEBHOOK_EVENTS_PER_SECOND = 450;

  private static final double MINUTE = 60;

  static EveningNeeds of(int people) {
    int phones = up(people / (double) PEOPLE_PER_PHONE);
    double checkins = people * BUSIEST_SHARE / BUSIEST_SECONDS * PEAK;
    int requests =
        up(
            up(checkins) * REQUESTS_PER_CHECKIN
                + phones * POLLS_PER_PHONE_AND_SECOND * PEAK_OF_POLLS);
    int queued = up(people * BUSIEST_SHARE);
    double uploaded = queued / MINUTE;
    double told = Math.min(up(checkins) + uploaded, WEBHOOK_EVENTS_PER_SECOND);
    return new EveningNeeds(
        phones,
        up(checkins),
        requests,
        up(requests * CALL_SECONDS + SENDERS + uploaded / SCANS_PER_UPLOAD * UPLOAD_SECONDS),
        queued,
        up(
            up(checkins) * WRITE_UNITS_PER_CHECKIN
                + uploaded * WRITE_UNITS_PER_QUEUED_SCAN
                + told * WRITE_UNITS_PER_WEBHOOK_EVENT));
  }

  private static int up(double figure) {
    return (int) Math.ceil(figure - 1e-9);
  }
}
