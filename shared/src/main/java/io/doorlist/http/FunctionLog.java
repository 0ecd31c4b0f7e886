package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes a function's log, one JSON object a line: faults on our side, and metrics in CloudWatch's
 * embedded metric format. Messages of exceptions are left out, as they may contain what a client or
 * the store sent; so are QR codes and all personal data.
 *
 * <p>Implementation note: lines are passed as bytes, because Lambda's JSON log format wraps a
 * string in an object of its own, in which CloudWatch finds no metrics.
 */
public final class FunctionLog {
  private static final String NAMESPACE = "Doorlist";
  private static final String FUNCTION = "FunctionName";
  private static final int MAX_CAUSES = 5;
  private static final int MAX_FRAMES = 40;

  private final String function;
  private final Consumer<byte[]> lines;

  private FunctionLog(String function, Consumer<byte[]> lines) {
    this.function = function;
    this.lines = lines;
  }

  /** Returns the log of the current call's function. */
  public static FunctionLog of(Context context) {
    return new FunctionLog(context.getFunctionName(), line -> context.getLogger().log(line));
  }

  void error(Request request, Problem problem, RuntimeException exception) {
    error(request, problem.type().code(), "exceptions", exceptions(exception));
  }

  /** Logs rows that an answer had to leave out. */
  void unreadable(Request request, List<String> rows) {
    error(request, "unreadable_rows", "rows", rows.stream().map(JsonValue::of).toList());
  }

  private void error(Request request, String code, String member, List<JsonValue> what) {
    write(
        line ->
            line.put("level", "ERROR")
                .put("code", code)
                .put("request_id", request.id())
                .put("route", request.method() + " " + request.resource())
                .put(member, JsonValue.array(what)));
  }

  /**
   * Logs that processing a record of a stream or queue failed; it will come again.
   *
   * @param code stable snake_case word for what failed
   * @param record the id of the record in its service
   */
  public void failed(String code, String record, RuntimeException exception) {
    write(
        line ->
            line.put("level", "ERROR")
                .put("code", code)
                .put("record", record)
                .put("exceptions", JsonValue.array(exceptions(exception))));
  }

  /**
   * Logs an event to be found later.
   *
   * @param code stable snake_case word for it
   * @param members its subject: slugs, ids and words of our own
   */
  public void happened(String code, Map<String, String> members) {
    write(line -> line.put("level", "INFO").put("code", code).putAll(members));
  }

  /**
   * Writes a metric, with its account, event, list and ticket, and the id of the caller's token.
   * The caller was let in, so these are slugs and ids.
   */
  void metric(Request request, Metric metric, Instant at) {
    write(
        line ->
            line.put("_aws", metadata(metric, at))
                .put(FUNCTION, function)
                .putAll(metric.dimensions())
                .put(metric.name(), metric.count())
                .put("account", request.pathParameter("account_slug"))
                .put("event", request.pathParameter("event_slug"))
                .put("list", request.pathParameter("checkin_list_id"))
                .putAll(
                    metric.ticket() == null
                        ? Map.of()
                        : Map.of("ticket", metric.ticket().toString()))
                .put("token", request.identity().getOrDefault("token_id", ""))
                .put("request_id", request.id()));
  }

  private static JsonValue metadata(Metric metric, Instant at) {
    List<JsonValue> dimensions = new ArrayList<>();
    dimensions.add(JsonValue.of(FUNCTION));
    metric.dimensions().keySet().forEach(name -> dimensions.add(JsonValue.of(name)));
    JsonValue definition =
        JsonValue.object(members -> members.put("Name", metric.name()).put("Unit", "Count"));
    JsonValue directive =
        JsonValue.object(
            members ->
                members
                    .put("Namespace", NAMESPACE)
                    .put("Dimensions", JsonValue.array(List.of(JsonValue.array(dimensions))))
                    .put("Metrics", JsonValue.array(List.of(definition))));
    return JsonValue.object(
        members ->
            members
                .put("Timestamp", at.toEpochMilli())
                .put("CloudWatchMetrics", JsonValue.array(List.of(directive))));
  }

  private void write(JsonValue.Members line) {
    lines.accept(JsonValue.object(line).line());
  }

  private static List<JsonValue> exceptions(Throwable first) {
    List<JsonValue> exceptions = new ArrayList<>();
    Throwable exception = first;
    while (exception != null && exceptions.size() < MAX_CAUSES) {
      exceptions.add(exception(exception));
      exception = exception.getCause();
    }
    return exceptions;
  }

  private static JsonValue exception(Throwable exception) {
    return JsonValue.object(
        members ->
            members
                .put("class", exception.getClass().getName())
                .put("frames", JsonValue.array(frames(exception))));
  }

  private static List<JsonValue> frames(Throwable exception) {
    List<JsonValue> frames = new ArrayList<>();
    for (StackTraceElement frame : exception.getStackTrace()) {
      if (frames.size() < MAX_FRAMES) {
        frames.add(JsonValue.of(frame.toString()));
      }
    }
    return frames;
  }
}
