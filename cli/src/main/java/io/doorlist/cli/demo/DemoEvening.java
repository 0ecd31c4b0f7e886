package io.doorlist.cli.demo;

import io.doorlist.cli.console.Interruption;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.event.EventStore;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The last hour at the doors of the demo's largest event. A third of the guests came in, most of
 * them half an hour ago. Some went on to another list. Some left by the smoking door, and most of
 * them came back. A phone without a network let two guests in a second time. A later upload says
 * that one of these two had left before.
 */
public record DemoEvening(DemoData data, EventDefinition place, Mode mode, Instant now) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration HOUR = Duration.ofHours(1);

  /** The guests of one in this many orders have come. */
  private static final int SHARE = 3;

  private static final int MAIN = 1;
  private static final int SMOKING = 5;
  private static final int GATES = 3;

  private static final int TWICE = 2;

  /** An order with more tickets than this comes in with one scan of its own code. */
  private static final int FAMILY = 8;

  /**
   * A scan of the past hour.
   *
   * @param id the id of the ticket or order whose code was scanned
   * @param group how many guests come, by ticket type, if the code is an order's; otherwise empty
   * @param late how long ago the scan was when the server got it; zero with a network
   */
  private record PastScan(
      Instant at,
      CheckinList list,
      boolean exit,
      long id,
      String code,
      SortedMap<String, Integer> group,
      String phone,
      Duration late) {
    void run(Table table, EventDefinition place, Mode mode) {
      boolean online = late.isZero();
      String key = "demo-%d-%d-%b-%b".formatted(id, list.id(), exit, online);
      Scan command =
          new Scan(
              mode,
              "demo-" + phone,
              phone,
              online,
              true,
              online ? null : at.minus(late),
              new IdempotencyKey(key, key, false),
              at.plus(PATIENCE));
      if (exit) {
        new CheckinStore(table).exit(place, list, code, command);
      } else if (group.isEmpty()) {
        new CheckinStore(table).checkInTicket(place, list, code, command);
      } else {
        new CheckinStore(table).checkInOrder(place, list, code, group, false, command);
      }
    }
  }

  public static Optional<DemoEvening> of(Table table, DemoData data, Mode mode, Instant now) {
    return new EventStore(table)
        .readDefinition(DemoData.ACCOUNT, DemoData.LARGEST)
        .map(place -> new DemoEvening(data, place, mode, now));
  }

  /**
   * Records the scans of the past hour. Each has an idempotency key, so it is harmless to do this
   * twice.
   */
  void load(Table table, DemoClock clock) {
    for (PastScan scan : past()) {
      clock.set(scan.at());
      scan.run(table, place, mode);
    }
  }

  /**
   * Returns whether the log of the main gate has the last guest of the hour who came with a
   * ticket's code.
   */
  boolean isOver(Table table) {
    long last =
        past().reversed().stream()
            .filter(scan -> scan.list().id() == MAIN && scan.group().isEmpty())
            .findFirst()
            .orElseThrow()
            .id();
    PageRequest latest = new PageRequest(1, PageRequest.MAX_ITEMS);
    return new DoorLog(table, new SumStore(table))
        .list(DemoData.ACCOUNT, DemoData.LARGEST, list(MAIN), mode, latest).items().stream()
            .anyMatch(in -> in.ticketId() == last);
  }

  /**
   * Lets in the guests who have not come yet, one order at a time, until the command is asked to
   * end.
   */
  public void goOn(Table table, Interruption interruption, Duration pause) {
    Random random = new Random(1);
    for (Order order : orders(false)) {
      if (!interruption.pause(pause)) {
        return;
      }
      for (Ticket guest : valid(order)) {
        entry(guest, table.clock().instant(), random).run(table, place, mode);
      }
    }
  }

  /** Returns the scans of the past hour in the order in which the server got them. */
  private List<PastScan> past() {
    List<PastScan> scans = new ArrayList<>();
    int families = 0;
    for (Order order : orders(true)) {
      Random random = new Random(order.id());
      double share = (Math.max(random.nextDouble(), random.nextDouble()) + random.nextDouble()) / 2;
      Instant at = now.minus(HOUR).plusMillis((long) (share * HOUR.toMillis()));
      List<Ticket> guests = valid(order);
      if (guests.size() > FAMILY) {
        scans.add(group(order, guests, at));
      } else if (families++ < TWICE) {
        twice(guests.getFirst(), families == TWICE, scans);
      } else {
        for (Ticket guest : guests) {
          at = at.plusSeconds(4 + random.nextInt(9));
          scans.add(entry(guest, at, random));
          afterwards(guest, at.plusSeconds(300 + random.nextInt(900)), random, scans);
        }
      }
    }
    scans.removeIf(scan -> scan.at().isAfter(now));
    scans.sort(Comparator.comparing(PastScan::at));
    return scans;
  }

  private List<Order> orders(boolean came) {
    return IntStream.range(0, Math.min(data.orders(place.event(), mode), DemoData.ORDERS))
        .filter(index -> came == (index % SHARE == SHARE - 1))
        .mapToObj(index -> DemoOrder.make(place.event(), mode, index))
        .filter(order -> order.state() == OrderState.CONFIRMED && !valid(order).isEmpty())
        .toList();
  }

  private static List<Ticket> valid(Order order) {
    return order.tickets().stream().filter(each -> each.state() == TicketState.VALID).toList();
  }

  private void afterwards(Ticket guest, Instant at, Random random, List<PastScan> scans) {
    int what = random.nextInt(8);
    if (what == 0) {
      scans.add(scan(guest, at, SMOKING, true, Duration.ZERO));
      if (random.nextInt(3) > 0) {
        scans.add(scan(guest, at.plusSeconds(400), SMOKING, false, Duration.ZERO));
      }
    } else if (what < 4) {
      place.lists().stream()
          .filter(list -> !list.allTicketTypes() && list.admits(guest.ticketType()))
          .findFirst()
          .ifPresent(list -> scans.add(scan(guest, at, list.id(), false, Duration.ZERO)));
    }
  }

  private void twice(Ticket guest, boolean explained, List<PastScan> scans) {
    Instant at = now.minus(Duration.ofMinutes(50));
    scans.add(scan(guest, at, MAIN, false, Duration.ZERO));
    scans.add(scan(guest, at.plusSeconds(1_500), MAIN, false, Duration.ofMinutes(5)));
    if (explained) {
      scans.add(scan(guest, at.plusSeconds(2_000), SMOKING, true, Duration.ofMinutes(20)));
    }
  }

  private PastScan entry(Ticket guest, Instant at, Random random) {
    String gate = "Gate " + (1 + random.nextInt(GATES));
    return scan(guest, at, MAIN, false, gate, Duration.ZERO);
  }

  private PastScan scan(Ticket guest, Instant at, long list, boolean exit, Duration late) {
    String phone = list == MAIN ? "Gate " + GATES : list(list).name();
    return scan(guest, at, list, exit, phone, late);
  }

  private PastScan scan(
      Ticket guest, Instant at, long list, boolean exit, String phone, Duration late) {
    String code = guest.qrCodeIdentifier();
    return new PastScan(at, list(list), exit, guest.id(), code, new TreeMap<>(), phone, late);
  }

  private PastScan group(Order order, List<Ticket> guests, Instant at) {
    SortedMap<String, Integer> group = new TreeMap<>();
    guests.forEach(guest -> group.merge(guest.ticketType(), 1, Integer::sum));
    String code = order.qrCodeIdentifier();
    return new PastScan(at, list(MAIN), false, order.id(), code, group, "Gate 1", Duration.ZERO);
  }

  private CheckinList list(long id) {
    return place.list(id).orElseThrow();
  }
}
