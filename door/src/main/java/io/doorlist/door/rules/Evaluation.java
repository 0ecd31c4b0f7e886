package io.doorlist.door.rules;

import io.doorlist.door.rules.Term.Comparison;
import io.doorlist.door.rules.Values.Incomparable;
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
    return switch (term) {
      case Term.And and -> all(and.parts());
      case Term.Or or -> any(or.parts());
      case Term.Compare compare -> compare(compare.by(), values(compare.operands()));
      case Term.InList in -> {
        Object value = value(in.value());
        boolean found = false;
        for (Object object : values(in.objects())) {
          found |= Values.same(value, object);
        }
        yield found;
      }
      case Term.Before before -> moment(before.earlier()).isBefore(limit(before));
      case Term.Variable variable -> variable(variable.name());
      case Term.Literal literal -> literal.value();
      case Term.Lookup lookup -> lookup.id();
      case Term.Entries entries -> entries(entries);
      case Term.Fixed time -> moment(time);
      case Term.TimeOfDay time -> moment(time);
      case Term.DateOf time -> moment(time);
    };
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
      all &= Values.truth(value);
    }
    return all;
  }

  private boolean any(List<Term> parts) throws Incomparable {
    boolean any = false;
    for (Object value : values(parts)) {
      any |= Values.truth(value);
    }
    return any;
  }

  static boolean compare(Comparison by, List<Object> values) throws Incomparable {
    Object a = values.get(0);
    Object b = values.get(1);
    boolean holds =
        switch (by) {
          case LESS -> Values.less(a, b);
          case LESS_OR_EQUAL -> Values.less(a, b) || Values.alike(a, b);
          case GREATER -> Values.less(b, a);
          case GREATER_OR_EQUAL -> Values.less(b, a) || Values.alike(a, b);
          case EQUAL -> Values.alike(a, b);
          case NOT_EQUAL -> !Values.alike(a, b);
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
    return switch (term) {
      case Term.Fixed fixed -> new Moment(fixed.micros(), null);
      case Term.TimeOfDay time -> Moment.today(time.micros(), facts.epochSecond(), facts.zone());
      case Term.DateOf date -> Moment.at(date(date.which()));
      default -> Moment.at(facts.epochSecond());
    };
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

  /** Returns whole minutes: a fraction in pretix, too, but for never. */
  private Object minutesSince(Long entry) {
    return entry == null
        ? (Object) NEVER
        : new Values.Decimal(Math.floorDiv(facts.epochSecond() - entry, (long) MINUTE));
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
