package io.doorlist.store.checkin.history;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.passage.PassageRow;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Range;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Unreadable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads what happened at a list since a reader last asked: check-ins, exits, later entries, and
 * what was undone. Nothing is left out, and nothing is written for it when it happens.
 *
 * <p>Implementation notes. Check-ins and passages are two sequences, whose changes a reader follows
 * as a door copy does ({@link SequenceChanges}): a row is an entry or an exit, and a note names
 * what was undone. A row is read in its present state. If it was undone before it was read, it is
 * left out, and its note follows: so a reader may see an undo of something that it never saw, but
 * never something after its undo. See ADR 0043. Thread-safe.
 */
public final class PassageLog {
  private static final long MAX_ORDINAL = 9_999_999_999_999_999L;

  private final Dynamo dynamo;
  private final SequenceChanges changes;

  public PassageLog(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.changes = new SequenceChanges(dynamo, SequenceChanges.FEW);
  }

  /** What can happen. */
  public enum Kind {
    ENTRY,
    EXIT,
    UNDO
  }

  /**
   * Something that happened at a list.
   *
   * @param name of the check-in or passage, unique in the account; an undo has the name of what it
   *     undid
   * @param doorTime when it was scanned, by our clock; of an undo, when that was
   * @param at when the server wrote it
   */
  public record Happening(Kind kind, String name, long ticketId, Instant doorTime, Instant at) {}

  /** How far a reader has come in both sequences. */
  public record Position(SequenceMark checkins, SequenceMark passages) {
    /** The position of a reader that has seen nothing. */
    public static final Position START = new Position(SequenceMark.NONE, SequenceMark.NONE);

    public String text() {
      return checkins.text() + "." + passages.text();
    }

    /** Parses the output of {@link #text}; empty for anything else. */
    public static Optional<Position> of(String text) {
      String[] marks = text.split("\\.", -1);
      if (marks.length != 2) {
        return Optional.empty();
      }
      return SequenceMark.of(marks[0])
          .flatMap(first -> SequenceMark.of(marks[1]).map(second -> new Position(first, second)));
    }
  }

  /**
   * What happened, in the order in which the server wrote it, as far as it was read.
   *
   * @param position of a reader that has this too
   * @param more whether there is more to read at once
   */
  public record Part(List<Happening> happenings, Position position, boolean more) {
    public Part {
      happenings = List.copyOf(happenings);
    }
  }

  /** A list in a mode, of an account. */
  public record Where(String event, long list, Mode mode) {}

  /**
   * Returns those of many lists at which there is something to read, with how far their reader has
   * come. Access pattern 47: strongly consistent; 2 read units each, a round trip for 50 of them.
   *
   * @throws UnavailableException if the table does not answer in time
   */
  public Set<Where> behind(String account, Map<Where, Position> readers) {
    List<Key> heads = new ArrayList<>();
    for (Where each : readers.keySet()) {
      heads.add(TableSchema.head(checkins(account, each)));
      heads.add(TableSchema.head(passages(account, each)));
    }
    Map<Key, Item> found = dynamo.get(heads);
    Set<Where> behind = new HashSet<>();
    readers.forEach(
        (where, place) -> {
          Item checkins = found.get(TableSchema.head(checkins(account, where)));
          Item passages = found.get(TableSchema.head(passages(account, where)));
          if (isBehind(checkins, place.checkins()) || isBehind(passages, place.passages())) {
            behind.add(where);
          }
        });
    return behind;
  }

  private static boolean isBehind(Item head, SequenceMark mark) {
    return !SequenceChanges.end(head == null ? new Item() : head).equals(mark);
  }

  private static String checkins(String account, Where where) {
    return TableSchema.checkins(account, where.event(), where.list(), where.mode());
  }

  private static String passages(String account, Where where) {
    return TableSchema.passages(account, where.event(), where.list(), where.mode());
  }

  /**
   * Returns what happened since a position. Access pattern 47: strongly consistent; 2 read units,
   * plus the cost of the rows that are new.
   *
   * @param rows about how many rows of each sequence to read at most
   * @throws UnavailableException if the table does not answer in time
   */
  public Part since(
      EventDefinition definition, CheckinList list, Mode mode, Position have, int rows) {
    Instant deadline = dynamo.deadline();
    String account = definition.event().account();
    String event = definition.event().slug();
    String checkins = TableSchema.checkins(account, event, list.id(), mode);
    String passages = TableSchema.passages(account, event, list.id(), mode);
    // Passages first: the check-in before an exit that is seen is then seen too.
    Reading later = new Reading();
    SequenceChanges.Seen seenPassages =
        since(passages, have.passages(), rows, row -> later.passage(row, list, mode), deadline);
    Reading first = new Reading();
    SequenceChanges.Seen seenCheckins =
        since(checkins, have.checkins(), rows, row -> first.checkins(row, list, mode), deadline);
    return new Part(
        merge(
            withTimes(first.happenings, () -> undoneCheckins(account, event, list, mode, deadline)),
            withTimes(later.happenings, () -> undonePassages(passages, later.undone, list, mode))),
        new Position(seenCheckins.mark(), seenPassages.mark()),
        seenCheckins.more() || seenPassages.more());
  }

  private SequenceChanges.Seen since(
      String sequence, SequenceMark have, int rows, Consumer<SequenceRow> each, Instant deadline) {
    Item head = dynamo.get(TableSchema.head(sequence), deadline).orElseGet(Item::new);
    return changes.since(sequence, head, have, rows, each, deadline);
  }

  /** Gives undos their tickets and times. */
  private static List<Happening> withTimes(
      List<Happening> happenings, Supplier<Map<String, Undone>> undone) {
    if (happenings.stream().noneMatch(each -> each.kind() == Kind.UNDO)) {
      return happenings;
    }
    Map<String, Undone> times = undone.get();
    return happenings.stream()
        .map(each -> each.kind() == Kind.UNDO ? times.get(each.name()).happening(each) : each)
        .toList();
  }

  /** When something of a ticket was undone. */
  private record Undone(long ticketId, Instant at) {
    static Undone of(Item item, String time) {
      return new Undone(item.number(ScanItems.TICKET), ScanItems.time(item, time));
    }

    Happening happening(Happening undo) {
      return new Happening(Kind.UNDO, undo.name(), ticketId, at, at);
    }
  }

  /** Reads the list's log of undos; it was written with the notes. */
  private Map<String, Undone> undoneCheckins(
      String account, String event, CheckinList list, Mode mode, Instant deadline) {
    Map<String, Undone> undone = new HashMap<>();
    Range all =
        Range.between(
            TableSchema.undone(account, event, list.id(), mode),
            TableSchema.ordinal(1),
            TableSchema.ordinal(MAX_ORDINAL));
    for (Item entry : dynamo.query(all, deadline)) {
      long id = CheckinMark.id(list, mode, CheckinMark.place(entry));
      undone.put(Reading.checkin(id), Undone.of(entry, ScanItems.AT));
    }
    return undone;
  }

  private Map<String, Undone> undonePassages(
      String passages, List<Long> ordinals, CheckinList list, Mode mode) {
    Map<String, Undone> undone = new HashMap<>();
    List<Key> keys =
        ordinals.stream().distinct().map(each -> TableSchema.row(passages, each)).toList();
    for (Item row : dynamo.get(keys).values()) {
      long id = CheckinMark.id(list, mode, SequenceRow.of(row).ordinal(), 0);
      undone.put(Reading.passage(id), Undone.of(row, PassageRow.UNDONE_AT));
    }
    return undone;
  }

  /** What was read of one sequence, and the ordinals of passages that were undone. */
  private record Reading(List<Happening> happenings, List<Long> undone) {
    Reading() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    void checkins(SequenceRow row, CheckinList list, Mode mode) {
      SequenceNote.of(row)
          .ifPresent(
              note ->
                  note.left()
                      .forEach(position -> undo(checkin(CheckinMark.id(list, mode, position)))));
      for (CheckinMark mark : Unreadable.tryRead(() -> CheckinMark.of(row)).orElse(List.of())) {
        long id = CheckinMark.id(list, mode, mark.ordinal(), mark.index());
        happenings.add(
            new Happening(Kind.ENTRY, checkin(id), mark.ticketId(), mark.doorTime(), mark.at()));
      }
    }

    void passage(SequenceRow row, CheckinList list, Mode mode) {
      Optional<SequenceNote> note = SequenceNote.of(row);
      if (note.isPresent()) {
        note.get().left().forEach(left -> undo(passage(CheckinMark.id(list, mode, left, 0))));
        undone.addAll(note.get().left());
      } else {
        // A void is not readable as a passage.
        Unreadable.tryRead(() -> PassageRow.passage(row, list, mode))
            .filter(passage -> !passage.undone())
            .ifPresent(this::add);
      }
    }

    private void add(TicketPassage passage) {
      happenings.add(
          new Happening(
              passage.exit() ? Kind.EXIT : Kind.ENTRY,
              passage(passage.id()),
              passage.ticketId(),
              passage.at(),
              passage.createdAt()));
    }

    private void undo(String name) {
      happenings.add(new Happening(Kind.UNDO, name, 0, Instant.EPOCH, Instant.EPOCH));
    }

    // Check-ins and passages of a list are numbered alike.
    private static String checkin(long id) {
      return "doorlist-checkin-" + id;
    }

    private static String passage(long id) {
      return "doorlist-passage-" + id;
    }
  }

  /** Merges two sequences by time; each keeps its own order. */
  private static List<Happening> merge(List<Happening> one, List<Happening> other) {
    List<Happening> merged = new ArrayList<>(one.size() + other.size());
    int next = 0;
    for (Happening each : one) {
      while (next < other.size() && other.get(next).at().isBefore(each.at())) {
        merged.add(other.get(next++));
      }
      merged.add(each);
    }
    merged.addAll(other.subList(next, other.size()));
    return merged;
  }
}
