package io.doorlist.phone.js;

import io.doorlist.phone.DoorVerdict;
import io.doorlist.phone.NamedValues;
import io.doorlist.phone.Pairing;
import io.doorlist.phone.PairingLink;
import io.doorlist.phone.PhoneCore;
import io.doorlist.phone.PhoneText;
import io.doorlist.phone.Response;
import io.doorlist.phone.ScanText;
import io.doorlist.phone.Surroundings;
import java.util.ArrayList;
import java.util.List;
import org.teavm.jso.JSBody;
import org.teavm.jso.JSExport;

/**
 * Lets JavaScript call {@link PhoneCore}. A phone is passed as a number, a value as JSON, and a
 * time in epoch milliseconds.
 */
public final class Core {
  private static final List<PhoneCore> PHONES = new ArrayList<>();

  private Core() {}

  private static final class Browser implements Surroundings {
    @Override
    public String uuid() {
      return newUuid();
    }

    @Override
    public double random() {
      return drawn();
    }

    @Override
    public String composed(String text) {
      return normalized(text);
    }
  }

  @JSBody(script = "return globalThis.crypto.randomUUID();")
  private static native String newUuid();

  @JSBody(params = "text", script = "return text.normalize('NFC');")
  private static native String normalized(String text);

  @JSBody(script = "return Math.random();")
  private static native double drawn();

  /**
   * Returns the token, the API's address, and the path from {@link Pairing#missing}. The array is
   * empty if the link pairs no phone.
   */
  @JSExport
  public static String[] pairing(String link) {
    return PairingLink.find(link)
        .map(found -> new String[] {found.token(), api(link, found), Pairing.missing(found)})
        .orElse(new String[0]);
  }

  private static String api(String link, PairingLink found) {
    try {
      return Pairing.api(link, found);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /**
   * Returns the link completed by the service's answer. It is empty if the answer names no single
   * event.
   */
  @JSExport
  public static String completed(String link, String api, String body) {
    try {
      PairingLink found = PairingLink.find(link).orElseThrow(IllegalArgumentException::new);
      PairingLink whole = Pairing.completed(found, body);
      return new PairingLink(api, whole.account(), whole.event(), whole.list(), whole.token())
          .on(api + "/-/scan");
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** Returns a name for the data that a phone keeps for a link's event. */
  @JSExport
  public static String name(String link) {
    return Pairing.fileName(PairingLink.find(link).orElseThrow(IllegalArgumentException::new));
  }

  @JSExport
  public static int open(String link, String values, double now) {
    PairingLink pairing = PairingLink.find(link).orElseThrow(IllegalArgumentException::new);
    PHONES.add(new PhoneCore(pairing, NamedValues.read(values), new Browser(), (long) now));
    return PHONES.size() - 1;
  }

  @JSExport
  public static void close(int phone) {
    PHONES.set(phone, null);
  }

  @JSExport
  public static void choose(int phone, String list) {
    PHONES.get(phone).choose(list);
  }

  @JSExport
  public static String list(int phone) {
    return PHONES.get(phone).list();
  }

  @JSExport
  public static String lists(int phone) {
    return PhoneText.lists(PHONES.get(phone).lists());
  }

  @JSExport
  public static String scan(int phone, String text, boolean read, double now) {
    return PHONES.get(phone).scan(text, read, (long) now);
  }

  @JSExport
  public static String scanOrder(int phone, String text, String counts, double now) {
    return PHONES.get(phone).scanOrder(text, ScanText.readCounts(counts), true, (long) now);
  }

  @JSExport
  public static String exit(int phone, String text, String counts, double now) {
    return PHONES.get(phone).exit(text, ScanText.readCounts(counts), true, (long) now);
  }

  @JSExport
  public static String look(int phone, String text, double now) {
    return PHONES.get(phone).look(text, (long) now);
  }

  @JSExport
  public static void undo(int phone, String scan, double now) {
    PHONES.get(phone).undo(ScanText.read(scan), (long) now);
  }

  @JSExport
  public static void dismiss(int phone, String key) {
    PHONES.get(phone).dismiss(key);
  }

  /** Returns the verdict on a scan. It is empty until the guest may be told. */
  @JSExport
  public static String verdict(int phone, String key) {
    DoorVerdict verdict = PHONES.get(phone).verdict(key);
    return verdict == null ? "" : PhoneText.verdict(verdict);
  }

  @JSExport
  public static String queue(int phone) {
    return PhoneText.queue(PHONES.get(phone).queue());
  }

  @JSExport
  public static String notices(int phone) {
    return PhoneText.notices(PHONES.get(phone).notices());
  }

  @JSExport
  public static String state(int phone) {
    return PhoneText.state(PHONES.get(phone).state());
  }

  @JSExport
  public static String changes(int phone, double now) {
    return NamedValues.write(PHONES.get(phone).changes((long) now));
  }

  @JSExport
  public static void written(int phone, boolean done, double now) {
    PHONES.get(phone).written(done, (long) now);
  }

  @JSExport
  public static String requests(int phone, double now) {
    return PhoneText.requests(PHONES.get(phone).requests((long) now));
  }

  @JSExport
  public static double wakeAt(int phone) {
    return PHONES.get(phone).wakeAt();
  }

  @JSExport
  public static void received(
      int phone,
      int id,
      int status,
      String body,
      double date,
      String etag,
      double retryAfter,
      String requestId,
      double now) {
    Response response = new Response(status, body, (long) date, etag, (long) retryAfter, requestId);
    PHONES.get(phone).received(id, status == 0 ? null : response, (long) now);
  }

  /** TeaVM requires a main method. It has nothing to do. */
  public static void main(String[] arguments) {}
}
