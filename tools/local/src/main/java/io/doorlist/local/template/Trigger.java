package io.doorlist.local.template;

import java.util.List;
import java.util.Map;

/**
 * An event source mapping: what Lambda reads for a function, and how it hands it over.
 *
 * @param name the function's logical id and the trigger's own, for messages
 * @param function the logical id of what is called
 * @param source the ARN of what is read
 * @param batchSize most records of one call
 * @param filters a record passes if one of them lets it through, or there are none
 * @param reportsItemFailures whether the function's answer may name records that failed
 */
public record Trigger(
    String name,
    String function,
    String source,
    int batchSize,
    List<FilterPattern> filters,
    boolean reportsItemFailures) {

  public Trigger {
    filters = List.copyOf(filters);
  }

  public boolean wants(Map<?, ?> record) {
    return filters.isEmpty() || filters.stream().anyMatch(filter -> filter.matches(record));
  }

  /**
   * A trigger by the table's stream.
   *
   * @param fromStart whether it begins with the oldest record that is there, or with the next one
   * @param mostRetries how often a batch is tried again; -1 for as long as its records are there
   * @param bisects whether a batch that failed as a whole is halved
   * @param onFailure the queue that is notified of batches given up; null if none is
   */
  public record Stream(
      Trigger trigger, boolean fromStart, int mostRetries, boolean bisects, String onFailure) {}

  /**
   * A trigger by a queue.
   *
   * @param queue its logical id
   * @param concurrency most calls at a time
   */
  public record Queue(Trigger trigger, String queue, int concurrency) {}
}
