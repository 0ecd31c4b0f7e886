package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.guests.Guest.Admission;
import io.doorlist.domain.order.GeneratedCode;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a list changes of what earlier ones made, in words: an organiser decides by it. Whoever's
 * ticket stops opening is named.
 */
final class GuestChanges {
  /** More transfers than these look like a column that was numbered anew. */
  private static final int MAX_TRANSFERS = 3;

  /** One of so many of a list stops opening only if the user is sure. */
  private static final int SHARE = 3;

  /** How many new addresses are named one by one: a whole company may have moved. */
  private static final int MAX_MOVED = 50;

  private static final Comparator<Guest> BY_ROW = Comparator.comparingLong(Guest::row);

  private final GuestListOptions options;
  private final GuestList list;
  private final GuestMatching matching;
  private final boolean whole;

  GuestChanges(GuestListOptions options, GuestList list, GuestMatching matching, boolean whole) {
    this.options = options;
    this.list = list;
    this.matching = matching;
    this.whole = whole;
  }

  /**
   * Returns what the user should know before anything is written.
   *
   * @throws Failure if it looks like a mistake, and the user has not said that it is none
   */
  List<String> check(TicketChanges tickets) {
    List<Guest> transfers = matching.transfers();
    checkTransfers(transfers);
    checkCodes();
    checkList();
    List<String> lines = new ArrayList<>(tickets.stops());
    if (lines.size() * SHARE > tickets.open() && !options.sure) {
      lines.add(
          "nothing is written: %d of %d tickets of the list would stop opening; --yes if that is right"
              .formatted(lines.size(), tickets.open()));
      throw new Failure(String.join("\n", lines));
    }
    for (Guest guest : transfers) {
      lines.add(
          "row %d: the ticket of %s is %s's now"
              .formatted(
                  guest.row(),
                  TicketChanges.named(matching.matched().get(guest).guest()),
                  Text.printable(guest.name())));
    }
    corrections(transfers, tickets.renamed(), lines);
    moved(tickets.moved(), lines);
    likely(lines);
    ambiguous(lines);
    refused(lines);
    forgotten(lines);
    return lines;
  }

  /**
   * Fails if codes or references have gone to other people, unless they are few, and those who had
   * them are not in the list any more.
   */
  private void checkTransfers(List<Guest> transfers) {
    Set<String> here = list.guests().stream().map(GuestChanges::who).collect(Collectors.toSet());
    boolean exchanged =
        transfers.stream()
            .map(guest -> matching.matched().get(guest))
            .anyMatch(row -> here.contains(who(row.name(), row.email())));
    if ((transfers.size() > MAX_TRANSFERS || exchanged) && !options.transfers) {
      throw new Failure(
          "nothing is written: %s the code or reference of a guest with another name and e-mail."
                  .formatted(transfers.size() == 1 ? "1 row has" : transfers.size() + " rows have")
              + " The column looks renumbered; --columns 'response=TITLE' leaves it out,"
              + " --transfers gives the tickets to the new names");
    }
  }

  private static String who(Guest guest) {
    return who(guest.name(), guest.email());
  }

  private static String who(String name, String email) {
    return GuestCells.plain(name) + "\n" + GuestCells.plain(email);
  }

  private void checkCodes() {
    long replaced =
        matching.matched().entrySet().stream()
            .filter(it -> replaces(it.getKey(), it.getValue()))
            .count();
    if (replaced > 0 && !options.sure) {
      throw new Failure(
          "nothing is written: %s that Doorlist made would stop opening, as the list has codes of"
                  .formatted(Text.count(replaced, "code"))
              + " its own now; --yes replaces them");
    }
  }

  private static boolean replaces(Guest guest, StoredRow row) {
    String before = row.guest().qrCodeIdentifier();
    return guest.code() != null
        && !guest.groupCode()
        && before != null
        && !guest.code().equals(before)
        && GeneratedCode.is(before);
  }

  private void checkList() {
    int known = matching.matched().size() + matching.kept().size();
    boolean another = whole && !matching.stored().isEmpty() && known * 2 < list.guests().size();
    if (another && options.listName == null && !options.sure) {
      throw new Failure(
          "nothing is written: fewer than half of the rows were in the list before. If this is"
              + " another list of the event, --list-name says which; --yes replaces the list");
    }
  }

  private void corrections(
      List<Guest> transfers, List<TicketChanges.Renamed> renamed, List<String> lines) {
    for (TicketChanges.Renamed each : renamed) {
      Ticket first = matching.row(each.guest()).map(StoredRow::guest).orElse(null);
      if (!transfers.contains(each.guest()) || !each.before().equals(first)) {
        lines.add(
            "row %d: %s is %s"
                .formatted(
                    each.guest().row(),
                    Text.printable(each.before().name()),
                    Text.printable(each.name())));
      }
    }
  }

  private static void moved(List<Guest> moved, List<String> lines) {
    moved.stream()
        .limit(MAX_MOVED)
        .map(guest -> "row %d: %s has another e-mail now".formatted(guest.row(), named(guest)))
        .forEach(lines::add);
    if (moved.size() > MAX_MOVED) {
      lines.add("and so have %d more".formatted(moved.size() - MAX_MOVED));
    }
  }

  private void likely(List<String> lines) {
    Map<Guest, StoredRow> likely = new TreeMap<>(BY_ROW);
    likely.putAll(matching.likely());
    likely.forEach(
        (guest, row) ->
            lines.add(
                "row %d: %s is new, or is it %s? Then add --same %d=%s"
                    .formatted(
                        guest.row(),
                        named(guest),
                        TicketChanges.named(row.guest()),
                        guest.row(),
                        Text.printable(row.guest().reference()))));
  }

  private void ambiguous(List<String> lines) {
    Map<String, List<Guest>> namesakes = new LinkedHashMap<>();
    matching.kept().keySet().stream()
        .sorted(BY_ROW)
        .forEach(
            guest ->
                namesakes
                    .computeIfAbsent(GuestCells.plain(guest.name()), any -> new ArrayList<>())
                    .add(guest));
    for (List<Guest> guests : namesakes.values()) {
      lines.add(
          "%s %s: guests named %s cannot be told apart; their tickets stay as they are: %s."
                  .formatted(
                      guests.size() == 1 ? "row" : "rows",
                      guests.stream()
                          .map(it -> String.valueOf(it.row()))
                          .collect(Collectors.joining(", ")),
                      guests.stream()
                          .map(GuestChanges::named)
                          .distinct()
                          .collect(Collectors.joining(", ")),
                      guests.stream()
                          .flatMap(it -> matching.kept().get(it).tickets().stream())
                          .map(TicketChanges::named)
                          .collect(Collectors.joining(", ")))
              + " A column with a code or number would decide");
    }
    Stream.concat(matching.kept().keySet().stream(), matching.doubtful().stream())
        .filter(guest -> guest.admission() != Admission.VALID)
        .sorted(BY_ROW)
        .map(
            guest ->
                "row %d: %s says no, and which ticket that is cannot be told: all stay"
                    .formatted(guest.row(), named(guest)))
        .forEach(lines::add);
    matching.unsure().stream()
        .flatMap(row -> row.tickets().stream())
        .filter(ticket -> ticket.state() == TicketState.VALID && !ticket.forgotten())
        .map(TicketChanges::named)
        .map(name -> name + " may be gone, which cannot be told from namesakes: the ticket stays")
        .forEach(lines::add);
  }

  /** Names the rows of people who were forgotten by their numbers only. */
  private void forgotten(List<String> lines) {
    matching.forgotten().stream()
        .sorted(BY_ROW)
        .map(guest -> "row %d is left out: its guest was forgotten".formatted(guest.row()))
        .forEach(lines::add);
  }

  /** Names the guests of refused rows, who are not lost. */
  private void refused(List<String> lines) {
    Set<String> here = list.guests().stream().map(GuestChanges::who).collect(Collectors.toSet());
    for (Guest guest : list.refusedGuests()) {
      StoredRow row = matching.stays().get(guest);
      String becomes =
          row != null
              ? row.admission() == Admission.VALID
                  ? "still comes in, as before"
                  : "still does not come in, as before"
              : here.contains(who(guest))
                  ? "is in the list by another row"
                  : "is not on the list because of it";
      lines.add("row %d is refused: %s %s".formatted(guest.row(), named(guest), becomes));
    }
  }

  /** Returns what a guest is called: the name or, without one, what else the row has. */
  private static String named(Guest guest) {
    String first =
        guest.name() != null
            ? guest.name()
            : guest.email() != null
                ? guest.email()
                : guest.reference() != null ? guest.reference() : guest.code();
    return first == null ? "a guest without a name" : Text.printable(first);
  }
}
