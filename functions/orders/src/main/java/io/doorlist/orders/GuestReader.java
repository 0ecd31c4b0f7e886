package io.doorlist.orders;

import io.doorlist.domain.Digests;
import io.doorlist.domain.Ids;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Rfc3339;
import io.doorlist.domain.desk.GuestEdit;
import io.doorlist.domain.desk.NewGuest;
import io.doorlist.domain.order.GuestField;
import io.doorlist.domain.order.Payment;
import io.doorlist.http.Call;
import io.doorlist.http.Form;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads requests that add or change a guest. */
final class GuestReader {
  static final String TICKET_TYPE = "ticket_type";
  static final String KEY = "idempotency_key";
  private static final String NAME = "name";
  private static final String COMPANIONS = "companions";
  private static final String EMAIL = "email";
  private static final String PHONE = "phone";
  private static final String COMPANY = "company";
  private static final String NOTE = "note";
  private static final String LIST = "checkin_list_id";
  private static final String SCANNED_AT = "scanned_at";
  private static final String ONLINE = "online";
  private static final String COLLECTED = "collected";
  private static final Set<String> MEMBERS =
      Set.of(
          KEY,
          NAME,
          TICKET_TYPE,
          COMPANIONS,
          EMAIL,
          PHONE,
          COMPANY,
          NOTE,
          LIST,
          SCANNED_AT,
          ONLINE,
          COLLECTED);
  private static final String ATTENTION = "attention";
  private static final String BADGE = "badge_printed_at";

  /** The field that each member of a request corrects. */
  private static final Map<String, GuestField> CORRECTED =
      Map.of(
          NAME, GuestField.NAME,
          EMAIL, GuestField.EMAIL,
          PHONE, GuestField.PHONE,
          COMPANY, GuestField.COMPANY,
          NOTE, GuestField.NOTE,
          ATTENTION, GuestField.ATTENTION);

  private static final int MAX_NAME = 200;
  private static final int MAX_EMAIL = 254;
  private static final int MAX_PHONE = 50;
  private static final int MAX_NOTE = 500;
  private static final int MAX_SLUG = 100;

  private static final Pattern UUID_FORM =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final Map<String, Object> body;

  private GuestReader(Map<String, Object> body) {
    this.body = body;
  }

  /**
   * A request to add a guest.
   *
   * @param list id of the list on which the guest comes in, or {@code null}
   */
  record Requested(NewGuest guest, Long list, Instant scannedAt, boolean online) {}

  /**
   * Reads a request to add a guest.
   *
   * @param usualType slug of the ticket type to use if the request names none
   */
  static Requested read(Call call, String usualType) {
    return of(call, MEMBERS).requested(usualType);
  }

  /** Reads a change of a guest: new values, or a note that a badge was printed. */
  static GuestEdit readUpdate(Call call) {
    Set<String> members = new HashSet<>(CORRECTED.keySet());
    members.add(BADGE);
    GuestReader said = of(call, members);
    return said.body.containsKey(BADGE) ? said.badge() : new GuestEdit.Correct(said.corrections());
  }

  /** Reads the key of a request for a new code. The key is a UUID. */
  static String readKey(Call call) {
    return of(call, Set.of(KEY)).key();
  }

  /** Checks that a request has no body, or one without members. */
  static void checkEmpty(Call call) {
    if (call.request().bodyBytes().length > 0) {
      of(call, Set.of());
    }
  }

  private static GuestReader of(Call call, Set<String> members) {
    try {
      Map<String, Object> body = Json.readObject(call.request().bodyBytes());
      for (String name : body.keySet()) {
        if (!members.contains(name)) {
          throw new InvalidInputException(Form.parameter(name), "is not a member of a guest");
        }
      }
      return new GuestReader(body);
    } catch (MalformedJsonException e) {
      throw new InvalidInputException(Form.BODY, "must be a guest as JSON");
    }
  }

  private GuestEdit badge() {
    Instant at = time(BADGE);
    if (at == null || body.size() > 1) {
      throw new InvalidInputException(BADGE, "must be a time, without other members");
    }
    return new GuestEdit.PrintBadge(at.truncatedTo(ChronoUnit.MILLIS));
  }

  /** Returns the values to correct, as text. {@code null} removes a value. */
  private Map<GuestField, String> corrections() {
    Map<GuestField, String> values = new EnumMap<>(GuestField.class);
    for (String name : body.keySet()) {
      values.put(
          CORRECTED.get(name),
          switch (name) {
            case ATTENTION -> Boolean.toString(flag(ATTENTION, false));
            case NAME -> name();
            case EMAIL -> text(EMAIL, MAX_EMAIL);
            case PHONE -> text(PHONE, MAX_PHONE);
            case COMPANY -> text(COMPANY, MAX_NAME);
            default -> text(NOTE, MAX_NOTE);
          });
    }
    if (values.isEmpty()) {
      throw new InvalidInputException(Form.BODY, "must have what to correct");
    }
    return values;
  }

  private String key() {
    return key(body.get(KEY));
  }

  private String name() {
    String name = text(NAME, MAX_NAME);
    if (name == null) {
      throw new InvalidInputException(NAME, "is missing");
    }
    return name;
  }

  private Requested requested(String usualType) {
    String key = key();
    String name = name();
    String wanted = text(TICKET_TYPE, MAX_SLUG);
    String type = wanted == null ? usualType : wanted;
    int companions = (int) number(COMPANIONS, 0, NewGuest.MAX_COMPANIONS, 0);
    Long list = body.get(LIST) == null ? null : (Long) number(LIST, 1, Ids.MAX, 0);
    Instant scannedAt = time(SCANNED_AT);
    String email = text(EMAIL, MAX_EMAIL);
    String phone = text(PHONE, MAX_PHONE);
    String company = text(COMPANY, MAX_NAME);
    String note = text(NOTE, MAX_NOTE);
    long collected = number(COLLECTED, 0, Payment.MAX_AMOUNT, 0);
    List<Object> said = new ArrayList<>();
    Collections.addAll(said, name, type, companions, email, phone, company, note, list, scannedAt);
    if (collected > 0) {
      said.add(collected);
    }
    return new Requested(
        new NewGuest(
            key, digest(said), name, type, companions, email, phone, company, note, collected),
        list,
        scannedAt,
        flag(ONLINE, true));
  }

  /**
   * Reads a key. Only one spelling is allowed, because page and service derive the same codes from
   * it.
   */
  static String key(Object value) {
    if (!(value instanceof String key) || !UUID_FORM.matcher(key).matches()) {
      throw new InvalidInputException(KEY, "must be a UUID in small letters");
    }
    return key;
  }

  /**
   * Returns a digest that differs between different requests. Whether the device has let the guest
   * in is left out, because it may change between attempts.
   */
  private static String digest(List<Object> said) {
    String text =
        said.stream()
            .map(each -> each == null ? "-" : each.toString().length() + ":" + each)
            .collect(Collectors.joining("|"));
    return HexFormat.of().formatHex(Digests.sha256(text));
  }

  /**
   * Reads a text without the white space around it. Returns {@code null} if nothing else is left.
   */
  private String text(String name, int most) {
    Object value = body.get(name);
    if (value != null && !(value instanceof String)) {
      throw new InvalidInputException(name, "must be a string");
    }
    String said = value == null ? "" : (String) value;
    if (said.codePoints().anyMatch(GuestReader::isUnprintable)) {
      throw new InvalidInputException(name, "must not have control characters");
    }
    String text = said.strip();
    if (text.codePointCount(0, text.length()) > most) {
      throw new InvalidInputException(name, "must have " + most + " characters at most");
    }
    return text.isEmpty() ? null : text;
  }

  private static boolean isUnprintable(int character) {
    return Character.isISOControl(character) || Character.getType(character) == Character.SURROGATE;
  }

  private long number(String name, long least, long most, long otherwise) {
    Object value = body.get(name);
    if (value == null) {
      return otherwise;
    }
    // In JSON, 2.0 is an integer, too.
    BigDecimal number = new BigDecimal(value instanceof Number any ? any.toString() : "-1");
    if (number.compareTo(BigDecimal.valueOf(least)) < 0
        || number.compareTo(BigDecimal.valueOf(most)) > 0
        || number.stripTrailingZeros().scale() > 0) {
      throw new InvalidInputException(name, "must be an integer from " + least + " to " + most);
    }
    return number.longValueExact();
  }

  private boolean flag(String name, boolean otherwise) {
    Object value = body.getOrDefault(name, otherwise);
    if (!(value instanceof Boolean flag)) {
      throw new InvalidInputException(name, "must be true or false");
    }
    return flag;
  }

  private Instant time(String name) {
    String text = text(name, MAX_SLUG);
    return text == null
        ? null
        : Rfc3339.read(text)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        name, "must be an RFC 3339 timestamp with its offset"));
  }
}
