package io.doorlist.cli.importing.lines;

import io.doorlist.cli.console.Text;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.door.rules.Rule;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.ingest.ListedGuestStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Imports lines: consecutive orders of an event in batches, everything else one by one, as orders
 * need the lines before them. Outcomes are reported in the order of the lines. A batch is bounded
 * in length and size, so memory does not grow with the file. Not thread-safe.
 */
public final class Importer {
  /**
   * The size is a compromise, not a measurement: a run that is killed leaves a whole batch's
   * reserved places open.
   */
  private static final int MAX_LINES = 256;

  private static final int MAX_CHARACTERS = 4 << 20;

  /** Eight letters and digits have 41 bits, thirteen digits 43. */
  private static final double MIN_BITS = 44;

  private final ImportStore store;
  private final Report report;
  private final List<Pending> batch = new ArrayList<>();
  private String account;
  private String event;
  private int characters;
  private long shortCodes;

  public Importer(ImportStore store, Report report) {
    this.store = store;
    this.report = report;
  }

  @FunctionalInterface
  public interface Report {
    /** Is notified of every line, in their order. */
    void done(SourceLine line, ImportOutcome outcome);

    /** Is notified of what is not brought over, which is no refusal. */
    default void noted(String text) {}
  }

  /**
   * A line and where it is.
   *
   * @param unit what its number counts, mostly lines
   * @param subject its event, and the reference of the order that it is; {@code null} if unknown
   * @param text as it is in the file, or {@code null} if it cannot be read
   */
  public record SourceLine(String file, String unit, long number, String subject, String text) {
    private SourceLine of(ImportLine.OrderLine line) {
      String named = line.event() + "/" + line.order().reference();
      return new SourceLine(file, unit, number, named, text);
    }

    /** Returns its name in messages, such as {@code line 7 (spring-gala/K7QX2)}. */
    public String name() {
      String place = unit + " " + number;
      return subject == null ? place : place + " (" + Text.printable(subject) + ")";
    }
  }

  /** A line of the batch: an order, or an outcome that is already known. */
  private record Pending(SourceLine line, Order order, ImportOutcome outcome) {}

  /**
   * Puts one line into the table, at the latest when {@link #finish} is called.
   *
   * @throws UnavailableException if the table took nothing for as long as a command is patient
   */
  public void add(SourceLine source, ImportLine line) {
    switch (line) {
      case ImportLine.AccountLine it -> put(source, () -> store.putAccount(it.account()));
      case ImportLine.EventLine it -> put(source, () -> store.putEvent(it.event()));
      case ImportLine.CheckinListLine it -> put(source, () -> putCheckinList(it));
      case ImportLine.OrderLine it -> addOrder(source, it);
    }
  }

  private void put(SourceLine source, Supplier<ImportOutcome> put) {
    flush();
    report.done(source, put.get());
  }

  private void addOrder(SourceLine source, ImportLine.OrderLine order) {
    if (!order.account().equals(account) || !order.event().equals(event)) {
      flush();
      account = order.account();
      event = order.event();
    }
    shortCodes += order.order().tickets().stream().filter(Importer::hasShortCode).count();
    push(new Pending(source.of(order), order.order(), null));
  }

  /** Skips a line that is invalid in itself. */
  public void refuse(SourceLine source, RefusedLine refusal) {
    push(new Pending(source, null, ImportOutcome.refused(refusal.field(), refusal.reason())));
  }

  /** Notes where the guests of a list stand in it, by ticket id. */
  public void noteRows(
      String account, String event, long list, Map<Long, ListedGuestStore.Row> rows) {
    store.putListedGuests(account, event, list, rows);
  }

  public void note(String text) {
    report.noted(text);
  }

  /** Reports a line that somebody else put into the table. */
  public void done(SourceLine source, ImportOutcome outcome) {
    report.done(source, outcome);
  }

  /** Imports the lines that are still waiting, and settles what they share. */
  public void finish() {
    flush();
    store.settle();
  }

  /**
   * Returns how many tickets so far have codes that whoever has a door copy can find by trying
   * within hours (docs/security.md).
   */
  public long shortCodes() {
    return shortCodes;
  }

  private static boolean hasShortCode(Ticket ticket) {
    return ticket.qrCodeIdentifier() != null && bits(ticket.qrCodeIdentifier()) < MIN_BITS;
  }

  /** Returns how many bits a random code of this length and these kinds of characters has. */
  private static double bits(String code) {
    int alphabet =
        (code.chars().anyMatch(Character::isDigit) ? 10 : 0)
            + (code.chars().anyMatch(Character::isUpperCase) ? 26 : 0)
            + (code.chars().anyMatch(Character::isLowerCase) ? 26 : 0);
    return code.length() * Math.log(Math.max(2, alphabet)) / Math.log(2);
  }

  private void push(Pending pending) {
    batch.add(pending);
    characters += pending.line().text() == null ? 0 : pending.line().text().length();
    if (batch.size() >= MAX_LINES || characters >= MAX_CHARACTERS) {
      flush();
    }
  }

  private void flush() {
    List<Pending> orders = batch.stream().filter(pending -> pending.order() != null).toList();
    List<ImportOutcome> outcomes = orders.isEmpty() ? List.of() : putOrders(orders);
    int next = 0;
    for (Pending pending : batch) {
      ImportOutcome outcome = pending.order() == null ? pending.outcome() : outcomes.get(next++);
      if (outcome.kind() != ImportOutcome.Kind.BUSY) {
        report.done(pending.line(), outcome);
      }
    }
    batch.clear();
    characters = 0;
    if (outcomes.contains(ImportOutcome.BUSY)) {
      throw new UnavailableException(null);
    }
  }

  private List<ImportOutcome> putOrders(List<Pending> pending) {
    return store.putOrders(account, event, pending.stream().map(Pending::order).toList());
  }

  private ImportOutcome putCheckinList(ImportLine.CheckinListLine line) {
    ListDefinition list = line.list();
    ImportOutcome outcome = store.putCheckinList(line.account(), line.event(), list);
    return Optional.ofNullable(list.terms().rules())
        .filter(any -> outcome.kind() != ImportOutcome.Kind.REFUSED)
        .flatMap(rules -> Rule.of(rules.text().text()).unknown())
        .map(what -> "are not understood, so the list is closed: " + what)
        .map(reason -> ImportOutcome.refused("rules", reason))
        .orElse(outcome);
  }
}
