package io.doorlist.cli.office;

import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.local.office.Office.Call;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A request of the page, as JSON. Members that are missing and texts that are empty count as left
 * out.
 */
record OfficeRequest(Map<String, Object> members) {
  /** The most bytes of a request, except for one with a file. */
  private static final int MAX_BYTES = 1 << 20;

  private static final int MAX_TEXT = 1_000;

  /**
   * Thrown if a request is wrong. Then the page has a fault, or the request does not come from the
   * page.
   */
  static final class WrongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureType type;

    WrongException(String message) {
      this(FailureType.NOT_ACCEPTED, message);
    }

    WrongException(FailureType type, String message) {
      super(message);
      this.type = type;
    }

    WordedProblem problem() {
      return type == FailureType.NOT_ACCEPTED
          ? WordedProblem.quoted(type, getMessage())
          : new WordedProblem(type, null, getMessage());
    }
  }

  static OfficeRequest read(Call call) throws IOException {
    byte[] text = call.body().readNBytes(MAX_BYTES);
    try {
      return new OfficeRequest(Json.readObject(new String(text, StandardCharsets.UTF_8)));
    } catch (MalformedJsonException e) {
      throw new WrongException(e.reason());
    }
  }

  /** Returns a text; {@code null} if it is left out. */
  String text(String name) {
    return text(name, MAX_TEXT);
  }

  /** Returns a text with at most this many characters; {@code null} if it is left out. */
  String text(String name, int most) {
    Object value = members.get(name);
    if (value == null) {
      return null;
    }
    if (!(value instanceof String text) || text.length() > most) {
      throw new WrongException(name + " must be a text of at most " + most + " characters");
    }
    return text.isBlank() ? null : text.strip();
  }

  String required(String name) {
    String text = text(name);
    if (text == null) {
      throw new WrongException(name + " is missing");
    }
    return text;
  }

  boolean flag(String name) {
    return Objects.equals(members.get(name), true);
  }

  Long number(String name) {
    return switch (members.get(name)) {
      case null -> null;
      case Long number -> number;
      case BigInteger big -> throw new WrongException(name + " is too large: " + big.bitLength());
      default -> throw new WrongException(name + " must be a number");
    };
  }

  /** Returns the value that a text stands for; {@code null} if the text is left out. */
  <T> T read(String name, Function<String, T> reader) {
    String text = text(name);
    try {
      return text == null ? null : reader.apply(text);
    } catch (RuntimeException e) {
      throw new WrongException(name + " is not understood");
    }
  }

  List<String> texts(String name) {
    return list(name).stream().map(String.class::cast).toList();
  }

  List<OfficeRequest> objects(String name) {
    return list(name).stream().map(OfficeRequest::object).toList();
  }

  /** Returns the texts of an object, by their names; empty if the object is left out. */
  Map<String, String> map(String name) {
    Object value = members.get(name);
    if (value == null) {
      return Map.of();
    }
    OfficeRequest object = object(value);
    Map<String, String> all = new LinkedHashMap<>();
    object.members.keySet().forEach(key -> all.put(key, Objects.toString(object.text(key), "")));
    return all;
  }

  @SuppressWarnings("unchecked")
  private static OfficeRequest object(Object value) {
    if (!(value instanceof Map)) {
      throw new WrongException("an object is missing");
    }
    return new OfficeRequest((Map<String, Object>) value);
  }

  private List<?> list(String name) {
    Object value = members.get(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw new WrongException(name + " must be a list");
    }
    return list;
  }
}
