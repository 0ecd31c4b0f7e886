package io.doorlist.phone;

import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorArea;
import io.doorlist.door.DoorColumnsReader;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.ListFacts;
import io.doorlist.door.OfflineDoor;
import io.doorlist.door.Passage;
import io.doorlist.door.Presence;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.door.rules.ListRule;
import io.doorlist.door.rules.UnmetRuleWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The copies of an event's lists, and the entries and exits at this phone that the copies do not
 * show yet. It decides as the server would. Not thread-safe.
 */
public final class DoorBook {
  private static final long MILLIS = 1000;

  private final Map<String, OfflineDoor> doors = new LinkedHashMap<>();
  private final Map<String, Own> recorded = new LinkedHashMap<>();
  private final Map<String, Withdrawn> withdrawn = new LinkedHashMap<>();
  private final Map<String, Applying> applying = new HashMap<>();

  private InsideCount counting;

  private record Applying(DoorCopy copy, DoorColumnsReader pieces) {}

  private record Own(String list, long digest, long at, boolean exit) {
    Passage passage(Reentry reentry) {
      return new Passage(at, 0, exit, reentry);
    }
  }

  private record Withdrawn(String list, long digest, OfflineDoor.Withdrawn when) {}

  public void open(String list, byte[] salt) {
    ListFacts facts = new ListFacts(false, Window.ALWAYS);
    doors.put(list, new OfflineDoor(facts, new CodeDigest(salt), new DoorCopy()));
  }

  /**
   * Changes the window, rule and area by which a list decides, but not its copy. The rule may be
   * {@code null}.
   */
  public void define(String list, Window window, ListRule rule, DoorArea area) {
    doors.computeIfPresent(
        list,
        (id, door) ->
            new OfflineDoor(new ListFacts(false, window, rule), area, door.digest(), door.copy()));
  }

  /** Says in English why the rule of a list does not let somebody in. */
  public String words(String list, Verdict.AgainstRules verdict, long epochSecond) {
    return UnmetRuleWords.of(
        verdict.unmetRules(), epochSecond, doors.get(list).list().rule().zone());
  }

  public void close(String list) {
    doors.remove(list);
    applying.remove(list);
  }

  public void clear() {
    doors.clear();
    applying.clear();
    recorded.clear();
    withdrawn.clear();
  }

  /** Begins to bring a copy up to date. {@link #step} continues. */
  public void begin(String list, byte[] columns) {
    applying.put(list, new Applying(doors.get(list).copy(), new DoorColumnsReader(columns)));
  }

  /** Applies the next entries of an update that was begun. Returns whether there are more. */
  public boolean step(String list, int entries) {
    Applying now = applying.remove(list);
    if (now == null) {
      return false;
    }
    now.copy.apply(now.pieces.next(entries));
    if (now.pieces.hasNext()) {
      applying.put(list, now);
    }
    return now.pieces.hasNext();
  }

  public int admitted(String list) {
    return doors.get(list).copy().admitted();
  }

  public int checkedIn(String list) {
    return doors.get(list).copy().checkedIn();
  }

  /** Records an entry or exit of which the copies may not know yet. */
  public void record(String key, String list, long digest, long atMillis, boolean exit) {
    recorded.put(key, new Own(list, digest, atMillis, exit));
  }

  /**
   * Ignores a withdrawn entry or exit of this phone, which the copies may still show for a while.
   */
  public void leaveOut(String key, String list, long digest, OfflineDoor.Withdrawn when) {
    withdraw(key);
    withdrawn.put(key, new Withdrawn(list, digest, when));
  }

  /**
   * Drops what this phone recorded under a scan's key. From now on, only the copies say what
   * happened.
   */
  public void withdraw(String key) {
    recorded.remove(key);
    withdrawn.remove(key);
  }

  public Presence presence(String list, String code, long epochSecond) {
    return doors
        .get(list)
        .presence(code, others(list), own(list, code, epochSecond).all(), epochSecond);
  }

  /**
   * Returns the list where a code's ticket last entered the area of the given list, if that is
   * known.
   */
  public Optional<String> cameInAt(String list, String code, long epochSecond) {
    OfflineDoor here = doors.get(list);
    long since = presence(list, code, epochSecond).since();
    return doors.entrySet().stream()
        .filter(door -> here.leadsWhere(door.getValue()))
        .filter(
            door ->
                passages(door.getKey(), door.getValue(), code, epochSecond)
                    .anyMatch(each -> !each.exit() && each.at() == since))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /**
   * Returns the epoch millisecond at which this phone last let a ticket in, or {@link
   * Presence#NEVER}.
   */
  public long ownEntry(String list, String code, long epochSecond) {
    return own(list, code, epochSecond).all().stream()
        .filter(each -> !each.exit())
        .mapToLong(Passage::at)
        .max()
        .orElse(Presence.NEVER);
  }

  private Stream<Passage> passages(String id, OfflineDoor door, String code, long epochSecond) {
    return Stream.concat(
        door.find(code, epochSecond)
            .map(ticket -> door.copy().passages(ticket.id(), door.area().reentry()).stream())
            .orElse(Stream.of()),
        own(id, door, code, epochSecond).stream());
  }

  /** Begins to count how many tickets are inside a list's area, as far as this phone knows. */
  public void count(String list, long epochSecond) {
    OfflineDoor here = doors.get(list);
    List<OfflineDoor> leading = new ArrayList<>();
    Map<Long, List<Passage>> known = new HashMap<>();
    Map<String, List<Passage>> unknown = new HashMap<>();
    doors.forEach(
        (id, door) -> {
          if (here.leadsWhere(door)) {
            leading.add(door);
            own(id, door)
                .forEach(
                    (digest, passages) ->
                        door.copy().findAll(digest).stream()
                            .findFirst()
                            .map(
                                ticket ->
                                    known.computeIfAbsent(ticket.id(), any -> new ArrayList<>()))
                            .orElseGet(
                                () ->
                                    unknown.computeIfAbsent(
                                        id + " " + digest, any -> new ArrayList<>()))
                            .addAll(passages));
          }
        });
    long now = epochSecond * MILLIS + MILLIS - 1;
    counting = new InsideCount(leading, known, unknown.values(), here.area().emptying(), now);
  }

  /** Counts some more visitors. Once all are counted, it returns how many are inside. */
  public OptionalInt counted(int visitors) {
    return counting.step(visitors) ? OptionalInt.empty() : OptionalInt.of(counting.inside());
  }

  private List<OfflineDoor> others(String list) {
    List<OfflineDoor> others = new ArrayList<>(doors.values());
    others.remove(doors.get(list));
    return others;
  }

  /** Returns what this phone recorded for a code's ticket in a list's area. */
  private OfflineDoor.Own own(String list, String code, long epochSecond) {
    OfflineDoor here = doors.get(list);
    List<Passage> atList = new ArrayList<>();
    List<Passage> elsewhere = new ArrayList<>();
    doors.forEach(
        (id, door) -> {
          if (here.leadsWhere(door)) {
            (door == here ? atList : elsewhere).addAll(own(id, door, code, epochSecond));
          }
        });
    return new OfflineDoor.Own(atList, elsewhere, withdrawn(here, code, epochSecond));
  }

  /** Returns what this phone withdrew for a code's ticket in a list's area. */
  private List<OfflineDoor.Withdrawn> withdrawn(OfflineDoor here, String code, long epochSecond) {
    List<OfflineDoor.Withdrawn> all = new ArrayList<>();
    for (Withdrawn each : withdrawn.values()) {
      OfflineDoor door = doors.get(each.list);
      if (door != null
          && here.leadsWhere(door)
          && door.sameTicket(code, epochSecond).contains(each.digest)) {
        all.add(each.when);
      }
    }
    return all;
  }

  private List<Passage> own(String list, OfflineDoor door, String code, long epochSecond) {
    Reentry reentry = door.area().reentry();
    if (recorded.isEmpty()) {
      return List.of();
    }
    Set<Long> digests = door.sameTicket(code, epochSecond);
    return recorded.values().stream()
        .filter(each -> each.list.equals(list) && digests.contains(each.digest))
        .map(each -> each.passage(reentry))
        .collect(Collectors.toList());
  }

  /** Returns what this phone recorded at a list, by the digest of the code. */
  private Map<Long, List<Passage>> own(String list, OfflineDoor door) {
    Reentry reentry = door.area().reentry();
    Map<Long, List<Passage>> all = new HashMap<>();
    for (Own each : recorded.values()) {
      if (each.list.equals(list)) {
        all.computeIfAbsent(each.digest, any -> new ArrayList<>()).add(each.passage(reentry));
      }
    }
    return all;
  }

  public long digest(String list, String code) {
    return doors.get(list).digest().of(code);
  }

  /** Returns whether any copy has a ticket for a code. */
  public boolean knows(String code) {
    for (OfflineDoor door : doors.values()) {
      if (!door.copy().findAll(door.digest().of(code)).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the type of the code's ticket, by the copy of this list, or else by another list's
   * copy.
   */
  public Optional<String> type(String list, String code, long epochSecond) {
    return Stream.concat(Stream.of(doors.get(list)), others(list).stream())
        .map(door -> door.find(code, epochSecond))
        .filter(Optional::isPresent)
        .map(ticket -> ticket.get().type())
        .findFirst();
  }

  /** Returns whether a list lets a code's ticket in although the ticket has not been paid. */
  public boolean unpaid(String list, String code, long epochSecond) {
    return doors.get(list).find(code, epochSecond).filter(CopiedTicket::unpaid).isPresent();
  }

  /** Returns whether there is a note about the guest. The copy does not have the note's text. */
  public boolean noted(String list, String code, long epochSecond) {
    return doors.get(list).find(code, epochSecond).filter(CopiedTicket::noted).isPresent();
  }

  /** Returns the lists that would let a code's ticket in now, by their copies. */
  public List<String> doorsFor(String code, long epochSecond) {
    return doors.entrySet().stream()
        .filter(
            door ->
                door.getValue().decide(code, List.of(), epochSecond) instanceof Verdict.Admissible)
        .map(Map.Entry::getKey)
        .collect(Collectors.toList());
  }

  /** Returns whether the ticket's latest entry was by this phone. */
  public boolean mine(String list, String code, long epochSecond) {
    if (doors.get(list).area().tracked()) {
      long since = Math.floorDiv(presence(list, code, epochSecond).since(), MILLIS);
      return own(list, code, epochSecond).all().stream()
          .anyMatch(each -> !each.exit() && Math.floorDiv(each.at(), MILLIS) == since);
    }
    return ownEntry(list, code, epochSecond) != Presence.NEVER;
  }

  public Verdict decide(String list, String code, long epochSecond) {
    OfflineDoor here = doors.get(list);
    if (here.area().tracked()) {
      return decideByPassages(list, code, epochSecond);
    }
    OfflineDoor.Own gone =
        new OfflineDoor.Own(List.of(), List.of(), withdrawn(here, code, epochSecond));
    Verdict verdict = here.decide(code, others(list), gone, epochSecond);
    long since = ownEntry(list, code, epochSecond);
    return since != Presence.NEVER && !(verdict instanceof Verdict.AlreadyIn)
        ? new Verdict.AlreadyIn(Math.floorDiv(since, MILLIS))
        : verdict;
  }

  /**
   * Decides at a list whose copy has all entries and exits. A ticket that no copy has yet may be
   * inside because this phone let it in.
   */
  private Verdict decideByPassages(String list, String code, long epochSecond) {
    OfflineDoor here = doors.get(list);
    OfflineDoor.Own own = own(list, code, epochSecond);
    Verdict verdict = here.decide(code, others(list), own, epochSecond);
    Presence presence = presence(list, code, epochSecond);
    return verdict instanceof Verdict.Unknown && !own.all().isEmpty() && presence.inside()
        ? new Verdict.AlreadyIn(Math.floorDiv(presence.since(), MILLIS))
        : verdict;
  }
}
