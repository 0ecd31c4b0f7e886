package io.doorlist.acceptance.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the answers and the messages of webhooks that the suite has seen. If the system property
 * {@code doorlist.answers} names a file, they are written to it as lines of JSON. The programs in
 * tools/clients decode them with generated clients. Thread-safe.
 */
public final class Recording {
  private static final String FILE = System.getProperty("doorlist.answers", "");
  private static final String REFERENCE = "#/components/schemas/";
  private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

  private Recording() {}

  /** Keeps an answer of an operation; {@code media} is what openapi.yaml has for its content. */
  static void answer(String operation, Answer answer, Map<String, Object> media) {
    keep(operation, answer.status(), schema(media), answer.text());
  }

  /** Keeps what a receiver of webhooks got. */
  public static void message(String text) {
    Map<String, Object> message = Json.parse(text);
    Map<String, Object> webhooks = Json.object(Description.read().document().get("webhooks"));
    Object webhook = webhooks.get(String.valueOf(message.get("type")));
    if (webhook != null) {
      Map<String, Object> media =
          Json.object(Json.at(webhook, "post", "requestBody", "content", "application/json"));
      keep((String) Json.at(webhook, "post", "operationId"), 0, schema(media), text);
    }
  }

  private static String schema(Map<String, Object> media) {
    return ((String) Json.at(media, "schema", "$ref")).substring(REFERENCE.length());
  }

  private static void keep(String operation, int status, String schema, String text) {
    if (FILE.isEmpty() || !SEEN.add(operation + status + text)) {
      return;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("operation", operation);
    line.put("status", status);
    line.put("schema", schema);
    line.put("body", text);
    Lines.add(Json.write(line));
  }

  /** The file, which is begun with the first line. */
  private static final class Lines {
    private static final Writer LINES = begin();

    private static Writer begin() {
      try {
        Path file = Path.of(FILE);
        Files.createDirectories(file.toAbsolutePath().getParent());
        return Files.newBufferedWriter(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    static synchronized void add(String line) {
      try {
        LINES.write(line + "\n");
        LINES.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
