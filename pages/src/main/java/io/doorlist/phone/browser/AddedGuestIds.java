package io.doorlist.phone.browser;

import io.doorlist.door.AddedGuest;
import org.teavm.jso.JSBody;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;

/**
 * Returns the ids, references and codes that follow from the key of an added guest. The page of the
 * desk calls it.
 */
public final class AddedGuestIds {
  private AddedGuestIds() {}

  @JSExport
  public static JSObject order(String key) {
    AddedGuest guest = new AddedGuest(key);
    return named(guest.orderId(), guest.orderReference(), guest.orderCode());
  }

  /**
   * Returns what one ticket of the order gets.
   *
   * @param number 1 for the guest, and more for companions
   */
  @JSExport
  public static JSObject ticket(String key, int number) {
    AddedGuest guest = new AddedGuest(key);
    return named(guest.ticketId(number), guest.ticketReference(number), guest.ticketCode(number));
  }

  // An id is below 2^53, so a JavaScript number holds it exactly.
  @JSBody(
      params = {"id", "reference", "code"},
      script = "return {id: id, reference: reference, code: code};")
  private static native JSObject named(double id, String reference, String code);

  /** TeaVM requires a main method, which does nothing. */
  public static void main(String[] arguments) {}
}
