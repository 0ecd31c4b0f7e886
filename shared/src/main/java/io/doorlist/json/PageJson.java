package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.util.List;

/** Writes lists whose meta is that of every list except the list of check-in lists. */
final class PageJson {
  private PageJson() {}

  /** Writes the members of one item of a list. */
  @FunctionalInterface
  interface Item<T> {
    void write(JsonGenerator json, T item) throws IOException;
  }

  static <T> JsonValue of(String name, Page<T> page, Mode mode, Item<T> writer) {
    return of(
        name,
        page.items(),
        mode,
        writer,
        json -> {
          json.writeObjectFieldStart("pagination");
          json.writeNumberField("page", page.request().page());
          json.writeNumberField("items", page.request().items());
          json.writeNumberField("pages", page.pages());
          json.writeNumberField("count", page.count());
          json.writeEndObject();
        });
  }

  /**
   * Writes some of a list that is read on from one to the next.
   *
   * @param next a link to what follows, or {@code null}
   */
  static <T> JsonValue part(String name, List<T> items, String next, Mode mode, Item<T> writer) {
    return of(name, items, mode, writer, json -> json.writeStringField("next", next));
  }

  private static <T> JsonValue of(
      String name, List<T> items, Mode mode, Item<T> writer, JsonValue.Content meta) {
    return JsonValue.objectOf(
        json -> {
          json.writeArrayFieldStart(name);
          for (T item : items) {
            json.writeStartObject();
            writer.write(json, item);
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeObjectFieldStart("meta");
          json.writeStringField("lookup_mode", mode.word());
          meta.write(json);
          json.writeEndObject();
        });
  }
}
