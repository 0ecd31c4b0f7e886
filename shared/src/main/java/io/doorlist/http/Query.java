package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.Rfc3339;
import io.doorlist.domain.WholeNumber;
import io.doorlist.domain.Worded;
import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The query parameters of a request, decoded. A parameter that an operation reads must be valid and
 * come once. Otherwise an {@link InvalidInputException} names it. The route has already refused
 * unknown parameters. Immutable.
 */
public record Query(Map<String, List<String>> all) {
  public Optional<String> find(String name) {
    List<String> values = all.getOrDefault(name, List.of());
    if (values.size() > 1) {
      throw new InvalidInputException(name, "must not be given twice");
    }
    return values.stream().findFirst();
  }

  public Optional<String> text(String name, int maxLength) {
    Optional<String> text = find(name);
    if (text.isPresent() && text.get().codePointCount(0, text.get().length()) > maxLength) {
      throw new InvalidInputException(name, "must have " + maxLength + " characters at most");
    }
    return text;
  }

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

  public Optional<Instant> time(String name) {
    String expected = "must be an RFC 3339 timestamp with its offset, such as 2026-09-14T17:01:00Z";
    return find(name)
        .map(
            text ->
                Rfc3339.read(text).orElseThrow(() -> new InvalidInputException(name, expected)));
  }

  public PageRequest page() {
    String asLinked = "must be as the Link header has it";
    return new PageRequest(
        integer("page", 1L, PageRequest.MAX_PAGE),
        integer("items", PageRequest.DEFAULT_ITEMS, PageRequest.MAX_ITEMS),
        decimal("walk", PageRequest.UNKNOWN, 0, PageRequest.MAX_PAGE, asLinked));
  }

  int size() {
    return all.values().stream().mapToInt(List::size).sum();
  }

  public <E extends Enum<E> & Worded> Optional<E> word(String name, Class<E> vocabulary) {
    try {
      return find(name).map(word -> Worded.read(vocabulary, word));
    } catch (IllegalArgumentException e) {
      List<String> words = Stream.of(vocabulary.getEnumConstants()).map(Worded::word).toList();
      throw new InvalidInputException(name, "must be one of " + String.join(", ", words));
    }
  }

  public int integer(String name, int otherwise, int max) {
    return (int) integer(name, (long) otherwise, max);
  }

  private long integer(String name, long otherwise, long max) {
    return decimal(name, otherwise, 1, max, "must be an integer from 1 to " + max);
  }

  long decimal(String name, long otherwise, long min, long max, String expected) {
    Optional<String> text = find(name);
    return text.isEmpty()
        ? otherwise
        : WholeNumber.read(text.get(), min, max)
            .orElseThrow(() -> new InvalidInputException(name, expected));
  }
}
