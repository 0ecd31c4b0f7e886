package io.doorlist.local.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON as maps, lists, strings, numbers, booleans and nulls. */
public final class JsonTree {
  private static final JSON WITH_NULLS = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

  private JsonTree() {}

  /** Returns the one value in the text. Fails if the text is not JSON or has several values. */
  public static Object read(byte[] json) throws IOException {
    try (JsonParser parser = WITH_NULLS.createParser(json)) {
      Object value = WITH_NULLS.anyFrom(parser);
      if (parser.nextToken() != null) {
        throw new IOException("more than one JSON value");
      }
      return value;
    }
  }

  public static byte[] write(Object value) {
    try {
      return WITH_NULLS.asBytes(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
