package io.doorlist.testing;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.copy.CopyPart;
import io.doorlist.store.checkin.copy.CopyTerms;
import io.doorlist.store.checkin.history.DoorLog;
import io.doorlist.store.checkin.pulse.Pulse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The doors of the {@link Gala}, and what is live on its lists. */
public record Doors(Stores stores) {
  public EventDefinition definition() {
    return stores.events().readDefinition(Gala.ACCOUNT, Gala.EVENT).orElseThrow();
  }

  public CheckinList list(long id) {
    return definition().list(id).orElseThrow();
  }

  public CheckinOutcome enter(long list, String code, Scan scan) {
    return stores.checkins().checkInTicket(definition(), list(list), code, scan);
  }

  /** Lets so many of each type of an order out. */
  public CheckinOutcome exit(long list, String code, Map<String, Integer> counts, Scan scan) {
    return stores.checkins().exit(definition(), list(list), code, new TreeMap<>(counts), scan);
  }

  public CheckinOutcome exit(long list, String code, Scan scan) {
    return stores.checkins().exit(definition(), list(list), code, scan);
  }

  public TicketLook look(long list, String code, Scan scan) {
    return stores.looks().look(definition(), list(list), code, false, scan);
  }

  public UndoOutcome undo(long list, long id, UndoRequest request) {
    return stores.undos().undo(definition(), list(list), id, request);
  }

  public CheckinOutcome enterOrder(long list, String code, Map<String, Integer> wanted, Scan scan) {
    return stores
        .checkins()
        .checkInOrder(definition(), list(list), code, new TreeMap<>(wanted), false, scan);
  }

  public List<Checkin> checkins(long list) {
    return checkins(list, Gala.ALL).items();
  }

  public Page<Checkin> checkins(long list, PageRequest request) {
    return stores.log().list(Gala.ACCOUNT, Gala.EVENT, list(list), Mode.LIVE, request);
  }

  /** Returns what a phone gets that has this version of a copy, or none. */
  public CopyPart copy(long list, boolean passages, String have) {
    CopyTerms terms = new CopyTerms("words".getBytes(StandardCharsets.UTF_8), passages);
    return stores.doorCopies().read(Gala.ACCOUNT, Gala.EVENT, list, Mode.LIVE, terms, have);
  }

  public Pulse pulse(PulseWindow window, Long... lists) {
    List<CheckinList> some = Stream.of(lists).map(this::list).toList();
    return stores.pulses().read(Gala.ACCOUNT, Gala.EVENT, some, Mode.LIVE, window);
  }

  /** Returns all that happened at a list, in the order in which it was written. */
  public List<Happening> log(long list, Mode mode) {
    List<Happening> all = new ArrayList<>();
    Long after = 0L;
    while (after != null) {
      DoorLog.Part part = stores.log().after(definition(), list(list), mode, after, 250);
      all.addAll(part.happenings());
      after = part.next();
    }
    return all;
  }

  /** Returns what is of these types, the latest first. */
  public List<Happening> log(long list, Mode mode, Happening.Type... types) {
    return log(list, mode).reversed().stream()
        .filter(each -> List.of(types).contains(each.type()))
        .toList();
  }

  public List<Happening> open(long list) {
    return stores.log().open(definition(), list(list), Mode.LIVE, 0, 250).happenings();
  }

  public List<Happening> undone(long list) {
    return log(list, Mode.LIVE, Happening.Type.UNDO);
  }

  public long count(long list) {
    return stores
        .log()
        .counts(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, List.of(list(list)))
        .getFirst()
        .count();
  }
}
