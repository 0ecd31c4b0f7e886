package io.doorlist.cli.following;

import io.doorlist.store.checkin.history.PassageLog.Happening;

/** What pretix's answers to reports mean, and how operators are told. */
final class ReportWords {
  private ReportWords() {}

  /** Returns whether pretix has nothing to undo: it never had it, or an answer was lost. */
  static boolean isUndone(PretixApi.Reply reply) {
    return reply.status() == 404 || reply.says("Cannot annul an unsuccessful checkin");
  }

  /** Returns what pretix refused, and why if it says so. */
  static String refusal(String event, long list, Happening happening, PretixApi.Reply reply) {
    String why = reply.reason();
    if (reply.status() == 404 && why == null) {
      return "event %s, list %d is not there any more".formatted(event, list);
    }
    if (reply.says("15 minutes after check-in")) {
      why = "undone too late for pretix";
    } else if (reply.says("only allowed from the same device")) {
      why = "pretix lets only the device undo it that reported it";
    }
    String name = name(event, list, happening) + " (" + reply.status() + ")";
    return why == null ? name : name + ": " + why;
  }

  /** Returns what is reported, without personal data. */
  static String name(String event, long list, Happening happening) {
    String what =
        switch (happening.kind()) {
          case ENTRY -> "the entry of ticket ";
          case EXIT -> "the exit of ticket ";
          case UNDO -> "the undo for ticket ";
        };
    return "event %s, list %d: %s%d".formatted(event, list, what, happening.ticketId());
  }
}
