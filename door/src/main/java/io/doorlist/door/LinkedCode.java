package io.doorlist.door;

import io.doorlist.door.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A QR code whose text is a web address that contains a ticket's code. */
public final class LinkedCode {
  private static final String SCHEME = "https://";

  /** Parameters in which shops put the code. */
  private static final List<String> PARAMETERS = List.of("pk", "code");

  private static final String EVENT_TICKETS = "event_qr_code";

  private LinkedCode() {}

  /**
   * Returns the codes that a web address may carry, the likeliest first. They come from a link of
   * the WordPress plugin Event Tickets, from known parameters, and from the last part of the path.
   */
  static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    if (isAddress(text)) {
      Map<String, String> parameters = parameters(text);
      if (parameters.containsKey(EVENT_TICKETS)) {
        eventTickets(parameters.get("ticket_id"), parameters.get("security_code"))
            .ifPresent(parts::add);
      }
      PARAMETERS.stream().filter(parameters::containsKey).map(parameters::get).forEach(parts::add);
      lastPart(text).ifPresent(parts::add);
    }
    return parts;
  }

  /**
   * Returns the code of a ticket of the plugin Event Tickets, made of two parameters of the link in
   * its QR code. It is empty if one of them is missing.
   */
  public static Optional<String> eventTickets(String ticketId, String securityCode) {
    boolean both = ticketId != null && securityCode != null;
    return both && !ticketId.isEmpty() && !securityCode.isEmpty()
        ? Optional.of(EVENT_TICKETS + "=1&ticket_id=" + ticketId + "&security_code=" + securityCode)
        : Optional.empty();
  }

  private static boolean isAddress(String text) {
    String scheme = PlainText.lowerCase(text.substring(0, Math.max(0, text.indexOf("://"))));
    return scheme.equals("https") || scheme.equals("http");
  }

  /**
   * Returns the parameters of a web address by name. If a name comes twice, its first value counts.
   */
  private static Map<String, String> parameters(String address) {
    Map<String, String> parameters = new HashMap<>();
    String text = before('#', address);
    for (int mark = text.indexOf('?'); mark >= 0; mark = text.indexOf('&', mark + 1)) {
      String parameter = before('&', text.substring(mark + 1));
      int equals = parameter.indexOf('=');
      if (equals >= 0) {
        String value = parameter.substring(equals + 1).replace('+', ' ');
        parameters.putIfAbsent(parameter.substring(0, equals), decoded(value));
      }
    }
    return parameters;
  }

  /**
   * Returns the code at the end of a web address. The code counts only if the whole address is not
   * itself a ticket's code. The result is empty if the text is no web address, or if the address
   * has no path.
   */
  public static Optional<String> lastPart(String text) {
    if (!isAddress(text)) {
      return Optional.empty();
    }
    String path = before('?', before('#', text));
    int end = path.length();
    while (path.charAt(end - 1) == '/') {
      end--;
    }
    int from = path.lastIndexOf('/', end - 1) + 1;
    return from <= SCHEME.length()
        ? Optional.empty()
        : Optional.of(decoded(path.substring(from, end)));
  }

  /** Returns the text before the first {@code mark}, or the whole text if it has no such mark. */
  private static String before(char mark, String text) {
    return text.substring(0, (text + mark).indexOf(mark));
  }

  /** Decodes percent-escapes. Everything else stays as it is. */
  public static String decoded(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? PlainText.hexDigit(bytes[i + 1]) : -1;
      int low = i + 2 < bytes.length ? PlainText.hexDigit(bytes[i + 2]) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        plain.write(high << 4 | low);
        i += 2;
      } else {
        plain.write(bytes[i]);
      }
    }
    byte[] all = plain.toByteArray();
    return new String(all, StandardCharsets.UTF_8);
  }
}
