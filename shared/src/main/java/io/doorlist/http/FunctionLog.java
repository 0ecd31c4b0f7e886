package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.json.JsonValue;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Writes a function's log, one JSON object a line: faults on our side, and metrics in CloudWatch's
 * embedded metric format. Messages of exceptions are left out, as they may contain what a client or
 * the store sent; so are QR codes and all personal data.
 *
 * <p>Implementation note: lines are passed as bytes, because Lambda's JSON log format wraps a
 * string in an object of its own, in which CloudWatch finds no metrics.
 */
public final class FunctionLog {
  private static final String FUNCTION = "FunctionName";
  private static final int MAX_CAUSES = 5;
  private static final int MAX_FRAMES = 40;

  private final String function;
  private final Consumer<byte[]> lines;

  private FunctionLog(String function, Consumer<byte[]> lines) {
    this.function = function;
    this.lines = lines;
  }

  public static FunctionLog of(Context context) {
    return new FunctionLog(context.getFunctionName(), line -> context.getLogger().log(line));
  }

  void error(Request request, Problem problem, RuntimeException exception) {
    error(request, problem.type().code(), "exceptions", exceptions(exception));
  }

  void unreadable(Request request, List<String> rows) {
    error(request, "unreadable_rows", "rows", texts(rows.stream()));
  }

  private void error(Request request, String code, String member, JsonValue what) {
    write(
        line ->
            line.put("level", "ERROR")
                .put("code", code)
                .put("request_id", request.id())
                .put("route", request.method() + " " + request.resource())
                .put(member, what));
  }

  /** Logs that processing a record of a stream or queue failed; it will come again. */
  public void failed(String code, String record, Throwable exception) {
    write(
        line ->
            line.put("level", "ERROR")
                .put("code", code)
                .put("record", record)
                .put("exceptions", exceptions(exception)));
  }

  /** Logs an event to be found later, with slugs, ids and words of our own. */
  public void happened(String code, Map<String, String> members) {
    write(line -> line.put("level", "INFO").put("code", code).putAll(members));
  }

  /** The caller was let in, so account, event and list are slugs and ids. */
  void metric(Request request, Metric metric, Instant at) {
    write(
        line -> {
          line.putObject("_aws", aws -> writeMetadata(aws, metric, at))
              .put(FUNCTION, function)
              .putAll(metric.dimensions())
              .put(metric.name(), metric.count())
              .put("account", request.pathParameter("account_slug"))
              .put("event", request.pathParameter("event_slug"))
              .put("list", request.pathParameter("checkin_list_id"));
          if (metric.ticket() != null) {
            line.put("ticket", metric.ticket().toString());
          }
          line.put("token", request.identity().getOrDefault("token_id", ""))
              .put("request_id", request.id());
        });
  }

  private static void writeMetadata(ObjectWriter json, Metric metric, Instant at) {
    Stream<String> dimensions =
        Stream.concat(Stream.of(FUNCTION), metric.dimensions().keySet().stream());
    JsonValue directive =
        JsonValue.object(
            members ->
                members
                    .put("Namespace", "Doorlist")
                    .put("Dimensions", JsonValue.array(List.of(texts(dimensions))))
                    .putArray(
                        "Metrics",
                        List.of(metric.name()),
                        (object, name) -> object.put("Name", name).put("Unit", "Count")));
    json.put("Timestamp", at.toEpochMilli())
        .put("CloudWatchMetrics", JsonValue.array(List.of(directive)));
  }

  private void write(Consumer<ObjectWriter> line) {
    String text = JsonValue.object(line).text() + "\n";
    lines.accept(text.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonValue exceptions(Throwable first) {
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

  private static JsonValue texts(Stream<String> texts) {
    return JsonValue.array(texts.map(JsonValue::of).toList());
  }
}
