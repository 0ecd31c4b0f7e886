package io.doorlist.acceptance.client;

import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** The statuses, codes and reasons of all answers so far, by operation. */
public final class Seen {
  /** One kind of answer; the words are empty where there are none. */
  record Kind(String operation, int status, String code, String reason) {}

  private final Set<Kind> kinds = ConcurrentHashMap.newKeySet();
  private final Set<String> requestIds = ConcurrentHashMap.newKeySet();
  private final AtomicInteger answers = new AtomicInteger();

  /** Records an answer; returns whether its request id is new. */
  boolean add(String operation, Answer answer) {
    String code = "";
    String reason = "";
    if (answer.status() >= 400 && !answer.text().isEmpty()) {
      code = answer.code();
      reason = String.valueOf(answer.json().getOrDefault("reason", ""));
    }
    kinds.add(new Kind(operation, answer.status(), code, reason));
    answers.incrementAndGet();
    return requestIds.add(answer.header("X-Request-Id").orElse(""));
  }

  public int answers() {
    return answers.get();
  }

  public Set<Integer> statuses(String operation) {
    return kinds.stream()
        .filter(kind -> kind.operation().equals(operation))
        .map(Kind::status)
        .collect(Collectors.toSet());
  }

  public Set<String> codes() {
    return kinds.stream().map(Kind::code).collect(Collectors.toSet());
  }

  public Set<String> reasons() {
    return kinds.stream().map(Kind::reason).collect(Collectors.toSet());
  }

  /** Returns one line an operation: its statuses, each with its codes and reasons. */
  public String report() {
    SortedMap<String, SortedMap<Integer, String>> table = new TreeMap<>();
    for (Kind kind : kinds) {
      String words = kind.reason().isEmpty() ? kind.code() : kind.code() + "/" + kind.reason();
      table
          .computeIfAbsent(kind.operation(), operation -> new TreeMap<>())
          .merge(kind.status(), words, (one, other) -> one + "," + other);
    }
    StringBuilder report = new StringBuilder();
    table.forEach(
        (operation, statuses) ->
            report.append(operation).append(' ').append(statuses).append('\n'));
    return report.toString();
  }
}
