package io.doorlist.local.trigger;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.JsonTree;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A function's answer to a batch, which may report failures of single records. */
final class BatchResponse {
  private BatchResponse() {}

  /**
   * Returns which records of the batch failed. The result is {@code Optional.empty()} if all
   * failed.
   */
  static Optional<Set<String>> failed(Invocation invocation, Set<String> known) {
    if (!(invocation instanceof Invocation.Returned returned)) {
      return Optional.empty();
    }
    Set<String> failed = new HashSet<>();
    if (returned.output().length > 0) {
      try {
        Object answer = JsonTree.read(returned.output());
        Object failures = answer instanceof Map<?, ?> map ? map.get("batchItemFailures") : null;
        for (Object each : failures instanceof List<?> list ? list : List.of()) {
          failed.add((String) ((Map<?, ?>) each).get("itemIdentifier"));
        }
      } catch (IOException | ClassCastException e) {
        return Optional.empty();
      }
    }
    return known.containsAll(failed) ? Optional.of(failed) : Optional.empty();
  }
}
