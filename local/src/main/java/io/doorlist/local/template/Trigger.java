package io.doorlist.local.template;

import java.util.List;
import java.util.Map;

/**
 * An event source mapping: what Lambda reads for a function, and how it passes it on.
 *
 * @param name the function's logical id and the trigger's own, for messages
 * @param function the logical id of the function that is called
 * @param source the ARN of the stream or queue that is read
 * @param batchSize the most records of one call
 * @param filters a record passes if it matches one of them, or if there are none
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
   * A trigger that reads the table's stream.
   *
   * @param fromStart whether it begins with the oldest record that is there, or with the next one
   * @param mostRetries how often a batch is retried; -1 for as long as its records exist
   * @param bisects whether a batch that failed as a whole is halved
   * @param onFailure the queue that is notified of batches that are given up; may be null
   */
  public record Stream(
      Trigger trigger, boolean fromStart, int mostRetries, boolean bisects, String onFailure) {}

  /**
   * A trigger that reads a queue.
   *
   * @param queue its logical id
   * @param concurrency the most calls at a time
   */
  public record Queue(Trigger trigger, String queue, int concurrency) {}
}
