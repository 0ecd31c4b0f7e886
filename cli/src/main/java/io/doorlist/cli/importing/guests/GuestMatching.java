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
 * Finds which guest of a list is whose of the earlier imports of that list, step by step, each only
 * among what the steps before left over. A ticket that somebody may hold is never given to another
 * guest: what is not sure is left as it is, and named. The order of rows makes no difference. Not
 * thread-safe.
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

  /** Names that several have, in the list or in earlier ones. */
  private final Set<String> namesakes;

  private final Set<GuestRow> openGuests;
  private final Set<StoredRow> openRows;

  private GuestMatching(
      GuestCells cells, List<GuestRow> guests, List<GuestRow> refused, List<StoredRow> stored) {
    this.cells = cells;
    this.refused = new HashSet<>(refused);
    this.stored = stored;
    // Whatever the order of the rows, the same is done first.
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
   * Matches a list with what earlier ones made.
   *
   * @param refused rows that are not brought over, as far as they could be read: they keep their
   *     tickets
   * @param same rows of the list by their places, and the reference of whose ticket they are
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
    // Whoever comes in has their ticket before somebody who is void gets one back.
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

  /** Returns the row that a guest has been before; empty if the guest is new. */
  Optional<StoredRow> row(GuestRow guest) {
    return Optional.ofNullable(matched.get(guest));
  }

  Map<GuestRow, StoredRow> matched() {
    return matched;
  }

  /**
   * Returns guests who cannot be told apart from namesakes, and a row of those: their tickets stay
   * as they are.
   */
  Map<GuestRow, StoredRow> kept() {
    return kept;
  }

  /** Returns rows that may be gone, and cannot be told from others that are not: they stay. */
  Set<StoredRow> unsure() {
    return unsure;
  }

  /**
   * Returns new guests who do not come in, while somebody does of whom the list says the same: the
   * ticket may be theirs.
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

  /** Returns whether the row of another may be a guest's: marks that are new tell nobody apart. */
  private boolean mayBe(GuestRow guest, GuestRow other, StoredRow row) {
    boolean has = guest.code() != null || guest.reference() != null;
    return addressesAgree(guest, row) && !(has && marked.contains(other));
  }

  private String butForTheAnswer(GuestRow guest) {
    return GuestCells.plain(guest.name()) + "\n" + cells.deciding(guest);
  }

  /** Returns refused rows of the list, and whose tickets stay as they are for them. */
  Map<GuestRow, StoredRow> stays() {
    return stays;
  }

  /** Returns guests who were forgotten, and are not brought back. */
  List<GuestRow> forgotten() {
    return forgotten;
  }

  /** Returns every stored row that stays as it is, though the list may say something of it. */
  List<StoredRow> untouched() {
    List<StoredRow> untouched = new ArrayList<>(kept.values());
    untouched.addAll(stays.values());
    untouched.addAll(unsure);
    return untouched;
  }

  List<GuestRow> added() {
    return List.copyOf(openGuests);
  }

  /** Returns rows that nobody of the list has been. */
  Set<StoredRow> gone() {
    return openRows;
  }

  List<StoredRow> stored() {
    return stored;
  }

  /** Returns pairs that no step was sure of: a new name at an address, or a new address. */
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

  /** Returns those whom a code or reference has matched, and who have another name and e-mail. */
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
    // A row for several has the code of its order.
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
        // The same list again finds the same rows.
        StoredRow row = Collections.min(equal, Comparator.comparing(each -> differs(guest, each)));
        equal.remove(row);
        pair(guest, row);
      }
    }
  }

  /** Returns whether the order of a row would change, though its tickets say the same. */
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

  /** Takes no answer for a sign of who it is: namesakes may differ by nothing else. */
  private void byNameAndWhatDecides(Predicate<StoredRow> which) {
    unique(
        guest -> GuestCells.both(guest.name(), cells.deciding(guest)),
        row -> GuestCells.both(row.name(), cells.deciding(row)),
        which,
        (guest, row) -> cells.answer(guest).equals(cells.answer(row)) && addressFits(guest, row));
  }

  /**
   * Returns whether an address may have changed, come or gone: not if somebody else has it, nor, if
   * one of both has none, for one of several namesakes.
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

  /** Matches those that alone have a key, in both whole lists. */
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

  /** Leaves out those who were forgotten, of whom the list says what it said then. */
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
    // Their tickets go on letting them in.
    openRows.stream()
        .filter(row -> row.guest().forgotten() && row.order().id() == order)
        .forEach(unsure::add);
  }

  /**
   * Leaves the tickets of namesakes alone if nothing tells them apart. If there are more rows than
   * such tickets, the other rows are new guests. If there are fewer, no ticket becomes void.
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
   * Leaves tickets alone that say the same as those of other guests: whose is gone is not known.
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
