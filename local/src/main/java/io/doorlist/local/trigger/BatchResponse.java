package io.doorlist.local.trigger;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Trigger;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A function's answer to a batch, if it may report failures of single records. */
final class BatchResponse {
  private BatchResponse() {}

  /**
   * Returns the records that failed; empty if the answer means that all failed.
   *
   * @param known the identifiers of the batch's records
   */
  static Optional<Set<String>> failed(Trigger trigger, Invocation invocation, Set<String> known) {
    if (!(invocation instanceof Invocation.Returned returned)) {
      return Optional.empty();
    }
    if (!trigger.reportsItemFailures() || returned.output().length == 0) {
      return Optional.of(Set.of());
    }
    try {
      return failed(JsonTree.read(returned.output()), known);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Set<String>> failed(Object answer, Set<String> known) {
    Object failures = answer instanceof Map<?, ?> members ? members.get("batchItemFailures") : null;
    Set<String> failed = new HashSet<>();
    for (Object failure : failures instanceof List<?> list ? list : List.of()) {
      Object identifier =
          failure instanceof Map<?, ?> members ? members.get("itemIdentifier") : null;
      if (!(identifier instanceof String text) || !known.contains(text)) {
        return Optional.empty();
      }
      failed.add(text);
    }
    return Optional.of(failed);
  }
}
