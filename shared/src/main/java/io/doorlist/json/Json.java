package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes JSON that has no record of its own: import lines and the answers to custom
 * questions.
 *
 * <p>Objects are {@link Map}s in the order of their members, arrays are {@link List}s, integers are
 * {@link Long} or {@link BigInteger}, and other numbers are {@link BigDecimal} with all digits.
 */
public final class Json {
  /** How deep objects and arrays may be nested in the text. */
  public static final int MAX_DEPTH = JsonText.MAX_DEPTH;

  private Json() {}

  /**
   * Reads one object strictly; the caller may change the maps and lists that it gets.
   *
   * @throws MalformedJsonException if the text is not JSON, not an object, continues after the
   *     object, has a member twice, has half a surrogate pair in a string, or is nested deeper than
   *     {@link #MAX_DEPTH}
   */
  public static Map<String, Object> readObject(String text) throws MalformedJsonException {
    try (JsonParser parser = JsonText.FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed(parser.currentTokenLocation(), "is not an object");
      }
      Map<String, Object> object = object(parser);
      if (parser.nextToken() != null) {
        throw malformed(parser.currentTokenLocation(), "has text after the object's end");
      }
      return object;
    } catch (MalformedJsonException e) {
      throw e;
    } catch (StreamConstraintsException e) {
      throw malformed(e.getLocation(), "is nested too deeply or too long");
    } catch (JsonProcessingException e) {
      throw malformed(e.getLocation(), "is not valid JSON");
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory can be read", e);
    }
  }

  /**
   * Reads one object strictly from UTF-8.
   *
   * @throws MalformedJsonException as {@link #readObject(String)}, and if the bytes are not UTF-8
   */
  public static Map<String, Object> readObject(byte[] utf8) throws MalformedJsonException {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedJsonException(1, 1, "is not UTF-8");
    }
    return readObject(text);
  }

  /**
   * Writes a value of the kinds that {@link #readObject} returns, or a {@link JsonValue} in it, as
   * compact JSON.
   *
   * @throws IllegalArgumentException if it contains anything else
   */
  public static String writeValue(Object value) {
    return new JsonValue(json -> write(json, value)).text();
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = wellFormed(parser, parser.currentName());
      if (object.containsKey(name)) {
        throw malformed(parser.currentTokenLocation(), "has a member twice");
      }
      parser.nextToken();
      object.put(name, value(parser));
    }
    return object;
  }

  private static List<Object> array(JsonParser parser) throws IOException {
    List<Object> array = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> wellFormed(parser, parser.getText());
      case VALUE_NUMBER_INT -> integer(parser.getNumberValue());
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw malformed(parser.currentTokenLocation(), "is not valid JSON");
    };
  }

  private static Number integer(Number number) {
    return number instanceof BigInteger ? number : (Number) number.longValue();
  }

  /** Refuses half a surrogate pair, which an escape can make and which no UTF-8 can carry. */
  private static String wellFormed(JsonParser parser, String text) throws MalformedJsonException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw malformed(parser.currentTokenLocation(), "has half a surrogate pair");
        }
        i++;
      }
    }
    return text;
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      case String text -> json.writeString(text);
      case Boolean bool -> json.writeBoolean(bool);
      case Long number -> json.writeNumber(number);
      case Integer number -> json.writeNumber(number);
      case BigInteger number -> json.writeNumber(number);
      case BigDecimal number -> json.writeNumber(number);
      case JsonValue written -> written.write(json);
      case Map<?, ?> object -> {
        json.writeStartObject();
        for (Map.Entry<?, ?> member : object.entrySet()) {
          if (!(member.getKey() instanceof String name)) {
            throw new IllegalArgumentException("the name of a member must be a text");
          }
          json.writeFieldName(name);
          write(json, member.getValue());
        }
        json.writeEndObject();
      }
      case List<?> array -> {
        json.writeStartArray();
        for (Object element : array) {
          write(json, element);
        }
        json.writeEndArray();
      }
      default ->
          throw new IllegalArgumentException("JSON has no " + value.getClass().getSimpleName());
    }
  }

  /** Creates an exception without the parser's own as its cause, whose message repeats the text. */
  private static MalformedJsonException malformed(JsonLocation at, String reason) {
    return at == null
        ? new MalformedJsonException(1, 1, reason)
        : new MalformedJsonException(
            Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), reason);
  }
}
