package io.doorlist.local.template;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An event source mapping, which says what Lambda reads for a function and how it passes that on.
 */
public sealed interface Trigger {
  String name();

  String function();

  /**
   * A trigger that reads the table's stream from its oldest record on.
   *
   * @param filters a record passes if it matches one of these, or if there are none
   * @param mostRetries how often a batch is retried, or -1 for as long as its records exist
   */
  record Stream(
      String name,
      String function,
      String source,
      int batchSize,
      List<FilterPattern> filters,
      int mostRetries)
      implements Trigger {
    public boolean wants(Map<?, ?> record) {
      return filters.isEmpty() || filters.stream().anyMatch(filter -> filter.matches(record));
    }
  }

  /**
   * A trigger that reads a queue.
   *
   * @param queue the logical id of the queue
   * @param concurrency the most calls at a time
   * @param visibility time after which a failed message is tried again
   * @param mostCalls how often a message is tried before it is given up
   */
  record Queue(
      String name,
      String function,
      String source,
      int batchSize,
      String queue,
      int concurrency,
      Duration visibility,
      int mostCalls)
      implements Trigger {}
}
