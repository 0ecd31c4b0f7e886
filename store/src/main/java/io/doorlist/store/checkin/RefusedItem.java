package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.Inside;
import io.doorlist.domain.checkin.CheckinOutcome.Limit;
import io.doorlist.domain.checkin.CheckinOutcome.LimitKind;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.door.Reason;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.table.Item;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An item that keeps the door's refusal of a guest whom a device has let in. The log row of that
 * entry or wrong admission contains it, so that a repeated upload gets the same answer. It has no
 * name of a person.
 */
public final class RefusedItem {
  public static final String FIRST = "first";
  public static final String FIRST_LIST = "first_list";
  public static final String SECONDS = "seconds";
  public static final String SAME = "same";
  public static final String INSIDE_LIST = "inside_list";
  public static final String INSIDE_SINCE = "inside_since";
  public static final String ADMITTED_ON = "admitted_on";
  public static final String LIMIT = "limit";
  public static final String LIMIT_AT = "limit_at";

  private RefusedItem() {}

  /**
   * Makes the item of a refusal.
   *
   * @param ticket the ticket, or empty if no ticket has the code
   */
  static Item of(ScanRequest request, Optional<StoredTicket> ticket, CheckinOutcome refusal) {
    return switch (refusal) {
      case AlreadyCheckedIn already -> of(request, ticket.orElseThrow(), already);
      case NotAdmissible not -> of(not);
      case UnknownQrCode unknown -> new Item().put(ScanAttributes.REASON, Happening.NOT_FOUND);
      default -> throw new IllegalArgumentException("no refusal: " + refusal);
    };
  }

  private static Item of(ScanRequest request, StoredTicket ticket, AlreadyCheckedIn already) {
    AreaPassages.Marked first =
        request.passages(ticket, already.first().createdAt()).first().orElseThrow();
    Item item =
        new Item()
            .put(ScanAttributes.REASON, CheckinOutcome.ALREADY_CHECKED_IN)
            .put(FIRST_LIST, first.list().id())
            .put(FIRST, first.mark().place())
            .put(SECONDS, already.secondsSince())
            .put(SAME, already.sameToken());
    if (already.inside() != null) {
      item.put(INSIDE_LIST, already.inside().list().id())
          .put(INSIDE_SINCE, already.inside().since().toEpochMilli());
    }
    return item;
  }

  private static Item of(NotAdmissible not) {
    Item item =
        new Item()
            .put(ScanAttributes.REASON, not.reason().word())
            .put(ADMITTED_ON, not.admittedOn(), CheckinList::id);
    if (not.limit() != null) {
      item.put(LIMIT, not.limit().kind().name()).put(LIMIT_AT, not.limit().at().toEpochMilli());
    }
    return item;
  }

  /** Reads a refusal. If the ticket was already in, its check-in is read, too. */
  static CheckinOutcome read(Table table, ScanRequest request, Item item, Long ticket) {
    String reason = item.text(ScanAttributes.REASON);
    if (reason.equals(Happening.NOT_FOUND)) {
      return new UnknownQrCode();
    }
    if (reason.equals(CheckinOutcome.ALREADY_CHECKED_IN)) {
      CheckinList first = request.definition().list(item.number(FIRST_LIST)).orElse(request.list());
      return new AlreadyCheckedIn(
          request
              .checkin(table, first, item.number(FIRST))
              .mark()
              .checkin(first, request.scan().mode()),
          item.number(SECONDS),
          item.flag(SAME),
          inside(request, item));
    }
    List<CheckinList> lists =
        item.numbers(ADMITTED_ON).stream()
            .flatMap(id -> request.definition().list(id).stream())
            .toList();
    Limit limit =
        item.has(LIMIT)
            ? new Limit(LimitKind.valueOf(item.text(LIMIT)), ScanAttributes.time(item, LIMIT_AT))
            : null;
    return new NotAdmissible(Reason.of(reason), lists, limit, null, ticket);
  }

  private static Inside inside(ScanRequest request, Item item) {
    return item.has(INSIDE_LIST)
        ? request
            .definition()
            .list(item.number(INSIDE_LIST))
            .map(list -> new Inside(list, Instant.ofEpochMilli(item.number(INSIDE_SINCE))))
            .orElse(null)
        : null;
  }
}
