package io.doorlist.json;

import io.doorlist.domain.Mode;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.paging.Page;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Writes lists with their member {@code meta}. The list of check-in lists has another {@code meta},
 * which {@link CheckinListJson} writes.
 */
public final class PageJson {
  private PageJson() {}

  public static <T> JsonValue of(
      String name, Page<T> page, Mode mode, BiConsumer<ObjectWriter, T> item) {
    return of(name, page, mode, item, more -> {});
  }

  /** Writes a page, with more members before {@code meta}. */
  static <T> JsonValue of(
      String name,
      Page<T> page,
      Mode mode,
      BiConsumer<ObjectWriter, T> item,
      Consumer<ObjectWriter> more) {
    return of(
        name,
        page.items(),
        mode,
        item,
        more,
        meta ->
            meta.putObject(
                "pagination",
                json ->
                    json.put("page", page.request().page())
                        .put("items", page.request().items())
                        .put("pages", page.pages())
                        .put("count", page.count())));
  }

  /** Writes a part of a list. The client reads on with {@code next}, which is null at the end. */
  public static <T> JsonValue part(
      String name, List<T> items, String next, Mode mode, BiConsumer<ObjectWriter, T> item) {
    return of(name, items, mode, item, more -> {}, meta -> meta.put("next", next));
  }

  private static <T> JsonValue of(
      String name,
      List<T> items,
      Mode mode,
      BiConsumer<ObjectWriter, T> item,
      Consumer<ObjectWriter> more,
      Consumer<ObjectWriter> meta) {
    return JsonValue.object(
        json -> {
          json.putArray(name, items, item);
          more.accept(json);
          json.putObject("meta", object -> meta.accept(object.put("lookup_mode", mode)));
        });
  }
}
