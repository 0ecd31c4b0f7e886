package io.doorlist.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactory.Feature;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;

/** The settings for reading and writing JSON text. */
final class JsonText {
  /** How deep objects and arrays may be nested in the text. */
  static final int MAX_DEPTH = 64;

  /** Member names are not cached: most of the text comes from clients. */
  static final JsonFactory FACTORY = builder().disable(Feature.CANONICALIZE_FIELD_NAMES).build();

  /**
   * For inputs, in which most names are the gateway's, except those of headers and parameters:
   * names are cached, as many and as long as Jackson and the gateway allow. Names that are made to
   * collide are read without the cache.
   */
  static final JsonFactory INPUTS = builder().disable(Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW).build();

  private JsonText() {}

  private static JsonFactoryBuilder builder() {
    return new JsonFactoryBuilder()
        .disable(Feature.INTERN_FIELD_NAMES)
        .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
        .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build());
  }
}
