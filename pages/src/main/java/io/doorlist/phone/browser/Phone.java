package io.doorlist.phone.browser;

import io.doorlist.door.DoorArea;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorColumnsReader;
import io.doorlist.door.Emptying;
import io.doorlist.door.Presence;
import io.doorlist.door.Reason;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.door.rules.ListRule;
import io.doorlist.phone.CodePath;
import io.doorlist.phone.CodeText;
import io.doorlist.phone.DoorBook;
import io.doorlist.phone.Outbox;
import io.doorlist.phone.PairingLink;
import io.doorlist.phone.PhoneClock;
import io.doorlist.phone.Polling;
import io.doorlist.phone.QueuedScan;
import java.util.List;
import org.teavm.jso.JSBody;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;

/**
 * The interface for the scanner page: {@link DoorBook}, {@link QueuedScan} and {@link Outbox} say
 * what its functions do. Times are epoch milliseconds, or seconds where stated.
 */
public final class Phone {
  private static final DoorBook BOOK = new DoorBook();

  private Phone() {}

  @JSExport
  public static JSObject pairing(String text) {
    return PairingLink.find(text)
        .map(link -> paired(link.api(), link.account(), link.event(), link.list(), link.token()))
        .orElse(null);
  }

  @JSBody(
      params = {"api", "account", "event", "list", "token"},
      script = "return {api: api, account: account, event: event, list: list, token: token};")
  private static native JSObject paired(
      String api, String account, String event, String list, String token);

  @JSExport
  public static String[] codes(String text, String qrBaseUrl) {
    return CodeText.all(text, qrBaseUrl, Phone::composed).toArray(new String[0]);
  }

  @JSBody(params = "text", script = "return text.normalize('NFC');")
  private static native String composed(String text);

  @JSExport
  public static String path(String code) {
    return CodePath.of(code);
  }

  @JSExport
  public static void open(String list, byte[] salt) {
    BOOK.open(list, salt);
  }

  /**
   * Changes when a list is open, what rules it has and what area it leads into.
   *
   * @param opensAt epoch seconds as text, empty if there is none, as {@code closesAt}
   * @param rules the member of the copy as JSON, empty if there are none
   * @param gate the number of the phone's gate, empty if it has none
   * @param area the slug, empty for an area of its own
   * @param reentry the word
   * @param empties epoch seconds
   */
  @JSExport
  public static void define(
      String list,
      String opensAt,
      String closesAt,
      String rules,
      String gate,
      String area,
      String reentry,
      double[] empties) {
    ListRule rule =
        rules.isEmpty() ? null : ListRule.read(rules, gate.isEmpty() ? null : Long.valueOf(gate));
    BOOK.define(
        list,
        window(opensAt, closesAt),
        rule,
        new DoorArea(area, Reentry.of(reentry), new Emptying(Row.ids(empties))));
  }

  private static Window window(String from, String until) {
    return new Window(
        from.isEmpty() ? Window.OPEN_START : Long.parseLong(from),
        until.isEmpty() ? Window.OPEN_END : Long.parseLong(until));
  }

  @JSExport
  public static void begin(String list, byte[] columns) {
    BOOK.begin(list, columns);
  }

  @JSExport
  public static boolean step(String list, int entries) {
    return BOOK.step(list, entries);
  }

  /** Returns one delta with the effect of two, one after the other. */
  @JSExport
  public static byte[] merged(byte[] earlier, byte[] later) {
    return DoorColumns.write(
        DoorColumnsReader.readAll(earlier).then(DoorColumnsReader.readAll(later)));
  }

  @JSExport
  public static void close(String list) {
    BOOK.close(list);
  }

  @JSExport
  public static void clear() {
    BOOK.clear();
  }

  @JSExport
  public static int admitted(String list) {
    return BOOK.admitted(list);
  }

  @JSExport
  public static int checkedIn(String list) {
    return BOOK.checkedIn(list);
  }

  @JSExport
  public static String digest(String list, String code) {
    return Long.toString(BOOK.digest(list, code));
  }

  /** Records an entry or exit of the ticket with this digest. */
  @JSExport
  public static void record(
      String key, String list, String digest, double epochMillis, boolean exit) {
    BOOK.record(key, list, Long.parseLong(digest), (long) epochMillis, exit);
  }

  @JSExport
  public static void withdraw(String key) {
    BOOK.withdraw(key);
  }

  @JSExport
  public static void count(String list, double epochMillis) {
    BOOK.count(list, Math.floorDiv((long) epochMillis, 1_000L));
  }

  /** Counts so many visitors more; returns how many are inside, -1 until all are counted. */
  @JSExport
  public static int counted(int visitors) {
    return BOOK.counted(visitors).orElse(-1);
  }

  /**
   * Returns the state of a code's ticket in a list's area: whether it is inside, by which list
   * (empty if unknown), when this phone let it in, in epoch seconds (NaN if it has not), and how
   * many entries it has.
   */
  @JSExport
  public static JSObject presence(String list, String code, double epochMillis) {
    long at = Math.floorDiv((long) epochMillis, 1_000L);
    Presence presence = BOOK.presence(list, code, at);
    long mine = BOOK.ownEntry(list, code, at);
    return present(
        presence.inside(),
        BOOK.cameInAt(list, code, at).orElse(""),
        mine == Presence.NEVER ? Double.NaN : Math.floorDiv(mine, 1_000L),
        presence.entries());
  }

  @JSBody(
      params = {"inside", "by", "mine", "entries"},
      script = "return {inside: inside, by: by, mine: mine, entries: entries};")
  private static native JSObject present(boolean inside, String by, double mine, int entries);

  /**
   * Decides by the copies. Times are epoch seconds, NaN if there is none; what rules a ticket fails
   * comes in English, and as data ({@link UnmetRules}).
   */
  @JSExport
  public static JSObject decide(String list, String code, double epochMillis) {
    long at = Math.floorDiv((long) epochMillis, 1_000L);
    Verdict verdict = BOOK.decide(list, code, at);
    String word = "not_admissible";
    String reason = "";
    double since = Double.NaN;
    double from = Double.NaN;
    double until = Double.NaN;
    switch (verdict) {
      case Verdict.Admissible admissible -> word = "admissible";
      case Verdict.AlreadyIn in -> {
        word = "already_checked_in";
        since = in.since();
      }
      case Verdict.Refused no -> reason = no.reason().word();
      case Verdict.OutsideWindow out -> {
        reason = out.reason().word();
        from = time(out.window().from());
        until = time(out.window().until());
      }
      case Verdict.AgainstRules rules -> reason = Reason.RULES.word();
      case Verdict.Unknown unknown -> word = "unknown";
    }
    return decided(
        word,
        reason,
        since,
        from,
        until,
        BOOK.type(list, code, at).orElse(""),
        BOOK.unpaid(list, code, at),
        BOOK.mine(list, code, at),
        BOOK.doorsFor(code, at).toArray(new String[0]),
        verdict instanceof Verdict.AgainstRules rules ? BOOK.words(list, rules, at) : "",
        verdict instanceof Verdict.AgainstRules rules ? UnmetRules.text(rules.unmetRules()) : "");
  }

  @JSBody(
      params = {
        "verdict",
        "reason",
        "since",
        "from",
        "until",
        "type",
        "unpaid",
        "mine",
        "doors",
        "explanation",
        "unmetRules"
      },
      script =
          "return {verdict: verdict, reason: reason, since: since, from: from, until: until,"
              + " type: type, unpaid: unpaid, mine: mine, doors: doors, explanation: explanation,"
              + " unmetRules: unmetRules};")
  private static native JSObject decided(
      String verdict,
      String reason,
      double since,
      double from,
      double until,
      String type,
      boolean unpaid,
      boolean mine,
      String[] doors,
      String explanation,
      String unmetRules);

  private static double time(long epochSecond) {
    return epochSecond == Window.OPEN_START || epochSecond == Window.OPEN_END
        ? Double.NaN
        : epochSecond;
  }

  @JSExport
  public static Row asked(
      String key, String list, String code, String counts, double at, boolean scanned, double now) {
    return Row.of(QueuedScan.asked(key, list, code, counts, (long) at, scanned, (long) now));
  }

  @JSExport
  public static Row decided(String key, String list, String code, double at, boolean scanned) {
    return Row.of(QueuedScan.decided(key, list, code, (long) at, scanned));
  }

  /** Returns a scan as one of another kind: ENTRY, REENTRY or EXIT. */
  @JSExport
  public static Row as(Row row, String kind) {
    return Row.of(Row.read(row).as(QueuedScan.Kind.valueOf(kind)));
  }

  @JSExport
  public static Row reopened(Row row, double now) {
    return Row.of(Row.read(row).reopened((long) now));
  }

  @JSExport
  public static Row toldIn(Row row) {
    return Row.of(Row.read(row).admitted());
  }

  @JSExport
  public static Row sentAway(Row row) {
    return Row.of(Row.read(row).sentAway());
  }

  @JSExport
  public static Row refused(Row row, double now) {
    return Row.of(Row.read(row).refused((long) now));
  }

  /** Returns a scan whose admission is undone, or null if the server cannot know of it. */
  @JSExport
  public static Row withdrawn(Row row) {
    return Row.read(row).withdrawn().map(Row::of).orElse(null);
  }

  @JSExport
  public static Row undoing(Row row, double[] checkins) {
    return Row.of(Row.read(row).undoing(Row.ids(checkins)));
  }

  @JSExport
  public static Row begun(Row row) {
    return Row.of(Row.read(row).begun());
  }

  /** Returns which scans of the queue to send now in one request: their places. */
  @JSExport
  public static int[] next(Row[] queue, double now) {
    List<QueuedScan> all = Row.read(queue);
    return Outbox.next(all, (long) now).stream().mapToInt(all::indexOf).toArray();
  }

  @JSExport
  public static double waitFor(Row[] queue, double now) {
    return Outbox.waitMillis(Row.read(queue), (long) now);
  }

  /** Returns what an answer means for a scan as it was sent and as it is stored. */
  @JSExport
  public static JSObject settle(
      Row sent,
      Row stored,
      int status,
      String code,
      String reason,
      double retryAfter,
      double[] checkins,
      double now,
      double spread) {
    Outbox.Answer answer =
        new Outbox.Answer(status, code, reason, (long) retryAfter, Row.ids(checkins));
    return switch (Outbox.settle(Row.read(sent), Row.read(stored), answer, (long) now, spread)) {
      case Outbox.Settled.Done done -> settled("done", "", null);
      case Outbox.Settled.Locked locked -> settled("locked", "", null);
      case Outbox.Settled.NotUndone not -> settled("not_undone", "", null);
      case Outbox.Settled.DoubleAdmission twice -> settled("double", twice.reason(), null);
      case Outbox.Settled.Kept kept -> settled("kept", "", Row.of(kept.scan()));
    };
  }

  @JSBody(
      params = {"outcome", "reason", "row"},
      script = "return {outcome: outcome, reason: reason, row: row};")
  private static native JSObject settled(String outcome, String reason, Row row);

  @JSExport
  public static double correction(double sent, double received, double date) {
    return PhoneClock.correctionMillis((long) sent, (long) received, (long) date);
  }

  @JSExport
  public static double restored(double now, double correction, double server) {
    return PhoneClock.restoredMillis((long) now, (long) correction, (long) server);
  }

  @JSExport
  public static double pollIn(double sinceActivity, int failures) {
    return Polling.waitMillis((long) sinceActivity, failures);
  }

  /** TeaVM requires a main method; there is nothing to do. */
  public static void main(String[] arguments) {}
}
