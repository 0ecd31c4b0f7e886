package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.json.JsonValue;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Writes a function's log: faults on our side, and what else happened, with one JSON object on each
 * line. Messages of exceptions are left out, because they may contain what a client or the store
 * sent. QR codes and personal data are left out, too.
 *
 * <p>Implementation note: lines are passed as bytes, because Lambda's JSON log format wraps a
 * string in an object of its own, in which CloudWatch finds no metrics.
 */
public final class FunctionLog {
  private static final int MAX_CAUSES = 5;
  private static final int MAX_FRAMES = 40;

  private final Consumer<byte[]> lines;

  private FunctionLog(Consumer<byte[]> lines) {
    this.lines = lines;
  }

  public static FunctionLog of(Context context) {
    return new FunctionLog(line -> context.getLogger().log(line));
  }

  /** Logs that a record of a stream or queue could not be processed. The record will come again. */
  public void failed(String code, String record, Throwable exception) {
    write(
        line ->
            line.put("level", "ERROR")
                .put("code", code)
                .put("record", record)
                .put("exceptions", exceptions(exception)));
  }

  /** Logs an event for later searches. Its members are slugs, ids and words of our own. */
  public void happened(String code, Map<String, String> members) {
    write(line -> line.put("level", "INFO").put("code", code).putAll(members));
  }

  void write(Consumer<ObjectWriter> line) {
    String text = JsonValue.object(line).text() + "\n";
    lines.accept(text.getBytes(StandardCharsets.UTF_8));
  }

  static JsonValue exceptions(Throwable first) {
    List<Throwable> causes =
        Stream.iterate(first, Objects::nonNull, Throwable::getCause).limit(MAX_CAUSES).toList();
    return JsonValue.array(
        causes,
        (json, each) ->
            json.put("class", each.getClass().getName())
                .put(
                    "frames",
                    texts(
                        Stream.of(each.getStackTrace())
                            .limit(MAX_FRAMES)
                            .map(StackTraceElement::toString))));
  }

  static JsonValue texts(Stream<String> texts) {
    return JsonValue.array(texts.map(JsonValue::of).toList());
  }
}
