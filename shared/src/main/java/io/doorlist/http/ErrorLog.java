package io.doorlist.http;

import io.doorlist.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes what went wrong on our side to the function's log, one JSON object a line. Messages of
 * exceptions are left out: they may carry what a client or the store sent.
 */
final class ErrorLog {
  private static final int MAX_CAUSES = 5;
  private static final int MAX_FRAMES = 40;

  private final Consumer<String> lines;

  ErrorLog(Consumer<String> lines) {
    this.lines = lines;
  }

  void write(Request request, Problem problem, RuntimeException exception) {
    Map<String, JsonValue> line = new LinkedHashMap<>();
    line.put("level", JsonValue.of("ERROR"));
    line.put("code", JsonValue.of(problem.type().code()));
    line.put("request_id", JsonValue.of(request.id()));
    line.put("route", JsonValue.of(request.method() + " " + request.resource()));
    line.put("exceptions", JsonValue.array(exceptions(exception)));
    lines.accept(JsonValue.object(line).text());
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
