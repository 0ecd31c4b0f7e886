package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.KeyInUse;
import io.doorlist.domain.checkin.CheckinOutcome.KeyReused;
import io.doorlist.domain.checkin.CheckinOutcome.Limit;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.NotEnoughTickets;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.CheckinOutcome.TooManyAtOnce;
import io.doorlist.domain.checkin.CheckinOutcome.TooManyUnknownQrCodes;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.Explanations;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.WithdrawalOutcome;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.search.SearchOutcome;
import io.doorlist.door.Reason;
import io.doorlist.http.Metric;
import io.doorlist.http.Problem;
import io.doorlist.http.ProblemType;
import io.doorlist.http.Response;
import io.doorlist.json.CheckinJson;
import io.doorlist.json.CheckinListJson;
import io.doorlist.json.JsonValue;
import io.doorlist.json.NoteJson;
import io.doorlist.json.StaffView;
import io.doorlist.json.TicketJson;
import java.util.Map;
import java.util.SortedMap;

/**
 * Maps outcomes at a door to answers and metrics. Only this class knows both outcomes and answers.
 * The metrics count answers, so an answer that is repeated for the same idempotency key counts
 * again.
 */
final class OutcomeMapper {
  private OutcomeMapper() {}

  static Response answer(CheckinOutcome outcome, Event event, StaffView view) {
    return switch (outcome) {
      case CheckedIn in -> Response.created(CheckinJson.of(in, view)).with(checkIns(1));
      case Reentered again ->
          Response.created(CheckinJson.of(again, view)).with(Metric.of("Reentries", 1));
      case CheckedOut out ->
          Response.created(CheckinJson.of(out, event)).with(Metric.of("Exits", 1));
      case OrderCheckedOut out ->
          Response.created(CheckinJson.of(out, event))
              .with(Metric.of("Exits", out.tickets().size()));
      case OrderCheckedIn in -> orderCheckedIn(in, view);
      case AlreadyCheckedIn already ->
          Response.of(alreadyCheckedIn(already, view))
              .with(Metric.of("Duplicates", 1).about(already.first().ticketId()));
      case NotEnoughTickets few ->
          Response.of(notEnoughTickets(few)).with(refusal(CheckinOutcome.NOT_ENOUGH_TICKETS));
      case TooManyAtOnce many ->
          Response.of(
                  Problem.of(ProblemType.TOO_MANY_AT_ONCE).with("at_once", counts(many.atOnce())))
              .with(refusal(CheckinOutcome.TOO_MANY_AT_ONCE));
      case NotAdmissible refused ->
          Response.of(notAdmissible(refused, view))
              .with(refusal(refused.reason().word()).about(refused.ticket()));
      case UnknownQrCode unknown ->
          Response.of(Problem.NOT_FOUND).with(Metric.of("UnknownQrCodes", 1));
      case TooManyUnknownQrCodes tooMany ->
          slowDown(tooMany.retryAfterSeconds())
              .with(Metric.of("UnknownQrCodes", 1), Metric.of("TooManyUnknownQrCodes", 1));
      case AdmittedAgain again -> admittedAgain(again, event, view);
      case CheckinOutcome.Withdrawn withdrawn -> Response.of(Problem.of(ProblemType.WITHDRAWN));
      case KeyInUse inUse -> Response.of(Problem.of(ProblemType.IDEMPOTENCY_KEY_IN_USE));
      case KeyReused reused -> Response.of(Problem.of(ProblemType.IDEMPOTENCY_KEY_REUSED));
    };
  }

  private static Response orderCheckedIn(OrderCheckedIn in, StaffView view) {
    int first = (int) in.tickets().stream().filter(CheckedIn.class::isInstance).count();
    int again = in.tickets().size() - first;
    Response created = Response.created(CheckinJson.of(in, view));
    Response counted = first == 0 ? created : created.with(checkIns(first));
    return again == 0 ? counted : counted.with(Metric.of("Reentries", again));
  }

  private static Response admittedAgain(AdmittedAgain again, Event event, StaffView view) {
    Problem problem =
        switch (again.refusal()) {
          case AlreadyCheckedIn already -> alreadyCheckedIn(already, view);
          case NotAdmissible refused -> notAdmissible(refused, view);
          default -> Problem.NOT_FOUND;
        };
    Response refusal = answer(again.refusal(), event, view);
    Response recorded =
        Response.of(problem.with("recorded", JsonValue.of(true))).with(refusal.metrics());
    return again.repeated() ? recorded : recorded.with(Metric.of("DoubleAdmissions", 1));
  }

  static Response answer(TicketLook look, Event event, StaffView view) {
    return switch (look) {
      case TicketLook.Seen seen -> Response.ok(TicketJson.of(seen, event, view));
      case TicketLook.SeenByReference seen -> Response.ok(TicketJson.of(seen, event, view));
      case TicketLook.SeenOrder seen -> Response.ok(TicketJson.of(seen, view.language()));
      case TicketLook.Unseen unseen -> answer(unseen.outcome(), event, view);
    };
  }

  static Response answer(SearchOutcome outcome, Event event) {
    return switch (outcome) {
      case SearchOutcome.Found found -> Response.ok(TicketJson.of(found, event));
      case SearchOutcome.TooManySearches tooMany -> slowDown(tooMany.retryAfterSeconds());
    };
  }

  static Response answer(WithdrawalOutcome outcome) {
    return switch (outcome) {
      case WithdrawalOutcome.Withdrawn withdrawn -> {
        Response answer = Response.ok(CheckinJson.of(withdrawn));
        int undos = withdrawn.undone().size();
        yield undos == 0 ? answer : answer.with(Metric.of("Undos", undos));
      }
      case WithdrawalOutcome.KeyReused reused ->
          Response.of(Problem.of(ProblemType.IDEMPOTENCY_KEY_REUSED));
    };
  }

  static Response answer(UndoOutcome outcome) {
    return switch (outcome) {
      case UNDONE -> Response.noContent().with(Metric.of("Undos", 1));
      case NOT_FOUND -> Response.of(Problem.NOT_FOUND);
      case NOT_ALLOWED -> Response.of(Problem.of(ProblemType.UNDO_NOT_ALLOWED));
      case HAS_PASSAGES -> Response.of(Problem.of(ProblemType.HAS_PASSAGES));
    };
  }

  private static Metric checkIns(int tickets) {
    return Metric.of("CheckIns", tickets);
  }

  private static Metric refusal(String reason) {
    return Metric.of("Refusals", "Reason", reason);
  }

  private static Response slowDown(long seconds) {
    return Response.of(Problem.of(ProblemType.TOO_MANY_REQUESTS))
        .with(Map.of("Retry-After", Long.toString(seconds)));
  }

  private static Problem alreadyCheckedIn(AlreadyCheckedIn outcome, StaffView view) {
    Problem problem =
        Problem.of(ProblemType.ALREADY_CHECKED_IN)
            .with("checkin", CheckinJson.of(outcome.first()))
            .with("seconds_since", JsonValue.of(outcome.secondsSince()))
            .with("same_token", JsonValue.of(outcome.sameToken()));
    Problem noted = problem.with(NoteJson.ofRefused(outcome.note(), view));
    CheckinOutcome.Inside inside = outcome.inside();
    return inside == null
        ? noted
        : noted
            .with("inside_since", JsonValue.of(inside.since().toString()))
            .with("checkin_list", CheckinListJson.name(inside.list()));
  }

  private static Problem notEnoughTickets(NotEnoughTickets outcome) {
    return Problem.of(ProblemType.NOT_ENOUGH_TICKETS)
        .with("remaining", counts(outcome.remaining()));
  }

  private static JsonValue counts(SortedMap<String, Integer> byType) {
    return JsonValue.object(byType, (json, counts) -> counts.forEach(json::put));
  }

  private static Problem notAdmissible(NotAdmissible outcome, StaffView view) {
    Problem problem =
        new Problem(ProblemType.NOT_ADMISSIBLE, detail(outcome.reason()), Map.of())
            .with("reason", JsonValue.of(outcome.reason().word()))
            .with(NoteJson.ofRefused(outcome.note(), view));
    if (outcome.reason() == Reason.WRONG_LIST) {
      return problem.with("admitted_on", CheckinListJson.names(outcome.admittedOn()));
    }
    if (outcome.explanation() != null) {
      return problem
          .with(
              "explanation", JsonValue.of(Explanations.of(view.language(), outcome.explanation())))
          .with("missing", TicketJson.missing(outcome.explanation()));
    }
    if (outcome.due() != null) {
      return problem
          .with("due", JsonValue.of(outcome.due().cents()))
          .with("currency", JsonValue.of(outcome.due().currency()));
    }
    Limit limit = outcome.limit();
    return limit == null
        ? problem
        : problem.with(limit.kind().word(), JsonValue.of(limit.at().toString()));
  }

  private static String detail(Reason reason) {
    return switch (reason) {
      case WRONG_LIST -> "This list does not admit that ticket type.";
      case VOID -> "The ticket is void.";
      case BLOCKED -> "The ticket is blocked.";
      case ORDER_NOT_CONFIRMED -> "The order is not confirmed.";
      case UNKNOWN_TICKET_TYPE -> "The event has no such ticket type.";
      case TOO_EARLY -> "It is too early for this ticket or list.";
      case TOO_LATE -> "It is too late for this ticket or list.";
      case REVOKED -> "The ticket has another code now.";
      case AMBIGUOUS -> "The code stands for several tickets that this list admits.";
      case RULES -> "The rules of this list do not let the ticket in.";
    };
  }
}
