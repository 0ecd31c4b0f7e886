package io.doorlist.cli.importing.lines;

import io.doorlist.ingest.ImportOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The outcomes of an import's lines, counted. Not thread-safe. */
public final class ImportCounts {
  private static final List<ImportOutcome.Kind> KINDS =
      List.of(
          ImportOutcome.Kind.CREATED,
          ImportOutcome.Kind.CHANGED,
          ImportOutcome.Kind.UNCHANGED,
          ImportOutcome.Kind.REFUSED);

  private final Map<ImportOutcome.Kind, Long> counts = new LinkedHashMap<>();

  public ImportCounts() {
    KINDS.forEach(kind -> counts.put(kind, 0L));
  }

  public void add(ImportOutcome outcome) {
    counts.merge(outcome.kind(), 1L, Long::sum);
  }

  public long refused() {
    return counts.get(ImportOutcome.Kind.REFUSED);
  }

  /** Returns whether anything was created or changed. */
  public boolean changed() {
    return counts.get(ImportOutcome.Kind.CREATED) + counts.get(ImportOutcome.Kind.CHANGED) > 0;
  }

  public long lines() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the counts by {@code created}, {@code changed}, {@code unchanged}, {@code refused}. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    counts.forEach((kind, count) -> members.put(word(kind), count));
    return members;
  }

  /**
   * Returns the counts as one line, such as {@code 3 created, 0 changed, 1 unchanged, 0 refused}.
   */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder();
    counts.forEach(
        (kind, count) ->
            line.append(line.isEmpty() ? "" : ", ").append(count).append(' ').append(word(kind)));
    return line.toString();
  }

  private static String word(ImportOutcome.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
