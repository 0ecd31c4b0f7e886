package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Slug;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The number of tickets wanted of each type, sent as {@code application/x-www-form-urlencoded} or
 * as JSON, {@code {"tickets": {"adult": 2}}}, which generated clients can send; both give the same
 * fields. Reading is strict: in a form every part between two {@code &} is a field, JSON has no
 * other members; no field comes twice, every escape is complete and everything is UTF-8. Immutable.
 *
 * @param fields decoded, ordered by name
 */
public record Form(SortedMap<String, String> fields) {
  private static final String URL_ENCODED = "application/x-www-form-urlencoded";
  private static final String JSON = "application/json";
  private static final String TICKETS = "tickets";

  /** Replaces a JSON value that is not an integer: no valid count. */
  private static final String NO_INTEGER = "";

  /** The parameter in errors that concern no single field. */
  public static final String BODY = "body";

  /** The form without fields. */
  public static final Form EMPTY = new Form(new TreeMap<>());

  public Form {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /** Returns whether the content type is a form or JSON; an empty body needs none. */
  static boolean accepts(Headers headers, byte[] body) {
    return headers.all(Headers.CONTENT_TYPE).isEmpty()
        ? body.length == 0
        : isOf(URL_ENCODED, headers) || isOf(JSON, headers);
  }

  /**
   * Reads an accepted body as the type that its headers declare.
   *
   * @throws InvalidInputException if it is not of that type
   */
  static Form read(Headers headers, byte[] body) {
    return isOf(JSON, headers) ? readJson(body) : read(body);
  }

  /**
   * Reads JSON. Values that are not integers become fields too, so that the refusal names them.
   *
   * @throws InvalidInputException if the body is not such JSON
   */
  static Form readJson(byte[] body) {
    try {
      Map<String, Object> members = Json.readObject(body);
      if (members.keySet().equals(Set.of(TICKETS))
          && members.get(TICKETS) instanceof Map<?, ?> counts) {
        SortedMap<String, String> fields = new TreeMap<>();
        counts.forEach((type, count) -> fields.put((String) type, integer(count)));
        return new Form(fields);
      }
    } catch (MalformedJsonException e) {
      // The parser's message is written for import files; the client is told what is expected.
    }
    throw new InvalidInputException(
        BODY, "must be JSON with the one member \"tickets\": an object of ticket types and counts");
  }

  /** Returns an integer's digits; 2.0 is an integer too, as in JSON Schema. */
  private static String integer(Object count) {
    if (count instanceof BigDecimal number
        && number.precision() - number.scale() < 10
        && number.stripTrailingZeros().scale() <= 0) {
      return number.toBigInteger().toString();
    }
    return count instanceof Long ? count.toString() : NO_INTEGER;
  }

  /**
   * Reads a form; an empty one has no fields.
   *
   * @throws InvalidInputException if it is not such a form
   */
  public static Form read(byte[] body) {
    SortedMap<String, String> fields = new TreeMap<>();
    int start = 0;
    while (body.length > 0 && start <= body.length) {
      int end = indexOf('&', body, start, body.length);
      int equals = indexOf('=', body, start, end);
      if (equals == end) {
        throw malformed();
      }
      String name = decode(body, start, equals);
      if (fields.put(name, decode(body, equals + 1, end)) != null) {
        throw new InvalidInputException(parameter(name), "must not be given twice");
      }
      start = end + 1;
    }
    return new Form(fields);
  }

  /**
   * Returns the parameter in errors about a field: the field if it can be a ticket type, otherwise
   * the body, so that nothing else is echoed.
   */
  public static String parameter(String name) {
    return Slug.valid(name) ? name : BODY;
  }

  /** Returns whether the content type is JSON. */
  static boolean isJson(Headers headers) {
    return isOf(JSON, headers);
  }

  private static boolean isOf(String mediaType, Headers headers) {
    List<String> types = headers.all(Headers.CONTENT_TYPE);
    return types.size() == 1
        && types.getFirst().split(";", 2)[0].strip().equalsIgnoreCase(mediaType);
  }

  private static int indexOf(char wanted, byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  private static String decode(byte[] bytes, int start, int end) {
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(end - start);
    for (int i = start; i < end; i++) {
      byte b = bytes[i];
      if (b == '+') {
        decoded.write(' ');
      } else if (b == '%') {
        if (i + 2 >= end) {
          throw malformed();
        }
        decoded.write(digit(bytes[i + 1]) << 4 | digit(bytes[i + 2]));
        i += 2;
      } else if (b > ' ' && b < 0x7f) {
        decoded.write(b);
      } else {
        throw malformed();
      }
    }
    try {
      ByteBuffer utf8 = ByteBuffer.wrap(decoded.toByteArray());
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw malformed();
    }
  }

  private static int digit(byte hexadecimal) {
    if (!HexFormat.isHexDigit(hexadecimal)) {
      throw malformed();
    }
    return HexFormat.fromHexDigit(hexadecimal);
  }

  private static InvalidInputException malformed() {
    return new InvalidInputException(BODY, "must be a form of URL-encoded fields and values");
  }
}
