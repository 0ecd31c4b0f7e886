package io.doorlist.http;

import io.doorlist.domain.Decimal;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Rfc3339;
import io.doorlist.domain.Worded;
import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The query parameters of a request, decoded. A parameter that an operation reads must be valid and
 * come once; the route has refused others. Immutable.
 */
public final class Query {
  private final Map<String, List<String>> values;

  /** Creates one that owns these values. */
  public Query(Map<String, List<String>> values) {
    this.values = Collections.unmodifiableMap(values);
  }

  /**
   * Returns the parameter's value.
   *
   * @throws InvalidInputException if it comes more than once
   */
  public Optional<String> find(String name) {
    List<String> all = values.getOrDefault(name, List.of());
    if (all.size() > 1) {
      throw new InvalidInputException(name, "must not be given twice");
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
  }

  /**
   * Returns a text.
   *
   * @param maxLength in characters, as people count them
   * @throws InvalidInputException if it is longer, or comes more than once
   */
  public Optional<String> text(String name, int maxLength) {
    Optional<String> text = find(name);
    if (text.isPresent() && text.get().codePointCount(0, text.get().length()) > maxLength) {
      throw new InvalidInputException(name, "must have " + maxLength + " characters at most");
    }
    return text;
  }

  /**
   * Returns a boolean.
   *
   * @throws InvalidInputException if it is neither {@code true} nor {@code false}, or comes more
   *     than once
   */
  public Optional<Boolean> flag(String name) {
    return find(name)
        .map(
            word ->
                switch (word) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw new InvalidInputException(name, "must be true or false");
                });
  }

  /**
   * Returns a point in time, given as RFC 3339 with its offset and nine digits of a second at most.
   *
   * @throws InvalidInputException if it is not such a timestamp, or comes more than once
   */
  public Optional<Instant> time(String name) {
    return find(name)
        .map(
            text ->
                Rfc3339.read(text)
                    .orElseThrow(
                        () ->
                            new InvalidInputException(
                                name,
                                "must be an RFC 3339 timestamp with its offset, such as"
                                    + " 2026-09-14T17:01:00Z")));
  }

  /**
   * Returns the page requested by {@code page}, {@code items} and {@code walk}.
   *
   * @throws InvalidInputException if one of them is not a decimal integer in its range, or comes
   *     more than once
   */
  public PageRequest page() {
    return new PageRequest(
        integer("page", 1, PageRequest.MAX_PAGE),
        integer("items", PageRequest.DEFAULT_ITEMS, PageRequest.MAX_ITEMS),
        walk());
  }

  private long walk() {
    return find("walk")
        .map(
            text ->
                Decimal.read(text, 0, PageRequest.MAX_PAGE)
                    .orElseThrow(
                        () ->
                            new InvalidInputException("walk", "must be as the Link header has it")))
        .orElse(PageRequest.UNKNOWN);
  }

  /** Returns the total number of values. */
  int size() {
    int size = 0;
    for (List<String> all : values.values()) {
      size += all.size();
    }
    return size;
  }

  Map<String, List<String>> all() {
    return values;
  }

  Set<String> names() {
    return values.keySet();
  }

  /**
   * Returns one of the words of a vocabulary.
   *
   * @throws InvalidInputException if it is none of them, or comes more than once
   */
  public <E extends Enum<E> & Worded> Optional<E> word(String name, Class<E> vocabulary) {
    try {
      return find(name).map(word -> Worded.read(vocabulary, word));
    } catch (IllegalArgumentException e) {
      List<String> words = Stream.of(vocabulary.getEnumConstants()).map(Worded::word).toList();
      throw new InvalidInputException(name, "must be one of " + String.join(", ", words));
    }
  }

  /**
   * Returns the id after which somebody reads on; 0, or none, is the beginning.
   *
   * @throws InvalidInputException if it is not such an integer, or comes more than once
   */
  long cursor(String name) {
    return find(name)
        .map(
            text ->
                Decimal.read(text, 0, PageRequest.MAX_PAGE)
                    .orElseThrow(() -> new InvalidInputException(name, "must be an id, or 0")))
        .orElse(0L);
  }

  /**
   * Returns an integer, at least 1.
   *
   * @throws InvalidInputException if it is not a decimal integer up to {@code max}, or comes more
   *     than once
   */
  public int integer(String name, int otherwise, int max) {
    return (int) integer(name, (long) otherwise, max);
  }

  /** Returns the same as a long. */
  public long integer(String name, long otherwise, long max) {
    Optional<String> text = find(name);
    return text.isEmpty()
        ? otherwise
        : Decimal.read(text.get(), 1, max)
            .orElseThrow(
                () -> new InvalidInputException(name, "must be an integer from 1 to " + max));
  }
}
