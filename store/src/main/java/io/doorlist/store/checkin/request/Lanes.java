package io.doorlist.store.checkin.request;

import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Pace;

/**
 * Who goes first where a list's partition is busy: scans that somebody waits for at a door before
 * those that a phone sends later. An upload reserves no place while the table throttles, and the
 * phone sends it again; one that has its place asks less often than live scans do. Thread-safe.
 */
public final class Lanes {
  private final Lane live;
  private final Lane uploads;

  public Lanes(Dynamo dynamo) {
    live = new Lane(dynamo, new Sequence(dynamo));
    uploads = new Lane(dynamo.with(Pace.PATIENT), new Sequence(dynamo.with(Pace.YIELDING)));
  }

  /**
   * What writes a scan.
   *
   * @param dynamo writes what has its places
   * @param sequence reserves places
   */
  public record Lane(Dynamo dynamo, Sequence sequence) {}

  public Lane of(CheckinCommand command) {
    return command.online() ? live : uploads;
  }
}
