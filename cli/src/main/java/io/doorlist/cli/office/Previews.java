package io.doorlist.cli.office;

import io.doorlist.cli.forgetting.KeptLists;
import io.doorlist.cli.importing.guests.GuestImport;
import io.doorlist.cli.importing.guests.GuestListOptions;
import io.doorlist.cli.importing.guests.GuestPreview;
import io.doorlist.cli.importing.guests.GuestTarget;
import io.doorlist.cli.importing.guests.ListProgress;
import io.doorlist.cli.importing.guests.Sheet;
import io.doorlist.table.Table;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The previews of guest lists. A preview that nobody imports is deleted after an hour, or once
 * there are {@link #MOST} newer ones. All previews are deleted when somebody is forgotten.
 * Thread-safe.
 */
final class Previews {
  private static final Duration LIFE = Duration.ofHours(1);
  private static final int MOST = 4;

  private final Table table;
  private final String account;
  private final Clock clock;
  private final KeptLists lists;
  private final Map<String, Preview> kept = new LinkedHashMap<>();
  private String mark;

  Previews(Table table, String account, Clock clock, KeptLists lists) {
    this.table = table;
    this.account = account;
    this.clock = clock;
    this.lists = lists;
    this.mark = lists.mark();
  }

  /**
   * A list, the choices for it, and what its import does.
   *
   * @param stamp names this version of the preview, so that an import does what the organiser has
   *     seen
   * @param target what the table had when the list was compared with it
   */
  record Preview(
      String id,
      String stamp,
      Instant until,
      String event,
      List<ListFile> files,
      ListChoices choices,
      GuestTarget target,
      List<Sheet> sheets,
      GuestImport list,
      GuestPreview shown) {
    List<String> names() {
      return files.stream().map(ListFile::name).toList();
    }
  }

  /**
   * Makes the preview of files that are one list. For columns with the same titles, it takes over
   * the choices that were made for an earlier list.
   *
   * @throws io.doorlist.cli.console.Failure if the files cannot be a list of guests
   */
  Preview read(String event, List<ListFile> files, ListChoices earlier, ListProgress progress) {
    GuestTarget target = target(event, progress);
    String id = UUID.randomUUID().toString();
    Preview plain = preview(id, event, files, ListChoices.NONE, target, progress);
    ListChoices known =
        earlier.ofColumns(
            plain.shown().sheets().stream()
                .flatMap(sheet -> sheet.columns().stream())
                .map(GuestPreview.Column::title)
                .toList());
    return keep(known.isOfColumns() ? preview(id, event, files, known, target, progress) : plain);
  }

  /** Makes the preview anew with other choices; empty if the preview is gone. */
  Optional<Preview> choose(String id, ListChoices choices, ListProgress progress) {
    return find(id)
        .map(it -> keep(preview(id, it.event(), it.files(), choices, it.target(), progress)));
  }

  /**
   * Compares the list with the present table. If the table has changed since the preview, this
   * returns another preview.
   */
  Optional<Preview> changed(Preview seen, ListProgress progress) {
    GuestTarget now = target(seen.event(), progress);
    boolean same =
        now.accountThere() == seen.target().accountThere()
            && now.events().equals(seen.target().events())
            && now.orders().equals(seen.target().orders());
    return same
        ? Optional.empty()
        : Optional.of(
            keep(preview(seen.id(), seen.event(), seen.files(), seen.choices(), now, progress)));
  }

  synchronized Optional<Preview> find(String id) {
    leaveForgotten();
    kept.values().removeIf(each -> !clock.instant().isBefore(each.until()));
    return Optional.ofNullable(kept.get(id));
  }

  synchronized void remove(String id) {
    kept.remove(id);
  }

  /** Deletes previews from before somebody was forgotten, perhaps by another process. */
  private void leaveForgotten() {
    String now = lists.mark();
    if (!now.equals(mark)) {
      kept.clear();
      mark = now;
    }
  }

  private synchronized Preview keep(Preview preview) {
    leaveForgotten();
    kept.remove(preview.id());
    kept.put(preview.id(), preview);
    if (kept.size() > MOST) {
      kept.remove(kept.keySet().iterator().next());
    }
    return preview;
  }

  GuestTarget target(String event, ListProgress progress) {
    return GuestTarget.read(table, account, event, null, progress);
  }

  private Preview preview(
      String id,
      String event,
      List<ListFile> files,
      ListChoices choices,
      GuestTarget target,
      ListProgress progress) {
    GuestListOptions options = choices.options();
    List<Sheet> sheets = ListFile.sheets(files, options, progress);
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    GuestImport list = GuestImport.of(target, sheets, options, now, progress);
    return new Preview(
        id,
        UUID.randomUUID().toString(),
        now.plus(LIFE),
        event,
        files,
        choices,
        target,
        sheets,
        list,
        list.preview());
  }
}
