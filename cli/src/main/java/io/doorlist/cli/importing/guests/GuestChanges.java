package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.domain.order.Ticket;
import io.doorlist.ingest.GeneratedCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private final GuestListOptions options;
  private final GuestList list;
  private final GuestMatching matching;
  private final GuestOrders orders;
  private final boolean whole;

  GuestChanges(
      GuestListOptions options,
      GuestList list,
      GuestMatching matching,
      GuestOrders orders,
      boolean whole) {
    this.options = options;
    this.list = list;
    this.matching = matching;
    this.orders = orders;
    this.whole = whole;
  }

  /** Returns who cannot come in any more, by name and reference. */
  private List<String> stopped() {
    Stream<Ticket> gone =
        Stream.concat(whole ? orders.gone().stream() : Stream.of(), orders.cut().stream());
    List<String> lines =
        new ArrayList<>(
            gone.distinct()
                .map(ticket -> named(ticket) + " is not in the list any more and becomes void")
                .toList());
    matching
        .matched()
        .forEach(
            (guest, row) -> {
              boolean before = row.admission() == Guest.Admission.VALID;
              if (list.columns().decide() && before && guest.admission() != Guest.Admission.VALID) {
                lines.add(
                    "row %d: %s does not come in any more"
                        .formatted(guest.row(), named(row.guest())));
              }
            });
    return lines;
  }

  private static String named(Ticket ticket) {
    String name = ticket.name() == null ? "the ticket" : Text.printable(ticket.name());
    return name + " (" + Text.printable(ticket.reference()) + ")";
  }

  /**
   * Returns what the user should know before anything is written.
   *
   * @throws Failure if it looks like a mistake, and the user has not said that it is none
   */
  List<String> check() {
    List<Guest> transfers = matching.transfers();
    if (transfers.size() > MAX_TRANSFERS && !options.transfers) {
      throw new Failure(
          "nothing is written: %d rows have the code or reference of a guest with another name and"
                  .formatted(transfers.size())
              + " e-mail. The column looks renumbered; --columns 'response=TITLE' leaves it out,"
              + " --transfers gives the tickets to the new names");
    }
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
    int known = matching.matched().size() + matching.kept().size();
    boolean another = whole && !matching.stored().isEmpty() && known * 2 < list.guests().size();
    if (another && options.listName == null && !options.sure) {
      throw new Failure(
          "nothing is written: fewer than half of the rows were in the list before. If this is"
              + " another list of the event, --list-name says which; --yes replaces the list");
    }
    List<String> lines = new ArrayList<>(stopped());
    int in = matching.stored().stream().mapToInt(StoredRow::persons).sum();
    if (lines.size() * SHARE > in && lines.size() > 1 && !options.sure) {
      lines.add(
          "nothing is written: %d of %d tickets of the list would stop opening; --yes if that is right"
              .formatted(lines.size(), in));
      throw new Failure(String.join("\n", lines));
    }
    for (Guest guest : transfers) {
      lines.add(
          "row %d: the ticket of %s is %s's now"
              .formatted(
                  guest.row(),
                  named(matching.matched().get(guest).guest()),
                  Text.printable(guest.name())));
    }
    for (Guest guest : matching.corrections()) {
      if (!transfers.contains(guest)) {
        lines.add(
            "row %d: %s is %s"
                .formatted(
                    guest.row(),
                    Text.printable(matching.matched().get(guest).name()),
                    Text.printable(guest.name())));
      }
    }
    matching
        .likely()
        .forEach(
            (guest, row) ->
                lines.add(
                    "row %d: %s is new, or is it %s? Then add --same %d=%s"
                        .formatted(
                            guest.row(),
                            Text.printable(guest.name()),
                            named(row.guest()),
                            guest.row(),
                            Text.printable(row.guest().reference()))));
    ambiguous(lines);
    return lines;
  }

  private static boolean replaces(Guest guest, StoredRow row) {
    String before = row.guest().qrCodeIdentifier();
    return guest.code() != null
        && !guest.groupCode()
        && before != null
        && !guest.code().equals(before)
        && GeneratedCode.is(before);
  }

  private void ambiguous(List<String> lines) {
    Map<String, List<Guest>> namesakes = new LinkedHashMap<>();
    matching
        .kept()
        .forEach(
            (guest, row) ->
                namesakes.computeIfAbsent(guest.name(), any -> new ArrayList<>()).add(guest));
    namesakes.forEach(
        (name, guests) ->
            lines.add(
                "rows %s: guests named %s cannot be told apart; their tickets stay as they are."
                        .formatted(
                            String.join(
                                ", ", guests.stream().map(it -> String.valueOf(it.row())).toList()),
                            Text.printable(name))
                    + " A column with a code or number would decide"));
    matching.kept().keySet().stream()
        .filter(guest -> guest.admission() != Guest.Admission.VALID)
        .map(
            guest ->
                "row %d: %s says no, and which ticket that is cannot be told: all stay"
                    .formatted(guest.row(), Text.printable(guest.name())))
        .forEach(lines::add);
  }
}
