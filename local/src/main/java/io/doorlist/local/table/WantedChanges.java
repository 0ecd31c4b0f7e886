package io.doorlist.local.table;

import io.doorlist.local.template.FilterPattern;
import io.doorlist.local.template.Template;
import io.doorlist.local.template.Trigger;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.aws.StreamJson;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Tells which changes a template's functions want, by the filters of its streams. Thread-safe.
 *
 * <p>Implementation note. The table asks on the thread that writes. To save time there, filters see
 * only the attributes that they name.
 */
public final class WantedChanges implements Predicate<ItemChange> {
  /** A placeholder for the address of queues, because streams do not need it. */
  private static final URI NO_QUEUES = URI.create("http://127.0.0.1:9");

  private final List<Trigger.Stream> streams;
  private final Set<String> named = new HashSet<>();

  /** Returns the changes that a template wants. */
  public static WantedChanges of(Template template) {
    return new WantedChanges(
        template.deployment(Map.of(), HostTable.Here.NAME, NO_QUEUES).streams());
  }

  WantedChanges(List<Trigger.Stream> streams) {
    this.streams = List.copyOf(streams);
    for (Trigger.Stream stream : streams) {
      for (FilterPattern filter : stream.filters()) {
        if (filter.members().get("dynamodb") instanceof Map<?, ?> change) {
          Stream.of("OldImage", "NewImage")
              .map(change::get)
              .filter(Map.class::isInstance)
              .forEach(image -> ((Map<?, ?>) image).keySet().forEach(this::name));
        }
      }
    }
  }

  private void name(Object attribute) {
    named.add((String) attribute);
  }

  @Override
  public boolean test(ItemChange change) {
    ItemChange seen = new ItemChange(change.key(), partOf(change.before()), partOf(change.now()));
    Map<String, Object> record =
        StreamRecord.of(StreamRecord.event(change), StreamJson.write(seen, ""));
    return streams.stream().anyMatch(stream -> stream.wants(record));
  }

  private Item partOf(Item item) {
    Item part = new Item();
    for (String attribute : named) {
      if (item.has(attribute)) {
        part.put(attribute, item.attributes().get(attribute));
      }
    }
    return part;
  }
}
