package io.doorlist.store.checkin;

import io.doorlist.domain.Mode;
import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.Window;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Unreadable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what phones need to decide at a list's door without a network, and what has changed since
 * they last asked. See ADR 0024. Thread-safe.
 */
public final class DoorCopyStore {
  /** The most rows in one answer: a copy of 100,000 tickets takes four of them. */
  private static final int MAX_ROWS = 52_000;

  private static final int NAME_BYTES = 6;
  private static final int SALT_BYTES = 16;

  private final Dynamo dynamo;
  private final SequenceChanges changes;
  private final int maxRows;

  /** Creates the door copies of a table. */
  public DoorCopyStore(Dynamo dynamo) {
    this(dynamo, SequenceChanges.FEW, MAX_ROWS);
  }

  /**
   * Creates the door copies of a table.
   *
   * @param few up to how many settled rows are read strongly at once
   * @param maxRows about how many rows one answer has at most
   */
  public DoorCopyStore(Dynamo dynamo, int few, int maxRows) {
    this.dynamo = dynamo;
    this.changes = new SequenceChanges(dynamo, few);
    this.maxRows = maxRows;
  }

  /** A list's two sequences and their heads. */
  private record Heads(String tickets, String checkins, Item ticketsHead, Item checkinsHead) {}

  /**
   * Returns the version of a copy that has everything, if two small reads are enough to determine
   * it: a phone with this version is up to date. Access pattern 34: strongly consistent, 2 read
   * units.
   *
   * @param words the texts of the list, which are part of a copy
   */
  public Optional<String> version(
      String account, String event, long list, Mode mode, byte[] words) {
    Heads heads = heads(account, event, list, mode, dynamo.deadline());
    return heads.ticketsHead.has(TableSchema.PK)
        ? Optional.of(
            new DoorVersion(
                    true,
                    origin(heads),
                    name(digest(words)),
                    SequenceChanges.end(heads.ticketsHead),
                    SequenceChanges.end(heads.checkinsHead))
                .text())
        : Optional.empty();
  }

  /**
   * Returns what a copy lacks. Access pattern 35: strongly consistent, except for rows that no
   * longer change; 2 read units, plus the cost of the rows that are new or changed.
   *
   * @param words the texts of the list, which are part of a copy
   * @param have the version that the phone has, {@code null} for none; an unreadable one counts as
   *     none
   */
  public CopyPart read(
      String account, String event, long list, Mode mode, byte[] words, String have) {
    Instant deadline = dynamo.deadline();
    Heads heads = heads(account, event, list, mode, deadline);
    String origin = origin(heads);
    Optional<DoorVersion> known =
        Optional.ofNullable(have)
            .flatMap(DoorVersion::of)
            .filter(version -> version.origin().equals(origin));
    SequenceMark ticketsSeen = known.map(DoorVersion::tickets).orElse(SequenceMark.NONE);
    SequenceMark checkinsSeen = known.map(DoorVersion::checkins).orElse(SequenceMark.NONE);
    byte[] salt = salt(heads);

    int[] rows = {0};
    Composition<CopiedTicket> tickets = new Composition<>(ticketsSeen);
    CodeDigest digest = new CodeDigest(salt);
    SequenceChanges.Seen ticketsNow =
        changes.since(
            heads.tickets,
            heads.ticketsHead,
            ticketsSeen,
            maxRows,
            row -> {
              rows[0]++;
              addTicket(tickets, row, digest);
            },
            deadline);
    Composition<CopiedCheckin> checkins = new Composition<>(checkinsSeen);
    SequenceChanges.Seen checkinsNow =
        changes.since(
            heads.checkins,
            heads.checkinsHead,
            checkinsSeen,
            Math.max(0, maxRows - rows[0]),
            row -> addCheckins(checkins, row),
            deadline);

    boolean exact = ticketsNow.exact() && checkinsNow.exact();
    DoorVersion version =
        new DoorVersion(exact, origin, name(digest(words)), ticketsNow.mark(), checkinsNow.mark());
    return new CopyPart(
        known.isPresent() ? have : null,
        version.text(),
        ticketsNow.more() || checkinsNow.more(),
        exact,
        salt,
        new DoorDelta(tickets.things(), tickets.gone(), checkins.things(), checkins.gone()));
  }

  private static void addTicket(
      Composition<CopiedTicket> tickets, SequenceRow row, CodeDigest digest) {
    Optional<SequenceNote> note = SequenceNote.of(row);
    if (note.isPresent()) {
      note.get().gone().forEach(ordinal -> tickets.remove(ordinal, ordinal));
      for (Item changed : note.get().changed()) {
        long ordinal = changed.number(SequenceNote.ORDINAL);
        Unreadable.tryRead(() -> ticket(ordinal, changed, digest))
            .ifPresent(ticket -> tickets.change(ordinal, ticket));
      }
    } else if (row.units() > 0) {
      Unreadable.tryRead(() -> ticket(row.ordinal(), row.item(), digest))
          .ifPresent(ticket -> tickets.put(row.ordinal(), ticket));
    }
  }

  private static CopiedTicket ticket(long ordinal, Item item, CodeDigest digest) {
    var ticket = OrderItems.admittedTicket(item);
    return new CopiedTicket(
        ordinal,
        ticket.id(),
        digest.of(ticket.qrCodeIdentifier()),
        ticket.ticketType(),
        false,
        new Window(
            ticket.validFrom() == null ? Window.OPEN_START : ticket.validFrom().getEpochSecond(),
            ticket.validUntil() == null ? Window.OPEN_END : ticket.validUntil().getEpochSecond()));
  }

  private static void addCheckins(Composition<CopiedCheckin> checkins, SequenceRow row) {
    SequenceNote.of(row)
        .ifPresent(
            note ->
                note.left().forEach(place -> checkins.remove(place, CopiedCheckin.ordinal(place))));
    for (CheckinMark mark : Unreadable.tryRead(() -> CheckinMark.of(row)).orElse(List.of())) {
      long place = CopiedCheckin.place(mark.ordinal(), mark.index());
      checkins.put(place, new CopiedCheckin(place, mark.ticketId(), mark.at().getEpochSecond()));
    }
  }

  private Heads heads(String account, String event, long list, Mode mode, Instant deadline) {
    String tickets = TableSchema.admittedTickets(account, event, list, mode);
    String checkins = TableSchema.checkins(account, event, list, mode);
    Key ticketsHead = TableSchema.head(tickets);
    Key checkinsHead = TableSchema.head(checkins);
    Map<Key, Item> found = dynamo.get(List.of(ticketsHead, checkinsHead), deadline);
    return new Heads(
        tickets,
        checkins,
        found.getOrDefault(ticketsHead, new Item()),
        found.getOrDefault(checkinsHead, new Item()));
  }

  private String origin(Heads heads) {
    return name(digest((dynamo.table() + "|" + life(heads)).getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] salt(Heads heads) {
    byte[] text = ("salt|" + life(heads)).getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(digest(text), SALT_BYTES);
  }

  private static String life(Heads heads) {
    return SequenceChanges.life(heads.tickets, heads.ticketsHead);
  }

  private static String name(byte[] digest) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(digest, NAME_BYTES));
  }

  private static byte[] digest(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
