package io.doorlist.webhookrecorder;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.http.FunctionLog;
import io.doorlist.json.AreaJson;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.area.AreaLimitStore;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.webhook.Changes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Watches whether areas reach limits of their capacities by a batch of changes. */
final class AreaWatch {
  private final Stores stores;

  AreaWatch(Stores stores) {
    this.stores = stores;
  }

  /** An area of an event in a mode. */
  private record Watched(String account, String event, String area, Mode mode) {}

  private record Last(EventDefinition definition, CheckinList list, Changes.Passing passing) {}

  /** Crossings of an area, and the webhook events that tell of them. */
  record Crossed(AreaLimitStore.Open open, List<NewWebhookEvent> webhookEvents) {
    Crossed {
      webhookEvents = List.copyOf(webhookEvents);
    }
  }

  /**
   * Looks at the areas that these records are about; returns those with crossings that may not be
   * recorded.
   *
   * @throws UnavailableException if the table did not answer in time
   */
  List<Crossed> look(List<StreamRecord> records, FunctionLog log) {
    Map<Watched, Last> areas = new LinkedHashMap<>();
    List<Crossed> crossed = new ArrayList<>();
    for (StreamRecord record : records) {
      try {
        Changes.passing(record.change()).ifPresent(passing -> note(passing, areas));
      } catch (UnavailableException e) {
        throw e;
      } catch (RuntimeException e) {
        log.failed("area_change_unreadable", record.sequenceNumber(), e);
      }
    }
    for (Map.Entry<Watched, Last> each : areas.entrySet()) {
      try {
        crossed.add(look(each.getKey(), each.getValue()));
      } catch (UnavailableException e) {
        throw e;
      } catch (RuntimeException e) {
        // The next passage finds the same: this must not block what comes after it.
        log.failed("area_not_watched", records.getFirst().sequenceNumber(), e);
      }
    }
    crossed.removeIf(each -> each.webhookEvents.isEmpty());
    return crossed;
  }

  /** Keeps the last passage of each area that has a capacity. */
  private void note(Changes.Passing passing, Map<Watched, Last> areas) {
    Changes.OfList at = passing.at();
    Optional<EventDefinition> definition = stores.events().findDefinition(at.account(), at.event());
    Optional<CheckinList> list = definition.flatMap(found -> found.list(at.list()));
    if (list.isEmpty()) {
      return;
    }
    Area area = definition.get().area(list.get()).area();
    if (area.capacity() != null) {
      areas.put(
          new Watched(at.account(), at.event(), area.slug(), at.mode()),
          new Last(definition.get(), list.get(), passing));
    }
  }

  private Crossed look(Watched area, Last last) {
    Changes.Passing passing = last.passing();
    long passage =
        passing.passage() == null
            ? 0
            : CheckinMark.id(last.list(), area.mode(), passing.ordinal(), passing.index());
    AreaLimitStore.Open open =
        stores
            .areaLimits()
            .look(
                last.definition(),
                last.definition().area(last.list()),
                area.mode(),
                last.list().id(),
                counts -> AreaJson.object(counts, last.list(), passage, passing.passage()));
    List<NewWebhookEvent> webhookEvents =
        open.crossings().stream()
            .map(
                crossing ->
                    new NewWebhookEvent(
                        area.account(),
                        area.event(),
                        area.mode(),
                        crossing.change(),
                        crossing.type(),
                        crossing.list(),
                        crossing.object()))
            .toList();
    return new Crossed(open, webhookEvents);
  }
}
