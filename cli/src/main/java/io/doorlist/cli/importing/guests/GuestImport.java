package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.lines.ImportLine;
import io.doorlist.cli.lines.ImportSource;
import io.doorlist.cli.lines.Importer;
import io.doorlist.domain.order.Order;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The import of a guest list. It first gives a preview. If nobody objects, it then writes exactly
 * what the preview says.
 */
public final class GuestImport {
  private final GuestTarget target;
  private final GuestEvent event;
  private final GuestTypes types;
  private final GuestList list;
  private final GuestPlan plan;

  private GuestImport(
      GuestTarget target, GuestEvent event, GuestTypes types, GuestList list, GuestPlan plan) {
    this.target = target;
    this.event = event;
    this.types = types;
    this.list = list;
    this.plan = plan;
  }

  /**
   * Reads the guests of a list, and compares them with the stored ones.
   *
   * @param sheets the sheets that make the list
   * @param now the time, in whole milliseconds
   * @throws Failure if this cannot be a list of guests
   */
  public static GuestImport of(
      GuestTarget target, List<Sheet> sheets, GuestListOptions options, Instant now) {
    return of(target, sheets, options, now, ListProgress.NONE);
  }

  /**
   * Reads the guests of a list, compares them with the stored ones, and reports progress.
   *
   * @throws Failure if this cannot be a list of guests
   */
  public static GuestImport of(
      GuestTarget target,
      List<Sheet> sheets,
      GuestListOptions options,
      Instant now,
      ListProgress progress) {
    GuestEvent event =
        new GuestEvent(
            target.account(), target.event(), target.events(), options, target.currency());
    GuestList list =
        withoutCodesOfOthers(
            GuestList.of(sheets, options, event.zone(), progress)
                .withoutCodesOf(GuestIds.codesOfOthers(options.listName, target.orders().values())),
            target,
            event,
            options);
    progress.at(ListProgress.Step.WHO, 0, 0);
    GuestTypes types = new GuestTypes(event.types(), list);
    types.price(options.prices, target.currency());
    GuestPlan plan =
        GuestPlan.of(
            options,
            list,
            types,
            matching(list, target, types, options),
            target.orders(),
            target.arrivals(),
            target.lastRows(),
            event::admits,
            target.currency(),
            now);
    return new GuestImport(target, event, types, list, plan);
  }

  /**
   * Returns the list without guests whose code another ticket has, or had before. Otherwise the
   * holder of that ticket would come in as the guest. A guest's own ticket may get back a code that
   * it had before.
   */
  private static GuestList withoutCodesOfOthers(
      GuestList list, GuestTarget target, GuestEvent event, GuestListOptions options) {
    Map<String, CodesOfOthers.Holder> holders =
        target.codesOfOthers().among(newCodes(list, target));
    if (holders.isEmpty()) {
      return list;
    }
    GuestMatching matching = matching(list, target, new GuestTypes(event.types(), list), options);
    Set<GuestRow> taken =
        Stream.concat(matching.matched().keySet().stream(), matching.added().stream())
            .filter(guest -> guest.code() != null && holders.containsKey(guest.code()))
            .filter(guest -> matching.row(guest).filter(holders.get(guest.code())::is).isEmpty())
            .collect(Collectors.toSet());
    return list.withoutCodes(
            guest -> taken.contains(guest) && holders.get(guest.code()).before(),
            RefusalType.CODE_OF_ANOTHER_BEFORE)
        .withoutCodes(taken::contains, RefusalType.CODE_OF_ANOTHER_TICKET);
  }

  /** Returns the list's codes that no ticket or order from the event's guest lists has. */
  private static Set<String> newCodes(GuestList list, GuestTarget target) {
    Set<String> codes =
        list.guests().stream()
            .map(GuestRow::code)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    for (Order order : target.orders().values()) {
      codes.remove(order.qrCodeIdentifier());
      order.tickets().forEach(ticket -> codes.remove(ticket.qrCodeIdentifier()));
    }
    return codes;
  }

  private static GuestMatching matching(
      GuestList list, GuestTarget target, GuestTypes types, GuestListOptions options) {
    return GuestMatching.of(
        new GuestCells(types, list.decides(), list.notes()),
        list.guests(),
        list.refusedGuests(),
        StoredRow.of(target.orders().values(), GuestIds.list(options.listName)),
        target.forgotten(),
        options.same);
  }

  /** Returns how the list is read, and what it changes. */
  public GuestPreview preview() {
    List<Finding> findings = new ArrayList<>(list.findings());
    findings.addAll(plan.findings());
    findings.addAll(event.findings(types));
    findings.addAll(plan.after());
    return GuestPreview.of(list, plan.added(), findings, plan.objections());
  }

  /**
   * Writes the list.
   *
   * @param step is called after every order
   * @return whether everything was written; false if {@code step} ended the import
   * @throws Failure if the list looks like a mistake, and no option overrules that
   */
  public boolean write(Importer importer, ImportSource.Step step) {
    if (!plan.objections().isEmpty()) {
      throw new Failure(
          FailureType.HAS_OBJECTIONS,
          plan.objections().stream().map(Finding::text).collect(Collectors.joining("\n")));
    }
    event.add(target.accountThere(), types, line(null, null), importer);
    for (GuestSheet.Refused refused : list.refused()) {
      String text = String.join("\t", refused.row().cells());
      importer.refuse(line(refused.place(), text), refused.reason().line());
    }
    for (GuestOrders.Planned planned : plan.orders()) {
      importer.add(
          line(planned.place(), null),
          new ImportLine.OrderLine(target.account(), target.event(), planned.order()));
      if (!step.goOn()) {
        return false;
      }
    }
    importer.noteRows(target.account(), target.event(), plan.list(), plan.rows());
    return true;
  }

  /** Returns the file and the number of a row. Without a place, the number is 0. */
  private Importer.SourceLine line(Place place, String text) {
    Sheet sheet =
        list.sheets().stream()
            .map(GuestSheet::sheet)
            .filter(each -> place == null || each.has(place))
            .findFirst()
            .orElseThrow();
    boolean tabs = sheet.name() != null && !sheet.name().equals(sheet.file());
    long row = place == null ? 0 : place.row();
    return new Importer.SourceLine(sheet.file(), "row", row, tabs ? sheet.tab() : null, text);
  }
}
