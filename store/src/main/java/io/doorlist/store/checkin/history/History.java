package io.doorlist.store.checkin.history;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Happening;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that happened at lists of an event.
 *
 * @param happenings ordered by door time
 * @param areas the areas of the lists, each added up over all of its lists; without curves
 * @param refused how often tickets were refused, by list and reason, as far as refusals are still
 *     stored
 */
public record History(
    List<Happening> happenings,
    List<AreaCounts> areas,
    SortedMap<Long, SortedMap<String, Long>> refused) {
  public History {
    happenings = List.copyOf(happenings);
    areas = List.copyOf(areas);
    refused = Collections.unmodifiableSortedMap(new TreeMap<>(refused));
  }
}
