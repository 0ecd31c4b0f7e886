package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.http.Call;
import io.doorlist.http.Metric;
import io.doorlist.http.Response;
import io.doorlist.store.Stores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Keeps refusals for the histories of their tickets, and counts them for the board, before they are
 * answered: afterwards Lambda may freeze the function. Thread-safe.
 */
record RefusalRecord(Stores stores, Clock clock) {
  /** Whoever is refused does not wait for a busy table: no attempt begins later than this. */
  private static final Duration PATIENCE = Duration.ofMillis(300);

  /**
   * Returns the answer to a scan, or to a look, once it is on record if it is a refusal. It is the
   * same if it cannot be: then its log has it, with the metric {@code RefusalsNotKept}.
   *
   * @param code that was scanned
   */
  Response answer(
      Call call, long list, String code, CheckinCommand command, CheckinOutcome outcome) {
    Response answer = OutcomeMapper.answer(outcome);
    return outcome.refusalWord().isEmpty() || keep(call, list, code, command, outcome)
        ? answer
        : answer.with(Metric.of("RefusalsNotKept", 1));
  }

  private boolean keep(
      Call call, long list, String code, CheckinCommand command, CheckinOutcome refusal) {
    Instant soon = clock.instant().plus(PATIENCE);
    Instant deadline = soon.isBefore(command.deadline()) ? soon : command.deadline();
    String account = call.account();
    String event = call.event();
    String reason = refusal.refusalWord().orElseThrow();
    try {
      // In this order: a board that shows a refusal promises its history.
      stores
          .refusals()
          .keep(account, event, list, code, command, refusal, call.requestId(), deadline);
      stores.refusals().count(account, event, list, call.mode(), reason, deadline);
      return true;
    } catch (RuntimeException e) {
      // Whatever is wrong with the record, the refusal stands.
      return false;
    }
  }
}
