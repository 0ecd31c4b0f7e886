package io.doorlist.ingest.evening;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.json.Json;
import io.doorlist.store.Stores;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes in words all that an account has, and all that happened in it. What the table derives from
 * that is not written. See ADR 0041.
 */
public final class EveningExport {
  private final Dynamo dynamo;
  private final ImportWords words;
  private final Account account;
  private final List<EventDefinition> definitions;
  private final EveningLines lines;

  /**
   * Creates the export of an account.
   *
   * @param definitions of its events
   */
  public EveningExport(
      Stores stores, ImportWords words, Account account, List<EventDefinition> definitions) {
    this.dynamo = stores.forCommand(Pace.FREE);
    this.words = words;
    this.account = account;
    this.definitions =
        stores
            .events()
            .find(account.slug(), definitions.stream().map(each -> each.event().slug()).toList())
            .stream()
            .flatMap(
                event ->
                    definitions.stream().filter(each -> each.event().slug().equals(event.slug())))
            .toList();
    this.lines = new EveningLines(account.slug(), definitions, words);
  }

  /**
   * Writes the first line, then all others. Reads the table four times.
   *
   * @return whether they are whole: not if something changed meanwhile, so that what was written is
   *     of no use
   */
  public boolean write(Consumer<String> out) {
    Evening.Sum before = new Evening.Sum();
    defined().forEach(before::add);
    each(Integer.MAX_VALUE, before::add);
    Evening evening = before.evening(account.slug());
    out.accept(evening.line());
    Evening.Sum written = new Evening.Sum();
    Consumer<String> both = written::add;
    both = both.andThen(out);
    defined().forEach(both);
    for (int part = 0; part < EveningLines.PARTS; part++) {
      each(part, both);
    }
    return evening.equals(written.evening(account.slug()));
  }

  private List<String> defined() {
    List<String> defined = new ArrayList<>();
    defined.add(Json.writeValue(words.say(account)));
    for (EventDefinition definition : definitions) {
      Event event = definition.event();
      defined.add(Json.writeValue(words.say(event)));
      for (CheckinList list : definition.lists()) {
        Map<String, Object> line = words.say(event, list);
        line.put(EveningLines.NUMBER, list.number());
        line.put(EveningLines.CREATED_AT, list.createdAt().toString());
        line.put(EveningLines.UPDATED_AT, list.updatedAt().toString());
        defined.add(Json.writeValue(line));
      }
    }
    return defined;
  }

  /** Says the items of a part, or of all. */
  private void each(int part, Consumer<String> out) {
    dynamo.scanAccount(
        account.slug(),
        item ->
            lines
                .say(item)
                .filter(line -> part > EveningLines.PARTS || EveningLines.part(line) == part)
                .ifPresent(line -> out.accept(Json.writeValue(line))));
  }
}
