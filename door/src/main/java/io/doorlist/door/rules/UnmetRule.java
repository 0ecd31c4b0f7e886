package io.doorlist.door.rules;

import io.doorlist.door.text.PlainText;
import java.util.List;

/**
 * A rule that a scan does not meet, as data. {@link UnmetRuleWords} says it in English, and the
 * page says it in the language of the staff.
 *
 * @param kind what is wanted
 * @param counted what {@code number} counts; {@code null} for a kind without a number
 * @param number a count, or a number of minutes
 * @param at the epoch second that {@link Kind#FROM} or {@link Kind#UNTIL} names. For counted
 *     entries or days, the epoch second at which the counting begins or ends
 * @param names names of products, variations or gates, or the name of what is not understood
 * @param days of the week, from 1 for Monday
 */
public record UnmetRule(
    Kind kind, Counted counted, Long number, Long at, List<String> names, List<Integer> days) {
  public UnmetRule {
    names = List.copyOf(names);
    days = List.copyOf(days);
  }

  static UnmetRule of(Kind kind) {
    return new UnmetRule(kind, null, null, null, List.of(), List.of());
  }

  static UnmetRule at(Kind kind, long epochSecond) {
    return new UnmetRule(kind, null, null, epochSecond, List.of(), List.of());
  }

  static UnmetRule named(Kind kind, List<String> names) {
    return new UnmetRule(kind, null, null, null, names, List.of());
  }

  static UnmetRule counted(Kind kind, Counted counted, long number, Long at) {
    return new UnmetRule(kind, counted, number, at, List.of(), List.of());
  }

  static UnmetRule onDays(List<Integer> days) {
    return new UnmetRule(Kind.WEEKDAY, null, null, null, List.of(), days);
  }

  public enum Kind {
    OUTSIDE,
    INSIDE,
    /** The guest must come within a number of minutes after the last or first entry. */
    WITHIN,
    /** The guest must come at least a number of minutes after the last or first entry. */
    AFTER,
    /** There would be more entries, or days with an entry, than the rule allows. */
    AT_MOST,
    /** A number of earlier entries or days is needed. */
    AT_LEAST,
    FROM,
    UNTIL,
    WEEKDAY,
    GATE,
    TICKET,
    OTHER,
    /** The rule is not understood, so nobody is let in. */
    NOT_UNDERSTOOD;

    public String word() {
      return PlainText.lowerCase(name());
    }
  }

  public enum Counted {
    ENTRIES,
    ENTRIES_TODAY,
    ENTRIES_SINCE,
    ENTRIES_BEFORE,
    DAYS,
    DAYS_SINCE,
    DAYS_BEFORE,
    MINUTES_SINCE_LAST_ENTRY,
    MINUTES_SINCE_FIRST_ENTRY;

    public String word() {
      return PlainText.lowerCase(name());
    }
  }
}
