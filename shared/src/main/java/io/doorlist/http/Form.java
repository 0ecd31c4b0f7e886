package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Slug;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A body of {@code application/x-www-form-urlencoded}, read strictly: every piece between two
 * {@code &} is a field, no field is there twice, every escape is whole and all of it is UTF-8.
 * Immutable.
 *
 * @param fields decoded, ordered by name
 */
record Form(SortedMap<String, String> fields) {
  private static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

  /** What errors name where no field can be named. */
  static final String BODY = "body";

  /** The form without fields. */
  static final Form EMPTY = new Form(new TreeMap<>());

  Form {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /** Tells whether a body is said to be a form; nothing need be said of an empty one. */
  static boolean accepts(Headers headers, byte[] body) {
    List<String> types = headers.all(Headers.CONTENT_TYPE);
    return types.isEmpty()
        ? body.length == 0
        : types.size() == 1
            && types.getFirst().split(";", 2)[0].strip().equalsIgnoreCase(MEDIA_TYPE);
  }

  /**
   * Reads a body; an empty one has no fields.
   *
   * @throws InvalidInputException if it is not such a form
   */
  static Form read(byte[] body) {
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
   * Returns what errors name a field: itself if it can be a ticket type, or else the body, so as
   * not to echo anything.
   */
  static String parameter(String name) {
    return Slug.valid(name) ? name : BODY;
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
