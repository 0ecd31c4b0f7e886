package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes a function's log, one JSON object a line: what went wrong on our side, and figures in
 * CloudWatch's embedded metric format. Messages of exceptions are left out, as they may carry what
 * a client or the store sent; so are QR codes and whatever says who somebody is.
 *
 * <p>Implementation note: lines are handed over as bytes, because Lambda's JSON log format wraps a
 * string into an object of its own, in which CloudWatch finds no figures.
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

  /** Returns the log of the function that is called. */
  public static FunctionLog of(Context context) {
    return new FunctionLog(context.getFunctionName(), line -> context.getLogger().log(line));
  }

  void error(Request request, Problem problem, RuntimeException exception) {
    error(request, problem.type().code(), "exceptions", exceptions(exception));
  }

  /** Notes rows that an answer had to leave out. */
  void unreadable(Request request, List<String> rows) {
    error(request, "unreadable_rows", "rows", rows.stream().map(JsonValue::of).toList());
  }

  private void error(Request request, String code, String member, List<JsonValue> what) {
    Map<String, JsonValue> line = new LinkedHashMap<>();
    line.put("level", JsonValue.of("ERROR"));
    line.put("code", JsonValue.of(code));
    line.put("request_id", JsonValue.of(request.id()));
    line.put("route", JsonValue.of(request.method() + " " + request.resource()));
    line.put(member, JsonValue.array(what));
    write(line);
  }

  /**
   * Writes that a record of a stream or a queue is not done with, and will come again.
   *
   * @param code stable snake_case word for what did not come off
   * @param record names the record to the service that it comes from
   */
  public void failed(String code, String record, RuntimeException exception) {
    Map<String, JsonValue> line = new LinkedHashMap<>();
    line.put("level", JsonValue.of("ERROR"));
    line.put("code", JsonValue.of(code));
    line.put("record", JsonValue.of(record));
    line.put("exceptions", JsonValue.array(exceptions(exception)));
    write(line);
  }

  /**
   * Writes something that happened, for whoever looks for it later.
   *
   * @param code stable snake_case word for it
   * @param members what it was about: slugs, ids and words of our own
   */
  public void happened(String code, Map<String, String> members) {
    Map<String, JsonValue> line = new LinkedHashMap<>();
    line.put("level", JsonValue.of("INFO"));
    line.put("code", JsonValue.of(code));
    members.forEach((name, value) -> line.put(name, JsonValue.of(value)));
    write(line);
  }

  /**
   * Writes a figure, with the account, the event and the list it is about, and whose token asked.
   * The caller was let in, so these are slugs and ids.
   */
  void metric(Request request, Metric metric, Instant at) {
    Map<String, JsonValue> line = new LinkedHashMap<>();
    line.put("_aws", metadata(metric, at));
    line.put(FUNCTION, JsonValue.of(function));
    metric.dimensions().forEach((name, value) -> line.put(name, JsonValue.of(value)));
    line.put(metric.name(), JsonValue.of(metric.count()));
    line.put("account", JsonValue.of(request.pathParameter("account_slug")));
    line.put("event", JsonValue.of(request.pathParameter("event_slug")));
    line.put("list", JsonValue.of(request.pathParameter("checkin_list_id")));
    line.put("token", JsonValue.of(request.identity().getOrDefault("token_id", "")));
    line.put("request_id", JsonValue.of(request.id()));
    write(line);
  }

  private static JsonValue metadata(Metric metric, Instant at) {
    List<JsonValue> dimensions = new ArrayList<>();
    dimensions.add(JsonValue.of(FUNCTION));
    metric.dimensions().keySet().forEach(name -> dimensions.add(JsonValue.of(name)));
    Map<String, JsonValue> definition = new LinkedHashMap<>();
    definition.put("Name", JsonValue.of(metric.name()));
    definition.put("Unit", JsonValue.of("Count"));
    Map<String, JsonValue> directive = new LinkedHashMap<>();
    directive.put("Namespace", JsonValue.of(NAMESPACE));
    directive.put("Dimensions", JsonValue.array(List.of(JsonValue.array(dimensions))));
    directive.put("Metrics", JsonValue.array(List.of(JsonValue.object(definition))));
    Map<String, JsonValue> metadata = new LinkedHashMap<>();
    metadata.put("Timestamp", JsonValue.of(at.toEpochMilli()));
    metadata.put("CloudWatchMetrics", JsonValue.array(List.of(JsonValue.object(directive))));
    return JsonValue.object(metadata);
  }

  private void write(Map<String, JsonValue> line) {
    lines.accept((JsonValue.object(line).text() + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static List<JsonValue> exceptions(Throwable first) {
    List<JsonValue> exceptions = new ArrayList<>();
    Throwable exception = first;
    while (exception != null && exceptions.size() < MAX_CAUSES) {
      Map<String, JsonValue> members = new LinkedHashMap<>();
      members.put("class", JsonValue.of(exception.getClass().getName()));
      members.put("frames", JsonValue.array(frames(exception)));
      exceptions.add(JsonValue.object(members));
      exception = exception.getCause();
    }
    return exceptions;
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
