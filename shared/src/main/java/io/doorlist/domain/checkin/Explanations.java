package io.doorlist.domain.checkin;

import io.doorlist.domain.Translations;
import io.doorlist.door.rules.UnmetRule;
import io.doorlist.door.rules.UnmetRule.Counted;
import io.doorlist.door.rules.UnmetRuleWords;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Says what the shop's rules of a list want, in every language of the pages except English. The
 * sentences are those of the scanner page. The file is read when it is first needed.
 */
public final class Explanations {
  private static final long HOUR = 60;

  private final String language;

  private Explanations(String language) {
    this.language = language;
  }

  /**
   * Says why somebody is not let in. It says so in English if the language has no words for some
   * part.
   */
  public static String of(String language, CheckinOutcome.Explanation why) {
    List<String> times = new ArrayList<>();
    for (UnmetRule unmetRule : why.unmetRules()) {
      times.add(
          unmetRule.at() == null
              ? null
              : UnmetRuleWords.time(unmetRule.at(), why.scanned(), why.zone()));
    }
    return of(language, why.unmetRules(), times)
        .orElseGet(() -> UnmetRuleWords.of(why.unmetRules(), why.scanned(), why.zone()));
  }

  /**
   * Says everything that the rules want, or nothing if words for some part are missing.
   *
   * @param times for each unmet rule its {@link UnmetRule#at}, as the event's clock shows it
   */
  static Optional<String> of(String language, List<UnmetRule> unmetRules, List<String> times) {
    if (!Translations.LANGUAGES.contains(language) || unmetRules.isEmpty()) {
      return Optional.empty();
    }
    Explanations words = new Explanations(language);
    List<String> said = new ArrayList<>();
    for (int i = 0; i < unmetRules.size(); i++) {
      said.add(words.phrase(unmetRules.get(i), times.get(i)));
    }
    return said.stream().allMatch(Objects::nonNull)
        ? Optional.of(String.join(" ", said))
        : Optional.empty();
  }

  /** Says that a ticket has not been paid, and what its order costs if {@code cents} is known. */
  public static String unpaid(String language, Long cents) {
    String amount = cents == null ? "" : ": " + BigDecimal.valueOf(cents, 2).toPlainString();
    return Translations.LANGUAGES.contains(language)
        ? new Explanations(language).say("reason_order_not_confirmed") + amount
        : "unpaid" + (cents == null ? "" : amount + " to collect");
  }

  /** Returns what one rule wants, or {@code null} if there are no words for it. */
  private String phrase(UnmetRule unmetRule, String time) {
    return switch (unmetRule.kind()) {
      case FROM -> say("from", "time", time);
      case UNTIL -> say("untilTime", "time", time);
      case WEEKDAY -> days(unmetRule);
      case GATE -> anyOf("onlyByGate", "gates", unmetRule.names());
      case TICKET -> anyOf("onlyWithTicket", "types", unmetRule.names());
      case OUTSIDE -> say("onlyOutside");
      case INSIDE -> say("onlyInside");
      case AT_MOST -> limited("atMost", unmetRule, time);
      case AT_LEAST -> limited("atLeast", unmetRule, time);
      case WITHIN ->
          say(isLast(unmetRule) ? "withinLast" : "withinFirst", "age", age(unmetRule.number()));
      case AFTER ->
          say(isLast(unmetRule) ? "afterLast" : "afterFirst", "age", age(unmetRule.number()));
      case OTHER -> say("notByRules");
      case NOT_UNDERSTOOD -> anyOf("rulesNotUnderstood", "what", unmetRule.names());
    };
  }

  private String days(UnmetRule unmetRule) {
    String[] names = say("days").split(",");
    return anyOf(
        "onlyOnDays", "days", unmetRule.days().stream().map(day -> names[day - 1]).toList());
  }

  private String limited(String word, UnmetRule unmetRule, String time) {
    boolean most = word.equals("atMost");
    boolean once = most && unmetRule.number() == 1;
    return switch (unmetRule.counted()) {
      case ENTRIES -> once ? say("onlyOnce") : counting(word + "Entries", unmetRule, time);
      case ENTRIES_SINCE, ENTRIES_BEFORE -> counting(word + "Entries", unmetRule, time);
      case ENTRIES_TODAY ->
          once ? say("onceADay") : most ? counting("atMostToday", unmetRule, time) : null;
      case DAYS, DAYS_SINCE, DAYS_BEFORE -> counting(word + "Days", unmetRule, time);
      default -> null;
    };
  }

  private String counting(String word, UnmetRule unmetRule, String time) {
    String said = say(word, "n", Long.toString(unmetRule.number()));
    if (time == null) {
      return said;
    }
    boolean since =
        unmetRule.counted() == Counted.ENTRIES_SINCE || unmetRule.counted() == Counted.DAYS_SINCE;
    return said + " " + say(since ? "countedFrom" : "countedUntil", "time", time);
  }

  private static boolean isLast(UnmetRule unmetRule) {
    return unmetRule.counted() == Counted.MINUTES_SINCE_LAST_ENTRY;
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
