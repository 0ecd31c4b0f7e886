package io.doorlist.phone.browser;

import io.doorlist.door.DoorArea;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorColumnsReader;
import io.doorlist.door.Emptying;
import io.doorlist.door.OfflineDoor;
import io.doorlist.door.Presence;
import io.doorlist.door.Reason;
import io.doorlist.door.Reentry;
import io.doorlist.door.TypedCode;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.door.rules.ListRule;
import io.doorlist.phone.Answer;
import io.doorlist.phone.CodePath;
import io.doorlist.phone.CodeText;
import io.doorlist.phone.DoorBook;
import io.doorlist.phone.KeptScan;
import io.doorlist.phone.KeptScan.Stage;
import io.doorlist.phone.Meaning;
import io.doorlist.phone.NextScans;
import io.doorlist.phone.PairingLink;
import io.doorlist.phone.PhoneClock;
import io.doorlist.phone.Polling;
import io.doorlist.phone.Retries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.teavm.jso.JSBody;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;

/**
 * What the scanner page calls. {@link DoorBook}, {@link NextScans}, {@link Meaning} and {@link
 * Retries} describe its functions. Times are epoch milliseconds, unless it says seconds.
 */
public final class Phone {
  private static final DoorBook BOOK = new DoorBook();
  private static final Retries RETRIES = new Retries();
  private static final NextScans NEXT = new NextScans(RETRIES, scan -> BOOK.knows(scan.code()));
  private static final TypedCode.Letters LETTERS =
      new TypedCode.Letters(Phone::compatible, Phone::upperCase, Phone::lowerCase);

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

  /** Returns the codes that a typed text may mean, besides the text itself. */
  @JSExport
  public static String[] typed(String text) {
    return TypedCode.all(text, LETTERS).toArray(new String[0]);
  }

  @JSBody(params = "text", script = "return text.normalize('NFKC');")
  private static native String compatible(String text);

  @JSBody(params = "text", script = "return text.toUpperCase();")
  private static native String upperCase(String text);

  @JSBody(params = "text", script = "return text.toLowerCase();")
  private static native String lowerCase(String text);

  @JSExport
  public static String path(String code) {
    return CodePath.of(code);
  }

  @JSExport
  public static void open(String list, byte[] salt) {
    BOOK.open(list, salt);
  }

  /**
   * Sets when a list is open, its rules and its area.
   *
   * @param opensAt epoch seconds as text; empty if there is no such time
   * @param closesAt epoch seconds as text; empty if there is no such time
   * @param rules the rules from the copy as JSON; empty if there are none
   * @param gate the number of the phone's gate; empty if it has none
   * @param area the area's slug; empty if the list has an area of its own
   * @param reentry the word for the rule of re-entry
   * @param empties when the area empties, in epoch seconds
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
        new DoorArea(area, Reentry.of(reentry), new Emptying(ids(empties))));
  }

  private static List<Long> ids(double[] numbers) {
    List<Long> all = new ArrayList<>();
    for (double each : numbers) {
      all.add((long) each);
    }
    return all;
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

  /** Returns one delta that has the effect of these two, one after the other. */
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

  /** Records an entry or an exit of the ticket with this digest. */
  @JSExport
  public static void record(
      String key, String list, String digest, double epochMillis, boolean exit) {
    BOOK.record(key, list, Long.parseLong(digest), (long) epochMillis, exit);
  }

  /** Tells the copies to ignore this phone's entry or exit between two times. */
  @JSExport
  public static void leaveOut(
      String key, String list, String digest, double from, double until, boolean exit) {
    BOOK.leaveOut(
        key,
        list,
        Long.parseLong(digest),
        new OfflineDoor.Withdrawn((long) from, (long) until, exit));
  }

  @JSExport
  public static void withdraw(String key) {
    BOOK.withdraw(key);
  }

  @JSExport
  public static void count(String list, double epochMillis) {
    BOOK.count(list, Math.floorDiv((long) epochMillis, 1_000L));
  }

  /**
   * Counts this many more visitors. Returns how many people are inside, or -1 until all are
   * counted.
   */
  @JSExport
  public static int counted(int visitors) {
    return BOOK.counted(visitors).orElse(-1);
  }

  /**
   * Returns the state of a code's ticket in a list's area. The members are whether it is inside, by
   * which list (empty if unknown), and the number of its entries. The member {@code mine} is when
   * this phone let it in, in epoch seconds (NaN if it has not).
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
   * Decides by the copies. Times are epoch seconds, or NaN if there is none. The rules that a
   * ticket fails are given in English, and as data ({@link UnmetRules}).
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
        BOOK.noted(list, code, at),
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
        "noted",
        "mine",
        "doors",
        "explanation",
        "unmetRules"
      },
      script =
          "return {verdict: verdict, reason: reason, since: since, from: from, until: until,"
              + " type: type, unpaid: unpaid, noted: noted, mine: mine, doors: doors,"
              + " explanation: explanation, unmetRules: unmetRules};")
  private static native JSObject decided(
      String verdict,
      String reason,
      double since,
      double from,
      double until,
      String type,
      boolean unpaid,
      boolean noted,
      boolean mine,
      String[] doors,
      String explanation,
      String unmetRules);

  private static double time(long epochSecond) {
    return epochSecond == Window.OPEN_START || epochSecond == Window.OPEN_END
        ? Double.NaN
        : epochSecond;
  }

  /**
   * Returns the places of the queue's scans that go to the service now, in one request.
   *
   * @param areas a word for the area of each scan's list
   */
  @JSExport
  public static int[] due(Row[] queue, String[] areas, double now) {
    if (now < RETRIES.quietUntil()) {
      return new int[0];
    }
    List<KeptScan> all = Row.read(queue);
    return places(NEXT.due(all, (long) now, areaOf(all, areas)));
  }

  /**
   * Returns the places of the scans in the first request that must be sent for this scan.
   *
   * @param asked the place of a scan that the service is asked about
   */
  @JSExport
  public static int[] upTo(Row[] queue, String[] areas, int asked) {
    List<KeptScan> all = Row.read(queue);
    return places(NEXT.upTo(all, all.get(asked), areaOf(all, areas)).get(0));
  }

  private static int[] places(List<KeptScan> scans) {
    return scans.stream().mapToInt(scan -> (int) scan.number()).toArray();
  }

  private static Function<String, String> areaOf(List<KeptScan> queue, String[] areas) {
    Map<String, String> byList = new HashMap<>();
    queue.forEach(scan -> byList.put(scan.scan().list(), areas[(int) scan.number()]));
    return byList::get;
  }

  /**
   * Returns how long to wait until a scan is due; 0 if one is due now, and -1 if none will ever be.
   */
  @JSExport
  public static double waitFor(Row[] queue, double now) {
    long due = NEXT.dueAt(Row.read(queue));
    return due == Long.MAX_VALUE ? -1 : Math.max(0, Math.max(due, RETRIES.quietUntil()) - now);
  }

  /**
   * Returns what an answer means for a scan, according to {@link Meaning}.
   *
   * @param sent the stage of the scan when it was sent
   * @param scan the scan as it is stored when the answer comes
   * @param whole whether the answer is about the whole request
   */
  @JSExport
  public static JSObject meaning(
      String sent, Row scan, int status, String code, String reason, boolean whole) {
    Answer answer = new Answer(status, Map.of("code", code, "reason", reason), whole);
    Meaning meaning = Meaning.of(Stage.valueOf(sent), Row.read(scan, 0), answer);
    return meant(meaning.kind().name(), meaning.detail());
  }

  @JSBody(
      params = {"kind", "detail"},
      script = "return {kind: kind, detail: detail};")
  private static native JSObject meant(String kind, String detail);

  @JSExport
  public static void later(String key, int status, double retryAfter, double now, double spread) {
    RETRIES.later(key, status, (long) retryAfter, (long) now, spread);
  }

  @JSExport
  public static void sendAlone(String key) {
    RETRIES.sendAlone(key);
  }

  @JSExport
  public static void forget(String key) {
    RETRIES.forget(key);
  }

  /** Ends all waiting, because the service answers again, or may do so. */
  @JSExport
  public static void hurry() {
    RETRIES.hurry();
    RETRIES.quietUntilAtMost(0);
  }

  @JSExport
  public static void silent(double now, double spread) {
    RETRIES.silent((long) now, spread);
  }

  @JSExport
  public static void answered() {
    RETRIES.answered();
  }

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

  /** TeaVM requires a main method, which does nothing. */
  public static void main(String[] arguments) {}
}
