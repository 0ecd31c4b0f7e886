package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.WithdrawalOutcome;
import io.doorlist.domain.checkin.WithdrawalOutcome.Withdrawn;
import java.util.ArrayList;
import java.util.List;

/** Scans that are withdrawn, by the names that their keys give them. */
abstract class WithdrawalFixture extends PassageFixture {
  final WithdrawalStore withdrawals = stores.withdrawals();
  private int scans;

  Scan told() {
    return ofScan(false, "phone");
  }

  Scan asked() {
    return ofScan(true, "phone");
  }

  /** Returns a scan that its key names for every token. */
  Scan ofScan(boolean online, String token) {
    scans++;
    return of(new IdempotencyKey("scan" + scans, "request" + scans, true), online, token);
  }

  Scan of(IdempotencyKey key, boolean online, String token) {
    return new Scan(mode, token, token, online, true, clock.instant(), key, deadline());
  }

  /** Returns the same scan as another device has it. */
  Scan by(String token, Scan scan) {
    return of(scan.key(), scan.online(), token);
  }

  WithdrawalOutcome withdraw(long list, Scan scan) {
    return withdrawals.withdraw(gala.definition(), gala.list(list), again(scan));
  }

  CheckinOutcome enter(long list, String code, Scan scan) {
    return doors.enter(list, code, again(scan));
  }

  CheckinOutcome exit(long list, String code, Scan scan) {
    return doors.exit(list, code, again(scan));
  }

  static Withdrawn undone(long... ids) {
    List<Long> all = new ArrayList<>();
    for (long id : ids) {
      all.add(id);
    }
    return new Withdrawn(all);
  }

  static long id(CheckinOutcome outcome) {
    return switch (outcome) {
      case CheckedIn in -> in.checkin().id();
      case Reentered again -> again.passage().id();
      case CheckedOut out -> out.passage().id();
      default -> throw new AssertionError(outcome);
    };
  }

  List<Happening> undos(long list) {
    return doors.undone(list);
  }
}
