package io.doorlist.store.checkin.copy;

import io.doorlist.domain.Digests;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedPassage;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorDelta;
import io.doorlist.store.checkin.log.LogRow;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Duration;
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

  /** A sequence and its head. */
  private record Log(String sequence, Item head) {
    SequenceMark end() {
      return SequenceChanges.end(head);
    }
  }

  /** A list's sequences. */
  private record Heads(Log tickets, Log log) {
    /**
     * Returns whether a copy can have come from here. One that has more than the table is from the
     * future of a table that was restored since.
     */
    boolean reach(DoorVersion version) {
      return version.tickets().upto() <= tickets.end().upto()
          && version.log().upto() <= log.end().upto();
    }
  }

  /**
   * Returns the version of a copy that has everything, if two small reads are enough to determine
   * it: a phone with this version is up to date. Access pattern 34: strongly consistent, 2 read
   * units.
   */
  public Optional<String> version(
      String account, String event, long list, Mode mode, CopyTerms terms) {
    Heads heads = heads(account, event, list, mode, dynamo.deadline());
    return heads.tickets.head.has(TableSchema.PK)
        ? Optional.of(
            new DoorVersion(
                    true,
                    origin(heads, terms),
                    name(Digests.sha256().digest(terms.words())),
                    heads.tickets.end(),
                    heads.log.end())
                .text())
        : Optional.empty();
  }

  /**
   * Returns what a copy lacks. Access pattern 35: strongly consistent, except for rows that no
   * longer change; 2 read units, plus the cost of the rows that are new or changed. If a busy table
   * takes its time, there is what it gave in half of that.
   *
   * @param have the version that the phone has, {@code null} for none; an unreadable one, and one
   *     that has more than the table, count as none
   */
  public CopyPart read(
      String account, String event, long list, Mode mode, CopyTerms terms, String have) {
    Instant deadline = dynamo.deadline();
    Instant now = dynamo.clock().instant();
    Instant enough = now.plus(Duration.between(now, deadline).dividedBy(2));
    Heads heads = heads(account, event, list, mode, deadline);
    String origin = origin(heads, terms);
    Optional<DoorVersion> known =
        Optional.ofNullable(have)
            .flatMap(DoorVersion::of)
            .filter(version -> version.origin().equals(origin))
            .filter(heads::reach);
    SequenceMark ticketsSeen = known.map(DoorVersion::tickets).orElse(SequenceMark.NONE);
    SequenceMark logSeen = known.map(DoorVersion::log).orElse(SequenceMark.NONE);
    byte[] salt = salt(heads);

    int[] rows = {0};
    Composition<CopiedTicket> tickets = new Composition<>(ticketsSeen);
    CodeDigest digest = new CodeDigest(salt);
    SequenceChanges.Seen ticketsNow =
        changes.since(
            heads.tickets.sequence,
            heads.tickets.head,
            ticketsSeen,
            maxRows,
            row -> {
              rows[0]++;
              addTicket(tickets, row, digest);
            },
            enough,
            deadline);
    Composition<CopiedCheckin> checkins = new Composition<>(logSeen);
    Composition<CopiedPassage> passages = new Composition<>(logSeen);
    SequenceChanges.Seen logNow =
        changes.since(
            heads.log.sequence,
            heads.log.head,
            logSeen,
            ticketsNow.more() ? 0 : Math.max(0, maxRows - rows[0]),
            row -> {
              addCheckins(checkins, row, terms.passages());
              if (terms.passages()) {
                addPassage(passages, row);
              }
            },
            enough,
            deadline);

    boolean exact = ticketsNow.exact() && logNow.exact();
    DoorVersion version =
        new DoorVersion(
            exact,
            origin,
            name(Digests.sha256().digest(terms.words())),
            ticketsNow.mark(),
            logNow.mark());
    return new CopyPart(
        known.isPresent() ? have : null,
        version.text(),
        ticketsNow.more() || logNow.more(),
        exact,
        salt,
        new DoorDelta(
            tickets.things(),
            tickets.gone(),
            checkins.things(),
            checkins.gone(),
            passages.things(),
            passages.gone()));
  }

  private static void addTicket(
      Composition<CopiedTicket> tickets, SequenceRow row, CodeDigest digest) {
    Optional<SequenceNote> note = SequenceNote.of(row);
    if (note.isPresent()) {
      note.get().gone().forEach(ordinal -> tickets.remove(ordinal, ordinal));
      for (Item changed : note.get().changed()) {
        long ordinal = changed.number(SequenceNote.ORDINAL);
        Item.tryRead(() -> ticket(ordinal, changed, digest))
            .ifPresent(ticket -> tickets.change(ordinal, ticket));
      }
    } else if (row.units() > 0) {
      Item.tryRead(() -> ticket(row.ordinal(), row.item(), digest))
          .ifPresent(ticket -> tickets.put(row.ordinal(), ticket));
    }
  }

  private static CopiedTicket ticket(long ordinal, Item item, CodeDigest digest) {
    AdmittedTicket ticket = OrderItems.admittedTicket(item);
    return new CopiedTicket(
        ordinal,
        ticket.id(),
        digest.of(ticket.qrCodeIdentifier()),
        ticket.ticketType(),
        false,
        CodeItems.window(ticket.validFrom(), ticket.validUntil()),
        ticket.mainCode() == null ? null : (Long) digest.of(ticket.mainCode()),
        ticket.unpaid());
  }

  private static void addCheckins(
      Composition<CopiedCheckin> checkins, SequenceRow row, boolean withPassages) {
    undone(row, true).ifPresent(place -> checkins.remove(place, CopiedCheckin.ordinal(place)));
    for (CheckinMark mark : Item.tryRead(() -> CheckinMark.of(row)).orElse(List.of())) {
      long place = CopiedCheckin.place(mark.ordinal(), mark.index());
      checkins.put(place, copied(place, mark, withPassages));
    }
  }

  private static CopiedCheckin copied(long place, CheckinMark mark, boolean withPassages) {
    long second = mark.at().getEpochSecond();
    return withPassages
        ? new CopiedCheckin(
            place,
            mark.ticketId(),
            second,
            mark.doorTime().toEpochMilli(),
            Comings.tie(mark.tokenId()))
        : new CopiedCheckin(place, mark.ticketId(), second);
  }

  private static void addPassage(Composition<CopiedPassage> passages, SequenceRow row) {
    undone(row, false)
        .map(CheckinMark::ordinal)
        .ifPresent(ordinal -> passages.remove(ordinal, ordinal));
    Item.tryRead(() -> LogRow.copied(row))
        .flatMap(copied -> copied)
        .ifPresent(passage -> passages.put(row.ordinal(), passage));
  }

  /** Returns the place of what a row undid, if that was a check-in or if it was none. */
  private static Optional<Long> undone(SequenceRow row, boolean checkin) {
    Item item = row.item();
    return LogRow.type(item)
        .filter(type -> type == Happening.Type.UNDO)
        .filter(type -> (LogRow.undid(item) == Happening.Type.CHECK_IN) == checkin)
        .map(type -> LogRow.undidPlace(item));
  }

  private Heads heads(String account, String event, long list, Mode mode, Instant deadline) {
    List<String> sequences =
        List.of(
            TableSchema.admittedTickets(account, event, list, mode),
            TableSchema.checkins(account, event, list, mode));
    Map<Key, Item> found = dynamo.get(sequences.stream().map(TableSchema::head).toList(), deadline);
    List<Log> logs =
        sequences.stream()
            .map(each -> new Log(each, found.getOrDefault(TableSchema.head(each), new Item())))
            .toList();
    return new Heads(logs.get(0), logs.get(1));
  }

  /** A copy without passages lacks door times too, so it begins anew once it needs passages. */
  private String origin(Heads heads, CopyTerms terms) {
    String text = dynamo.table() + (terms.passages() ? "|passages|" : "|") + life(heads);
    return name(Digests.sha256(text));
  }

  private static byte[] salt(Heads heads) {
    return Arrays.copyOf(Digests.sha256("salt|" + life(heads)), SALT_BYTES);
  }

  private static String life(Heads heads) {
    return SequenceChanges.life(heads.tickets.sequence, heads.tickets.head);
  }

  private static String name(byte[] digest) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(digest, NAME_BYTES));
  }
}
