package io.doorlist.store.checkin.area;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Remembers which limits of its capacity an area has reached, so that each crossing is told once.
 *
 * <p>Implementation notes. An item for each area and mode has how many limits were reached when
 * somebody looked last. Who finds more inside writes the new level together with the crossings, on
 * condition that nobody wrote meanwhile; the crossings stay in the item until they are recorded as
 * webhook events. So a recorder that dies anywhere loses none, and one that repeats finds the same
 * ones by the same names. The item is read before the area is counted: a count that is written is
 * never older than the one before. When an area empties, its level is 0 without a write. See ADR
 * 0046. Thread-safe.
 */
public final class AreaLimitStore {
  private static final int MAX_TRIES = 50;
  private static final String VERSION = "v";
  private static final String LEVEL = "level";
  private static final String EMPTIED = "emptied";
  private static final String OPEN = "open";

  /** What is told about each level from 1 on. */
  private static final List<WebhookEventType> LEVELS =
      List.of(WebhookEventType.AREA_NEARLY_FULL, WebhookEventType.AREA_FULL);

  private final Dynamo dynamo;
  private final AreaStore areas;

  public AreaLimitStore(Dynamo dynamo, AreaStore areas) {
    this.dynamo = dynamo;
    this.areas = areas;
  }

  /**
   * A limit that an area reached from below.
   *
   * @param change identifies it in the account, as {@link io.doorlist.domain.webhook.Change#name()}
   *     does
   * @param list id of the check-in list that was named
   * @param object the area as it was then
   */
  public record Crossing(String change, WebhookEventType type, long list, JsonObject object) {}

  /**
   * Crossings of an area that are not known to be recorded.
   *
   * @param version of the item that has them
   */
  public record Open(Key key, long version, List<Crossing> crossings) {
    public Open {
      crossings = List.copyOf(crossings);
    }
  }

  private record State(long version, int level, long emptied, List<Crossing> open) {
    static State of(Item item) {
      return new State(
          item.number(VERSION),
          (int) item.number(LEVEL),
          item.number(EMPTIED),
          item.has(OPEN) ? item.items(OPEN, State::crossing) : List.of());
    }

    private static Crossing crossing(Item item) {
      return new Crossing(
          item.text("change"),
          Worded.read(WebhookEventType.class, item.text("type")),
          item.number("list"),
          new JsonObject(item.text("object")));
    }

    Item item(Key key) {
      return new Item(key)
          .put(VERSION, version)
          .put(LEVEL, (long) level)
          .put(EMPTIED, emptied)
          .put(
              OPEN,
              open,
              crossing ->
                  new Item()
                      .put("change", crossing.change)
                      .put("type", crossing.type.word())
                      .put("list", crossing.list)
                      .put("object", crossing.object.text()));
    }
  }

  /**
   * Counts an area that has a capacity; returns all crossings that are not recorded. Access pattern
   * 50: 1 read unit more than 46; 1 write unit per KB if the level changed.
   *
   * @param list id of the check-in list to name
   * @param shown returns the payload of webhook events
   * @throws UnavailableException if the table did not answer in time; nothing is lost
   */
  public Open look(
      EventDefinition definition,
      Area.Doors doors,
      Mode mode,
      long list,
      Function<AreaCounts, JsonObject> shown) {
    Instant deadline = dynamo.deadline();
    Event event = definition.event();
    Key key = TableSchema.areaLimits(event.account(), event.slug(), doors.area().slug(), mode);
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      State known = State.of(dynamo.get(key, deadline).orElseGet(Item::new));
      long emptied = AreaClock.lastEmptied(event, doors.area(), dynamo.clock().instant());
      AreaCounts counts = areas.read(definition, doors, mode);
      int before = known.emptied == emptied ? known.level : 0;
      int level = level(counts.inside(), doors.area().capacity());
      if (level == before) {
        return new Open(key, known.version, known.open);
      }
      long version = known.version + 1;
      List<Crossing> open = new ArrayList<>(known.open);
      for (int reached = before + 1; reached <= level; reached++) {
        String change =
            String.join(
                "/",
                event.slug(),
                "areas",
                doors.area().slug(),
                mode.word(),
                Long.toString(version),
                Integer.toString(reached));
        open.add(new Crossing(change, LEVELS.get(reached - 1), list, shown.apply(counts)));
      }
      if (write(key, known.version, new State(version, level, emptied, open), deadline)) {
        return new Open(key, version, open);
      }
    }
    throw new UnavailableException(null);
  }

  /** Forgets crossings that are recorded; costs 1 write unit. */
  public void recorded(Open some) {
    Instant deadline = dynamo.deadline();
    State known = State.of(dynamo.get(some.key, deadline).orElseGet(Item::new));
    if (known.version == some.version) {
      State told = new State(known.version + 1, known.level, known.emptied, List.of());
      // Who wrote meanwhile has kept them, and finds them recorded.
      write(some.key, known.version, told, deadline);
    }
  }

  private boolean write(Key key, long version, State state, Instant deadline) {
    return dynamo.write(
        Write.put(state.item(key)).require(Condition.unchanged(VERSION, version)), deadline);
  }

  /** Returns how many limits are reached: at 90 % of the capacity, and at all of it. */
  private static int level(long inside, long capacity) {
    return inside >= capacity ? 2 : inside * 10 >= capacity * 9 ? 1 : 0;
  }
}
