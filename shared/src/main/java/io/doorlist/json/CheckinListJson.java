package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.util.List;

/** Writes check-in lists. */
public final class CheckinListJson {
  private CheckinListJson() {}

  /**
   * Writes the answer of listCheckinLists, the one list whose meta differs from the others'.
   *
   * @param counts how many tickets are checked in, for each list of the page in the same order
   */
  public static JsonValue page(Page<CheckinList> page, List<Long> counts) {
    return JsonValue.objectOf(
        json -> {
          json.writeArrayFieldStart("checkin_lists");
          for (int i = 0; i < page.items().size(); i++) {
            write(json, page.items().get(i), counts.get(i));
          }
          json.writeEndArray();
          json.writeFieldName("meta");
          writeMeta(json, page);
        });
  }

  /** Writes the answer of getCheckinList. */
  public static JsonValue of(CheckinList list, long checkedInCount) {
    return new JsonValue(json -> write(json, list, checkedInCount));
  }

  /** Writes an array of the lists with {@code id} and {@code name} only. */
  public static JsonValue names(List<CheckinList> lists) {
    return JsonValue.array(lists.stream().map(CheckinListJson::name).toList());
  }

  /** Writes the id and the name of a list. */
  public static JsonValue name(CheckinList list) {
    return JsonValue.objectOf(
        json -> {
          json.writeNumberField("id", list.id());
          json.writeStringField("name", list.name());
        });
  }

  private static void write(JsonGenerator json, CheckinList list, long checkedInCount)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", list.id());
    json.writeStringField("name", list.name());
    json.writeNumberField("checked_in_count", checkedInCount);
    json.writeStringField("created_at", Times.exact(list.createdAt()));
    json.writeStringField("updated_at", Times.exact(list.updatedAt()));
    json.writeEndObject();
  }

  private static void writeMeta(JsonGenerator json, Page<?> page) throws IOException {
    long current = page.request().page();
    long pages = page.pages();
    json.writeStartObject();
    json.writeNumberField("current_page", current);
    Fields.number(json, "next_page", current < pages ? (Long) (current + 1) : null);
    long previous = Math.min(current - 1, pages);
    Fields.number(json, "prev_page", previous > 0 ? (Long) previous : null);
    json.writeNumberField("total_pages", pages);
    json.writeNumberField("total_count", page.count());
    json.writeEndObject();
  }
}
