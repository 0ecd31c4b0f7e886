package io.doorlist.store.checkin.merge;

import io.doorlist.domain.Mode;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Gatherers;

/** What this table has of the events of another, and where scans from there belong. */
final class ThisEvening {
  private static final int ROWS = 500;
  private static final int WORKERS = 8;

  private final String account;
  private final Dynamo dynamo;
  private final SequencePages pages;
  private final Function<String, Optional<EventDefinition>> events;
  private final Map<String, EventDefinition> definitions = new HashMap<>();
  private final Map<MergedScan.Name, MergedScan> scans = new HashMap<>();
  private final Map<Long, String> codes = new HashMap<>();

  ThisEvening(String account, Dynamo dynamo, Function<String, Optional<EventDefinition>> events) {
    this.account = account;
    this.dynamo = dynamo;
    this.pages = new SequencePages(dynamo);
    this.events = events;
  }

  /** Reads what this table has of an event. */
  void read(String event) {
    EventDefinition definition =
        events
            .apply(event)
            .orElseThrow(
                () -> new CannotMergeException("has event '" + event + "', which is not here"));
    definitions.put(event, definition);
    for (CheckinList list : definition.lists()) {
      for (Mode mode : Mode.values()) {
        readRows(TableSchema.doubleAdmissions(account, event, list.id(), mode), scans);
        readRows(TableSchema.passages(account, event, list.id(), mode), scans);
        readRows(TableSchema.checkins(account, event, list.id(), mode), scans);
      }
    }
  }

  private void readRows(String sequence, Map<MergedScan.Name, MergedScan> some) {
    long last = pages.last(sequence, dynamo.deadline());
    for (long first = 1; first <= last; first += ROWS) {
      for (SequenceRow each : pages.rows(sequence, first, ROWS, dynamo.deadline())) {
        KeyParts.ListRow row =
            (KeyParts.ListRow) KeyParts.streamed(each.item().key()).orElseThrow();
        MergedScan.of(row, each.item())
            .forEach(scan -> some.merge(scan.name(), scan, ThisEvening::telling));
      }
    }
  }

  /** Returns which of two rows of one scan tells its state: a double admission tells least. */
  private static MergedScan telling(MergedScan one, MergedScan other) {
    return one.undone() || one.kind() == MergedScan.Kind.DOUBLE ? other : one;
  }

  /**
   * Refuses what cannot be merged, before anything is written.
   *
   * @throws CannotMergeException if it is not about tickets that are here, or of a time that cannot
   *     be kept
   */
  void check(List<MergedScan> missing) {
    Instant now = dynamo.clock().instant();
    long earliest = now.minus(CheckinCommand.CLOCK_BEHIND).toEpochMilli();
    Map<Long, MergedScan> tickets = new TreeMap<>();
    for (MergedScan scan : missing) {
      if (event(scan).list(scan.list()).isEmpty()) {
        throw new CannotMergeException(
            "has check-in list "
                + scan.list()
                + " of event '"
                + scan.event()
                + "', which is not here");
      }
      if (!scan.isVerdict() && scan.door() <= earliest) {
        throw new CannotMergeException(
            "has scans of more than 7 days ago that are not here, the first at "
                + Instant.ofEpochMilli(scan.door())
                + ": merge two tables within 7 days");
      }
      if (scan.door() > now.toEpochMilli()) {
        throw new CannotMergeException(
            "has scans of the future, as at "
                + Instant.ofEpochMilli(scan.door())
                + ": set the clocks of both machines, and import again");
      }
      if (scan.ticketId() != null) {
        tickets.put(scan.ticketId(), scan);
      }
    }
    inParallel(tickets.values(), this::find);
  }

  /** Finds the code of a ticket here. */
  private void find(MergedScan scan) {
    long ticket = scan.ticketId();
    Optional<Item> own =
        dynamo
            .get(TableSchema.ticket(account, scan.event(), ticket))
            .flatMap(
                item ->
                    dynamo.get(
                        TableSchema.order(account, scan.event(), item.number(OrderItems.ID))))
            .flatMap(order -> OrderItems.ticket(order, ticket));
    if (own.isEmpty() || !own.get().text(ScanItems.REFERENCE).equals(scan.reference())) {
      throw new CannotMergeException(
          "has scans of ticket "
              + scan.reference()
              + " (id "
              + ticket
              + "), which is not here: import its order first");
    }
    String digest = QrCode.digest(own.get().text("qr_code_identifier"));
    synchronized (codes) {
      codes.put(ticket, QrCode.DIGEST_PREFIX + digest);
    }
  }

  /** Returns the scan of this name when the event was read, or {@code null}. */
  MergedScan scan(MergedScan.Name name) {
    return scans.get(name);
  }

  EventDefinition event(MergedScan scan) {
    return definitions.get(scan.event());
  }

  CheckinList list(MergedScan scan) {
    return event(scan).list(scan.list()).orElseThrow();
  }

  /** Returns the code of a checked scan's ticket, as a digest. */
  String code(MergedScan scan) {
    return codes.get(scan.ticketId());
  }

  /** Returns the passage here that a double admission is as well, or {@code null}. */
  Long passage(MergedScan scan) {
    Map<MergedScan.Name, MergedScan> rows = new HashMap<>();
    readRows(TableSchema.passages(account, scan.event(), scan.list(), scan.mode()), rows);
    MergedScan found = rows.get(scan.name());
    return found == null
        ? null
        : (Long) CheckinMark.id(list(scan), scan.mode(), found.ordinal(), 0);
  }

  /** Does this for each, several at a time. */
  static <T> void inParallel(Collection<T> all, Consumer<T> each) {
    Function<T, T> work =
        one -> {
          each.accept(one);
          return one;
        };
    all.stream().gather(Gatherers.mapConcurrent(WORKERS, work)).forEach(done -> {});
  }
}
