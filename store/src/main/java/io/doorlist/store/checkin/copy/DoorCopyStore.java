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
import io.doorlist.door.Passage;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads what phones need to decide at a list's door without a network, and what has changed since
 * they last asked. See ADR 0024. Thread-safe.
 */
public final class DoorCopyStore {
  /** The most rows in one answer. A copy of 100,000 tickets takes four answers. */
  private static final int MAX_ROWS = 52_000;

  private static final int NAME_BYTES = 6;
  private static final int SALT_BYTES = 16;

  private final Table table;
  private final SequenceChanges changes;
  private final int maxRows;

  public DoorCopyStore(Table table) {
    this(table, SequenceChanges.FEW, MAX_ROWS);
  }

  /**
   * Creates a store for tests, with limits of its own.
   *
   * @param few up to how many settled rows are read with strong consistency
   * @param maxRows about how many rows are in one answer
   */
  public DoorCopyStore(Table table, int few, int maxRows) {
    this.table = table;
    this.changes = new SequenceChanges(table, few);
    this.maxRows = maxRows;
  }

  /** A list's sequences: the tickets that it admits, and its log. */
  private record Heads(String ticketsName, Item tickets, String logName, Item log) {
    /**
     * Returns whether a copy can come from this table. If the copy has more than the table, the
     * table was restored to a time before the copy.
     */
    boolean reach(DoorVersion version) {
      return version.tickets().upto() <= SequenceChanges.end(tickets).upto()
          && version.log().upto() <= SequenceChanges.end(log).upto();
    }

    String life() {
      return SequenceChanges.life(ticketsName, tickets);
    }
  }

  /**
   * Returns the version of a copy that has everything, if two small reads are enough to determine
   * it. Access pattern 34: strongly consistent.
   */
  public Optional<String> version(
      String account, String event, long list, Mode mode, CopyTerms terms) {
    Heads heads = heads(account, event, list, mode, table.deadline());
    return heads.tickets.has(TableSchema.PK)
        ? Optional.of(
            new DoorVersion(
                    true,
                    origin(heads, terms),
                    name(Digests.sha256().digest(terms.words())),
                    SequenceChanges.end(heads.tickets),
                    SequenceChanges.end(heads.log))
                .text())
        : Optional.empty();
  }

  /**
   * Returns what a copy lacks. Access pattern 35: strongly consistent, except for rows that no
   * longer change. If the table is busy, this returns what it could read in half of the request's
   * time.
   *
   * @param have the version that the phone has; an unreadable one, and one that has more than the
   *     table, count as none
   */
  public CopyPart read(
      String account, String event, long list, Mode mode, CopyTerms terms, String have) {
    Instant deadline = table.deadline();
    Instant now = table.clock().instant();
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
    byte[] salt = Arrays.copyOf(Digests.sha256("salt|" + heads.life()), SALT_BYTES);

    int[] rows = {0};
    Composition<CopiedTicket> tickets = new Composition<>(ticketsSeen);
    CodeDigest digest = new CodeDigest(salt);
    SequenceChanges.Seen ticketsNow =
        changes.since(
            heads.ticketsName,
            heads.tickets,
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
            heads.logName,
            heads.log,
            logSeen,
            ticketsNow.more() ? 0 : Math.max(0, maxRows - rows[0]),
            row -> add(checkins, terms.passages() ? passages : null, row),
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
        CodeItems.window(ticket.validFrom(), ticket.validUntil()),
        ticket.mainCode() == null ? null : (Long) digest.of(ticket.mainCode()),
        ticket.unpaid(),
        ticket.noted());
  }

  private static void add(
      Composition<CopiedCheckin> checkins, Composition<CopiedPassage> passages, SequenceRow row) {
    Item item = row.item();
    if (LogRow.type(item).orElse(null) == Happening.Type.UNDO) {
      long place = LogRow.undidPlace(item);
      long ordinal = CheckinMark.ordinal(place);
      boolean held = item.flag(LogRow.HELD);
      if (LogRow.undid(item) == Happening.Type.CHECK_IN || held && passages != null) {
        checkins.remove(place, ordinal);
      } else if (passages != null) {
        passages.remove(CheckinMark.slot(place), ordinal);
      }
    }
    // A copy without passages keeps a withdrawn check-in as long as other entries need it.
    for (CheckinMark mark : Item.tryRead(() -> CheckinMark.of(row)).orElse(List.of())) {
      if (passages == null || !mark.withdrawn()) {
        checkins.put(mark.place(), copied(mark, passages != null));
      }
    }
    if (passages != null) {
      Item.tryRead(() -> copied(row)).orElse(List.of()).stream()
          .forEach(passage -> passages.put(passage.ordinal(), passage));
    }
  }

  private static CopiedCheckin copied(CheckinMark mark, boolean withPassages) {
    long second = mark.at().getEpochSecond();
    return withPassages
        ? new CopiedCheckin(
            mark.place(),
            mark.ticketId(),
            second,
            mark.doorTime().toEpochMilli(),
            AreaPassages.tie(mark.tokenId()))
        : new CopiedCheckin(mark.place(), mark.ticketId(), second);
  }

  /** Returns the passages of a row as copies have them, without undone ones. */
  public static List<CopiedPassage> copied(SequenceRow row) {
    Item item = row.item();
    Happening.Type type = LogRow.type(item).orElse(null);
    boolean exit = type == Happening.Type.EXIT;
    if (!exit && type != Happening.Type.ENTRY) {
      return List.of();
    }
    long tie = AreaPassages.tie(item.text(ScanAttributes.BY));
    return LogRow.parts(item).stream()
        .filter(part -> !part.item().flag(CheckinMark.UNDONE))
        .map(part -> copied(row.ordinal(), part, tie, exit))
        .toList();
  }

  private static CopiedPassage copied(long ordinal, LogRow.Part part, long tie, boolean exit) {
    Reentry rule = Reentry.values()[(int) part.item().number(LogRow.RULE)];
    return new CopiedPassage(
        CheckinMark.slot(CheckinMark.place(ordinal, part.index())),
        part.item().number(ScanAttributes.TICKET),
        new Passage(LogRow.doorTime(part.item()), tie, exit, rule));
  }

  private Heads heads(String account, String event, long list, Mode mode, Instant deadline) {
    String tickets = TableSchema.admittedTickets(account, event, list, mode);
    String log = TableSchema.checkins(account, event, list, mode);
    List<Key> keys = List.of(TableSchema.head(tickets), TableSchema.head(log));
    Map<Key, Item> found = table.get(keys, deadline);
    return new Heads(
        tickets,
        found.getOrDefault(keys.getFirst(), new Item()),
        log,
        found.getOrDefault(keys.getLast(), new Item()));
  }

  /**
   * Returns a text that identifies the table and the list of a copy. It changes once copies have
   * passages. A copy without passages also lacks door times, so it must begin anew.
   */
  private String origin(Heads heads, CopyTerms terms) {
    String passages = terms.passages() ? "|passages|" : "|";
    return name(Digests.sha256(table.name() + passages + heads.life()));
  }

  private static String name(byte[] digest) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(digest, NAME_BYTES));
  }

  /**
   * The version of a door copy. Two copies with equal versions are equal if the versions are exact.
   *
   * @param exact false for a copy that may have more than its marks say, until the next delta
   * @param origin identifies the table and the list for as long as both exist
   * @param words identifies the texts of the list
   */
  record DoorVersion(
      boolean exact, String origin, String words, SequenceMark tickets, SequenceMark log) {
    private static final String EXACT = "1";
    private static final String INEXACT = "0";
    private static final int PARTS = 5;

    /** Returns the version as clients send it back: letters, digits, {@code . ~ - _}. */
    String text() {
      return String.join(".", exact ? EXACT : INEXACT, origin, words, tickets.text(), log.text());
    }

    /** Parses the output of {@link #text}; empty for anything else. */
    static Optional<DoorVersion> of(String text) {
      String[] parts = text.split("\\.", -1);
      if (parts.length != PARTS || !(parts[0].equals(EXACT) || parts[0].equals(INEXACT))) {
        return Optional.empty();
      }
      return SequenceMark.of(parts[3])
          .flatMap(
              tickets ->
                  SequenceMark.of(parts[4])
                      .map(
                          log ->
                              new DoorVersion(
                                  parts[0].equals(EXACT), parts[1], parts[2], tickets, log)));
    }
  }

  /**
   * Combines rows and notes for a reader that has everything up to a mark. In the result, each
   * thing (such as a ticket) is there once, or gone. Not thread-safe.
   */
  static final class Composition<T> {
    private final SequenceMark have;
    private final NavigableMap<Long, T> things = new TreeMap<>();
    private final NavigableSet<Long> gone = new TreeSet<>();

    Composition(SequenceMark have) {
      this.have = have;
    }

    void put(long name, T thing) {
      things.put(name, thing);
    }

    /** Changes a thing that the reader already has or is about to get. */
    void change(long ordinal, T thing) {
      if (things.containsKey(ordinal) || has(ordinal)) {
        put(ordinal, thing);
      }
    }

    void remove(long name, long ordinal) {
      things.remove(name);
      if (has(ordinal)) {
        gone.add(name);
      }
    }

    private boolean has(long ordinal) {
      return ordinal <= have.upto() && !have.open().contains(ordinal);
    }

    List<T> things() {
      return List.copyOf(things.values());
    }

    List<Long> gone() {
      return List.copyOf(gone);
    }
  }
}
