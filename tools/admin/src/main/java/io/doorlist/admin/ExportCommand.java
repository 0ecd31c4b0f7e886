package io.doorlist.admin;

import io.doorlist.domain.Account;
import io.doorlist.domain.Event;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Mode;
import io.doorlist.domain.OrderSummary;
import io.doorlist.domain.Slug;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Writes what is in the table as import lines, ordered by id, so that equal data gives equal text
 * however it came in.
 */
@Command(
    name = "export",
    description = {
      "Write an account, or one event of it, as an import file to standard output.",
      "Imported into an empty table it gives an equal export."
    })
final class ExportCommand implements Callable<Integer> {
  private static final int READERS = 8;
  private static final int MOST_AHEAD = 4 * READERS;

  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  private String account;

  @Option(names = "--event", paramLabel = "E", description = "An event (default: all events).")
  private String event;

  @Mixin private Target target;

  private final Console console;
  private Stores stores;
  private long lines;

  ExportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (Target.Connection connection = target.connect(Clock.systemUTC());
        ExecutorService readers =
            Executors.newFixedThreadPool(READERS, Thread.ofVirtual().factory())) {
      stores = connection.stores();
      Account found = findAccount();
      List<EventDefinition> definitions = definitions();
      write(ExportLines.account(found));
      for (EventDefinition definition : definitions) {
        write(definition, readers);
      }
    }
    console.out().flush();
    console.message(lines + " lines");
    return 0;
  }

  private Account findAccount() {
    return Optional.of(account)
        .filter(Slug::valid)
        .flatMap(stores.events()::findAccount)
        .orElseThrow(() -> new Failure("there is no account '" + account + "'"));
  }

  private List<EventDefinition> definitions() {
    List<String> slugs = new ArrayList<>();
    if (event == null) {
      everyPage(request -> stores.events().list(account, request)).stream()
          .sorted(Comparator.comparingLong(Event::id))
          .map(Event::slug)
          .forEach(slugs::add);
    } else if (Slug.validForEvent(event)) {
      slugs.add(event);
    }
    List<EventDefinition> definitions = new ArrayList<>();
    for (String slug : slugs) {
      stores.events().readDefinition(account, slug).ifPresent(definitions::add);
    }
    if (event != null && definitions.isEmpty()) {
      throw new Failure("account '" + account + "' has no event '" + event + "'");
    }
    return definitions;
  }

  private void write(EventDefinition definition, ExecutorService readers) {
    Event place = definition.event();
    write(ExportLines.event(place));
    definition.lists().forEach(list -> write(ExportLines.checkinList(place, list)));
    Queue<Future<String>> ahead = new ArrayDeque<>();
    for (long id : orderIds(place)) {
      ahead.add(readers.submit(() -> order(place, id)));
      if (ahead.size() > MOST_AHEAD) {
        write(await(ahead.remove()));
      }
    }
    ahead.forEach(line -> write(await(line)));
  }

  /** Returns the ids of all orders, sorted; only these are held in memory for a whole event. */
  private long[] orderIds(Event place) {
    LongStream.Builder ids = LongStream.builder();
    for (Mode mode : Mode.values()) {
      Page<OrderSummary> page;
      long number = 1;
      do {
        PageRequest request = new PageRequest(number++, PageRequest.MAX_ITEMS);
        page = stores.orders().list(account, place.slug(), mode, request);
        page.items().forEach(order -> ids.add(order.id()));
      } while (number <= page.pages());
    }
    return ids.build().sorted().toArray();
  }

  private String order(Event place, long id) {
    return ExportLines.order(
        place,
        stores
            .orders()
            .find(account, place.slug(), id)
            .orElseThrow(() -> new Failure("order " + id + " is listed, but not there")));
  }

  private static <T> List<T> everyPage(Function<PageRequest, Page<T>> read) {
    List<T> all = new ArrayList<>();
    Page<T> page;
    long number = 1;
    do {
      page = read.apply(new PageRequest(number++, PageRequest.MAX_ITEMS));
      all.addAll(page.items());
    } while (number <= page.pages());
    return all;
  }

  private static String await(Future<String> line) {
    try {
      return line.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted", e);
    }
  }

  private void write(String line) {
    byte[] utf8 = line.getBytes(StandardCharsets.UTF_8);
    console.out().write(utf8, 0, utf8.length);
    console.out().write('\n');
    lines++;
    if (lines % 1_000 == 0 && console.out().checkError()) {
      throw new Failure("the export cannot be written");
    }
  }
}
