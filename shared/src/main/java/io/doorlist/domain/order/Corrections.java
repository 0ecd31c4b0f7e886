package io.doorlist.domain.order;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The changes that staff made to a ticket or an order, the earliest first. At most one for each
 * value is in force. It stays in force as long as the source, such as a shop, still says the value
 * that it replaced. See ADR 0070.
 *
 * @param all the last 50, and older ones that are in force
 */
public record Corrections(List<Correction> all) {
  public static final Corrections NONE = new Corrections(List.of());

  private static final int MOST = 50;
  static final Comparator<Correction> EARLIEST_FIRST =
      Comparator.comparing(Correction::at)
          .thenComparing(Correction::field)
          .thenComparing(Correction::by, Comparator.nullsFirst(Comparator.naturalOrder()));

  public Corrections {
    all = withoutTheEarliest(all);
  }

  /** Drops the earliest corrections beyond 50, except those in force. */
  private static List<Correction> withoutTheEarliest(List<Correction> all) {
    List<Correction> left = new ArrayList<>(all);
    for (Correction each : all) {
      if (left.size() > MOST && !each.inForce()) {
        left.remove(each);
      }
    }
    return List.copyOf(left);
  }

  public Optional<Correction> inForce(GuestField field) {
    return inForce().filter(each -> each.field() == field).findFirst();
  }

  Stream<Correction> inForce() {
    return all.stream().filter(Correction::inForce);
  }

  /**
   * Returns these corrections with another one, which is in force. The latest correction of a value
   * wins. So the new one gets a later time than the others, whatever the clock says.
   *
   * @param present the present value, which is the source's unless a correction is in force
   */
  Corrections with(GuestField field, String present, Instant now, String by) {
    Optional<Correction> before = inForce(field);
    String was = before.isPresent() ? before.get().was() : present;
    Instant at = now;
    List<Correction> more = new ArrayList<>();
    for (Correction each : all) {
      boolean same = each.field() == field;
      more.add(same ? each.past() : each);
      if (same && !at.isAfter(each.at())) {
        at = each.at().plusMillis(1);
      }
    }
    more.add(new Correction(field, was, at, by, true));
    return new Corrections(more);
  }

  /**
   * Returns these corrections with a note of something that staff did without replacing a value.
   * The same note is added only once.
   */
  Corrections noting(GuestField field, Instant at, String by) {
    Correction noted = new Correction(field, null, at, by, false);
    return all.contains(noted)
        ? this
        : new Corrections(
            Stream.concat(all.stream(), Stream.of(noted)).sorted(EARLIEST_FIRST).toList());
  }

  /**
   * Returns these corrections together with those of a stored version. Only a correction that
   * replaced what the source says now can be in force. Of these, the latest for each value wins.
   */
  Corrections over(Corrections stored, Function<GuestField, String> said) {
    Map<GuestField, Correction> latest = new EnumMap<>(GuestField.class);
    Stream.concat(stored.inForce(), inForce())
        .filter(each -> Objects.equals(each.was(), said.apply(each.field())))
        .forEach(each -> latest.merge(each.field(), each, BinaryOperator.maxBy(EARLIEST_FIRST)));
    return new Corrections(
        Stream.concat(stored.all.stream(), all.stream())
            .map(Correction::past)
            .distinct()
            .map(
                each -> {
                  Correction chosen = latest.get(each.field());
                  return chosen != null && chosen.past().equals(each) ? chosen : each;
                })
            .sorted(EARLIEST_FIRST)
            .toList());
  }

  /** Returns these corrections without data about the person. */
  Corrections forget() {
    return new Corrections(
        all.stream().map(each -> each.field().isPersonal() ? each.past() : each).toList());
  }
}
