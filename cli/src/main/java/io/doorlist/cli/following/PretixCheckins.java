package io.doorlist.cli.following;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.doorlist.cli.importing.pretix.PretixSource;
import io.doorlist.cli.lines.Importer;
import io.doorlist.domain.Digests;
import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.UndoStore;
import io.doorlist.store.checkin.history.TicketHistoryStore;
import io.doorlist.store.event.EventStore;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Gatherers;

/**
 * Takes over what was scanned with pretix itself. Its check-ins and exits are recorded here as
 * uploads of another device. If pretix has annulled one of them, it is undone here.
 *
 * <p>Implementation notes. pretix tells which check-ins of an order count, but not which were
 * annulled. So this compares a ticket's check-ins in pretix with the ticket's rows in the logs
 * here. It uploads what is missing here, with a key made of pretix's id. It undoes what came from
 * pretix and is no longer in pretix. Another process may have taken over more than this one has
 * read, so this reads the order again before an undo. Not thread-safe.
 */
record PretixCheckins(
    PretixApi api,
    Table table,
    String account,
    PretixSource.EventChoice choice,
    Importer.Listener report) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** An event and a mode, whose tickets are looked at together. The event is pretix's slug. */
  private record EventMode(String event, Mode mode) {}

  private record Missing(PretixPosition position, PretixPosition.Checkin checkin) {}

  /**
   * Takes over what is new in orders, after their import.
   *
   * @param clockBehind how far pretix's clock is behind ours, or {@code null}
   * @throws UnavailableException if the table is too busy; a later call with the same orders does
   *     the rest
   */
  void take(List<Map<?, ?>> orders, Duration clockBehind) {
    PretixPosition.of(orders).stream()
        .collect(
            groupingBy(
                each -> new EventMode(each.event(), each.mode()), LinkedHashMap::new, toList()))
        .forEach(
            (place, positions) ->
                choice
                    .ours(place.event())
                    .flatMap(ours -> new EventStore(table).readDefinition(account, ours))
                    .ifPresent(event -> take(event, place.mode(), positions, clockBehind)));
  }

  private void take(
      EventDefinition event, Mode mode, List<PretixPosition> positions, Duration clockBehind) {
    List<String> codes = positions.stream().map(PretixPosition::code).toList();
    Map<Long, List<Happening>> here =
        new TicketHistoryStore(table).ofCodes(event, mode, codes, deadline());
    Map<CheckinList, List<Missing>> missing = new LinkedHashMap<>();
    for (PretixPosition position : positions) {
      List<Happening> known = here.get(position.id());
      for (PretixPosition.Checkin checkin : position.checkins()) {
        if (known != null && isWanted(checkin) && known.stream().noneMatch(checkin::is)) {
          event
              .list(checkin.list())
              .map(list -> missing.computeIfAbsent(list, any -> new ArrayList<>()))
              .ifPresent(some -> some.add(new Missing(position, checkin)));
        }
      }
    }
    missing.forEach((list, some) -> upload(event, list, some, clockBehind));
    for (PretixPosition position : positions) {
      List<Happening> known = here.getOrDefault(position.id(), List.of());
      if (!gone(position, known).isEmpty()) {
        again(position).forEach(now -> gone(now, known).forEach(each -> undo(event, now, each)));
      }
    }
  }

  /**
   * Returns whether to take over a check-in. A check-in that is older than seven days is left out,
   * because the service would record it at the present time. An exit is left out if pretix made it
   * by itself, at the time when a list empties. From that time on, nobody counts as inside here
   * anyway.
   */
  private boolean isWanted(PretixPosition.Checkin checkin) {
    Instant oldest = table.clock().instant().minus(Scan.CLOCK_BEHIND);
    return checkin.at().isAfter(oldest) && !(checkin.exit() && checkin.byItself());
  }

  private void upload(
      EventDefinition event, CheckinList list, List<Missing> missing, Duration clockBehind) {
    missing.sort(Comparator.comparing(each -> each.checkin().at()));
    Set<Long> tickets = new HashSet<>();
    List<Missing> left = new ArrayList<>(missing);
    missing.stream()
        .filter(each -> tickets.add(each.position().id()) && !each.checkin().exit())
        .gather(Gatherers.windowFixed(CheckinStore.MAX_TOGETHER))
        .forEach(
            some -> {
              List<UploadedScan> scans =
                  some.stream().map(each -> scan(each, clockBehind)).toList();
              Set<Integer> done =
                  new CheckinStore(table).checkInTickets(event, list, scans).keySet();
              done.forEach(index -> left.remove(some.get(index)));
            });
    for (Missing each : left) {
      UploadedScan scan = scan(each, clockBehind);
      CheckinOutcome outcome =
          each.checkin().exit()
              ? new CheckinStore(table).exit(event, list, scan.qrToken(), scan.scan())
              : new CheckinStore(table).checkInTicket(event, list, scan.qrToken(), scan.scan());
      if (outcome instanceof CheckinOutcome.KeyInUse) {
        throw new UnavailableException(null);
      }
    }
  }

  private UploadedScan scan(Missing missing, Duration clockBehind) {
    PretixPosition position = missing.position();
    PretixPosition.Checkin checkin = missing.checkin();
    String name =
        "pretix/%s/%d/%d/%d"
            .formatted(position.event(), checkin.list(), position.id(), checkin.id());
    String digest = HexFormat.of().formatHex(Digests.sha256(name));
    return new UploadedScan(
        position.code(),
        new Scan(
            position.mode(),
            PretixPosition.DEVICE,
            PretixPosition.DEVICE,
            false,
            true,
            checkin.at(),
            new IdempotencyKey(digest, digest, false),
            deadline(),
            checkin.gate(),
            clockBehind,
            0L));
  }

  /** Returns the rows here that came from pretix and are no longer in pretix, the latest first. */
  private static List<Happening> gone(PretixPosition position, List<Happening> known) {
    return known.stream()
        .filter(each -> position.whole() && PretixPosition.isTheirs(each) && !each.undone())
        .filter(each -> each.type() != Happening.Type.UNDO)
        .filter(each -> position.checkins().stream().noneMatch(checkin -> checkin.is(each)))
        .sorted(Comparator.comparing(Happening::id).reversed())
        .toList();
  }

  private List<PretixPosition> again(PretixPosition position) {
    String path = "/events/" + position.event() + "/orders/";
    PretixApi.Page page = api.orders(path, 1, Map.of("code", position.order()));
    return PretixPosition.of(page.results()).stream()
        .filter(each -> each.id() == position.id())
        .toList();
  }

  private void undo(EventDefinition event, PretixPosition position, Happening gone) {
    UndoRequest request =
        new UndoRequest(
            position.mode(), PretixPosition.DEVICE, PretixPosition.DEVICE, Role.DESK, deadline());
    UndoOutcome outcome = new UndoStore(table).undo(event, gone.list(), gone.id(), request);
    if (outcome == UndoOutcome.HAS_PASSAGES) {
      report.noted(
          ReportWords.name(position.event(), gone.list().id(), gone)
              + " was annulled in pretix, but stays here, as there are others after it");
    }
  }

  private Instant deadline() {
    return table.clock().instant().plus(PATIENCE);
  }
}
