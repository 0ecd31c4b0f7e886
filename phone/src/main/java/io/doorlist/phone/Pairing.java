package io.doorlist.phone;

import java.util.List;
import java.util.Map;

/**
 * Finds the API's address, the account and the event for a link that pairs a phone. The link may
 * leave them out.
 */
public final class Pairing {
  private Pairing() {}

  /**
   * Returns the API's address. This is the link up to {@code /-/}, unless the link names another
   * address.
   *
   * @throws IllegalArgumentException if the link has no such address
   */
  public static String api(String text, PairingLink link) {
    int page = text.indexOf("/-/");
    String api = link.api().isEmpty() && page > 0 ? text.substring(0, page).trim() : link.api();
    if (!api.startsWith("https://") && !api.startsWith("http://")) {
      throw new IllegalArgumentException("this link names no service");
    }
    return api;
  }

  /**
   * Returns the path whose answer names the account or the event that a link leaves out. It is
   * empty if the link names both.
   */
  public static String missing(PairingLink link) {
    if (link.account().isEmpty()) {
      return "/";
    }
    return link.event().isEmpty() ? "/" + Percent.encoded(link.account()) + "/events?items=2" : "";
  }

  /**
   * Returns the link completed by the service's answer.
   *
   * @throws IllegalArgumentException if the link's token gives access to no event, or to several
   */
  public static PairingLink completed(PairingLink link, String body) {
    Map<?, ?> said = Json.object(body);
    if (link.account().isEmpty()) {
      List<?> events = Json.list(said.get("events"));
      return new PairingLink(
          link.api(),
          Json.text(said.get("account_slug")),
          events.size() == 1 ? Json.text(events.get(0)) : link.event(),
          link.list(),
          link.token());
    }
    List<?> events = Json.list(said.get("events"));
    if (events.size() != 1) {
      throw new IllegalArgumentException("the link names no event, and opens " + events.size());
    }
    String event = Json.text(Json.object(events.get(0)).get("slug"));
    return new PairingLink(link.api(), link.account(), event, link.list(), link.token());
  }

  /**
   * Returns the name of the file in which the phone stores its data. There is one file for each
   * event and mode (test or live), whatever the token.
   */
  public static String fileName(PairingLink link) {
    String mode = link.token().startsWith("dl_test_") ? "test" : "live";
    return Percent.encoded(link.account()) + "." + Percent.encoded(link.event()) + "." + mode;
  }
}
