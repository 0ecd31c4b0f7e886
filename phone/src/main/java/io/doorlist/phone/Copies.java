package io.doorlist.phone;

import io.doorlist.door.DoorArea;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorColumnsReader;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.Emptying;
import io.doorlist.door.OfflineDoor;
import io.doorlist.door.Reason;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.door.rules.ListRule;
import io.doorlist.phone.DoorVerdict.Guest;
import io.doorlist.phone.DoorVerdict.Kind;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The copies by which the phone decides without a network, one for each list of an event. With them
 * are the entries and exits at this phone that the copies do not show yet.
 */
final class Copies {
  private static final String NAME = "copy/";
  private static final String OWN = "own/";
  private static final String WORDS = "/words";

  /** A copy is stored in at most this many parts. If there are more, they are merged into one. */
  private static final int MAX_PARTS = 40;

  /** A copy that is requested this long after the answer to a scan surely shows the scan. */
  private static final long SETTLED_MILLIS = 10_000;

  /** By how much the clocks of phone and service differ at most. */
  private static final long SLIP_MILLIS = 2_000;

  /** Almost every request reaches the service within this time. */
  private static final long ON_ITS_WAY_MILLIS = 15_000;

  private static final int STEP = 1_000;

  private final KeptValues kept;
  private final DoorBook book = new DoorBook();
  private final Map<String, Copy> copies = new LinkedHashMap<>();
  private Long gate;

  /** What a copy says about its list, and in how many parts the copy is stored. */
  private record Copy(Map<?, ?> words, String version, String etag, boolean ready, int parts) {
    Map<?, ?> list() {
      return Json.object(words.get("list"));
    }

    Copy with(String newEtag) {
      return new Copy(words, version, newEtag, ready, parts);
    }

    String text() {
      Map<String, Object> members = new LinkedHashMap<>();
      words.forEach((name, value) -> members.put((String) name, value));
      members.put("version", version);
      members.put("etag", etag);
      members.put("ready", ready);
      members.put("parts", (long) parts);
      return Json.write(members);
    }
  }

  Copies(KeptValues kept) {
    this.kept = kept;
    List<String> lists = new ArrayList<>();
    kept.each(
        NAME,
        (name, text) -> {
          if (name.endsWith(WORDS)) {
            lists.add(name.substring(0, name.length() - WORDS.length()));
          }
        });
    lists.forEach(this::restore);
    kept.each(OWN, this::decideBy);
  }

  private void restore(String list) {
    Map<?, ?> members = Json.object(kept.get(NAME + list + WORDS));
    int parts = (int) Json.number(members.get("parts"));
    Copy copy =
        new Copy(
            words(members),
            Json.text(members.get("version")),
            Json.text(members.get("etag")),
            Json.flag(members.get("ready")),
            parts);
    book.open(list, bytes(Json.text(members.get("salt"))));
    for (int i = 0; i < parts; i++) {
      applied(list, bytes(kept.get(NAME + list + "/" + i)));
    }
    copies.put(list, copy);
    define(list);
  }

  private static Map<String, Object> words(Map<?, ?> body) {
    Map<String, Object> words = new LinkedHashMap<>();
    for (String name : List.of("list", "ticket_types", "qr_base_url", "salt")) {
      words.put(name, body.get(name));
    }
    return words;
  }

  private static byte[] bytes(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  private void applied(String list, byte[] columns) {
    book.begin(list, columns);
    while (book.step(list, STEP)) {
      // Each step applies some entries.
    }
  }

  /**
   * Changes the number of the phone's gate, which rules may ask for. It is null if the phone has no
   * gate.
   */
  void standAt(Long number) {
    gate = number;
    copies.keySet().forEach(this::define);
  }

  private void define(String list) {
    Map<?, ?> words = copies.get(list).list();
    Object rules = words.get("rules");
    List<Long> empties =
        Json.list(words.get("empties")).stream().map(Json::number).collect(Collectors.toList());
    book.define(
        list,
        new Window(
            seconds(words.get("opens_at"), Window.OPEN_START),
            seconds(words.get("closes_at"), Window.OPEN_END)),
        rules == null ? null : ListRule.read(Json.write(rules), gate),
        new DoorArea(
            Json.text(words.get("area")),
            Reentry.of(Json.text(words.get("reentry"))),
            new Emptying(empties)));
  }

  private static long seconds(Object time, long otherwise) {
    return time == null ? otherwise : Math.floorDiv(Timestamps.millis(Json.text(time)), 1_000L);
  }

  /** Returns whether the phone has the whole copy of a list. */
  boolean ready(String list) {
    Copy copy = copies.get(list);
    return copy != null && copy.ready;
  }

  boolean has(String list) {
    return copies.containsKey(list);
  }

  int admitted(String list) {
    return has(list) ? book.admitted(list) : 0;
  }

  int checkedIn(String list) {
    return has(list) ? book.checkedIn(list) : 0;
  }

  /** Returns the query for the path that asks for a copy. */
  String query(String list) {
    Copy copy = copies.get(list);
    return copy == null ? "" : "?have=" + Percent.encoded(copy.version);
  }

  String etag(String list) {
    Copy copy = copies.get(list);
    return copy == null ? "" : copy.etag;
  }

  /**
   * Returns the address before the code in this service's QR codes. It is empty if it is unknown.
   */
  String qrBaseUrl() {
    return copies.values().stream()
        .map(copy -> Json.text(copy.words.get("qr_base_url")))
        .findFirst()
        .orElse("");
  }

  /** Returns a text that identifies the area into which a list leads. */
  String areaOf(String list) {
    String area = has(list) ? Json.text(copies.get(list).list().get("area")) : "";
    return area.isEmpty() ? "list " + list : "area " + area;
  }

  /** Brings a copy up to date. Returns whether there is more to ask for at once. */
  boolean apply(String list, Map<?, ?> body, String etag) {
    Copy before = copies.get(list);
    boolean more = Json.flag(body.get("more"));
    boolean whole = before == null || body.get("have") == null;
    String columns = Json.text(body.get("columns"));
    int part = whole ? 0 : before.parts;
    if (whole) {
      forget(list);
      book.open(list, bytes(Json.text(body.get("salt"))));
    }
    applied(list, bytes(columns));
    kept.put(NAME + list + "/" + part, columns);
    Copy copy =
        new Copy(
            words(body),
            Json.text(body.get("version")),
            more ? "" : etag,
            !more || (!whole && before.ready),
            part + 1);
    copies.put(list, copy.parts > MAX_PARTS ? merged(list, copy) : copy);
    kept.put(NAME + list + WORDS, copies.get(list).text());
    define(list);
    return more;
  }

  /** Merges all parts of a copy into one. */
  private Copy merged(String list, Copy copy) {
    DoorDelta all = DoorDelta.NONE;
    for (int i = 0; i < copy.parts; i++) {
      String name = NAME + list + "/" + i;
      all = all.then(DoorColumnsReader.readAll(bytes(kept.get(name))));
      kept.put(name, "");
    }
    kept.put(NAME + list + "/0", Base64.getEncoder().encodeToString(DoorColumns.write(all)));
    return new Copy(copy.words, copy.version, copy.etag, copy.ready, 1);
  }

  /** Drops the copy of a list. */
  void forget(String list) {
    Copy copy = copies.remove(list);
    for (int i = 0; copy != null && i < copy.parts; i++) {
      kept.put(NAME + list + "/" + i, "");
    }
    kept.put(NAME + list + WORDS, "");
    book.close(list);
  }

  // ---- What this phone did

  /** Makes an entry or exit at this phone count in decisions. */
  void note(DoorScan scan) {
    keepOwn(scan, scan.at(), 0, 0);
  }

  /** Ignores an entry or exit that the phone has withdrawn, if the copies show it. */
  void leaveOut(DoorScan scan) {
    long until = scan.at() + (scan.exit() ? SLIP_MILLIS : ON_ITS_WAY_MILLIS);
    keepOwn(scan, scan.at() - SLIP_MILLIS, until, 0);
  }

  private void keepOwn(DoorScan scan, long at, long until, long said) {
    if (!scan.order() && has(scan.list())) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("list", scan.list());
      members.put("digest", String.valueOf(book.digest(scan.list(), scan.code())));
      members.put("exit", scan.exit());
      members.put("at", at);
      members.put("until", until);
      members.put("said", said);
      kept.put(OWN + scan.key(), Json.write(members));
      decideBy(scan.key(), kept.get(OWN + scan.key()));
    }
  }

  private void decideBy(String key, String text) {
    Map<?, ?> own = Json.object(text);
    String list = Json.text(own.get("list"));
    long digest = Long.parseLong(Json.text(own.get("digest")));
    long at = Json.number(own.get("at"));
    long until = Json.number(own.get("until"));
    boolean exit = Json.flag(own.get("exit"));
    if (until == 0) {
      book.withdraw(key);
      book.record(key, list, digest, at, exit);
    } else {
      book.leaveOut(key, list, digest, new OfflineDoor.Withdrawn(at, until, exit));
    }
  }

  /**
   * Notes that the service has recorded what the guest was told, so the copies will soon show it.
   */
  void confirm(String key, long now) {
    String text = kept.get(OWN + key);
    if (!text.isEmpty()) {
      Map<String, Object> members = new LinkedHashMap<>();
      Json.object(text).forEach((name, value) -> members.put((String) name, value));
      members.put("said", now);
      kept.put(OWN + key, Json.write(members));
    }
  }

  /**
   * Notes that a list's copy is up to date. Drops what this phone recorded of scans that were
   * answered well before the copy was requested, because the copy shows them.
   */
  void upToDate(String list, String etag, long askedAt) {
    if (has(list) && !etag.isEmpty()) {
      copies.computeIfPresent(list, (id, copy) -> copy.with(etag));
    }
    kept.each(
        OWN,
        (key, text) -> {
          Map<?, ?> own = Json.object(text);
          long said = Json.number(own.get("said"));
          if (said > 0
              && said + SETTLED_MILLIS < askedAt
              && Json.text(own.get("list")).equals(list)) {
            book.withdraw(key);
            kept.put(OWN + key, "");
          }
        });
  }

  // ---- What the copies say

  /** Returns whether the phone has the whole copy of a list, and any copy has the code. */
  boolean knows(String list, String code, long at) {
    return ready(list)
        && !(book.decide(list, code, Math.floorDiv(at, 1_000L)) instanceof Verdict.Unknown);
  }

  /**
   * Returns whether a copy has the code of a scan. If so, the code is a ticket's, because copies
   * have no orders.
   */
  boolean isTicket(DoorScan scan) {
    return book.knows(scan.code());
  }

  boolean inside(DoorScan scan) {
    return has(scan.list())
        && book.presence(scan.list(), scan.code(), Math.floorDiv(scan.at(), 1_000L)).inside();
  }

  /**
   * Returns whether an entry that a copy shows may come from this scan. Copies have times in whole
   * seconds.
   */
  static boolean mayBeOf(DoorScan scan, long entered) {
    return Math.floorDiv(entered, 1_000L) >= Math.floorDiv(scan.at() - SLIP_MILLIS, 1_000L);
  }

  /** Returns whether the ticket's latest entry was by this phone. */
  boolean mine(DoorScan scan) {
    return book.mine(scan.list(), scan.code(), Math.floorDiv(scan.at(), 1_000L));
  }

  /** Decides by the copy. */
  DoorVerdict decide(DoorScan scan) {
    String list = scan.list();
    long second = Math.floorDiv(scan.at(), 1_000L);
    Verdict verdict = book.decide(list, scan.code(), second);
    Guest guest = guest(scan);
    boolean again =
        verdict instanceof Verdict.Admissible
            && book.presence(list, scan.code(), second).entries() > 0;
    if (verdict instanceof Verdict.Admissible) {
      return said(Kind.IN, "", "", scan, guest, 0, again);
    }
    if (verdict instanceof Verdict.AlreadyIn in) {
      return said(
          Kind.ALREADY_IN, "already_checked_in", "", scan, guest, in.since() * 1_000, false);
    }
    if (verdict instanceof Verdict.Unknown) {
      return said(Kind.UNKNOWN, "not_found", "", scan, guest, 0, false);
    }
    String detail = "";
    Reason reason = Reason.RULES;
    if (verdict instanceof Verdict.AgainstRules rules) {
      detail = book.words(list, rules, second);
    } else if (verdict instanceof Verdict.OutsideWindow outside) {
      reason = outside.reason();
    } else if (verdict instanceof Verdict.Refused refused) {
      reason = refused.reason();
    }
    return said(Kind.REFUSED, reason.word(), detail, scan, guest, 0, false);
  }

  private DoorVerdict said(
      Kind kind,
      String reason,
      String detail,
      DoorScan scan,
      Guest guest,
      long since,
      boolean again) {
    List<String> doors =
        kind == Kind.REFUSED
            ? book.doorsFor(scan.code(), Math.floorDiv(scan.at(), 1_000L)).stream()
                .filter(list -> !list.equals(scan.list()))
                .map(list -> Json.text(copies.get(list).list().get("name")))
                .collect(Collectors.toList())
            : List.of();
    return new DoorVerdict(
        kind, reason, detail, true, scan, guest, since, again, doors, Map.of(), Map.of());
  }

  /** Returns what the copies know about the guest of a scan. */
  Guest guest(DoorScan scan) {
    if (!has(scan.list())) {
      return Guest.UNKNOWN;
    }
    long second = Math.floorDiv(scan.at(), 1_000L);
    String slug = book.type(scan.list(), scan.code(), second).orElse("");
    boolean unpaid = book.unpaid(scan.list(), scan.code(), second);
    for (Copy copy : copies.values()) {
      for (Object each : Json.list(copy.words.get("ticket_types"))) {
        Map<?, ?> type = Json.object(each);
        if (slug.equals(type.get("slug"))) {
          String note = Json.text(type.get("note"));
          return new Guest(
              "",
              "",
              Json.text(type.get("name")),
              unpaid ? (note.isEmpty() ? "Not paid" : note + ". Not paid") : note,
              unpaid || Json.flag(type.get("attention")),
              book.noted(scan.list(), scan.code(), second),
              List.of());
        }
      }
    }
    return Guest.UNKNOWN;
  }
}
