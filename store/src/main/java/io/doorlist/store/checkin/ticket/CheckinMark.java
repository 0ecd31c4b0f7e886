package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.table.Item;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A check-in, which is stored twice: as the mark in the ticket's item, and in a row of the list's
 * log. Both are written in one transaction, and change only in three cases. The name is removed
 * from both when its person is forgotten. An undo removes the mark, and the row says so. If the
 * scan is withdrawn while other entries {@linkplain AreaPassages#hold hold} the check-in, both say
 * so.
 *
 * @param ordinal the ordinal of the row
 * @param index the index among the row's check-ins
 * @param tokenId the id of the token that asked
 * @param tokenName the organiser's name for that token, or {@code null}
 * @param gate the shop's number of that token's gate, or {@code null}
 * @param scannedAt the time that the device sent, or {@code null}
 * @param doorTime when the device scanned, by our clock
 * @param withdrawn whether its scan was withdrawn. It then stays for the ticket's other entries,
 *     but is no entry itself
 */
public record CheckinMark(
    long ordinal,
    int index,
    long ticketId,
    String reference,
    String name,
    Instant at,
    String tokenId,
    String tokenName,
    Long gate,
    boolean online,
    boolean qrCodeScanned,
    Instant scannedAt,
    boolean clockSkew,
    Instant doorTime,
    boolean withdrawn) {
  /** The most check-ins in one row, so that a page never reads much more than it shows. */
  public static final int MAX_IN_ROW = 64;

  /** The tickets of a row. */
  public static final String TICKETS = "tickets";

  /** The attendee's name, in a mark and in a row's ticket. */
  public static final String NAME = "name";

  /** In a row's ticket: whether it was checked in on another list already. */
  public static final String AGAIN = "again";

  /** In a row's ticket: whether it was scanned alone, although its order had other tickets. */
  public static final String PARTY = "party";

  /** In a row's ticket, and in the row of its undo: whether a desk added the guest. */
  public static final String ADDED = "added";

  /** In a row's ticket: whether staff should have looked at the guest. */
  public static final String ATTENTION = "attention";

  /** In a mark, and in a row's ticket: whether its scan was withdrawn, but the check-in stays. */
  public static final String WITHDRAWN = "withdrawn";

  /** In a row, or in a row's ticket: whether it was undone. */
  public static final String UNDONE = "undone";

  /** In a row, or in a row's ticket: whether the ticket's other passages do not explain it. */
  public static final String UNEXPLAINED = "unexplained";

  /**
   * Whether the code was scanned. It is in a mark and in a row. If the tickets of a row were
   * scanned one by one, it is in each ticket instead of the row.
   */
  public static final String SCANNED = "scanned";

  /** Whether the clock of the device was wrong. */
  public static final String SKEW = "skew";

  private static final int LIST_LIMIT = 1 << 20;
  private static final long ORDINAL_LIMIT = 1L << 26;
  private static final long PLACE_LIMIT = MAX_IN_ROW * ORDINAL_LIMIT;

  public static CheckinMark of(long ticket, Item mark) {
    return of(
        (int) mark.number(ScanAttributes.INDEX),
        mark.number(ScanAttributes.ORDINAL),
        mark,
        mark,
        ticket);
  }

  /**
   * A check-in of a row.
   *
   * @param type slug of the ticket's type
   * @param party whether the ticket was scanned alone, although its order had other tickets
   */
  public record InRow(CheckinMark mark, boolean undone, String type, boolean party) {}

  /** Reads every check-in that a row was written with, undone or not. */
  public static List<InRow> all(SequenceRow row) {
    List<Item> tickets = row.item().items(TICKETS);
    List<InRow> all = new ArrayList<>(tickets.size());
    for (int index = 0; index < tickets.size(); index++) {
      Item ticket = tickets.get(index);
      CheckinMark mark =
          of(index, row.ordinal(), row.item(), ticket, ticket.number(ScanAttributes.ID));
      all.add(
          new InRow(
              mark, ticket.flag(UNDONE), ticket.text(ScanAttributes.TYPE), ticket.flag(PARTY)));
    }
    return all;
  }

  /** Returns the check-ins of a row that are not undone. */
  public static List<CheckinMark> of(SequenceRow row) {
    return all(row).stream().filter(each -> !each.undone()).map(InRow::mark).toList();
  }

  private static CheckinMark of(int index, long ordinal, Item common, Item ticket, long ticketId) {
    Item scan = scan(common, ticket);
    return new CheckinMark(
        ordinal,
        index,
        ticketId,
        ticket.text(ScanAttributes.REFERENCE),
        ticket.text(NAME),
        ScanAttributes.at(common),
        common.text(ScanAttributes.BY),
        common.text(ScanAttributes.BY_NAME),
        common.numberOrNull(ScanAttributes.GATE),
        common.flag(ScanAttributes.ONLINE),
        scan.flag(SCANNED),
        ScanAttributes.scannedAt(scan),
        scan.flag(SKEW),
        doorTime(common, ticket),
        ticket.flag(WITHDRAWN));
  }

  /**
   * Returns what has the details of a ticket's scan: the row, or the ticket if it was scanned by
   * itself.
   */
  public static Item scan(Item row, Item ticket) {
    return ticket.has(SCANNED) ? ticket : row;
  }

  /** Returns when a ticket of a row was scanned, by our clock. */
  public static Instant doorTime(Item row, Item ticket) {
    Item said = ticket.has(ScanAttributes.DOOR_TIME) ? ticket : row;
    return ScanAttributes.time(
        said, said.has(ScanAttributes.DOOR_TIME) ? ScanAttributes.DOOR_TIME : ScanAttributes.AT);
  }

  /** Returns whether an offline scan without a key is the one that made this check-in. */
  public boolean isOf(Scan scan) {
    Instant said =
        scan.scannedAt() == null ? null : scan.scannedAt().truncatedTo(ChronoUnit.MILLIS);
    return tokenId.equals(scan.tokenId()) && !online && Objects.equals(scannedAt, said);
  }

  private Item upload() {
    return ScanAttributes.put(new Item(), at, tokenId, tokenName)
        .put(ScanAttributes.GATE, gate)
        .put(ScanAttributes.ONLINE, online);
  }

  private Item scan() {
    return new Item()
        .put(SCANNED, qrCodeScanned)
        .put(ScanAttributes.SCANNED_AT, ScanAttributes.millis(scannedAt))
        .put(SKEW, clockSkew ? Boolean.TRUE : null)
        .put(ScanAttributes.DOOR_TIME, doorTime.equals(at) ? null : doorTime.toEpochMilli());
  }

  private Item person() {
    return new Item().put(ScanAttributes.REFERENCE, reference).put(NAME, name);
  }

  public Item mark() {
    return new Item()
        .put(ScanAttributes.ORDINAL, ordinal)
        .put(ScanAttributes.INDEX, (long) index)
        .putAll(upload())
        .putAll(scan())
        .putAll(person())
        .put(WITHDRAWN, withdrawn ? Boolean.TRUE : null);
  }

  /**
   * Returns the row that holds these check-ins of one token at one time.
   *
   * @param details what else the row says about each check-in: its {@link ScanAttributes#TYPE}, the
   *     flags above, and its change of the area's counts. The change of a first entry is left out
   */
  public static Item row(String sequence, List<CheckinMark> checkins, List<Item> details) {
    CheckinMark first = checkins.getFirst();
    Item row = SequenceRow.row(sequence, first.ordinal, checkins.size()).putAll(first.upload());
    boolean shared = checkins.stream().map(CheckinMark::scan).distinct().count() == 1;
    List<Item> tickets = new ArrayList<>(checkins.size());
    for (int i = 0; i < checkins.size(); i++) {
      CheckinMark each = checkins.get(i);
      Item ticket = new Item().put(ScanAttributes.ID, each.ticketId).putAll(each.person());
      tickets.add((shared ? ticket : ticket.putAll(each.scan())).putAll(details.get(i)));
    }
    return (shared ? row.putAll(first.scan()) : row).put(TICKETS, tickets);
  }

  public static int rows(int checkins) {
    return (checkins + MAX_IN_ROW - 1) / MAX_IN_ROW;
  }

  /**
   * Returns the check-in as clients see it. Its id is made of the list's number, the mode, the
   * ordinal and the index, so it is unique in the account without a counter.
   */
  public Checkin checkin(CheckinList list, Mode mode) {
    if (list.number() >= LIST_LIMIT || place() >= PLACE_LIMIT) {
      throw new IllegalStateException("more lists or check-ins than ids have room for");
    }
    return new Checkin(
        id(list, mode, place()),
        ticketId,
        reference,
        name,
        at,
        qrCodeScanned,
        online,
        clockSkew,
        scannedAt,
        tokenName);
  }

  /** Returns the number by which a list's log and door copies name a part of a row. */
  public static long place(long ordinal, int index) {
    return ordinal * MAX_IN_ROW + index;
  }

  public long place() {
    return place(ordinal, index);
  }

  /** Returns the id of a check-in or other unit in a row of a list. */
  public static long id(CheckinList list, Mode mode, long ordinal, int index) {
    return id(list, mode, place(ordinal, index));
  }

  /** Returns the id of what is at a place. */
  public static long id(CheckinList list, Mode mode, long place) {
    return listAndMode(list, mode) * PLACE_LIMIT + place;
  }

  public static long ordinal(long place) {
    return place / MAX_IN_ROW;
  }

  /** Returns the index of a place among the check-ins of its row. */
  public static int index(long place) {
    return (int) (place % MAX_IN_ROW);
  }

  /**
   * Returns the number by which sets of passages and door copies name a passage. If its row has no
   * other passage, it is the row's ordinal.
   */
  public static long slot(long place) {
    return index(place) * ORDINAL_LIMIT + ordinal(place);
  }

  /** Returns the place that has this {@link #slot}. */
  static long placeOfSlot(long slot) {
    return place(slot % ORDINAL_LIMIT, (int) (slot / ORDINAL_LIMIT));
  }

  private static long listAndMode(CheckinList list, Mode mode) {
    return list.number() * 2 + mode.ordinal();
  }

  /** Returns the place that has this id; empty if nothing in the list's log can have it. */
  public static OptionalLong place(CheckinList list, Mode mode, long id) {
    long place = id % PLACE_LIMIT;
    boolean ofList = id / PLACE_LIMIT == listAndMode(list, mode);
    return ofList && ordinal(place) > 0 ? OptionalLong.of(place) : OptionalLong.empty();
  }
}
