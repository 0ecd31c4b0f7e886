package io.doorlist.cli.following;

import io.doorlist.domain.checkin.Happening;

/**
 * Says which entries, exits and undos are reported, what pretix's answers mean, and what operators
 * are told.
 */
final class ReportWords {
  private static final String SAME_DEVICE = "only allowed from the same device";

  /**
   * The answer that pretix gives if a device undoes what another device reported. It is used
   * without asking pretix.
   */
  static final PretixApi.Reply NOT_OURS = new PretixApi.Reply(400, SAME_DEVICE);

  private ReportWords() {}

  /**
   * Returns whether to report this to the shop. The shop needs to know entries, exits and undos
   * that did not come from the shop itself. A phone may have let a ticket in that the door refuses.
   * Such an admission is no entry, so it is not reported. What is already undone need not be
   * reported.
   */
  static boolean isReported(Happening happening) {
    if (PretixPosition.isTheirs(happening)) {
      return false;
    }
    return switch (happening.type()) {
      case CHECK_IN, ENTRY, EXIT -> !happening.undone();
      case UNDO -> happening.undoes().type() != Happening.Type.WRONG || isNotOurs(happening);
      case WRONG, REFUSAL -> false;
    };
  }

  /**
   * Returns the name of a report, which the shop accepts once. An undo has the name of what it
   * undoes.
   */
  static String nonce(Happening happening) {
    Happening.Undone undoes = happening.undoes();
    return "doorlist-" + (undoes == null ? happening.id() : Long.valueOf(undoes.id()));
  }

  /**
   * Returns whether pretix's answer says that it has nothing to undo. It may never have had the
   * entry, or its answer to an earlier undo was lost.
   */
  static boolean isUndone(PretixApi.Reply reply) {
    return reply.status() == 404 || reply.says("Cannot annul an unsuccessful checkin");
  }

  /**
   * Returns whether this is an undo, made here, of something that came from pretix. In pretix, only
   * the device that reported something can undo it.
   */
  static boolean isNotOurs(Happening happening) {
    return happening.undoes() != null && PretixPosition.DEVICE.equals(happening.undoes().token());
  }

  static String refusal(String event, long list, Happening happening, PretixApi.Reply reply) {
    String why = reply.reason();
    if (reply.status() == 404 && why == null) {
      return "event %s, list %d is not there any more".formatted(event, list);
    }
    if (reply.says("15 minutes after check-in")) {
      why = "undone too late for pretix";
    } else if (reply.says(SAME_DEVICE)) {
      why = "pretix lets only the device undo it that reported it";
    }
    String name = name(event, list, happening) + " (" + reply.status() + ")";
    return why == null ? name : name + ": " + why;
  }

  static String name(String event, long list, Happening happening) {
    String what =
        switch (happening.type()) {
          case CHECK_IN, ENTRY -> "the entry of ticket ";
          case EXIT -> "the exit of ticket ";
          case UNDO -> "the undo for ticket ";
          case WRONG, REFUSAL -> throw new IllegalArgumentException("shops are not told of these");
        };
    return "event %s, list %d: %s%d".formatted(event, list, what, happening.ticketId());
  }
}
