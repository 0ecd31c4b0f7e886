package io.doorlist.door.rules;

import io.doorlist.door.rules.Comparisons.Incomparable;
import io.doorlist.door.rules.Term.Comparison;
import java.util.ArrayList;
import java.util.List;

/** The values of a rule's parts for one scan. */
final class Evaluation {
  private static final long NEVER = -1;
  private static final int MINUTE = 60;

  final RuleFacts facts;

  Evaluation(RuleFacts facts) {
    this.facts = facts;
  }

  Object value(Term term) throws Incomparable {
    if (term instanceof Term.And and) {
      return all(and.parts());
    }
    if (term instanceof Term.Or or) {
      return any(or.parts());
    }
    if (term instanceof Term.Compare compare) {
      return compare(compare.by(), values(compare.operands()));
    }
    if (term instanceof Term.InList in) {
      return isIn(value(in.value()), values(in.objects()));
    }
    if (term instanceof Term.Before before) {
      return moment(before.earlier()).isBefore(limit(before));
    }
    if (term instanceof Term.Variable variable) {
      return variable(variable.name());
    }
    if (term instanceof Term.Literal literal) {
      return literal.value();
    }
    if (term instanceof Term.Lookup lookup) {
      return lookup.id();
    }
    return term instanceof Term.Entries entries ? entries(entries) : moment(term);
  }

  private static boolean isIn(Object value, List<Object> objects) {
    boolean found = false;
    for (Object object : objects) {
      found |= Comparisons.same(value, object);
    }
    return found;
  }

  private List<Object> values(List<Term> terms) throws Incomparable {
    List<Object> values = new ArrayList<>(terms.size());
    for (Term term : terms) {
      values.add(value(term));
    }
    return values;
  }

  private boolean all(List<Term> parts) throws Incomparable {
    boolean all = true;
    for (Object value : values(parts)) {
      all &= Comparisons.truth(value);
    }
    return all;
  }

  private boolean any(List<Term> parts) throws Incomparable {
    boolean any = false;
    for (Object value : values(parts)) {
      any |= Comparisons.truth(value);
    }
    return any;
  }

  static boolean compare(Comparison by, List<Object> values) throws Incomparable {
    Object a = values.get(0);
    Object b = values.get(1);
    boolean holds =
        switch (by) {
          case LESS -> Comparisons.less(a, b);
          case LESS_OR_EQUAL -> Comparisons.less(a, b) || Comparisons.alike(a, b);
          case GREATER -> Comparisons.less(b, a);
          case GREATER_OR_EQUAL -> Comparisons.less(b, a) || Comparisons.alike(a, b);
          case EQUAL -> Comparisons.alike(a, b);
          case NOT_EQUAL -> !Comparisons.alike(a, b);
        };
    return holds && (values.size() == 2 || compare(by, values.subList(1, values.size())));
  }

  Moment limit(Term.Before before) throws Incomparable {
    Moment later = moment(before.later());
    return Double.isNaN(before.tolerance())
        ? later
        : later.plusMinutes(before.tolerance(), facts.zone());
  }

  Moment moment(Term term) throws Incomparable {
    if (term instanceof Term.Fixed fixed) {
      return new Moment(fixed.micros(), null);
    }
    if (term instanceof Term.TimeOfDay time) {
      return Moment.today(time.micros(), facts.epochSecond(), facts.zone());
    }
    return Moment.at(term instanceof Term.DateOf date ? date(date.which()) : facts.epochSecond());
  }

  private long date(Term.Which which) throws Incomparable {
    EventDates dates = facts.dates();
    if (dates == null) {
      throw new Incomparable();
    }
    return switch (which) {
      case DATE_FROM -> dates.from();
      case DATE_TO -> dates.end();
      case DATE_ADMISSION -> dates.doors();
    };
  }

  private Object variable(Term.Name name) {
    PastEntries history = facts.history();
    return switch (name) {
      case PRODUCT -> facts.product();
      case VARIATION -> facts.variation();
      case GATE -> facts.gate();
      case NOW -> Moment.at(facts.epochSecond());
      case NOW_ISOWEEKDAY -> Math.floorMod(facts.zone().day(facts.epochSecond()) + 3, 7L) + 1;
      case ENTRY_STATUS -> history.inside() ? "present" : "absent";
      case ENTRIES_NUMBER -> (long) history.entries().size();
      case ENTRIES_TODAY ->
          history.count(
              Moment.today(0, facts.epochSecond(), facts.zone()).micros(), Long.MAX_VALUE);
      case ENTRIES_DAYS -> history.days(Long.MIN_VALUE, Long.MAX_VALUE, facts.zone());
      case MINUTES_SINCE_LAST_ENTRY -> minutesSince(history.last());
      case MINUTES_SINCE_FIRST_ENTRY -> minutesSince(history.first());
    };
  }

  /**
   * Returns the whole minutes since an entry. As in pretix, they are a decimal, and only {@code
   * NEVER} is an integer.
   */
  private Object minutesSince(Long entry) {
    return entry == null
        ? (Object) NEVER
        : new Comparisons.Decimal(Math.floorDiv(facts.epochSecond() - entry, (long) MINUTE));
  }

  private long entries(Term.Entries entries) throws Incomparable {
    long cutoff = moment(entries.cutoff()).micros();
    long from = entries.counted().since ? cutoff : Long.MIN_VALUE;
    long until = entries.counted().since ? Long.MAX_VALUE : cutoff;
    return entries.counted().days
        ? facts.history().days(from, until, facts.zone())
        : facts.history().count(from, until);
  }
}
