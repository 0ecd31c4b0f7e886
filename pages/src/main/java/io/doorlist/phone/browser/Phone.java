package io.doorlist.phone.browser;

import io.doorlist.door.DoorColumns;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.phone.CodePath;
import io.doorlist.phone.DoorBook;
import io.doorlist.phone.Outbox;
import io.doorlist.phone.PairingLink;
import io.doorlist.phone.PhoneClock;
import io.doorlist.phone.Polling;
import io.doorlist.phone.QueuedScan;
import io.doorlist.phone.ScannedCode;
import java.util.ArrayList;
import java.util.List;
import org.teavm.jso.JSExport;

/**
 * The interface for the scanner page, of numbers and strings only: several parts are separated by
 * tabs, which no code contains; times are epoch milliseconds, or seconds where stated.
 */
public final class Phone {
  private static final String TAB = "\t";
  private static final DoorBook BOOK = new DoorBook();

  private Phone() {}

  /** Returns API, account, event, list and token of a pairing link, or an empty text. */
  @JSExport
  public static String pairing(String text) {
    return PairingLink.find(text)
        .map(
            link ->
                String.join(
                    TAB, link.api(), link.account(), link.event(), link.list(), link.token()))
        .orElse("");
  }

  /** Returns the code in a text that was read or typed. */
  @JSExport
  public static String code(String text, String qrBaseUrl) {
    return ScannedCode.of(text, qrBaseUrl);
  }

  /** Returns a code as it is written in a path. */
  @JSExport
  public static String path(String code) {
    return CodePath.of(code);
  }

  /** Opens a list's copy; times in seconds, as text, empty if there is none. */
  @JSExport
  public static void open(String list, byte[] salt, String opensAt, String closesAt) {
    BOOK.open(list, salt, window(opensAt, closesAt));
  }

  /** Changes when a list is open. */
  @JSExport
  public static void window(String list, String opensAt, String closesAt) {
    BOOK.window(list, window(opensAt, closesAt));
  }

  private static Window window(String from, String until) {
    return new Window(
        from.isEmpty() ? Window.OPEN_START : Long.parseLong(from),
        until.isEmpty() ? Window.OPEN_END : Long.parseLong(until));
  }

  /** Brings a copy up to date. */
  @JSExport
  public static void apply(String list, byte[] columns) {
    BOOK.apply(list, columns);
  }

  /** Returns one delta with the effect of two, one after the other. */
  @JSExport
  public static byte[] merged(byte[] earlier, byte[] later) {
    return DoorColumns.write(DoorColumns.read(earlier).then(DoorColumns.read(later)));
  }

  /** Forgets a list's copy. */
  @JSExport
  public static void close(String list) {
    BOOK.close(list);
  }

  /** Forgets all copies. */
  @JSExport
  public static void clear() {
    BOOK.clear();
  }

  /** Returns how many tickets a list lets in. */
  @JSExport
  public static int admitted(String list) {
    return BOOK.admitted(list);
  }

  /** Returns how many are in according to the copy. */
  @JSExport
  public static int checkedIn(String list) {
    return BOOK.checkedIn(list);
  }

  /** Returns the digest that identifies a code in a list's copy. */
  @JSExport
  public static String digest(String list, String code) {
    return Long.toString(BOOK.digest(list, code));
  }

  /** Records that this phone let in the ticket with this digest. */
  @JSExport
  public static void letIn(String list, String digest, double epochMillis) {
    BOOK.letIn(list, Long.parseLong(digest), (long) epochMillis / 1_000);
  }

  /** Takes that back. */
  @JSExport
  public static void takeBack(String list, String digest) {
    BOOK.takeBack(list, Long.parseLong(digest));
  }

  /**
   * Decides by the copies: the verdict's word; the reason, or since when (epoch seconds); the
   * ticket's type; whether this phone let it in; the window's times; the lists that have it, with
   * commas.
   */
  @JSExport
  public static String decide(String list, String code, double epochMillis) {
    Verdict verdict = BOOK.decide(list, code, Math.floorDiv((long) epochMillis, 1_000L));
    String[] told =
        switch (verdict) {
          case Verdict.Admissible admissible -> told("admissible", "", "", "");
          case Verdict.AlreadyIn in ->
              told("already_checked_in", Long.toString(in.since()), "", "");
          case Verdict.Refused refused -> told("not_admissible", refused.reason().word(), "", "");
          case Verdict.OutsideWindow outside ->
              told(
                  "not_admissible",
                  outside.reason().word(),
                  time(outside.window().from()),
                  time(outside.window().until()));
          case Verdict.Unknown unknown -> told("unknown", "", "", "");
        };
    return String.join(
        TAB,
        told[0],
        told[1],
        BOOK.type(code).orElse(""),
        BOOK.mine(list, code) ? "mine" : "",
        told[2],
        told[3],
        String.join(",", BOOK.listsWith(code)));
  }

  private static String[] told(String word, String detail, String from, String until) {
    return new String[] {word, detail, from, until};
  }

  private static String time(long epochSecond) {
    return epochSecond == Window.OPEN_START || epochSecond == Window.OPEN_END
        ? ""
        : Long.toString(epochSecond);
  }

  /** Returns a new queued scan; {@code stage} is ASKED or DECIDED. */
  @JSExport
  public static String queued(
      String key, String list, String code, double scannedAt, boolean qrCodeScanned, String stage) {
    return new QueuedScan(
            key, list, code, (long) scannedAt, qrCodeScanned, QueuedScan.Stage.valueOf(stage), 0, 0)
        .text();
  }

  /** Returns which scans of the queue to send now in one request: their places, with commas. */
  @JSExport
  public static String next(String[] queue, double now) {
    List<QueuedScan> all = read(queue);
    List<String> places = new ArrayList<>();
    for (QueuedScan scan : Outbox.next(all, (long) now)) {
      places.add(Integer.toString(all.indexOf(scan)));
    }
    return String.join(",", places);
  }

  /** Returns how long until a scan is due; -1 if none ever will be. */
  @JSExport
  public static double waitFor(String[] queue, double now) {
    return Outbox.waitMillis(read(queue), (long) now);
  }

  private static List<QueuedScan> read(String[] queue) {
    List<QueuedScan> all = new ArrayList<>(queue.length);
    for (String text : queue) {
      all.add(QueuedScan.read(text));
    }
    return all;
  }

  /**
   * Returns what an answer means for a queued scan: {@code done}, {@code locked}, {@code double}
   * and the reason, or {@code kept} and the scan with its changes.
   */
  @JSExport
  public static String settle(
      String scan, int status, String code, String reason, int retryAfter, double now) {
    return switch (Outbox.settle(
        QueuedScan.read(scan), status, code, reason, retryAfter, (long) now)) {
      case Outbox.Settled.Done done -> "done";
      case Outbox.Settled.Locked locked -> "locked";
      case Outbox.Settled.DoubleAdmission twice -> "double" + TAB + twice.reason();
      case Outbox.Settled.Kept kept -> "kept" + TAB + kept.scan().text();
    };
  }

  /** Returns what to add to the phone's time. */
  @JSExport
  public static double correction(double sent, double received, double date) {
    return PhoneClock.correctionMillis((long) sent, (long) received, (long) date);
  }

  /** Returns how long until the next poll. */
  @JSExport
  public static double pollIn(double sinceActivity, int failures) {
    return Polling.waitMillis((long) sinceActivity, failures);
  }

  /** TeaVM requires a main method; there is nothing to do. */
  public static void main(String[] arguments) {}
}
