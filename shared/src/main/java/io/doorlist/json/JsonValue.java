package io.doorlist.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.BufferRecycler;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A JSON value that is written only when its text is needed, straight from the records that it
 * shows. Immutable if these are.
 */
public final class JsonValue {
  private final Content content;

  JsonValue(Content content) {
    this.content = content;
  }

  /** Writes exactly one value or, for {@link #objectOf}, the members of an object. */
  @FunctionalInterface
  interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  /** Returns an object whose members are written by the content. */
  static JsonValue objectOf(Content members) {
    return new JsonValue(
        json -> {
          json.writeStartObject();
          members.write(json);
          json.writeEndObject();
        });
  }

  /** Returns a string, or {@code null} for {@code null}. */
  public static JsonValue of(String text) {
    return new JsonValue(json -> json.writeString(text));
  }

  /** Returns a timestamp with as many digits as it has: none, three, six or nine. */
  public static JsonValue of(Instant time) {
    return of(Times.exact(time));
  }

  public static JsonValue of(long number) {
    return new JsonValue(json -> json.writeNumber(number));
  }

  /** Returns {@code true} or {@code false}. */
  public static JsonValue of(boolean bool) {
    return new JsonValue(json -> json.writeBoolean(bool));
  }

  /** Returns a string with this UTF-8 text, which may itself be JSON. */
  public static JsonValue ofUtf8(byte[] text) {
    return new JsonValue(json -> json.writeUTF8String(text, 0, text.length));
  }

  /** Returns the value that this UTF-8 text represents; it must be exactly one JSON value. */
  public static JsonValue ofJson(byte[] utf8) {
    return new JsonValue(json -> json.writeRawValue(new String(utf8, StandardCharsets.UTF_8)));
  }

  public static JsonValue array(List<JsonValue> elements) {
    return new JsonValue(
        json -> {
          json.writeStartArray();
          for (JsonValue element : elements) {
            element.content.write(json);
          }
          json.writeEndArray();
        });
  }

  /** Returns an object with its members in the map's order. */
  public static JsonValue object(Map<String, JsonValue> members) {
    return new JsonValue(
        json -> {
          json.writeStartObject();
          for (Map.Entry<String, JsonValue> member : members.entrySet()) {
            json.writeFieldName(member.getKey());
            member.getValue().content.write(json);
          }
          json.writeEndObject();
        });
  }

  /** Puts the members of an object, in this order. */
  @FunctionalInterface
  public interface Members {
    /** Puts all members; may be called more than once. */
    void putTo(ObjectWriter object) throws IOException;
  }

  public static JsonValue object(Members members) {
    return new JsonValue(
        json -> {
          json.writeStartObject();
          members.putTo(new ObjectWriter(json));
          json.writeEndObject();
        });
  }

  /** Returns the value as compact JSON in UTF-8. */
  public byte[] bytes() {
    return bytes(json -> {});
  }

  /** Returns the value as a line of compact JSON in UTF-8. */
  public byte[] line() {
    return bytes(json -> json.writeRaw('\n'));
  }

  private byte[] bytes(Content end) {
    BufferRecycler buffers = JsonText.FACTORY._getBufferRecycler();
    try (ByteArrayBuilder bytes = new ByteArrayBuilder(buffers);
        JsonGenerator json = JsonText.FACTORY.createGenerator(bytes, JsonEncoding.UTF8)) {
      content.write(json);
      end.write(json);
      json.flush();
      return bytes.getClearAndRelease();
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory takes every byte", e);
    } finally {
      buffers.releaseToPool();
    }
  }

  /** Returns the value as compact JSON. */
  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /**
   * Writes the value as compact JSON in UTF-8 and leaves the stream open.
   *
   * @throws IOException if the stream cannot be written
   */
  public void writeTo(OutputStream stream) throws IOException {
    try (JsonGenerator json = JsonText.FACTORY.createGenerator(stream, JsonEncoding.UTF8)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      content.write(json);
    }
  }

  void write(JsonGenerator json) throws IOException {
    content.write(json);
  }

  /**
   * Writes the members of one object, each as it is put. Names are not checked: the caller must not
   * put a name twice.
   */
  public static final class ObjectWriter {
    private final JsonGenerator json;

    ObjectWriter(JsonGenerator json) {
      this.json = json;
    }

    /** Writes a string, or {@code null} for {@code null}. */
    public ObjectWriter put(String name, String value) throws IOException {
      json.writeStringField(name, value);
      return this;
    }

    public ObjectWriter put(String name, long value) throws IOException {
      json.writeNumberField(name, value);
      return this;
    }

    /** Writes {@code true} or {@code false}. */
    public ObjectWriter put(String name, boolean value) throws IOException {
      json.writeBooleanField(name, value);
      return this;
    }

    public ObjectWriter putAll(Map<String, String> members) throws IOException {
      for (Map.Entry<String, String> member : members.entrySet()) {
        put(member.getKey(), member.getValue());
      }
      return this;
    }

    /** Writes a value of any kind. */
    public ObjectWriter put(String name, JsonValue value) throws IOException {
      json.writeFieldName(name);
      value.write(json);
      return this;
    }
  }
}
