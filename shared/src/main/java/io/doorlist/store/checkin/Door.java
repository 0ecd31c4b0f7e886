package io.doorlist.store.checkin;

import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.CheckinOutcome.Reason;
import io.doorlist.domain.EventDefinition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One request at one list: its keys, and the answers that need nothing else. */
record Door(EventDefinition definition, CheckinList list, CheckinCommand command) {
  private String account() {
    return definition.event().account();
  }

  private String event() {
    return definition.event().slug();
  }

  Key qr(String qrToken) {
    return TableSchema.qr(account(), event(), qrToken);
  }

  String sequence() {
    return TableSchema.checkins(account(), event(), list.id(), command.mode());
  }

  Optional<Key> idempotencyKey() {
    return command.key() == null
        ? Optional.empty()
        : Optional.of(
            TableSchema.idempotencyKey(account(), command.tokenId(), command.key().digest()));
  }

  /** Returns what to read first: the code, and the idempotency key if there is one. */
  List<Key> keysWith(Key code) {
    List<Key> keys = new ArrayList<>();
    keys.add(code);
    idempotencyKey().ifPresent(keys::add);
    return keys;
  }

  /** Tells whether a code's item is of this kind and of the token's mode. */
  boolean admits(Item item, String kind) {
    return kind.equals(item.text(Admission.KIND))
        && command.mode().word().equals(item.text("mode"));
  }

  /** Returns the time of a check-in: what answers show of it is all that is kept. */
  Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  CheckinOutcome already(CheckinMark mark, Clock clock) {
    long seconds = Math.max(0, Duration.between(mark.at(), clock.instant()).toSeconds());
    return new CheckinOutcome.AlreadyCheckedIn(
        mark.checkin(list, command.mode()), seconds, mark.tokenId().equals(command.tokenId()));
  }

  CheckinOutcome wrongList(String ticketType) {
    return new CheckinOutcome.NotAdmissible(Reason.WRONG_LIST, definition.admitting(ticketType));
  }
}
