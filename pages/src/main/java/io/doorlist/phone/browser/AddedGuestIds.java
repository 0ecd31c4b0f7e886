package io.doorlist.phone.browser;

import io.doorlist.door.AddedGuest;
import org.teavm.jso.JSBody;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;

/** What follows from the key of a guest whom a desk adds, for the desk's page. */
public final class AddedGuestIds {
  private AddedGuestIds() {}

  @JSExport
  public static JSObject order(String key) {
    AddedGuest guest = new AddedGuest(key);
    return named(guest.orderId(), guest.orderReference(), guest.orderCode());
  }

  /** Returns one of the order's tickets; the guest is 1, companions follow. */
  @JSExport
  public static JSObject ticket(String key, int number) {
    AddedGuest guest = new AddedGuest(key);
    return named(guest.ticketId(number), guest.ticketReference(number), guest.ticketCode(number));
  }

  // An id is below 2^53, so a number of JavaScript has all of it.
  @JSBody(
      params = {"id", "reference", "code"},
      script = "return {id: id, reference: reference, code: code};")
  private static native JSObject named(double id, String reference, String code);

  /** TeaVM requires a main method; there is nothing to do. */
  public static void main(String[] arguments) {}
}
