package io.doorlist.door.rules;

import io.doorlist.door.text.PlainText;
import java.util.List;

/** A part of a rule. */
sealed interface Term {
  record And(List<Term> parts) implements Term {}

  record Or(List<Term> parts) implements Term {}

  /** Compares each operand with the next one. */
  record Compare(Comparison by, List<Term> operands) implements Term {}

  record InList(Term value, List<Term> objects) implements Term {}

  /**
   * One time is before another.
   *
   * @param tolerance minutes that are added to the later time, or NaN for none
   */
  record Before(Term earlier, Term later, double tolerance) implements Term {}

  record Variable(Name name) implements Term {}

  record Literal(Object value) implements Term {}

  /** A product, variation or gate of the shop, by its number, with its name. */
  record Lookup(long id, String name) implements Term {}

  record Fixed(long micros) implements Term {}

  /** A time of day, in microseconds, on the day of the scan. */
  record TimeOfDay(long micros) implements Term {}

  /** A time of the event or series date that the ticket is for. */
  record DateOf(Which which) implements Term {}

  record Entries(Counted counted, Term cutoff) implements Term {}

  enum Comparison {
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    EQUAL("=="),
    NOT_EQUAL("!=");

    final String word;

    Comparison(String word) {
      this.word = word;
    }
  }

  enum Name {
    PRODUCT,
    VARIATION,
    GATE,
    NOW,
    NOW_ISOWEEKDAY,
    ENTRY_STATUS,
    ENTRIES_NUMBER,
    ENTRIES_TODAY,
    ENTRIES_DAYS,
    MINUTES_SINCE_LAST_ENTRY,
    MINUTES_SINCE_FIRST_ENTRY;

    final String word = PlainText.lowerCase(name());
  }

  enum Which {
    DATE_FROM,
    DATE_TO,
    DATE_ADMISSION;

    final String word = PlainText.lowerCase(name());
  }

  enum Counted {
    ENTRIES_SINCE(true, false),
    ENTRIES_BEFORE(false, false),
    ENTRIES_DAYS_SINCE(true, true),
    ENTRIES_DAYS_BEFORE(false, true);

    final String word = PlainText.lowerCase(name());
    final boolean since;
    final boolean days;

    Counted(boolean since, boolean days) {
      this.since = since;
      this.days = days;
    }
  }

  default boolean isTime() {
    return this instanceof Fixed
        || this instanceof TimeOfDay
        || this instanceof DateOf
        || this instanceof Variable variable && variable.name() == Name.NOW;
  }
}
