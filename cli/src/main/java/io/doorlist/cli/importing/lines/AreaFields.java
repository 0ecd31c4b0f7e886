package io.doorlist.cli.importing.lines;

import io.doorlist.domain.event.Area;
import io.doorlist.door.Reentry;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads areas of events, and what lists say of them. */
final class AreaFields {
  private static final int MAX_AREAS = 100;
  private static final int MAX_CAPACITY = 100_000_000;
  private static final Set<String> AREA = Set.of("slug", "name", "capacity", "empties_at");
  private static final Pattern MINUTE = Pattern.compile("([01]\\d|2[0-3]):[0-5]\\d");

  private AreaFields() {}

  /** Reads the time zone of an event, or {@code null}. */
  static ZoneId timeZone(Fields event) throws RefusedLine {
    String name = event.optionalWord("time_zone");
    try {
      return name == null ? null : ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new RefusedLine(event.at("time_zone"), "must be a time zone such as Europe/Berlin");
    }
  }

  /** Reads the areas of an event, none if they are left out. */
  static List<Area> areas(Fields event) throws RefusedLine {
    List<Area> areas = new ArrayList<>();
    Set<String> slugs = new HashSet<>();
    for (Fields area : event.optionalObjects("areas", MAX_AREAS, AREA)) {
      areas.add(new Area(area.slug("slug"), area.text("name"), capacity(area), emptiesAt(area)));
      if (!slugs.add(areas.getLast().slug())) {
        throw new RefusedLine(area.at("slug"), "occurs twice");
      }
    }
    return areas;
  }

  private static Integer capacity(Fields area) throws RefusedLine {
    Long capacity = area.optionalAmount("capacity");
    if (capacity != null && (capacity == 0 || capacity > MAX_CAPACITY)) {
      throw new RefusedLine(area.at("capacity"), "must be an integer from 1 to " + MAX_CAPACITY);
    }
    return capacity == null ? null : (Integer) capacity.intValue();
  }

  private static LocalTime emptiesAt(Fields area) throws RefusedLine {
    String time = area.optionalWord("empties_at");
    if (time != null && !MINUTE.matcher(time).matches()) {
      throw new RefusedLine(area.at("empties_at"), "must be a time of day such as 04:00");
    }
    return time == null ? null : LocalTime.parse(time);
  }

  /** Reads whether a list lets people in again; never if it does not say. */
  static Reentry reentry(Fields list) throws RefusedLine {
    return list.optionalWord("reentry") == null
        ? Reentry.NEVER
        : list.word("reentry", Reentry.values(), Reentry::word);
  }
}
