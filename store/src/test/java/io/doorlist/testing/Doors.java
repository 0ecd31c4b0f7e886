package io.doorlist.testing;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.DoubleAdmission;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoneCheckin;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.pulse.Pulse;
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

  public CheckinOutcome enter(long list, String code, CheckinCommand command) {
    return stores.checkins().checkInTicket(definition(), list(list), code, command);
  }

  public CheckinOutcome exit(long list, String code, CheckinCommand command) {
    return stores.passages().exit(definition(), list(list), code, command);
  }

  public TicketLook look(long list, String code, CheckinCommand command) {
    return stores.checkins().look(definition(), list(list), code, command);
  }

  public UndoOutcome undo(long list, long checkin, UndoCommand command) {
    return stores.undos().undo(definition(), list(list), checkin, command);
  }

  public UndoOutcome undoPassage(long list, long passage, UndoCommand command) {
    return stores.passages().undo(definition(), list(list), passage, command);
  }

  public CheckinOutcome enterOrder(
      long list, String code, Map<String, Integer> wanted, CheckinCommand command) {
    return stores
        .checkins()
        .checkInOrder(definition(), list(list), code, new TreeMap<>(wanted), command);
  }

  public List<Checkin> checkins(long list) {
    return checkins(list, Gala.ALL).items();
  }

  public Page<Checkin> checkins(long list, PageRequest request) {
    return stores.checkins().list(Gala.ACCOUNT, Gala.EVENT, list(list), Mode.LIVE, request);
  }

  public Pulse pulse(PulseWindow window, Long... lists) {
    List<CheckinList> some = Stream.of(lists).map(this::list).toList();
    return stores.pulses().read(Gala.ACCOUNT, Gala.EVENT, some, Mode.LIVE, window);
  }

  public List<TicketPassage.Shown> passages(long list, Mode mode) {
    return stores.passages().list(definition(), list(list), mode, Gala.ALL).items();
  }

  public List<DoubleAdmission> doubles(long list) {
    return stores.doubleAdmissions().list(definition(), list(list), Mode.LIVE, Gala.ALL).items();
  }

  public List<UndoneCheckin> undone(long list) {
    return stores.undos().list(Gala.ACCOUNT, Gala.EVENT, list(list), Mode.LIVE, Gala.ALL).items();
  }

  /** Returns how many are checked in. */
  public long count(long list) {
    return stores
        .checkins()
        .counts(Gala.ACCOUNT, Gala.EVENT, Mode.LIVE, List.of(list(list)))
        .getFirst()
        .count();
  }
}
