package io.doorlist.cli.importing.guests;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.lines.ImportLine;
import io.doorlist.cli.importing.lines.ImportSource;
import io.doorlist.cli.importing.lines.Importer;
import io.doorlist.cli.importing.lines.InputFile;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ErasureStore;
import io.doorlist.store.Stores;
import java.io.IOException;
import java.time.Clock;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Imports a guest list into an event; account, event, a list that admits all and ticket types are
 * added if they are not there. The file is read as a whole. Not thread-safe.
 *
 * @param currency of amounts, of which a guest list has none
 * @param preview shows how the list is understood; may be {@code null}
 * @param question asks somebody who can say yes; {@code null} if nobody is there
 */
public record GuestListSource(
    Stores stores,
    String account,
    String event,
    String currency,
    GuestListOptions options,
    Console preview,
    Predicate<String> question)
    implements ImportSource {
  /** ISO 4217's word for no currency. */
  private static final String NO_CURRENCY = "XXX";

  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    Sheet sheet = SheetReader.read(file, options);
    AccountReader reader = new AccountReader(stores, account);
    boolean there = stores.events().findAccount(account).isPresent();
    List<EventDefinition> events = there ? reader.definitions(null) : List.of();
    GuestEvent target = new GuestEvent(account, event, events, options);
    Map<Long, Order> earlier =
        target.isNew()
            ? Map.of()
            : reader
                .orders(event, GuestIds::ofGuestList)
                .collect(Collectors.toMap(Order::id, Function.identity()));
    GuestList list =
        asked(sheet, target.zone())
            .withoutCodesOf(GuestIds.codesOfOthers(options.listName, earlier.values()));
    if (preview != null) {
      list.preview().forEach(preview::result);
    }
    list.notes().forEach(importer::note);
    GuestTypes types = new GuestTypes(target.types(), list);
    GuestPlan plan =
        GuestPlan.of(
            options,
            list,
            types,
            earlier,
            new ForgottenGuests(
                new ErasureStore(stores, true)
                    .list(account).stream().filter(it -> it.event().equals(event)).toList()),
            Objects.requireNonNullElse(currency, NO_CURRENCY),
            Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS));
    plan.notes().forEach(importer::note);
    target.add(there, types, line(file, 0, null), importer);
    for (GuestList.Refused refused : list.refused()) {
      String text = String.join("\t", refused.row().cells());
      importer.refuse(line(file, refused.row().number(), text), refused.reason());
    }
    return putOrders(
        plan,
        importer,
        (row, order) -> {
          importer.add(line(file, row, null), new ImportLine.OrderLine(account, event, order));
          return step.goOn();
        });
  }

  /** Reads a list, after asking what it does not say. */
  private GuestList asked(Sheet sheet, ZoneId zone) {
    GuestList list = GuestList.of(sheet, options, zone);
    if (question == null) {
      return list;
    }
    for (Lookalikes.Column each : list.lookalikes()) {
      if (question.test(each.says() + ". Does it say who comes?")) {
        options.decideBy(each.title());
      }
    }
    list = GuestList.of(sheet, options, zone);
    long unanswered = list.guests().stream().filter(guest -> !guest.answered()).count();
    if (unanswered > 0 && options.unanswered == null) {
      boolean in =
          question.test(Text.count(unanswered, "row") + " without an answer. Let them in?");
      options.unanswered = in ? GuestListOptions.Unanswered.IN : GuestListOptions.Unanswered.OUT;
      list = GuestList.of(sheet, options, zone);
    }
    return list;
  }

  private static Importer.SourceLine line(InputFile file, long row, String text) {
    return new Importer.SourceLine(file.name(), "row", row, null, text);
  }

  private boolean putOrders(GuestPlan plan, Importer importer, BiPredicate<Long, Order> put) {
    boolean complete = plan.orders().stream().allMatch(it -> put.test(it.row(), it.order()));
    if (complete) {
      plan.after().forEach(importer::note);
    }
    return complete;
  }
}
