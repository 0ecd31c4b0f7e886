package io.doorlist.json;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.paging.Page;
import java.util.List;
import java.util.stream.IntStream;

/** Writes check-in lists. */
public final class CheckinListJson {
  private CheckinListJson() {}

  /**
   * Writes the answer of listCheckinLists, whose member {@code meta} differs from that of other
   * lists.
   */
  public static JsonValue page(Page<CheckinList> page, List<Long> counts) {
    long current = page.request().page();
    long pages = page.pages();
    long previous = Math.min(current - 1, pages);
    List<CheckinList> lists = page.items();
    return JsonValue.object(
        json ->
            json.putArray(
                    "checkin_lists",
                    IntStream.range(0, lists.size()).boxed().toList(),
                    (object, i) -> write(object, lists.get(i), counts.get(i)))
                .putObject(
                    "meta",
                    meta ->
                        meta.put("current_page", current)
                            .put("next_page", current < pages ? current + 1 : null)
                            .put("prev_page", previous > 0 ? previous : null)
                            .put("total_pages", pages)
                            .put("total_count", page.count())));
  }

  public static JsonValue of(CheckinList list, long checkedInCount) {
    return JsonValue.object(json -> write(json, list, checkedInCount));
  }

  public static JsonValue names(List<CheckinList> lists) {
    return JsonValue.array(lists, CheckinListJson::writeName);
  }

  public static JsonValue name(CheckinList list) {
    return JsonValue.object(list, CheckinListJson::writeName);
  }

  private static void writeName(ObjectWriter json, CheckinList list) {
    json.put("id", list.id()).put("name", list.name());
  }

  private static void write(ObjectWriter json, CheckinList list, long checkedInCount) {
    writeName(json, list);
    json.put("checked_in_count", checkedInCount)
        .put("created_at", list.createdAt())
        .put("updated_at", list.updatedAt());
  }
}
