package io.doorlist.domain.checkin;

import io.doorlist.domain.Translations;
import io.doorlist.door.rules.Miss;
import io.doorlist.door.rules.Miss.Counted;
import io.doorlist.door.rules.MissWords;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Says in the languages of the pages, but English, what the shop's rules of a list want: the same
 * sentences as the scanner page. The file is read when it is first needed.
 */
public final class Explanations {
  private static final long HOUR = 60;

  private final String language;

  private Explanations(String language) {
    this.language = language;
  }

  /** Says why somebody is not let in, in English if the language lacks words for a part of it. */
  public static String of(String language, CheckinOutcome.Explanation why) {
    List<String> times = new ArrayList<>();
    for (Miss miss : why.misses()) {
      times.add(miss.at() == null ? null : MissWords.time(miss.at(), why.scanned(), why.zone()));
    }
    return of(language, why.misses(), times)
        .orElseGet(() -> MissWords.of(why.misses(), why.scanned(), why.zone()));
  }

  /**
   * Says everything that is wanted, if there are words for all of it.
   *
   * @param times when {@link Miss#at} is, by the event's clocks, in the order of the misses
   */
  static Optional<String> of(String language, List<Miss> misses, List<String> times) {
    if (!Translations.LANGUAGES.contains(language) || misses.isEmpty()) {
      return Optional.empty();
    }
    Explanations words = new Explanations(language);
    List<String> said = new ArrayList<>();
    for (int i = 0; i < misses.size(); i++) {
      said.add(words.phrase(misses.get(i), times.get(i)));
    }
    return said.stream().allMatch(Objects::nonNull)
        ? Optional.of(String.join(" ", said))
        : Optional.empty();
  }

  /** Says that a ticket is not paid, and what its order costs unless that is {@code null}. */
  public static String unpaid(String language, Long cents) {
    String amount = cents == null ? "" : ": " + BigDecimal.valueOf(cents, 2).toPlainString();
    return Translations.LANGUAGES.contains(language)
        ? new Explanations(language).say("reason_order_not_confirmed") + amount
        : "unpaid" + (cents == null ? "" : amount + " to collect");
  }

  /** Returns {@code null} if there are no words for it. */
  private String phrase(Miss miss, String time) {
    return switch (miss.kind()) {
      case FROM -> say("from", "time", time);
      case UNTIL -> say("untilTime", "time", time);
      case WEEKDAY -> days(miss);
      case GATE -> anyOf("onlyByGate", "gates", miss.names());
      case TICKET -> anyOf("onlyWithTicket", "types", miss.names());
      case OUTSIDE -> say("onlyOutside");
      case INSIDE -> say("onlyInside");
      case AT_MOST -> limited("atMost", miss, time);
      case AT_LEAST -> limited("atLeast", miss, time);
      case WITHIN -> say(isLast(miss) ? "withinLast" : "withinFirst", "age", age(miss.number()));
      case AFTER -> say(isLast(miss) ? "afterLast" : "afterFirst", "age", age(miss.number()));
      case OTHER -> say("notByRules");
      case NOT_UNDERSTOOD -> anyOf("rulesNotUnderstood", "what", miss.names());
    };
  }

  private String days(Miss miss) {
    String[] names = say("days").split(",");
    return anyOf("onlyOnDays", "days", miss.days().stream().map(day -> names[day - 1]).toList());
  }

  private String limited(String word, Miss miss, String time) {
    boolean most = word.equals("atMost");
    boolean once = most && miss.number() == 1;
    return switch (miss.counted()) {
      case ENTRIES -> once ? say("onlyOnce") : counting(word + "Entries", miss, time);
      case ENTRIES_SINCE, ENTRIES_BEFORE -> counting(word + "Entries", miss, time);
      case ENTRIES_TODAY ->
          once ? say("onceADay") : most ? counting("atMostToday", miss, time) : null;
      case DAYS, DAYS_SINCE, DAYS_BEFORE -> counting(word + "Days", miss, time);
      default -> null;
    };
  }

  private String counting(String word, Miss miss, String time) {
    String said = say(word, "n", Long.toString(miss.number()));
    if (time == null) {
      return said;
    }
    boolean since = miss.counted() == Counted.ENTRIES_SINCE || miss.counted() == Counted.DAYS_SINCE;
    return said + " " + say(since ? "countedFrom" : "countedUntil", "time", time);
  }

  private static boolean isLast(Miss miss) {
    return miss.counted() == Counted.MINUTES_SINCE_LAST_ENTRY;
  }

  private String age(long minutes) {
    boolean hours = minutes >= HOUR && minutes % HOUR == 0;
    return say(hours ? "hours" : "minutes", "n", Long.toString(hours ? minutes / HOUR : minutes));
  }

  private String anyOf(String word, String place, List<String> names) {
    if (names.isEmpty()) {
      return null;
    }
    List<String> all = names.subList(0, names.size() - 1);
    String last = names.getLast();
    return say(
        word, place, all.isEmpty() ? last : String.join(say("comma"), all) + say("or") + last);
  }

  private String say(String word) {
    return Translated.WORDS.of(word, language);
  }

  private String say(String word, String place, String value) {
    return value == null ? null : say(word).replace("{" + place + "}", value);
  }

  /** Loaded when a language other than English is asked for. */
  private static final class Translated {
    private static final Translations WORDS =
        new Translations(Explanations.class, "explanations.tsv");
  }
}
