package io.doorlist.json;

import io.doorlist.domain.Mode;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.paging.Page;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Writes lists whose meta is that of every list except the list of check-in lists. */
public final class PageJson {
  private PageJson() {}

  public static <T> JsonValue of(
      String name, Page<T> page, Mode mode, BiConsumer<ObjectWriter, T> item) {
    return of(name, page, mode, item, more -> {});
  }

  /** Writes a page, and more members before its meta. */
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

  /** Writes some of a list that is read on from one to the {@code next}, which may be null. */
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
