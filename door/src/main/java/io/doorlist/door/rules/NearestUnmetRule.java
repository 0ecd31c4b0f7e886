package io.doorlist.door.rules;

import io.doorlist.door.rules.Comparisons.Incomparable;
import io.doorlist.door.rules.Term.Comparison;
import io.doorlist.door.rules.Term.Name;
import io.doorlist.door.rules.UnmetRule.Counted;
import io.doorlist.door.rules.UnmetRule.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the easiest way for a refused guest to meet the rules.
 *
 * <p>Implementation notes. Of an "and", all failing parts are needed, and they are as hard to meet
 * as the hardest of them. Of an "or", only the easiest part counts. The order of {@link Kind} says
 * what is easier: what people decide themselves comes before waiting, another gate or another
 * ticket.
 */
final class NearestUnmetRule {
  private final Evaluation evaluation;

  NearestUnmetRule(Evaluation evaluation) {
    this.evaluation = evaluation;
  }

  /**
   * A way to be let in: the rules that are still to be met, and how hard the hardest of them is.
   */
  private record Way(int hardness, double distance, List<UnmetRule> unmetRules) {
    boolean isEasierThan(Way other) {
      if (hardness != other.hardness) {
        return hardness < other.hardness;
      }
      return distance == other.distance
          ? unmetRules.size() < other.unmetRules.size()
          : distance < other.distance;
    }

    Way and(Way other) {
      List<UnmetRule> all = new ArrayList<>(unmetRules);
      other.unmetRules.stream().filter(unmetRule -> !all.contains(unmetRule)).forEach(all::add);
      boolean harder =
          other.hardness > hardness || (other.hardness == hardness && other.distance > distance);
      Way hardest = harder ? other : this;
      return new Way(hardest.hardness, hardest.distance, all);
    }
  }

  List<UnmetRule> of(Term term) throws Incomparable {
    return way(term).unmetRules();
  }

  private Way way(Term term) throws Incomparable {
    Way way = null;
    if (term instanceof Term.And and) {
      for (Term part : failing(and.parts())) {
        way = way == null ? way(part) : way.and(way(part));
      }
    } else if (term instanceof Term.Or or) {
      for (Term part : or.parts()) {
        Way other = way(part);
        way = way == null || other.isEasierThan(way) ? other : way;
      }
    } else {
      way = leaf(term);
    }
    return way == null ? way(UnmetRule.of(Kind.OTHER), 0) : way;
  }

  private List<Term> failing(List<Term> parts) throws Incomparable {
    List<Term> failing = new ArrayList<>();
    for (Term part : parts) {
      if (!Comparisons.truth(evaluation.value(part))) {
        failing.add(part);
      }
    }
    return failing;
  }

  private static Way way(UnmetRule unmetRule, double distance) {
    return new Way(unmetRule.kind().ordinal(), distance, List.of(unmetRule));
  }

  private Way leaf(Term term) throws Incomparable {
    if (term instanceof Term.Before before) {
      return time(before);
    }
    if (term instanceof Term.InList in) {
      return way(other(in.value(), in.objects()), 0);
    }
    return term instanceof Term.Compare compare
        ? compare(compare)
        : way(UnmetRule.of(Kind.OTHER), 0);
  }

  private Way time(Term.Before before) throws Incomparable {
    boolean nowFirst = isNow(before.earlier());
    if (nowFirst == isNow(before.later())) {
      return way(UnmetRule.of(Kind.OTHER), 0);
    }
    Moment other =
        nowFirst
            ? evaluation.limit(before)
            : evaluation
                .moment(before.earlier())
                .plusMinutes(
                    Double.isNaN(before.tolerance()) ? 0 : -before.tolerance(),
                    evaluation.facts.zone());
    double distance = Math.abs(other.epochSecond() - evaluation.facts.epochSecond());
    return way(UnmetRule.at(nowFirst ? Kind.UNTIL : Kind.FROM, other.epochSecond()), distance);
  }

  private static boolean isNow(Term term) {
    return term instanceof Term.Variable variable && variable.name() == Name.NOW;
  }

  private static UnmetRule other(Term value, List<Term> objects) {
    List<String> names = new ArrayList<>();
    for (Term object : objects) {
      if (object instanceof Term.Lookup lookup && lookup.name() != null) {
        names.add(lookup.name());
      }
    }
    if (value instanceof Term.Variable variable) {
      return switch (variable.name()) {
        case GATE -> UnmetRule.named(Kind.GATE, names);
        case PRODUCT, VARIATION -> UnmetRule.named(Kind.TICKET, names);
        default -> UnmetRule.of(Kind.OTHER);
      };
    }
    return UnmetRule.of(Kind.OTHER);
  }

  private Way compare(Term.Compare compare) throws Incomparable {
    Comparison by = compare.by();
    List<Term> operands = compare.operands();
    if (operands.size() > 2) {
      return way(UnmetRule.of(Kind.OTHER), 0);
    }
    Term value = operands.get(0);
    Object limit = evaluation.value(operands.get(1));
    if (value instanceof Term.Literal || value instanceof Term.Lookup) {
      value = operands.get(1);
      limit = evaluation.value(operands.get(0));
      by = mirrored(by);
    }
    if (value instanceof Term.Variable variable) {
      return variable(variable.name(), by, limit);
    }
    return value instanceof Term.Entries entries && Comparisons.isNumber(limit)
        ? counted(counted(entries), by, limit, evaluation.value(value), cutoff(entries))
        : way(UnmetRule.of(Kind.OTHER), 0);
  }

  private static Comparison mirrored(Comparison by) {
    return switch (by) {
      case LESS -> Comparison.GREATER;
      case LESS_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
      case GREATER -> Comparison.LESS;
      case GREATER_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
      case EQUAL -> Comparison.EQUAL;
      case NOT_EQUAL -> Comparison.NOT_EQUAL;
    };
  }

  private Long cutoff(Term.Entries entries) throws Incomparable {
    return evaluation.moment(entries.cutoff()).epochSecond();
  }

  private static Counted counted(Term.Entries entries) {
    return switch (entries.counted()) {
      case ENTRIES_SINCE -> Counted.ENTRIES_SINCE;
      case ENTRIES_BEFORE -> Counted.ENTRIES_BEFORE;
      case ENTRIES_DAYS_SINCE -> Counted.DAYS_SINCE;
      case ENTRIES_DAYS_BEFORE -> Counted.DAYS_BEFORE;
    };
  }

  private Way variable(Name name, Comparison by, Object limit) throws Incomparable {
    Object value = evaluation.value(new Term.Variable(name));
    if (name == Name.ENTRY_STATUS) {
      return way(UnmetRule.of("present".equals(value) ? Kind.OUTSIDE : Kind.INSIDE), 0);
    }
    if (name == Name.PRODUCT || name == Name.VARIATION || name == Name.GATE) {
      return way(other(new Term.Variable(name), List.of()), 0);
    }
    if (name == Name.NOW_ISOWEEKDAY) {
      return way(UnmetRule.onDays(days(by, limit)), 0);
    }
    if (!Comparisons.isNumber(limit)) {
      return way(UnmetRule.of(Kind.OTHER), 0);
    }
    return switch (name) {
      case ENTRIES_NUMBER -> counted(Counted.ENTRIES, by, limit, value, null);
      case ENTRIES_TODAY -> counted(Counted.ENTRIES_TODAY, by, limit, value, null);
      case ENTRIES_DAYS -> counted(Counted.DAYS, by, limit, value, null);
      case MINUTES_SINCE_LAST_ENTRY -> minutes(Counted.MINUTES_SINCE_LAST_ENTRY, by, limit, value);
      default -> minutes(Counted.MINUTES_SINCE_FIRST_ENTRY, by, limit, value);
    };
  }

  private static List<Integer> days(Comparison by, Object limit) throws Incomparable {
    List<Integer> days = new ArrayList<>();
    for (int day = 1; day <= 7; day++) {
      List<Object> values = new ArrayList<>();
      values.add((long) day);
      values.add(limit);
      if (Evaluation.compare(by, values)) {
        days.add(day);
      }
    }
    return days;
  }

  /**
   * Returns how to meet a limit on a count, such as the number of earlier entries. A maximum
   * includes the entry that the scan would add.
   */
  private static Way counted(
      Counted counted, Comparison by, Object limit, Object value, Long cutoff) {
    double most = Comparisons.number(limit);
    double now = Comparisons.number(value);
    double distance = Math.abs(now - most);
    boolean tooMany =
        by == Comparison.LESS
            || by == Comparison.LESS_OR_EQUAL
            || (by == Comparison.EQUAL && now > most);
    if (by == Comparison.NOT_EQUAL) {
      return way(UnmetRule.of(Kind.OTHER), distance);
    }
    long number =
        switch (by) {
          case LESS -> (long) Math.ceil(most) - 1;
          case GREATER -> (long) Math.floor(most) + 1;
          case GREATER_OR_EQUAL -> (long) Math.ceil(most);
          default -> (long) Math.floor(most);
        };
    return way(
        tooMany
            ? UnmetRule.counted(Kind.AT_MOST, counted, number + 1, cutoff)
            : UnmetRule.counted(Kind.AT_LEAST, counted, number, cutoff),
        distance);
  }

  private static Way minutes(Counted since, Comparison by, Object limit, Object value) {
    double minutes = Comparisons.number(limit);
    double now = Comparisons.number(value);
    boolean never = now < 0;
    if (by == Comparison.NOT_EQUAL) {
      return never
          ? way(UnmetRule.counted(Kind.AT_LEAST, Counted.ENTRIES, 1, null), 0)
          : way(UnmetRule.of(Kind.OTHER), 0);
    }
    boolean tooLate =
        by == Comparison.LESS
            || by == Comparison.LESS_OR_EQUAL
            || (by == Comparison.EQUAL && now > minutes);
    // A guest who was never in has -1 minutes. Rules compare with that to say "not yet".
    if (tooLate && (minutes < 0 || (by == Comparison.LESS && minutes == 0))) {
      return way(UnmetRule.counted(Kind.AT_MOST, Counted.ENTRIES, 1, null), Double.MAX_VALUE);
    }
    if (!tooLate && never) {
      return way(UnmetRule.counted(Kind.AT_LEAST, Counted.ENTRIES, 1, null), 0);
    }
    long whole =
        switch (by) {
          case LESS -> (long) Math.ceil(minutes);
          case LESS_OR_EQUAL, GREATER -> (long) Math.floor(minutes) + 1;
          default -> (long) Math.ceil(minutes);
        };
    return way(
        UnmetRule.counted(tooLate ? Kind.WITHIN : Kind.AFTER, since, whole, null),
        Math.abs(now - minutes));
  }
}
