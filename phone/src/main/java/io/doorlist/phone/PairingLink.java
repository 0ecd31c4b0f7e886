package io.doorlist.phone;

import io.doorlist.door.LinkedCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The data that pairs a phone. It is in the fragment of the scanner page's address, because a
 * fragment is never sent to a server. Only the token is required. The rest can be chosen on the
 * phone.
 *
 * @param api address of the API, without a slash at the end; empty if it is the page's own address
 */
public record PairingLink(String api, String account, String event, String list, String token) {
  private static final String API = "api";
  private static final String ACCOUNT = "account";
  private static final String EVENT = "event";
  private static final String LIST = "list";
  private static final String TOKEN = "token";

  /** Finds the pairing in a link, or in the text of a QR code. */
  public static Optional<PairingLink> find(String text) {
    int hash = text.indexOf('#');
    if (hash < 0) {
      return Optional.empty();
    }
    Map<String, String> members = new HashMap<>();
    String fragment = text.substring(hash + 1).trim();
    // String.split would bring regular expressions into the page.
    for (int from = 0; from < fragment.length(); ) {
      int and = fragment.indexOf('&', from);
      int end = and < 0 ? fragment.length() : and;
      int equals = fragment.indexOf('=', from);
      if (equals > from && equals < end) {
        members.put(
            fragment.substring(from, equals),
            LinkedCode.decoded(fragment.substring(equals + 1, end)));
      }
      from = end + 1;
    }
    String token = members.getOrDefault(TOKEN, "");
    return token.startsWith("dl_")
        ? Optional.of(
            new PairingLink(
                members.getOrDefault(API, ""),
                members.getOrDefault(ACCOUNT, ""),
                members.getOrDefault(EVENT, ""),
                members.getOrDefault(LIST, ""),
                token))
        : Optional.empty();
  }

  /** Returns the link that a phone opens. */
  public String on(String page) {
    StringBuilder link = new StringBuilder();
    add(link, API, api);
    add(link, ACCOUNT, account);
    add(link, EVENT, event);
    add(link, LIST, list);
    add(link, TOKEN, token);
    return page + "#" + link;
  }

  private static void add(StringBuilder link, String name, String value) {
    if (!value.isEmpty()) {
      link.append(link.length() == 0 ? "" : "&").append(name).append('=');
      link.append(Percent.encoded(value));
    }
  }

  /** Leaves the token out, so that no log has it. */
  @Override
  public String toString() {
    // String.formatted would bring the formats of all locales into the page.
    return "PairingLink[" + account + "/" + event + "/" + list + "]";
  }
}
