package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.OrderState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds, for each guest of a list, the stored row of the same person, which an earlier import of
 * the list made. It works in steps, and each step looks only at guests and rows that the steps
 * before left over. It does not guess, so that nobody gets a ticket that somebody else may hold. If
 * a match is not sure, the tickets stay as they are, and findings name them. The order of rows
 * makes no difference. Not thread-safe.
 */
final class GuestMatching {
  private final GuestCells cells;
  private final List<GuestRow> guests;
  private final Set<GuestRow> refused;
  private final List<StoredRow> stored;
  private final Map<GuestRow, StoredRow> matched = new LinkedHashMap<>();
  private final Map<GuestRow, StoredRow> kept = new LinkedHashMap<>();
  private final Map<GuestRow, StoredRow> stays = new LinkedHashMap<>();
  private final Set<StoredRow> unsure = new LinkedHashSet<>();
  private final List<GuestRow> forgotten = new ArrayList<>();
  private final Set<GuestRow> marked = new HashSet<>();
  private final Set<String> addressesHere;
  private final Set<String> addressesBefore;

  /** Names that occur more than once in the list, or more than once among its stored rows. */
  private final Set<String> namesakes;

  private final Set<GuestRow> openGuests;
  private final Set<StoredRow> openRows;

  private GuestMatching(
      GuestCells cells, List<GuestRow> guests, List<GuestRow> refused, List<StoredRow> stored) {
    this.cells = cells;
    this.refused = new HashSet<>(refused);
    this.stored = stored;
    // Guests are sorted, so the result does not depend on the order of the rows.
    Comparator<GuestRow> order =
        Comparator.<GuestRow, Boolean>comparing(this.refused::contains)
            .thenComparing(cells::all)
            .thenComparing(guest -> Objects.toString(guest.code(), ""))
            .thenComparing(guest -> Objects.toString(guest.reference(), ""))
            .thenComparing(guest -> guest.name() + "\n" + guest.email() + "\n" + guest.type());
    this.guests = Stream.concat(guests.stream(), refused.stream()).sorted(order).toList();
    this.addressesHere = addresses(this.guests.stream().map(GuestRow::email));
    this.addressesBefore = addresses(stored.stream().map(StoredRow::email));
    this.namesakes =
        Stream.concat(
                namesakes(this.guests.stream().map(GuestRow::name)),
                namesakes(stored.stream().map(StoredRow::name)))
            .collect(Collectors.toSet());
    this.openGuests = new LinkedHashSet<>(this.guests);
    this.openRows = new LinkedHashSet<>(stored);
  }

  private static Set<String> addresses(Stream<String> emails) {
    return emails.filter(Objects::nonNull).map(GuestCells::plain).collect(Collectors.toSet());
  }

  private static Stream<String> namesakes(Stream<String> names) {
    return count(names.map(GuestCells::plain)).entrySet().stream()
        .filter(each -> each.getValue() > 1)
        .map(Map.Entry::getKey);
  }

  /**
   * Matches the guests of a list with the stored rows of its earlier imports.
   *
   * @param refused guests of rows that are not imported, as far as they could be read. They keep
   *     their tickets.
   * @param same the user's own matches: references of tickets, by the places of rows
   */
  static GuestMatching of(
      GuestCells cells,
      List<GuestRow> guests,
      List<GuestRow> refused,
      List<StoredRow> stored,
      ForgottenGuests forgotten,
      Map<String, String> same) {
    GuestMatching matching = new GuestMatching(cells, guests, refused, stored);
    matching.sayTheUsers(same);
    matching.byCode();
    matching.byReference();
    // Stored rows that are not void are matched first, so that a guest gets a valid ticket rather
    // than a void one.
    for (Predicate<StoredRow> which :
        List.<Predicate<StoredRow>>of(row -> !row.isVoid(), row -> true)) {
      matching.byAllCells(matching.cells::spelt, matching.cells::spelt, which);
      matching.byAllCells(matching.cells::all, matching.cells::all, which);
      matching.byEmailAndName(which);
      matching.byNameAndWhatDecides(which);
      matching.byEmailAndFirstName(which);
      matching.byName(which);
    }
    matching.leaveForgotten(forgotten);
    matching.keepNamesakes();
    matching.keepEqualRows();
    matching.setRefusedAside();
    return matching;
  }

  /** Returns the stored row of a guest; empty if the guest is new. */
  Optional<StoredRow> row(GuestRow guest) {
    return Optional.ofNullable(matched.get(guest));
  }

  Map<GuestRow, StoredRow> matched() {
    return matched;
  }

  /**
   * Returns guests who cannot be told apart from namesakes, each with the stored row of a namesake.
   * The tickets of these rows stay as they are.
   */
  Map<GuestRow, StoredRow> kept() {
    return kept;
  }

  /**
   * Returns stored rows that may still be in the list. They cannot be told apart from rows that are
   * in it, so they stay as they are.
   */
  Set<StoredRow> unsure() {
    return unsure;
  }

  /**
   * Returns new guests who do not come in, although the list otherwise says the same of them as of
   * a guest who does. The ticket of that guest may be theirs.
   */
  List<GuestRow> doubtful() {
    Map<String, List<Map.Entry<GuestRow, StoredRow>>> rows =
        matched.entrySet().stream()
            .filter(it -> it.getKey().admission() == Admission.VALID)
            .collect(Collectors.groupingBy(it -> butForTheAnswer(it.getKey())));
    return openGuests.stream()
        .filter(guest -> guest.admission() != Admission.VALID)
        .filter(
            guest ->
                rows.getOrDefault(butForTheAnswer(guest), List.of()).stream()
                    .anyMatch(it -> mayBe(guest, it.getKey(), it.getValue())))
        .toList();
  }

  /**
   * Returns whether a stored row that was matched with another guest may be this guest's. It is not
   * if a code or reference has matched it, and this guest has a code or reference, too.
   */
  private boolean mayBe(GuestRow guest, GuestRow other, StoredRow row) {
    boolean has = guest.code() != null || guest.reference() != null;
    return addressesAgree(guest, row) && !(has && marked.contains(other));
  }

  private String butForTheAnswer(GuestRow guest) {
    return GuestCells.plain(guest.name()) + "\n" + cells.deciding(guest);
  }

  /**
   * Returns the guests of refused rows, each with the stored row that matches. These stored rows
   * stay as they are.
   */
  Map<GuestRow, StoredRow> stays() {
    return stays;
  }

  /**
   * Returns guests of the list who were forgotten ({@link ForgottenGuests}). The import leaves them
   * out.
   */
  List<GuestRow> forgotten() {
    return forgotten;
  }

  /** Returns all stored rows that stay as they are, although the list may have their guests. */
  List<StoredRow> untouched() {
    List<StoredRow> untouched = new ArrayList<>(kept.values());
    untouched.addAll(stays.values());
    untouched.addAll(unsure);
    return untouched;
  }

  List<GuestRow> added() {
    return List.copyOf(openGuests);
  }

  /** Returns stored rows that match no guest of the list. */
  Set<StoredRow> gone() {
    return openRows;
  }

  List<StoredRow> stored() {
    return stored;
  }

  /**
   * Returns pairs of a guest and a stored row that are likely the same person, although no step was
   * sure. The two have the same e-mail or the same name.
   */
  Map<GuestRow, StoredRow> likely() {
    Map<GuestRow, StoredRow> likely = new LinkedHashMap<>();
    propose(GuestRow::email, StoredRow::email, likely);
    propose(GuestRow::name, StoredRow::name, likely);
    return likely;
  }

  private void propose(
      Function<GuestRow, String> ofGuest,
      Function<StoredRow, String> ofRow,
      Map<GuestRow, StoredRow> likely) {
    Map<String, List<StoredRow>> rows =
        openRows.stream()
            .filter(row -> ofRow.apply(row) != null)
            .collect(Collectors.groupingBy(row -> GuestCells.plain(ofRow.apply(row))));
    for (GuestRow guest : openGuests) {
      String own = GuestCells.plain(ofGuest.apply(guest));
      List<StoredRow> same = own == null ? List.of() : rows.getOrDefault(own, List.of());
      if (same.size() == 1) {
        likely.putIfAbsent(guest, same.getFirst());
      }
    }
  }

  /**
   * Returns guests whom a code or reference has matched with a stored row of another name and
   * e-mail.
   */
  List<GuestRow> transfers() {
    return matched.keySet().stream()
        .filter(marked::contains)
        .filter(
            guest -> {
              StoredRow row = matched.get(guest);
              boolean named = guest.name() != null && row.name() != null;
              return named
                  && !GuestCells.same(guest.name(), row.name())
                  && !GuestCells.same(guest.email(), row.email());
            })
        .toList();
  }

  private void sayTheUsers(Map<String, String> same) {
    match(
        guest -> same.get(guest.place().key()),
        row -> row.guest().reference(),
        row -> true,
        (guest, row) -> true);
  }

  private void byCode() {
    byMark(GuestRow::code, row -> row.guest().qrCodeIdentifier());
    // If a row is for several people, its code is the order's.
    byMark(GuestRow::code, row -> row.order().qrCodeIdentifier());
  }

  private void byReference() {
    byMark(GuestRow::reference, row -> row.guest().reference());
  }

  private void byMark(Function<GuestRow, String> ofGuest, Function<StoredRow, String> ofRow) {
    match(
        ofGuest,
        ofRow,
        row -> true,
        (guest, row) -> {
          marked.add(guest);
          return true;
        });
  }

  private void byAllCells(
      Function<GuestRow, String> ofGuest,
      Function<StoredRow, String> ofRow,
      Predicate<StoredRow> which) {
    Map<String, List<StoredRow>> rows =
        openRows.stream().filter(which).collect(Collectors.groupingBy(ofRow));
    for (GuestRow guest : List.copyOf(openGuests)) {
      List<StoredRow> equal = rows.getOrDefault(ofGuest.apply(guest), List.of());
      if (!equal.isEmpty()) {
        // Of equal rows, one whose order would not change is taken first. So importing the same
        // list again changes nothing.
        StoredRow row = Collections.min(equal, Comparator.comparing(each -> differs(guest, each)));
        equal.remove(row);
        pair(guest, row);
      }
    }
  }

  /** Returns whether the order of a stored row would change, although its tickets say the same. */
  private static boolean differs(GuestRow guest, StoredRow row) {
    boolean waits = row.order().state() == OrderState.PENDING;
    return !row.order().customer().equals(guest.customer())
        || waits != (guest.admission() == Admission.PENDING);
  }

  private void byEmailAndName(Predicate<StoredRow> which) {
    unique(
        guest -> GuestCells.both(guest.email(), guest.name()),
        row -> GuestCells.both(row.email(), row.name()),
        which,
        (guest, row) -> true);
  }

  /**
   * Matches by name and by the further data of {@code GuestCells.deciding}. Whether the guest comes
   * must be equal, too, as namesakes may differ in nothing else.
   */
  private void byNameAndWhatDecides(Predicate<StoredRow> which) {
    unique(
        guest -> GuestCells.both(guest.name(), cells.deciding(guest)),
        row -> GuestCells.both(row.name(), cells.deciding(row)),
        which,
        (guest, row) -> cells.answer(guest).equals(cells.answer(row)) && addressFits(guest, row));
  }

  /**
   * Returns whether both addresses may be of one person, who has changed, added or removed the
   * address. This is impossible if somebody else has one of the addresses. If one is missing, it is
   * also impossible for a person with namesakes.
   */
  private boolean addressFits(GuestRow guest, StoredRow row) {
    String now = GuestCells.plain(guest.email());
    String old = GuestCells.plain(row.email());
    if (Objects.equals(now, old)) {
      return true;
    }
    boolean others = addressesHere.contains(old) || addressesBefore.contains(now);
    boolean alone = !namesakes.contains(GuestCells.plain(guest.name()));
    return !others && (alone || now != null && old != null);
  }

  private void byEmailAndFirstName(Predicate<StoredRow> which) {
    unique(
        guest -> GuestCells.plain(guest.email()),
        row -> GuestCells.plain(row.email()),
        which,
        (guest, row) -> Spelling.firstNamesAgree(guest.name(), row.name()));
  }

  private void byName(Predicate<StoredRow> which) {
    unique(
        guest -> GuestCells.plain(guest.name()),
        row -> GuestCells.plain(row.name()),
        which,
        (guest, row) -> (guest.email() == null || row.email() == null) && addressFits(guest, row));
  }

  /**
   * Matches a guest with a stored row if nobody else in the list, and no other stored row, has the
   * same key.
   */
  private void unique(
      Function<GuestRow, String> ofGuest,
      Function<StoredRow, String> ofRow,
      Predicate<StoredRow> which,
      BiPredicate<GuestRow, StoredRow> agree) {
    Map<String, Long> guestsWith = count(guests.stream().map(ofGuest));
    Map<String, Long> rowsWith = count(stored.stream().map(ofRow));
    match(
        guest -> {
          String key = ofGuest.apply(guest);
          boolean alone =
              key != null && guestsWith.get(key) == 1 && rowsWith.getOrDefault(key, 0L) == 1;
          return alone ? key : null;
        },
        ofRow,
        which,
        agree);
  }

  private static Map<String, Long> count(Stream<String> keys) {
    return keys.filter(Objects::nonNull)
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private void match(
      Function<GuestRow, String> ofGuest,
      Function<StoredRow, String> ofRow,
      Predicate<StoredRow> which,
      BiPredicate<GuestRow, StoredRow> agree) {
    Map<String, StoredRow> rows = new HashMap<>();
    openRows.stream()
        .filter(which)
        .forEach(
            row -> {
              String key = ofRow.apply(row);
              if (key != null) {
                rows.putIfAbsent(key, row);
              }
            });
    for (GuestRow guest : List.copyOf(openGuests)) {
      String key = ofGuest.apply(guest);
      StoredRow row = key == null ? null : rows.get(key);
      if (row != null && agree.test(guest, row)) {
        rows.remove(key);
        pair(guest, row);
      }
    }
  }

  private void pair(GuestRow guest, StoredRow row) {
    matched.put(guest, row);
    openGuests.remove(guest);
    openRows.remove(row);
  }

  /**
   * Leaves out forgotten guests. They are recognised if the list says the same of them as before
   * they were forgotten.
   */
  private void leaveForgotten(ForgottenGuests people) {
    if (people.isEmpty()) {
      return;
    }
    for (GuestRow guest : List.copyOf(openGuests)) {
      cells
          .identities(guest)
          .map(people::orderOf)
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(order -> leaveForgotten(guest, order));
    }
  }

  private void leaveForgotten(GuestRow guest, long order) {
    forgotten.add(guest);
    openGuests.remove(guest);
    // Their tickets stay as they are, and still let them in.
    openRows.stream()
        .filter(row -> row.guest().forgotten() && row.order().id() == order)
        .forEach(unsure::add);
  }

  /**
   * Leaves the tickets of namesakes as they are if nothing tells the namesakes apart. If the list
   * has more rows than there are such tickets, the other rows are new guests. If it has fewer, no
   * ticket becomes void.
   */
  private void keepNamesakes() {
    Map<String, List<StoredRow>> rows = new HashMap<>();
    for (StoredRow row : openRows) {
      if (row.name() != null && !row.isVoid()) {
        rows.computeIfAbsent(GuestCells.plain(row.name()), any -> new ArrayList<>()).add(row);
      }
    }
    for (GuestRow guest : List.copyOf(openGuests)) {
      if (guest.name() != null && guest.code() == null && guest.reference() == null) {
        List<StoredRow> namesakes =
            rows.getOrDefault(GuestCells.plain(guest.name()), List.of()).stream()
                .filter(row -> addressesAgree(guest, row))
                .toList();
        namesakes.stream()
            .filter(openRows::contains)
            .findFirst()
            .ifPresent(
                row -> {
                  kept.put(guest, row);
                  openGuests.remove(guest);
                  openRows.remove(row);
                  unsure.addAll(namesakes);
                });
      }
    }
    unsure.retainAll(openRows);
    openRows.removeAll(unsure);
  }

  private static boolean addressesAgree(GuestRow guest, StoredRow row) {
    return guest.email() == null
        || row.email() == null
        || GuestCells.same(guest.email(), row.email());
  }

  /**
   * Leaves a stored row as it is if it says the same as a row that was matched. It is not known
   * which of the two is gone.
   */
  private void keepEqualRows() {
    Set<String> here =
        Stream.concat(matched.values().stream(), kept.values().stream())
            .map(cells::all)
            .collect(Collectors.toSet());
    openRows.stream()
        .filter(row -> !row.isVoid() && here.contains(cells.all(row)))
        .forEach(unsure::add);
    openRows.removeAll(unsure);
  }

  private void setRefusedAside() {
    for (GuestRow guest : refused) {
      StoredRow row = matched.containsKey(guest) ? matched.remove(guest) : kept.remove(guest);
      if (row != null) {
        stays.put(guest, row);
      }
      openGuests.remove(guest);
    }
  }
}
