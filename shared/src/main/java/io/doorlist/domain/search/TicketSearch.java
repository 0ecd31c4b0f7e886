package io.doorlist.domain.search;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A search for a ticket: the beginning of a reference or an e-mail address, or beginnings of a
 * name's words in any order. Immutable.
 */
public final class TicketSearch {
  /** The fewest letters and digits of a search. */
  public static final int MIN_LETTERS = 3;

  private final String text;
  private final List<String> words;
  private final boolean wholeReference;

  private TicketSearch(String text, List<String> words, boolean wholeReference) {
    this.text = text;
    this.words = words;
    this.wholeReference = wholeReference;
  }

  /**
   * Returns the search for tickets with this reference, ignoring case; empty if none can have it.
   */
  public static Optional<TicketSearch> ofReference(String reference) {
    String text = Folding.fold(reference);
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(new TicketSearch(text, List.of(text), true));
  }

  /** Reads the typed text; empty if it is too short. */
  public static Optional<TicketSearch> of(String typed) {
    List<String> words = Folding.words(typed);
    long letters = words.stream().mapToLong(word -> word.codePointCount(0, word.length())).sum();
    return letters < MIN_LETTERS
        ? Optional.empty()
        : Optional.of(new TicketSearch(Folding.fold(typed), words, false));
  }

  /** Returns a text that every match of {@link #rank} contains. */
  public String hint() {
    return words.stream().max(Comparator.comparingInt(String::length)).orElseThrow();
  }

  /** Returns how well a ticket fits, the best with the lowest number; empty if it does not. */
  public OptionalInt rank(TicketWords ticket) {
    if (wholeReference) {
      return ticket.reference().equals(text) ? OptionalInt.of(0) : OptionalInt.empty();
    }
    if (ticket.reference().equals(text) || ticket.orderReference().equals(text)) {
      return OptionalInt.of(0);
    }
    if (ticket.reference().startsWith(text) || ticket.orderReference().startsWith(text)) {
      return OptionalInt.of(1);
    }
    if (names(ticket.name())) {
      return OptionalInt.of(2);
    }
    if (names(ticket.buyer())) {
      return OptionalInt.of(3);
    }
    return ticket.email().startsWith(text) || ticket.buyerEmail().startsWith(text)
        ? OptionalInt.of(4)
        : OptionalInt.empty();
  }

  /** Returns whether each typed word begins a word of the name. */
  private boolean names(String name) {
    return words.stream().allMatch(word -> name.startsWith(word) || name.contains(" " + word));
  }
}
