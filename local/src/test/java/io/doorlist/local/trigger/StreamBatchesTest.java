package io.doorlist.local.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.FilterPattern;
import io.doorlist.local.template.Trigger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Retries of a stream's batches, as Lambda does them. */
class StreamBatchesTest {
  private static final Invocation DONE = new Invocation.Returned(new byte[0]);
  private static final Invocation BROKEN = Invocation.Failed.malformed("");

  private final List<List<String>> calls = new ArrayList<>();

  /** How often it is asked in vain whether a retry can succeed. */
  private final AtomicInteger notReady = new AtomicInteger();

  private void process(int batchSize, int retries, Function<List<String>, Invocation> function)
      throws Exception {
    FilterPattern filter = FilterPattern.read("{\"dynamodb\":{\"wanted\":[\"yes\"]}}");
    Trigger.Stream stream =
        new Trigger.Stream("F.T", "F", "arn:stream", batchSize, List.of(filter), retries);
    StreamBatches batches =
        new StreamBatches(
            stream,
            input -> {
              List<String> numbers = numbers(input);
              calls.add(numbers);
              return function.apply(numbers);
            },
            () -> notReady.getAndUpdate(left -> Math.max(0, left - 1)) == 0);
    ArrayList<Map<String, Object>> records = new ArrayList<>();
    for (String number : List.of("1", "2", "x", "3", "4")) {
      records.add(
          Map.of(
              "dynamodb",
              Map.of("SequenceNumber", number, "wanted", number.equals("x") ? "no" : "yes")));
    }
    batches.process(records);
  }

  private static List<String> numbers(byte[] input) {
    try {
      ArrayList<String> numbers = new ArrayList<>();
      for (Object record : (List<?>) ((Map<?, ?>) JsonTree.read(input)).get("Records")) {
        Map<?, ?> change = (Map<?, ?>) ((Map<?, ?>) record).get("dynamodb");
        numbers.add((String) change.get("SequenceNumber"));
      }
      return numbers;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Invocation failedAt(String number) {
    return new Invocation.Returned(
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"%s\"}]}"
            .formatted(number)
            .getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void batches_haveWhatTheFilterLetsThrough() throws Exception {
    process(3, 0, numbers -> DONE);

    assertEquals(List.of(List.of("1", "2", "3"), List.of("4")), calls);
  }

  @Test
  void batch_goesOnFromTheRecordThatFailed() throws Exception {
    process(10, 5, numbers -> calls.size() == 1 ? failedAt("3") : DONE);

    assertEquals(List.of(List.of("1", "2", "3", "4"), List.of("3", "4")), calls);
  }

  @Test
  void batch_isHalved_downToTheRecordThatIsToBlame() throws Exception {
    process(10, 2, numbers -> numbers.contains("3") ? BROKEN : DONE);

    assertEquals(
        List.of(
            List.of("1", "2", "3", "4"),
            List.of("1", "2"),
            List.of("3", "4"),
            List.of("3"),
            List.of("3"),
            List.of("3"),
            List.of("4")),
        calls);
  }

  @Test
  void batch_failsAsAWhole_whenItsAnswerNamesAnUnknownRecord() throws Exception {
    process(10, 1, numbers -> calls.size() == 1 ? failedAt("9") : DONE);

    assertEquals(List.of(List.of("1", "2", "3", "4"), List.of("1", "2"), List.of("3", "4")), calls);
  }

  /** On a full disk the retries of half an hour were used up, and the changes lost. */
  @Test
  void batch_isKept_whileNoRetryCanSucceed() throws Exception {
    notReady.set(3);

    process(10, 1, numbers -> notReady.get() > 0 ? BROKEN : DONE);

    assertEquals(
        List.of(
            List.of("1", "2", "3", "4"),
            List.of("1", "2"),
            List.of("1"),
            List.of("1"),
            List.of("2"),
            List.of("3", "4")),
        calls);
  }
}
