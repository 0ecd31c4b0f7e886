package io.doorlist.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactory.Feature;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Worded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A JSON value that is written only when its text is needed, directly from the records that it
 * shows. Immutable if those records are.
 */
public final class JsonValue {
  /** Member names are not cached, because most of the text comes from clients. */
  static final JsonFactory FACTORY = factory().disable(Feature.CANONICALIZE_FIELD_NAMES).build();

  static final JsonValue NULL = new JsonValue(JsonGenerator::writeNull);

  private final Content content;

  private JsonValue(Content content) {
    this.content = content;
  }

  @FunctionalInterface
  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  /** Returns a builder of factories. Objects and arrays may be nested 64 deep. */
  static JsonFactoryBuilder factory() {
    return new JsonFactoryBuilder()
        .disable(Feature.INTERN_FIELD_NAMES)
        .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
        .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(64).build());
  }

  public static JsonValue of(String text) {
    return new JsonValue(json -> json.writeString(text));
  }

  public static JsonValue of(long number) {
    return new JsonValue(json -> json.writeNumber(number));
  }

  public static JsonValue of(boolean bool) {
    return new JsonValue(json -> json.writeBoolean(bool));
  }

  /** Returns a string with this UTF-8 text, which may itself be JSON. */
  public static JsonValue ofUtf8(byte[] text) {
    return new JsonValue(json -> json.writeUTF8String(text, 0, text.length));
  }

  /** Returns the value of this text, which must be exactly one JSON value. */
  public static JsonValue ofJson(String text) {
    return new JsonValue(json -> json.writeRawValue(text));
  }

  public static JsonValue array(List<JsonValue> elements) {
    return new JsonValue(
        json -> {
          json.writeStartArray();
          for (JsonValue element : elements) {
            element.write(json);
          }
          json.writeEndArray();
        });
  }

  /** Returns an array of objects, whose members are written one by one. */
  public static <T> JsonValue array(
      Collection<? extends T> items, BiConsumer<ObjectWriter, T> members) {
    return array(items.stream().map(item -> object((T) item, members)).toList());
  }

  /** Returns an object. {@code members} may be called more than once. */
  public static JsonValue object(Consumer<ObjectWriter> members) {
    return new JsonValue(
        json -> {
          json.writeStartObject();
          members.accept(new ObjectWriter(json));
          json.writeEndObject();
        });
  }

  /** Returns an object that shows an item, or {@code null} for {@code null}. */
  public static <T> JsonValue object(T item, BiConsumer<ObjectWriter, T> members) {
    return item == null ? NULL : object(json -> members.accept(json, item));
  }

  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes, JsonEncoding.UTF8)) {
      write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory takes every byte", e);
    }
    return bytes.toByteArray();
  }

  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  void write(JsonGenerator json) throws IOException {
    content.write(json);
  }

  /**
   * Writes the members of one object, each at the moment when it is put. A Java {@code null} is
   * written as JSON {@code null}. Names are not checked, so the caller must not put a name twice.
   */
  public static final class ObjectWriter {
    private static final DateTimeFormatter MILLISECONDS =
        new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private final JsonGenerator json;

    private ObjectWriter(JsonGenerator json) {
      this.json = json;
    }

    public ObjectWriter put(String name, String value) {
      return put(name, of(value));
    }

    public ObjectWriter put(String name, Number value) {
      return put(name, value == null ? NULL : of(value.longValue()));
    }

    public ObjectWriter put(String name, Boolean value) {
      return put(name, value == null ? NULL : of((boolean) value));
    }

    /** Writes a timestamp with as many digits of a second as it has: none, three, six or nine. */
    public ObjectWriter put(String name, Instant value) {
      return put(name, value == null ? NULL : of(value.toString()));
    }

    /** Writes a timestamp with exactly three digits of a second. */
    public ObjectWriter putMilliseconds(String name, Instant value) {
      return put(name, value == null ? NULL : of(MILLISECONDS.format(value)));
    }

    public ObjectWriter put(String name, Worded value) {
      return put(name, value == null ? NULL : of(value.word()));
    }

    public ObjectWriter put(String name, JsonObject value) {
      return put(name, ofJson(value.text()));
    }

    public ObjectWriter put(String name, JsonValue value) {
      try {
        json.writeFieldName(name);
        value.write(json);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException("an array in memory takes every byte", e);
      }
    }

    public ObjectWriter putAll(Map<String, String> members) {
      members.forEach(this::put);
      return this;
    }

    public ObjectWriter putObject(String name, Consumer<ObjectWriter> members) {
      return put(name, object(members));
    }

    public <T> ObjectWriter putObject(String name, T item, BiConsumer<ObjectWriter, T> members) {
      return put(name, object(item, members));
    }

    public ObjectWriter putCounts(String name, Map<String, ? extends Number> counts) {
      return putObject(name, object -> counts.forEach(object::put));
    }

    public <T> ObjectWriter putArray(
        String name, Collection<? extends T> items, BiConsumer<ObjectWriter, T> members) {
      return put(name, array(items, members));
    }

    public ObjectWriter putTexts(String name, Collection<String> texts) {
      return put(name, array(texts.stream().map(JsonValue::of).toList()));
    }

    public ObjectWriter putNumbers(String name, Collection<? extends Number> numbers) {
      return put(name, array(numbers.stream().map(each -> of(each.longValue())).toList()));
    }
  }
}
