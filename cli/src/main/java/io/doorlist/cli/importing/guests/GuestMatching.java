package io.doorlist.cli.importing.guests;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds which guest of a list is whose of the earlier imports of that list, step by step, each only
 * among what the steps before left over. A ticket that somebody may hold is never given to another
 * guest: what is not sure is left as it is, and named. Not thread-safe.
 */
final class GuestMatching {
  /** How many letters of a first name may be spelt otherwise. */
  private static final int MISSPELT = 2;

  private final GuestTypes types;
  private final boolean decides;
  private final List<Guest> guests;
  private final List<StoredRow> stored;
  private final Map<Guest, StoredRow> matched = new LinkedHashMap<>();
  private final Map<Guest, StoredRow> kept = new LinkedHashMap<>();
  private final Set<Guest> marked = new HashSet<>();
  private final Set<Guest> openGuests;
  private final Set<StoredRow> openRows;

  private GuestMatching(
      GuestTypes types, boolean decides, List<Guest> guests, List<StoredRow> stored) {
    this.types = types;
    this.decides = decides;
    this.guests = guests;
    this.stored = stored;
    this.openGuests = new LinkedHashSet<>(guests);
    this.openRows = new LinkedHashSet<>(stored);
  }

  /**
   * Matches a list with what earlier ones made.
   *
   * @param decides whether the list says who comes in
   * @param same rows of the list by their numbers, and the reference of whose ticket they are
   */
  static GuestMatching of(
      GuestTypes types,
      boolean decides,
      List<Guest> guests,
      Collection<Order> orders,
      long list,
      Map<Long, String> same) {
    GuestMatching matching = new GuestMatching(types, decides, guests, StoredRow.of(orders, list));
    matching.sayTheUsers(same);
    matching.byCode();
    matching.byReference();
    // Whoever comes in has their ticket before somebody who is void gets one back.
    for (Predicate<StoredRow> which :
        List.<Predicate<StoredRow>>of(row -> !row.isVoid(), row -> true)) {
      matching.byAllCells(which);
      matching.byEmailAndName(which);
      matching.byNameAndWhatDecides(which);
      matching.byEmailAndFirstName(which);
      matching.byName(which);
    }
    matching.keepAmbiguous();
    return matching;
  }

  /** Returns the row that a guest has been before; empty if the guest is new. */
  Optional<StoredRow> row(Guest guest) {
    return Optional.ofNullable(matched.get(guest));
  }

  /**
   * Returns guests who cannot be told apart from namesakes, and a row of those: their tickets stay
   * as they are.
   */
  Map<Guest, StoredRow> kept() {
    return kept;
  }

  /** Returns the rows that the list does not have any more. */
  List<StoredRow> gone() {
    return List.copyOf(openRows);
  }

  List<Guest> added() {
    return List.copyOf(openGuests);
  }

  Map<Guest, StoredRow> matched() {
    return matched;
  }

  List<StoredRow> stored() {
    return stored;
  }

  /** Returns pairs of one e-mail that no step was sure of, such as a new name after a wedding. */
  Map<Guest, StoredRow> likely() {
    Map<String, List<StoredRow>> rows =
        openRows.stream()
            .filter(row -> row.email() != null)
            .collect(Collectors.groupingBy(row -> plain(row.email())));
    Map<Guest, StoredRow> likely = new LinkedHashMap<>();
    for (Guest guest : openGuests) {
      List<StoredRow> same = rows.getOrDefault(plain(guest.email()), List.of());
      if (guest.email() != null && same.size() == 1) {
        likely.put(guest, same.getFirst());
      }
    }
    return likely;
  }

  /** Returns those whom a code or reference has matched, and who have another name and e-mail. */
  List<Guest> transfers() {
    return matched.keySet().stream()
        .filter(marked::contains)
        .filter(
            guest -> {
              StoredRow row = matched.get(guest);
              boolean named = guest.name() != null && row.name() != null;
              boolean sameAddress =
                  guest.email() != null && plain(guest.email()).equals(plain(row.email()));
              return named && !plain(guest.name()).equals(plain(row.name())) && !sameAddress;
            })
        .toList();
  }

  /** Returns matched guests who had another name before. */
  List<Guest> corrections() {
    return matched.keySet().stream()
        .filter(
            guest -> {
              String before = matched.get(guest).name();
              return guest.name() != null && before != null && !guest.name().equals(before);
            })
        .toList();
  }

  private void sayTheUsers(Map<Long, String> same) {
    match(
        guest -> same.get(guest.row()),
        row -> row.guest().reference(),
        row -> true,
        (guest, row) -> true);
  }

  private void byCode() {
    byMark(Guest::code, row -> row.guest().qrCodeIdentifier());
    // A row for several has the code of its order.
    byMark(Guest::code, row -> row.order().qrCodeIdentifier());
  }

  private void byReference() {
    byMark(Guest::reference, row -> row.guest().reference());
  }

  private void byMark(Function<Guest, String> ofGuest, Function<StoredRow, String> ofRow) {
    match(
        ofGuest,
        ofRow,
        row -> true,
        (guest, row) -> {
          marked.add(guest);
          return true;
        });
  }

  private void byAllCells(Predicate<StoredRow> which) {
    Function<Guest, String> cells = this::cells;
    Map<String, List<StoredRow>> rows =
        openRows.stream().filter(which).collect(Collectors.groupingBy(this::cells));
    for (Guest guest : List.copyOf(openGuests)) {
      List<StoredRow> equal = rows.getOrDefault(cells.apply(guest), List.of());
      if (!equal.isEmpty()) {
        pair(guest, equal.removeFirst());
      }
    }
  }

  private void byEmailAndName(Predicate<StoredRow> which) {
    unique(
        guest -> both(guest.email(), guest.name()),
        row -> both(row.email(), row.name()),
        which,
        (guest, row) -> true);
  }

  private void byNameAndWhatDecides(Predicate<StoredRow> which) {
    unique(
        guest -> both(guest.name(), decisive(guest)),
        row -> both(row.name(), decisive(row)),
        which,
        (guest, row) -> true);
  }

  private void byEmailAndFirstName(Predicate<StoredRow> which) {
    unique(
        guest -> plainOrNull(guest.email()),
        row -> plainOrNull(row.email()),
        which,
        (guest, row) -> firstNamesAgree(guest.name(), row.name()));
  }

  private void byName(Predicate<StoredRow> which) {
    unique(
        guest -> plainOrNull(guest.name()),
        row -> plainOrNull(row.name()),
        which,
        (guest, row) -> guest.email() == null || row.email() == null);
  }

  /** Matches those that alone have a key, in both whole lists. */
  private void unique(
      Function<Guest, String> ofGuest,
      Function<StoredRow, String> ofRow,
      Predicate<StoredRow> which,
      BiPredicate<Guest, StoredRow> agree) {
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
      Function<Guest, String> ofGuest,
      Function<StoredRow, String> ofRow,
      Predicate<StoredRow> which,
      BiPredicate<Guest, StoredRow> agree) {
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
    for (Guest guest : List.copyOf(openGuests)) {
      String key = ofGuest.apply(guest);
      StoredRow row = key == null ? null : rows.get(key);
      if (row != null && agree.test(guest, row)) {
        rows.remove(key);
        pair(guest, row);
      }
    }
  }

  private void pair(Guest guest, StoredRow row) {
    matched.put(guest, row);
    openGuests.remove(guest);
    openRows.remove(row);
  }

  /** Leaves the tickets of namesakes alone who have nothing else that tells them apart. */
  private void keepAmbiguous() {
    Map<String, List<StoredRow>> rows = new HashMap<>();
    for (StoredRow row : openRows) {
      if (row.name() != null && !row.isVoid()) {
        rows.computeIfAbsent(plain(row.name()), any -> new ArrayList<>()).add(row);
      }
    }
    for (Guest guest : List.copyOf(openGuests)) {
      boolean nothingElse = guest.code() == null && guest.reference() == null;
      List<StoredRow> namesakes =
          guest.name() == null ? List.of() : rows.getOrDefault(plain(guest.name()), List.of());
      boolean sameAddress =
          !namesakes.isEmpty()
              && (guest.email() == null
                  || namesakes.getFirst().email() == null
                  || plain(guest.email()).equals(plain(namesakes.getFirst().email())));
      if (nothingElse && sameAddress) {
        StoredRow row = namesakes.removeFirst();
        kept.put(guest, row);
        openGuests.remove(guest);
        openRows.remove(row);
      }
    }
  }

  private static boolean firstNamesAgree(String one, String other) {
    if (one == null || other == null) {
      return false;
    }
    String first = plain(GuestWords.line(one).split(" ")[0]);
    String second = plain(GuestWords.line(other).split(" ")[0]);
    int allowed = Math.min(MISSPELT, Math.min(first.length(), second.length()) / 3);
    return distance(first, second) <= allowed;
  }

  /** Returns how many letters differ, as Levenshtein counts them. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }

  private static String plain(String text) {
    return text == null ? "" : GuestWords.plain(text);
  }

  private static String plainOrNull(String text) {
    return text == null ? null : GuestWords.plain(text);
  }

  private static String both(String one, String other) {
    return one == null || other == null ? null : plain(one) + "\n" + plain(other);
  }

  private String cells(Guest guest) {
    return String.join(
        "\n",
        plain(guest.email()),
        plain(guest.name()),
        Objects.toString(guest.phone(), ""),
        Objects.toString(guest.order(), ""),
        decisive(guest));
  }

  private String cells(StoredRow row) {
    boolean ownOrder = row.order().reference().equals(row.guest().reference());
    return String.join(
        "\n",
        plain(row.email()),
        plain(row.name()),
        Objects.toString(row.guest().phoneNumber(), ""),
        ownOrder ? "" : row.order().reference(),
        decisive(row));
  }

  /** Returns what decides of a guest besides who it is: type, answer, companions, host, notes. */
  private String decisive(Guest guest) {
    return String.join(
        "|",
        Objects.toString(types.slugOf(guest.type()), ""),
        decides ? guest.admission().name() : "",
        String.join(",", companions(guest)),
        host(guest.customer(), guest.name()),
        new TreeMap<>(guest.responses()).toString());
  }

  private String decisive(StoredRow row) {
    return String.join(
        "|",
        row.guest().ticketType(),
        decides ? row.admission().name() : "",
        String.join(
            ",",
            row.tickets().stream()
                .skip(1)
                .filter(each -> each.state() == row.guest().state())
                .map(each -> plain(each.name()))
                .toList()),
        host(row.order().customer(), row.name()),
        answers(row.guest().responses()));
  }

  private static List<String> companions(Guest guest) {
    List<String> names = new ArrayList<>();
    for (int number = 2; number <= guest.persons(); number++) {
      names.add(plain(guest.nameOf(number)));
    }
    return names;
  }

  private static String answers(JsonObject responses) {
    byte[] text = responses.text().getBytes(StandardCharsets.UTF_8);
    try {
      return new TreeMap<>(Json.readObject(text)).toString();
    } catch (MalformedJsonException e) {
      // It equals no row's, so other steps decide.
      return responses.text();
    }
  }

  /** Returns who invited, if it is somebody else. */
  private static String host(Customer customer, String guest) {
    String name =
        Stream.of(customer.firstName(), customer.lastName())
            .filter(Objects::nonNull)
            .collect(Collectors.joining(" "));
    return plain(name).equals(plain(guest)) ? "" : plain(name) + " " + plain(customer.email());
  }
}
