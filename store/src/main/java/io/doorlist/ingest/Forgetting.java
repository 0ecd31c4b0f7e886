package io.doorlist.ingest;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.json.PersonalData;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.webhook.WebhookEventStore;
import io.doorlist.table.Table;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * One run that erases people: what is requested now, and what an earlier run did not complete. A
 * note of each order is written before anything is erased. Erasing also removes the e-mail address
 * by which an order was found. Without its note, the order could not be found again after a run
 * that was cut off. Not thread-safe.
 */
public final class Forgetting {
  private static final int AT_A_TIME = 8;
  private static final int KEY_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final WebhookEventStore webhookEventStore;
  private final ErasureStore erasures;
  private final String account;
  private final boolean dryRun;
  private final Consumer<Page<?>> complete;
  private final Found found;

  /** The notes of earlier runs, and what this run has to erase; both by event and order. */
  private final Map<String, Map<Long, Erasure>> notes = new TreeMap<>();

  private final Map<String, Map<Long, Erasure>> open = new TreeMap<>();
  private String key;
  private long orders;
  private long checkins;
  private long webhookEvents;

  /**
   * Reads the notes of earlier runs.
   *
   * @param complete checks each page of webhook events. It throws if rows of the page cannot be
   *     read, because nobody could be forgotten in these rows
   */
  public Forgetting(Table table, String account, boolean dryRun, Consumer<Page<?>> complete) {
    this(table, account, dryRun, complete, Found.NOTHING);
    for (Erasure note : erasures.list(account)) {
      put(notes, note);
      if (note.doneAt() == null) {
        put(open, note);
      }
    }
  }

  private Forgetting(
      Table table, String account, boolean dryRun, Consumer<Page<?>> complete, Found found) {
    this.webhookEventStore = new WebhookEventStore(table);
    this.erasures = new ErasureStore(table, dryRun);
    this.account = account;
    this.dryRun = dryRun;
    this.complete = complete;
    this.found = found;
  }

  /** Returns a run that erases nothing, but reports what it would erase. */
  public static Forgetting showing(
      Table table, String account, Consumer<Page<?>> complete, Found found) {
    return new Forgetting(table, account, true, complete, found);
  }

  /** Receives each order and each webhook event that has something to erase. */
  public interface Found {
    /** Ignores all of them. */
    Found NOTHING =
        new Found() {
          @Override
          public void order(Erasure erasure, ErasureStore.Forgotten forgotten) {}

          @Override
          public void webhookEvent(WebhookEvent event) {}
        };

    void order(Erasure erasure, ErasureStore.Forgotten forgotten);

    void webhookEvent(WebhookEvent event);
  }

  /** How many items of each kind had something to erase. */
  public record Counts(long orders, long checkins, long webhookEvents) {
    public Map<String, Object> members() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("orders", orders);
      members.put("checkins", checkins);
      members.put("webhook_events", webhookEvents);
      return members;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d orders, %d check-ins, %d webhook events forgotten",
          orders,
          checkins,
          webhookEvents);
    }
  }

  private static void put(Map<String, Map<Long, Erasure>> all, Erasure erasure) {
    all.computeIfAbsent(erasure.event(), any -> new TreeMap<>()).put(erasure.order(), erasure);
  }

  /** Returns the key for the account's digests: the existing one, or a new one. */
  private String key() {
    if (key == null) {
      key =
          Stream.of(notes, open)
              .flatMap(all -> all.values().stream())
              .flatMap(all -> all.values().stream())
              .map(Erasure::key)
              .filter(Objects::nonNull)
              .findFirst()
              .orElseGet(Forgetting::newKey);
    }
    return key;
  }

  private static String newKey() {
    byte[] bytes = new byte[KEY_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private Erasure note(String event, long order) {
    return notes.getOrDefault(event, Map.of()).get(order);
  }

  /**
   * Requests that the guests of these tickets of an order are forgotten. Without tickets, the whole
   * order is forgotten.
   */
  public void ask(String event, long order, Set<Long> tickets) {
    ask(event, order, tickets, Set.of());
  }

  /**
   * Requests that the guests of these tickets of an order are forgotten. Without tickets, the whole
   * order is forgotten.
   *
   * @param said what a guest list says about these people; the note keeps digests of it
   */
  public void ask(String event, long order, Set<Long> tickets, Set<String> said) {
    Erasure plain = erasures.ask(event, order, tickets);
    Erasure asked = said.isEmpty() ? plain : plain.knownBy(key(), said);
    Erasure note = note(event, order);
    Erasure both = note == null ? asked : note.with(asked);
    put(open, note != null && note.tickets().equals(both.tickets()) ? note : both);
  }

  /**
   * Erases everything that was requested. An e-mail address that is not {@code null} is also erased
   * from all webhook events.
   */
  public Counts run(List<EventDefinition> definitions, String email) {
    for (EventDefinition definition : definitions) {
      Collection<Erasure> asked = open(definition).values();
      write(asked, each -> !each.equals(note(each.event(), each.order())), erasures::begin);
    }
    for (EventDefinition definition : definitions) {
      if (!open(definition).isEmpty() || email != null) {
        run(definition, open(definition), email);
      }
    }
    return new Counts(orders, checkins, webhookEvents);
  }

  private Map<Long, Erasure> open(EventDefinition definition) {
    return open.getOrDefault(definition.event().slug(), Map.of());
  }

  private void write(
      Collection<Erasure> some, Predicate<Erasure> which, BiConsumer<String, Erasure> write) {
    if (!dryRun) {
      inParallel(
              some.stream().filter(which),
              erasure -> {
                write.accept(account, erasure);
                return erasure;
              })
          .forEach(written -> {});
    }
  }

  private static <T> Stream<T> inParallel(Stream<Erasure> some, Function<Erasure, T> work) {
    return some.gather(Gatherers.mapConcurrent(AT_A_TIME, work));
  }

  private void run(EventDefinition definition, Map<Long, Erasure> byOrder, String email) {
    Predicate<Erasure> notDone = erasure -> erasure.doneAt() == null;
    if (!dryRun && byOrder.values().stream().anyMatch(notDone)) {
      erasures.announce(account, definition.event().slug());
    }
    Set<Long> tickets = new HashSet<>();
    inParallel(
            byOrder.values().stream(),
            erasure -> Map.entry(erasure, erasures.forget(definition, erasure)))
        .forEach(
            each -> {
              ErasureStore.Forgotten forgotten = each.getValue();
              found.order(each.getKey(), forgotten);
              tickets.addAll(forgotten.tickets());
              orders += forgotten.changed() ? 1 : 0;
              checkins += forgotten.names().size();
            });
    for (Mode mode : Mode.values()) {
      forgetWebhookEvents(definition.event().slug(), mode, byOrder, tickets, email);
    }
    write(byOrder.values(), notDone, erasures::finish);
  }

  private void forgetWebhookEvents(
      String event, Mode mode, Map<Long, Erasure> byOrder, Set<Long> tickets, String email) {
    Page<WebhookEvent> page;
    long number = 1;
    do {
      // The newest come first. New ones only move older ones to later pages, so none is missed.
      PageRequest request = new PageRequest(number++, PageRequest.MAX_ITEMS);
      page = webhookEventStore.list(account, List.of(event), mode, request);
      complete.accept(page);
      for (WebhookEvent each : page.items()) {
        JsonObject kept = kept(each, byOrder, tickets, email);
        if (!kept.equals(each.object())) {
          webhookEvents++;
          found.webhookEvent(each);
          if (!dryRun) {
            webhookEventStore.replaceObject(account, mode, each.id(), kept);
          }
        }
      }
    } while (number <= page.pages());
  }

  /** Returns a webhook event's payload without the data of the people to forget. */
  private static JsonObject kept(
      WebhookEvent event, Map<Long, Erasure> byOrder, Set<Long> tickets, String email) {
    JsonObject object =
        email == null ? event.object() : PersonalData.without(event.object(), email);
    if (event.type().objectType().equals("order")) {
      Erasure erasure = byOrder.get(event.objectId());
      return erasure == null ? object : PersonalData.without(object, erasure);
    }
    return tickets.contains(event.objectId()) ? PersonalData.ofTicketWithout(object) : object;
  }
}
