package io.doorlist.door.rules;

import io.doorlist.door.rules.UnmetRule.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Says in English which rules a scan does not meet, such as "only once a day". */
public final class UnmetRuleWords {
  private static final List<String> DAYS =
      List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");
  private static final int HOUR = 60;

  private UnmetRuleWords() {}

  /**
   * Returns one phrase for all unmet rules. Times on the day of the scan are said without the date.
   */
  public static String of(List<UnmetRule> unmetRules, long now, Zone zone) {
    List<String> phrases = new ArrayList<>();
    unmetRules.forEach(unmetRule -> phrases.add(phrase(unmetRule, now, zone)));
    return String.join(", ", phrases);
  }

  private static String phrase(UnmetRule unmetRule, long now, Zone zone) {
    return switch (unmetRule.kind()) {
      case FROM -> "from " + time(unmetRule.at(), now, zone);
      case UNTIL -> "until " + time(unmetRule.at(), now, zone);
      case WEEKDAY ->
          unmetRule.days().isEmpty()
              ? "on no day"
              : "only on "
                  + joined(
                      unmetRule.days().stream()
                          .map(day -> DAYS.get(day - 1))
                          .collect(Collectors.toList()));
      case GATE ->
          unmetRule.names().isEmpty() ? "by another gate" : "by " + joined(unmetRule.names());
      case TICKET ->
          unmetRule.names().isEmpty()
              ? "not with this ticket"
              : "only with " + joined(unmetRule.names());
      case OUTSIDE -> "only for people who are outside";
      case INSIDE -> "only for people who are inside";
      case AT_MOST -> atMost(unmetRule, now, zone);
      case AT_LEAST -> atLeast(unmetRule, now, zone);
      case WITHIN -> "within " + minutes(unmetRule.number()) + " of the " + entry(unmetRule);
      case AFTER ->
          minutes(unmetRule.number()) + " after the " + entry(unmetRule) + " at the earliest";
      case OTHER -> "not by the rules of this list";
      case NOT_UNDERSTOOD ->
          "closed: the rules of this list are not understood (" + joined(unmetRule.names()) + ")";
    };
  }

  private static String atMost(UnmetRule unmetRule, long now, Zone zone) {
    boolean days = isDays(unmetRule.counted());
    if (unmetRule.number() <= 0) {
      return "not" + period(unmetRule, now, zone, "");
    }
    String times = days ? "on " + plural(unmetRule.number(), "day") : times(unmetRule.number());
    return "only " + times + period(unmetRule, now, zone, " a day");
  }

  private static String atLeast(UnmetRule unmetRule, long now, Zone zone) {
    String what =
        isDays(unmetRule.counted())
            ? plural(unmetRule.number(), "day")
            : entries(unmetRule.number());
    return "only after " + what + period(unmetRule, now, zone, " on the same day");
  }

  private static boolean isDays(Counted counted) {
    return counted == Counted.DAYS
        || counted == Counted.DAYS_SINCE
        || counted == Counted.DAYS_BEFORE;
  }

  private static String period(UnmetRule unmetRule, long now, Zone zone, String today) {
    return switch (unmetRule.counted()) {
      case ENTRIES_TODAY -> today.isEmpty() ? " today" : today;
      case ENTRIES_SINCE, DAYS_SINCE -> " since " + time(unmetRule.at(), now, zone);
      case ENTRIES_BEFORE, DAYS_BEFORE -> " before " + time(unmetRule.at(), now, zone);
      default -> "";
    };
  }

  private static String entry(UnmetRule unmetRule) {
    return unmetRule.counted() == Counted.MINUTES_SINCE_LAST_ENTRY ? "last entry" : "first entry";
  }

  private static String entries(long number) {
    return number == 1 ? "one entry" : number + " entries";
  }

  private static String times(long number) {
    return number == 1 ? "once" : number == 2 ? "twice" : number + " times";
  }

  private static String minutes(long minutes) {
    if (minutes % HOUR != 0 || minutes == 0) {
      return plural(minutes, "minute");
    }
    return minutes == HOUR ? "an hour" : minutes / HOUR + " hours";
  }

  private static String plural(long number, String what) {
    return number == 1 ? "one " + what : number + " " + what + "s";
  }

  private static String joined(List<String> names) {
    return names.size() < 2
        ? String.join("", names)
        : String.join(", ", names.subList(0, names.size() - 1))
            + " or "
            + names.get(names.size() - 1);
  }

  /** Says a time by the clock at the event's place. The date is left out on the day of the scan. */
  public static String time(long at, long now, Zone zone) {
    long local = zone.local(at);
    long seconds = Math.floorMod(local, Zone.DAY);
    String clock = TimeText.two(seconds / 3_600) + ":" + TimeText.two(seconds / 60 % 60);
    return zone.day(at) == zone.day(now) ? clock : TimeText.date(zone.day(at)) + " " + clock;
  }
}
