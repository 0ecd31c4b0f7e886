package io.doorlist.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.channels.Channels;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a function's input member by member, without building a tree: a function picks the few
 * members that it needs. A value of an unexpected type counts as absent. Not thread-safe.
 */
public final class JsonReader implements Closeable {
  private static final int BUFFER = 512;

  private final JsonParser parser;

  private JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Starts to read UTF-8; the stream is closed with the reader.
   *
   * @throws IOException if the stream cannot be read or does not begin with JSON
   */
  public static JsonReader open(InputStream stream) throws IOException {
    JsonParser parser = JsonText.INPUTS.createParser(reader(stream));
    parser.nextToken();
    return new JsonReader(parser);
  }

  /** Decodes through a buffer of half a KB; the JDK's own has 8, more than most inputs. */
  private static Reader reader(InputStream stream) {
    CharsetDecoder utf8 =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    return Channels.newReader(Channels.newChannel(stream), utf8, BUFFER);
  }

  /**
   * Receives one member: reads its value with one of the reader's methods, or leaves it to be
   * skipped.
   */
  @FunctionalInterface
  public interface Member {
    /** Reads the current value. */
    void read(String name) throws IOException;
  }

  /** Reads the current object; anything else has no members. */
  public void members(Member member) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      member.read(name);
      parser.skipChildren();
    }
  }

  /**
   * Receives one element of an array: reads it with one of the reader's methods, or leaves it to be
   * skipped.
   */
  @FunctionalInterface
  public interface Element {
    /** Reads the current value. */
    void read() throws IOException;
  }

  /** Reads the current array; anything else has no elements. */
  public void elements(Element element) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      element.read();
      parser.skipChildren();
    }
  }

  /**
   * Returns the current string, or a number or boolean as its text; {@code null} for anything else.
   */
  public String text() throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
          parser.getText();
      default -> null;
    };
  }

  /**
   * Returns the texts in the current array, as {@link #text} returns them; other values are left
   * out.
   */
  public List<String> texts() throws IOException {
    List<String> texts = new ArrayList<>(1);
    elements(
        () -> {
          String text = text();
          if (text != null) {
            texts.add(text);
          }
        });
    return texts;
  }

  /** Returns whether the current value is {@code true}. */
  public boolean isTrue() {
    return parser.currentToken() == JsonToken.VALUE_TRUE;
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
