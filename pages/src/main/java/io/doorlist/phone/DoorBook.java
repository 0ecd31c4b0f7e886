package io.doorlist.phone;

import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.CopyDoor;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.ListFacts;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.door.rules.ListRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The copies of an event's lists, and the people whom this phone let in and the copies do not show
 * yet. It decides as the server would. Not thread-safe.
 */
public final class DoorBook {
  private final Map<String, CopyDoor> doors = new LinkedHashMap<>();
  private final Map<String, Map<Long, Long>> letIn = new HashMap<>();

  /** Opens an empty copy of a list. */
  public void open(String list, byte[] salt, Window window) {
    doors.put(
        list, new CopyDoor(new ListFacts(false, window), new CodeDigest(salt), new DoorCopy()));
  }

  /**
   * Changes what decides at a list, and keeps the copy.
   *
   * @param rule may be {@code null}
   */
  public void define(String list, Window window, ListRule rule) {
    doors.computeIfPresent(
        list,
        (id, door) -> new CopyDoor(new ListFacts(false, window, rule), door.digest(), door.copy()));
  }

  /** Says in English why the rule of a list does not let somebody in. */
  public String words(String list, Verdict.AgainstRules verdict, long epochSecond) {
    return doors.get(list).list().rule().words(verdict.misses(), epochSecond);
  }

  /** Closes a list's copy. */
  public void close(String list) {
    doors.remove(list);
  }

  /** Closes all copies and forgets whom the phone let in. */
  public void clear() {
    doors.clear();
    letIn.clear();
  }

  /** Returns whether there is a copy of a list. */
  public boolean has(String list) {
    return doors.containsKey(list);
  }

  /**
   * Brings a copy up to date.
   *
   * @throws IllegalArgumentException if these bytes are not columns
   */
  public void apply(String list, byte[] columns) {
    doors.get(list).copy().apply(DoorColumns.read(columns));
  }

  /** Returns how many tickets a list lets in. */
  public int admitted(String list) {
    return doors.get(list).copy().admitted();
  }

  /** Returns how many are in according to the copy. */
  public int checkedIn(String list) {
    return doors.get(list).copy().checkedIn();
  }

  /** Records that this phone let a ticket in. */
  public void letIn(String list, long digest, long epochSecond) {
    letIn.computeIfAbsent(list, any -> new HashMap<>()).put(digest, epochSecond);
  }

  /** Takes that back. */
  public void takeBack(String list, long digest) {
    letIn.getOrDefault(list, new HashMap<>()).remove(digest);
  }

  /** Returns the digest that identifies a code in a list's copy. */
  public long digest(String list, String code) {
    return doors.get(list).digest().of(code);
  }

  /** Returns the ticket's type, if one of the copies has the code. */
  public Optional<String> type(String code) {
    return doors.values().stream()
        .flatMap(door -> door.find(code).stream())
        .map(CopiedTicket::type)
        .findFirst();
  }

  /** Returns the lists that would let a code's ticket in now, by their copies. */
  public List<String> doorsFor(String code, long epochSecond) {
    return doors.entrySet().stream()
        .filter(
            door ->
                door.getValue().decide(code, List.of(), epochSecond) instanceof Verdict.Admissible)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns whether this phone itself let the ticket in. */
  public boolean mine(String list, String code) {
    return letIn.getOrDefault(list, Map.of()).containsKey(digest(list, code));
  }

  /** Decides, by the copies. */
  public Verdict decide(String list, String code, long epochSecond) {
    CopyDoor here = doors.get(list);
    List<CopyDoor> others = new ArrayList<>(doors.values());
    others.remove(here);
    Verdict verdict = here.decide(code, others, epochSecond);
    Long since = letIn.getOrDefault(list, Map.of()).get(here.digest().of(code));
    return since != null && !(verdict instanceof Verdict.AlreadyIn)
        ? new Verdict.AlreadyIn(since)
        : verdict;
  }
}
