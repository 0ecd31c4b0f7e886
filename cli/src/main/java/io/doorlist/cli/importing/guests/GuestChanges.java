package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.GeneratedCode;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says what a list changes for the guests of earlier lists, so that the organiser can decide
 * whether to import it. Everybody whose ticket no longer opens a door is named.
 */
final class GuestChanges {
  /**
   * If more tickets than this go to other guests, the column of codes or references looks
   * renumbered.
   */
  private static final int MAX_TRANSFERS = 3;

  /** If more than one ticket in three would stop opening doors, the user must confirm it. */
  private static final int SHARE = 3;

  /**
   * How many new e-mail addresses are named one by one. There may be many, such as those of a whole
   * company.
   */
  private static final int MAX_MOVED = 50;

  private static final Comparator<GuestRow> BY_PLACE = Comparator.comparing(GuestRow::place);

  private final GuestListOptions options;
  private final GuestList list;
  private final GuestMatching matching;
  private final LastRows lastRows;
  private final boolean whole;

  GuestChanges(
      GuestListOptions options,
      GuestList list,
      GuestMatching matching,
      LastRows lastRows,
      boolean whole) {
    this.options = options;
    this.list = list;
    this.matching = matching;
    this.lastRows = lastRows;
    this.whole = whole;
  }

  /** Returns what the user should know before anything is written. */
  List<Finding> findings(TicketChanges tickets) {
    List<Finding> findings = new ArrayList<>(tickets.stops());
    List<GuestRow> transfers = matching.transfers();
    for (GuestRow guest : transfers) {
      findings.add(
          Finding.at(
              guest.place(),
              FindingType.TRANSFERRED,
              "ticket",
              Finding.Named.of(matching.matched().get(guest).guest()),
              "name",
              guest.name()));
    }
    corrections(transfers, tickets.renamed(), findings);
    moved(tickets.moved(), findings);
    likely(findings);
    ambiguous(findings);
    refused(findings);
    forgotten(findings);
    return findings;
  }

  /**
   * Returns reasons to write nothing, because the list looks like a mistake. Options such as {@code
   * --yes} overrule them.
   */
  List<Finding> objections(TicketChanges tickets) {
    List<Finding> objections = new ArrayList<>();
    transfers(objections);
    codes(objections);
    list(objections);
    int stops = tickets.stops().size();
    if (stops * SHARE > tickets.open() && !options.sure) {
      objections.add(Finding.of(FindingType.TOO_MANY_STOP, "stop", stops, "open", tickets.open()));
    }
    return objections;
  }

  /**
   * Objects if so many codes or references have gone to other people that the column looks
   * renumbered. A few such transfers are fine, unless somebody who had such a code is still in the
   * list.
   */
  private void transfers(List<Finding> objections) {
    List<GuestRow> transfers = matching.transfers();
    Set<String> here = list.guests().stream().map(GuestChanges::who).collect(Collectors.toSet());
    boolean exchanged =
        transfers.stream()
            .map(guest -> matching.matched().get(guest))
            .anyMatch(row -> here.contains(who(row.name(), row.email())));
    if ((transfers.size() > MAX_TRANSFERS || exchanged) && !options.transfers) {
      objections.add(Finding.at(places(transfers.stream()), FindingType.LOOKS_RENUMBERED));
    }
  }

  private static List<Place> places(Stream<GuestRow> guests) {
    return guests.map(GuestRow::place).sorted().toList();
  }

  private static String who(GuestRow guest) {
    return who(guest.name(), guest.email());
  }

  private static String who(String name, String email) {
    return GuestCells.plain(name) + "\n" + GuestCells.plain(email);
  }

  private void codes(List<Finding> objections) {
    List<Place> replaced =
        places(
            matching.matched().entrySet().stream()
                .filter(it -> replaces(it.getKey(), it.getValue()))
                .map(Map.Entry::getKey));
    if (!replaced.isEmpty() && !options.sure) {
      objections.add(
          Finding.at(replaced, FindingType.CODES_WOULD_BE_REPLACED, "count", replaced.size()));
    }
  }

  private static boolean replaces(GuestRow guest, StoredRow row) {
    String before = row.guest().qrCodeIdentifier();
    return guest.code() != null
        && !guest.groupCode()
        && before != null
        && !guest.code().equals(before)
        && GeneratedCode.is(before);
  }

  private void list(List<Finding> objections) {
    int known = matching.matched().size() + matching.kept().size();
    boolean another = whole && !matching.stored().isEmpty() && known * 2 < list.guests().size();
    if (another && options.listName == null && !options.sure) {
      objections.add(Finding.of(FindingType.LOOKS_LIKE_ANOTHER_LIST));
    }
  }

  private void corrections(
      List<GuestRow> transfers, List<TicketChanges.Renamed> renamed, List<Finding> findings) {
    for (TicketChanges.Renamed each : renamed) {
      Ticket first = matching.row(each.guest()).map(StoredRow::guest).orElse(null);
      if (!transfers.contains(each.guest()) || !each.before().equals(first)) {
        findings.add(
            Finding.at(
                each.guest().place(),
                FindingType.CORRECTED,
                "before",
                each.before().name(),
                "name",
                each.name()));
      }
    }
  }

  private static void moved(List<GuestRow> moved, List<Finding> findings) {
    moved.stream()
        .limit(MAX_MOVED)
        .map(guest -> named(guest, FindingType.ANOTHER_EMAIL))
        .forEach(findings::add);
    if (moved.size() > MAX_MOVED) {
      findings.add(Finding.of(FindingType.MORE_OTHER_EMAILS, "more", moved.size() - MAX_MOVED));
    }
  }

  private void likely(List<Finding> findings) {
    Map<GuestRow, StoredRow> likely = new TreeMap<>(BY_PLACE);
    likely.putAll(matching.likely());
    likely.forEach(
        (guest, row) ->
            findings.add(
                Finding.at(
                    guest.place(),
                    FindingType.LIKELY_THE_SAME,
                    "guest",
                    named(guest),
                    "ticket",
                    Finding.Named.of(row.guest()),
                    "same",
                    guest.place().key() + "=" + row.guest().reference())));
  }

  private void ambiguous(List<Finding> findings) {
    Map<String, List<GuestRow>> namesakes = new LinkedHashMap<>();
    matching.kept().keySet().stream()
        .sorted(BY_PLACE)
        .forEach(
            guest ->
                namesakes
                    .computeIfAbsent(GuestCells.plain(guest.name()), any -> new ArrayList<>())
                    .add(guest));
    for (List<GuestRow> guests : namesakes.values()) {
      findings.add(
          Finding.at(
              guests.stream().map(GuestRow::place).toList(),
              FindingType.NAMESAKES_KEPT,
              "names",
              guests.stream().map(GuestChanges::named).distinct().toList(),
              "tickets",
              guests.stream()
                  .flatMap(it -> matching.kept().get(it).tickets().stream())
                  .map(Finding.Named::of)
                  .toList()));
    }
    Stream.concat(matching.kept().keySet().stream(), matching.doubtful().stream())
        .filter(guest -> guest.admission() != Admission.VALID)
        .sorted(BY_PLACE)
        .map(guest -> named(guest, FindingType.NAMESAKE_SAYS_NO))
        .forEach(findings::add);
    matching.unsure().stream()
        .flatMap(row -> row.tickets().stream())
        .filter(ticket -> ticket.state() == TicketState.VALID && !ticket.forgotten())
        .map(
            ticket ->
                Finding.of(FindingType.MAY_BE_GONE, "ticket", Finding.Named.of(ticket, lastRows)))
        .forEach(findings::add);
  }

  /**
   * Adds a finding for each row whose guest was forgotten. The finding has only the number of the
   * row. Rows that were matched with the ticket of a forgotten guest are included.
   */
  private void forgotten(List<Finding> findings) {
    Stream<GuestRow> found =
        matching.matched().entrySet().stream()
            .filter(it -> it.getValue().guest().forgotten())
            .map(Map.Entry::getKey);
    Stream.concat(matching.forgotten().stream(), found)
        .sorted(BY_PLACE)
        .map(guest -> Finding.at(guest.place(), FindingType.FORGOTTEN))
        .forEach(findings::add);
  }

  /** Names the guests of refused rows, and says whether these guests come in. */
  private void refused(List<Finding> findings) {
    Set<String> here = list.guests().stream().map(GuestChanges::who).collect(Collectors.toSet());
    for (GuestRow guest : list.refusedGuests()) {
      StoredRow row = matching.stays().get(guest);
      FindingType becomes =
          row != null
              ? row.admission() == Admission.VALID
                  ? FindingType.REFUSED_STILL_IN
                  : FindingType.REFUSED_STILL_OUT
              : here.contains(who(guest))
                  ? FindingType.REFUSED_BUT_LISTED
                  : FindingType.REFUSED_NOT_LISTED;
      findings.add(named(guest, becomes));
    }
  }

  private static Finding named(GuestRow guest, FindingType what) {
    return Finding.at(guest.place(), what, "guest", named(guest));
  }

  /** Returns the guest's name or, without a name, what else shows who the guest is. */
  private static String named(GuestRow guest) {
    return Stream.of(guest.name(), guest.email(), guest.reference(), guest.code())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("a guest without a name");
  }
}
