package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.json.JsonValue;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Logs faults of requests, and metrics in CloudWatch's embedded metric format. */
record RequestLog(FunctionLog log, String function) {
  private static final String FUNCTION = "FunctionName";

  static RequestLog of(Context context) {
    return new RequestLog(FunctionLog.of(context), context.getFunctionName());
  }

  void error(Request request, Problem problem, RuntimeException exception) {
    error(request, problem.type().code(), "exceptions", FunctionLog.exceptions(exception));
  }

  void unreadable(Request request, List<String> rows) {
    error(request, "unreadable_rows", "rows", FunctionLog.texts(rows.stream()));
  }

  private void error(Request request, String code, String member, JsonValue what) {
    log.write(
        line ->
            line.put("level", "ERROR")
                .put("code", code)
                .put("request_id", request.id())
                .put("route", request.method() + " " + request.resource())
                .put(member, what));
  }

  /**
   * Logs a metric of a request. Its caller was let in, so account, event and list are valid slugs
   * and ids.
   */
  void metric(Request request, Metric metric, Instant at) {
    log.write(
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
                    .put("Dimensions", JsonValue.array(List.of(FunctionLog.texts(dimensions))))
                    .putArray(
                        "Metrics",
                        List.of(metric.name()),
                        (object, name) -> object.put("Name", name).put("Unit", "Count")));
    json.put("Timestamp", at.toEpochMilli())
        .put("CloudWatchMetrics", JsonValue.array(List.of(directive)));
  }
}
