package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.lines.ImportSource;
import io.doorlist.cli.lines.Importer;
import io.doorlist.cli.lines.InputFile;
import io.doorlist.table.Table;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Imports files as one guest list into an event. It creates what does not exist: the account, the
 * event, ticket types, and a check-in list that admits all of them. The files are read as a whole.
 * Not thread-safe.
 */
public final class GuestListSource implements ImportSource {
  private final Table table;
  private final String account;
  private final String event;
  private final String currency;
  private final GuestListOptions options;
  private final Console preview;
  private final Predicate<String> question;
  private final List<Sheet> sheets = new ArrayList<>();

  /**
   * Creates the import of a guest list.
   *
   * @param currency the currency of amounts, because a guest list names none
   * @param preview shows how the list is read; may be {@code null}
   * @param question asks the user, and returns whether the answer is yes; {@code null} if nobody
   *     can answer
   */
  public GuestListSource(
      Table table,
      String account,
      String event,
      String currency,
      GuestListOptions options,
      Console preview,
      Predicate<String> question) {
    this.table = table;
    this.account = account;
    this.event = event;
    this.currency = currency;
    this.options = options;
    this.preview = preview;
    this.question = question;
  }

  /** Reads a file. Nothing is written before all files are read. */
  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    sheets.addAll(SheetReader.read(file, options));
    return true;
  }

  /** Imports all files that were read, as one list. */
  @Override
  public boolean finish(Importer importer, Step step) {
    Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
    GuestTarget target = GuestTarget.read(table, account, event, currency);
    if (question != null) {
      ask(target);
    }
    GuestImport list = GuestImport.of(target, sheets, options, now);
    GuestPreview shown = list.preview();
    if (preview != null) {
      shown.lines().forEach(preview::result);
    }
    if (!shown.objections().isEmpty()) {
      // The message names everybody whose ticket stops opening doors, because the user decides by
      // that. It does not name corrections.
      throw new Failure(
          Stream.concat(
                  shown.findings().stream().filter(it -> it.what().stops()),
                  shown.objections().stream())
              .map(Finding::text)
              .collect(Collectors.joining("\n")));
    }
    shown.findings().forEach(each -> importer.note(each.text()));
    return list.write(importer, step);
  }

  /** Asks the user what the list does not say. */
  private void ask(GuestTarget target) {
    GuestList list = list(target);
    for (Lookalikes.Column each : list.lookalikes()) {
      if (question.test(each.finding(FindingType.DOES_THE_COLUMN_DECIDE).text())) {
        options.decideBy(each.title());
      }
    }
    List<Place> unanswered = list(target).unanswered();
    if (!unanswered.isEmpty() && options.unanswered == null) {
      Finding rows = Finding.at(unanswered, FindingType.DO_THE_UNANSWERED_COME);
      options.unanswered =
          question.test(rows.text())
              ? GuestListOptions.Unanswered.IN
              : GuestListOptions.Unanswered.OUT;
    }
  }

  private GuestList list(GuestTarget target) {
    GuestEvent there = new GuestEvent(account, event, target.events(), options, target.currency());
    return GuestList.of(sheets, options, there.zone(), ListProgress.NONE);
  }
}
