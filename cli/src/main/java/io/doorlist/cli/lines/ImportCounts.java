package io.doorlist.cli.lines;

import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportOutcome.Kind;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts the outcomes of an import's lines. Not thread-safe. */
public final class ImportCounts {
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);

  public void add(ImportOutcome outcome) {
    counts.merge(outcome.kind(), 1L, Long::sum);
  }

  private long of(Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  public long refused() {
    return of(Kind.REFUSED);
  }

  public boolean changed() {
    return of(Kind.CREATED) + of(Kind.CHANGED) > 0;
  }

  public long lines() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Returns the counts as {@code created}, {@code changed}, {@code unchanged} and {@code refused}.
   */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    for (Kind kind : List.of(Kind.CREATED, Kind.CHANGED, Kind.UNCHANGED, Kind.REFUSED)) {
      members.put(kind.word(), of(kind));
    }
    return members;
  }

  /** Returns a line such as {@code 3 created, 0 changed, 1 unchanged, 0 refused}. */
  @Override
  public String toString() {
    return members().entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey())
        .collect(Collectors.joining(", "));
  }
}
