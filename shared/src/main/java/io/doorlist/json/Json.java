package io.doorlist.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.jr.ob.JSON;
import com.fasterxml.jackson.jr.ob.JSON.Feature;
import com.fasterxml.jackson.jr.ob.JSONObjectException;
import com.fasterxml.jackson.jr.ob.JacksonJrExtension;
import com.fasterxml.jackson.jr.ob.api.ExtensionContext;
import com.fasterxml.jackson.jr.ob.api.ReaderWriterProvider;
import com.fasterxml.jackson.jr.ob.api.ValueWriter;
import com.fasterxml.jackson.jr.ob.impl.JSONWriter;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes JSON for which there is no Java record. Examples are import lines, answers to
 * custom questions, and the input of a function.
 *
 * <p>Objects are {@link Map}s in the order of their members, arrays are {@link List}s, integers are
 * {@link Long} or {@link BigInteger}, and other numbers are {@link BigDecimal} with all digits.
 */
public final class Json {
  private static final JSON STRICT =
      JSON.builder(JsonValue.FACTORY)
          .enable(
              Feature.FAIL_ON_DUPLICATE_MAP_KEYS,
              Feature.FAIL_ON_UNKNOWN_TYPE_WRITE,
              Feature.USE_BIG_DECIMAL_FOR_FLOATS,
              Feature.WRITE_NULL_PROPERTIES)
          .disable(Feature.HANDLE_JAVA_BEANS, Feature.USE_DEFERRED_MAPS)
          .register(new JsonValues())
          .build();

  /**
   * Reads inputs of functions. It caches names, because most are the gateway's. Jackson and the
   * gateway limit how many names there are, and how long. If somebody makes names that collide in
   * the cache, they are read without it.
   */
  private static final JsonFactory INPUT_FACTORY =
      JsonValue.factory().disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW).build();

  private static final JSON INPUTS = STRICT.without(Feature.FAIL_ON_DUPLICATE_MAP_KEYS);

  private Json() {}

  /**
   * Reads one object strictly. The caller may change the maps and lists that it receives.
   *
   * @throws MalformedJsonException if the text is not exactly one JSON object. Also if a member
   *     comes twice, a string has half a surrogate pair, or the nesting is deeper than 64
   */
  public static Map<String, Object> readObject(String text) throws MalformedJsonException {
    try (JsonParser parser = new Strict(JsonValue.FACTORY.createParser(text))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed(parser.currentTokenLocation(), "is not an object");
      }
      Map<String, Object> object = STRICT.mapFrom(parser);
      if (parser.nextToken() != null) {
        throw malformed(parser.currentTokenLocation(), "has text after the object's end");
      }
      return object;
    } catch (MalformedJsonException e) {
      throw e;
    } catch (JsonProcessingException e) {
      String reason =
          switch (e) {
            case StreamConstraintsException limit -> "is nested too deeply or too long";
            case JSONObjectException twice -> "has a member twice";
            default -> "is not valid JSON";
          };
      throw malformed(e.getLocation(), reason);
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory can be read", e);
    }
  }

  public static Map<String, Object> readObject(byte[] utf8) throws MalformedJsonException {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedJsonException(1, 1, "is not UTF-8");
    }
    return readObject(text);
  }

  /** Reads the input of a function. Anything but an object counts as an object without members. */
  public static Map<?, ?> readInput(InputStream utf8) throws IOException {
    try (JsonParser parser = INPUT_FACTORY.createParser(utf8)) {
      return parser.nextToken() == JsonToken.START_OBJECT ? INPUTS.mapFrom(parser) : Map.of();
    }
  }

  /**
   * Returns a value of an input as an object. Anything else counts as an object without members.
   */
  public static Map<?, ?> members(Object value) {
    return value instanceof Map<?, ?> members ? members : Map.of();
  }

  /** Returns a value of an input as an array. Anything else counts as an empty array. */
  public static List<?> elements(Object value) {
    return value instanceof List<?> elements ? elements : List.of();
  }

  /** Returns a string, number or boolean as text, and {@code null} for anything else. */
  public static String text(Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean
        ? value.toString()
        : null;
  }

  /**
   * Writes compact JSON from values of the kinds that {@link #readObject} returns. They may also
   * contain a {@link JsonValue}.
   */
  public static String writeValue(Object value) {
    try {
      return STRICT.asString(value);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Writes a function's answer to a batch, which names the records that must come again. */
  public static byte[] failures(List<String> records) {
    return JsonValue.object(
            json ->
                json.putArray(
                    "batchItemFailures",
                    records,
                    (failure, id) -> failure.put("itemIdentifier", id)))
        .bytes();
  }

  /** Creates an exception without a cause, because the parser's own message repeats the text. */
  private static MalformedJsonException malformed(JsonLocation at, String reason) {
    return at == null
        ? new MalformedJsonException(1, 1, reason)
        : new MalformedJsonException(
            Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), reason);
  }

  /** Lets maps and lists contain values of {@link JsonValue}, which write themselves. */
  private static final class JsonValues extends JacksonJrExtension implements ValueWriter {
    @Override
    protected void register(ExtensionContext context) {
      context.appendProvider(
          new ReaderWriterProvider() {
            @Override
            public ValueWriter findValueWriter(JSONWriter writer, Class<?> type) {
              return type == JsonValue.class ? JsonValues.this : null;
            }
          });
    }

    @Override
    public void writeValue(JSONWriter writer, JsonGenerator json, Object value) throws IOException {
      ((JsonValue) value).write(json);
    }

    @Override
    public Class<?> valueType() {
      return JsonValue.class;
    }
  }

  /**
   * Reads small integers as long, too. Refuses half a surrogate pair, which an escape can produce
   * but UTF-8 cannot encode.
   */
  private static final class Strict extends JsonParserDelegate {
    Strict(JsonParser parser) {
      super(parser);
    }

    @Override
    public NumberType getNumberType() throws IOException {
      NumberType type = delegate.getNumberType();
      return type == NumberType.INT ? NumberType.LONG : type;
    }

    @Override
    public String currentName() throws IOException {
      return wellFormed(delegate.currentName());
    }

    @Override
    public String getText() throws IOException {
      return wellFormed(delegate.getText());
    }

    private String wellFormed(String text) throws MalformedJsonException {
      if (text.codePoints().anyMatch(each -> Character.getType(each) == Character.SURROGATE)) {
        throw malformed(currentTokenLocation(), "has half a surrogate pair");
      }
      return text;
    }
  }
}
