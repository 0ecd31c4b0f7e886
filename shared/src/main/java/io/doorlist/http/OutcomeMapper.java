package io.doorlist.http;

import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.CheckinOutcome.CheckedIn;
import io.doorlist.domain.CheckinOutcome.KeyInUse;
import io.doorlist.domain.CheckinOutcome.KeyReused;
import io.doorlist.domain.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.CheckinOutcome.NotEnoughTickets;
import io.doorlist.domain.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.CheckinOutcome.Reason;
import io.doorlist.domain.CheckinOutcome.UnknownQrCode;
import io.doorlist.json.CheckinJson;
import io.doorlist.json.CheckinListJson;
import io.doorlist.json.JsonValue;
import java.util.Locale;
import java.util.Map;

/** Says what a door answers (operations 6 and 7): the one place that knows outcomes and answers. */
public final class OutcomeMapper {
  private OutcomeMapper() {}

  /** Returns the answer to a scan. */
  public static Response answer(CheckinOutcome outcome) {
    return switch (outcome) {
      case CheckedIn in -> Response.created(CheckinJson.of(in.checkin()));
      case OrderCheckedIn in -> Response.created(CheckinJson.of(in));
      case AlreadyCheckedIn already -> Response.of(alreadyCheckedIn(already));
      case NotEnoughTickets few -> Response.of(notEnoughTickets(few));
      case NotAdmissible refused -> Response.of(notAdmissible(refused));
      case UnknownQrCode unknown -> Response.of(Problem.NOT_FOUND);
      case KeyInUse inUse -> Response.of(Problem.of(ProblemType.IDEMPOTENCY_KEY_IN_USE));
      case KeyReused reused -> Response.of(Problem.of(ProblemType.IDEMPOTENCY_KEY_REUSED));
    };
  }

  private static Problem alreadyCheckedIn(AlreadyCheckedIn outcome) {
    return Problem.of(ProblemType.ALREADY_CHECKED_IN)
        .with("checkin", CheckinJson.of(outcome.first()))
        .with("seconds_since", JsonValue.of(outcome.secondsSince()))
        .with("same_token", JsonValue.of(outcome.sameToken()));
  }

  private static Problem notEnoughTickets(NotEnoughTickets outcome) {
    return Problem.of(ProblemType.NOT_ENOUGH_TICKETS)
        .with("remaining", CheckinJson.counts(outcome.remaining()));
  }

  private static Problem notAdmissible(NotAdmissible outcome) {
    String reason = outcome.reason().name().toLowerCase(Locale.ROOT);
    Problem problem =
        new Problem(ProblemType.NOT_ADMISSIBLE, detail(outcome.reason()), Map.of())
            .with("reason", JsonValue.of(reason));
    return outcome.reason() == Reason.WRONG_LIST
        ? problem.with("admitted_on", CheckinListJson.names(outcome.admittedOn()))
        : problem;
  }

  private static String detail(Reason reason) {
    return switch (reason) {
      case WRONG_LIST -> "This list does not admit that ticket type.";
      case VOID -> "The ticket is void.";
      case ORDER_NOT_CONFIRMED -> "The order is not confirmed.";
      case UNKNOWN_TICKET_TYPE -> "The event has no such ticket type.";
    };
  }
}
