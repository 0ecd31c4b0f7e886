package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Slug;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of tickets wanted of each type. It is sent as {@code
 * application/x-www-form-urlencoded} or as JSON, {@code {"tickets": {"adult": 2}}}, which generated
 * clients can send. Both give the same fields. Reading is strict. In a form, every part between two
 * {@code &} must be a field. JSON must have no other members. No field may come twice, every escape
 * must be complete, and everything must be UTF-8. Immutable.
 *
 * @param fields decoded, ordered by name
 */
public record Form(SortedMap<String, String> fields) {
  private static final String URL_ENCODED = "application/x-www-form-urlencoded";
  private static final String JSON = "application/json";
  private static final String TICKETS = "tickets";

  /**
   * A name and a value in visible ASCII, with complete escapes. Both groups are possessive, because
   * a group that can backtrack needs stack for each of its repetitions.
   */
  private static final Pattern FIELD =
      Pattern.compile("((?:[!-~&&[^%&=]]|%\\p{XDigit}{2})*+)=((?:[!-~&&[^%&]]|%\\p{XDigit}{2})*+)");

  /** A name as some clients write it for a parameter with several values: {@code page[]}. */
  private static final Pattern IN_BRACKETS = Pattern.compile("([^\\[]+)\\[[0-9A-Za-z_-]{0,40}]");

  /** Stands for a JSON value that is not an integer. It is no valid count. */
  private static final String NO_INTEGER = "";

  /** The parameter to name in errors that concern no single field. */
  public static final String BODY = "body";

  static final Form EMPTY = new Form(new TreeMap<>());

  public Form {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /** Returns whether the content type is a form or JSON. An empty body needs no content type. */
  static boolean accepts(Headers headers, byte[] body) {
    return headers.all(Headers.CONTENT_TYPE).isEmpty()
        ? body.length == 0
        : isOf(URL_ENCODED, headers) || isJson(headers);
  }

  static Form read(Headers headers, byte[] body) {
    return isJson(headers) ? readJson(body) : read(body);
  }

  /** Reads JSON. Values that are not integers become fields, too, so that the error names them. */
  static Form readJson(byte[] body) {
    try {
      Map<String, Object> members = Json.readObject(body);
      if (members.keySet().equals(Set.of(TICKETS))
          && members.get(TICKETS) instanceof Map<?, ?> counts) {
        return new Form(fields(counts));
      }
    } catch (MalformedJsonException e) {
      // The parser's message is written for import files, so the client gets another one.
    }
    throw new InvalidInputException(
        BODY, "must be JSON with the one member \"tickets\": an object of ticket types and counts");
  }

  /** Returns ticket types and counts of JSON as fields. */
  public static SortedMap<String, String> fields(Map<?, ?> counts) {
    SortedMap<String, String> fields = new TreeMap<>();
    counts.forEach((type, count) -> fields.put((String) type, integer(count)));
    return fields;
  }

  /** Returns an integer's digits. As in JSON Schema, 2.0 is an integer, too. */
  private static String integer(Object count) {
    if (count instanceof BigDecimal number
        && (long) number.precision() - number.scale() < 10
        && number.stripTrailingZeros().scale() <= 0) {
      return number.toBigInteger().toString();
    }
    return count instanceof Long ? count.toString() : NO_INTEGER;
  }

  static Form read(byte[] body) {
    SortedMap<String, String> fields = new TreeMap<>();
    String text = new String(body, StandardCharsets.ISO_8859_1);
    for (String part : text.isEmpty() ? new String[0] : text.split("&", -1)) {
      Matcher field = FIELD.matcher(part);
      if (!field.matches()) {
        throw malformed();
      }
      String name = decode(field.group(1));
      if (fields.put(name, decode(field.group(2))) != null) {
        throw new InvalidInputException(parameter(name), "must not be given twice");
      }
    }
    return new Form(fields);
  }

  /**
   * Returns the parameter to name in an error about a field. It is the field's name only if the
   * name looks like a slug, so that no other input is repeated.
   */
  public static String parameter(String name) {
    return parameter(name, BODY);
  }

  /**
   * Returns a name that a client chose if it looks like a slug, and {@code otherwise} if it does
   * not.
   */
  static String parameter(String name, String otherwise) {
    Matcher brackets = IN_BRACKETS.matcher(name);
    return Slug.valid(brackets.matches() ? brackets.group(1) : name) ? name : otherwise;
  }

  static boolean isJson(Headers headers) {
    return isOf(JSON, headers);
  }

  private static boolean isOf(String mediaType, Headers headers) {
    return headers
        .single(Headers.CONTENT_TYPE)
        .filter(type -> type.split(";", 2)[0].strip().equalsIgnoreCase(mediaType))
        .isPresent();
  }

  private static String decode(String escaped) {
    byte[] utf8 =
        URLDecoder.decode(escaped, StandardCharsets.ISO_8859_1)
            .getBytes(StandardCharsets.ISO_8859_1);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw malformed();
    }
  }

  private static InvalidInputException malformed() {
    return new InvalidInputException(BODY, "must be a form of URL-encoded fields and values");
  }
}
