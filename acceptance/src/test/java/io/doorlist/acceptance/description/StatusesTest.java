package io.doorlist.acceptance.description;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Description;
import io.doorlist.acceptance.client.Operation;
import io.doorlist.acceptance.client.Seen;
import io.doorlist.acceptance.service.Service;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs after all other tests: has the suite seen every documented answer? */
@ExtendWith(Service.Provider.class)
@Isolated
@Order(Integer.MAX_VALUE)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class StatusesTest {
  /** No client can cause these, except 429 of {@link #SLOWED}. */
  private static final Set<String> OURS = Set.of("429", "500", "503");

  /** A token that asks for too many unknown codes, or searches too often, is slowed down here. */
  private static final Set<String> SLOWED =
      Set.of("checkInOrder", "checkInTicket", "searchTickets");

  /**
   * The codes that a client can cause: {@code idempotency_key_in_use} needs a conflict of
   * transactions, which DynamoDB Local never has, and {@code method_not_allowed} a method that the
   * gateway lets through.
   */
  private static final Set<String> CODES =
      Set.of(
          "invalid_parameter",
          "unauthorized",
          "forbidden",
          "undo_not_allowed",
          "not_found",
          "already_checked_in",
          "not_enough_tickets",
          "idempotency_key_reused",
          "body_too_large",
          "unsupported_media_type",
          "not_admissible",
          "too_many_requests");

  private final Seen seen;
  private final Description description;

  StatusesTest(Service service) {
    this.seen = service.client.seen();
    this.description = service.client.description();
  }

  @TestFactory
  Stream<DynamicTest> everyStatusOfEveryOperation_wasSeen() {
    return description.operations().stream()
        .map(
            operation ->
                DynamicTest.dynamicTest(
                    operation.id(),
                    () ->
                        assertEquals(
                            operation.responses().keySet().stream()
                                .filter(
                                    status ->
                                        !OURS.contains(status)
                                            || status.equals("429")
                                                && SLOWED.contains(operation.id()))
                                // Its only 409 is idempotency_key_in_use.
                                .filter(
                                    status ->
                                        !status.equals("409")
                                            || !operation.id().equals("createExit"))
                                .map(Integer::valueOf)
                                .collect(Collectors.toCollection(TreeSet::new)),
                            statuses(operation))));
  }

  /** Returns those that were seen, but for what a machine that is busy with other things causes. */
  private Set<Integer> statuses(Operation operation) {
    Set<Integer> statuses = new TreeSet<>(seen.statuses(operation.id()));
    statuses.remove(503);
    return statuses;
  }

  @Test
  void everyCode_wasSeen() {
    Set<String> missing = new TreeSet<>(CODES);
    missing.removeAll(seen.codes());

    assertEquals(Set.of(), missing);
  }

  @Test
  void everyReason_wasSeen() {
    Set<String> missing =
        new TreeSet<>(Set.of("wrong_list", "void", "order_not_confirmed", "unknown_ticket_type"));
    missing.removeAll(seen.reasons());

    assertEquals(Set.of(), missing);
  }

  @AfterAll
  void report() {
    System.out.printf("%d answers held against openapi.yaml%n%s", seen.answers(), seen.report());
  }
}
