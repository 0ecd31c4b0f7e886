package io.doorlist.cli.lines;

import io.doorlist.cli.console.Text;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.door.rules.Rule;
import io.doorlist.ingest.AddedNamesakes;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.ingest.ListedGuestStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Imports lines. Consecutive orders of an event are imported in batches. All other lines are
 * imported one by one, because orders need the lines before them. Outcomes are reported in the
 * order of the lines. A batch has a limited number of lines and characters, so memory does not grow
 * with the file. Not thread-safe.
 */
public final class Importer {
  /**
   * The most lines of a batch. This is a compromise and not a measured value. If a run is killed,
   * its batch leaves gaps in the sequences of the table, one for each row that it has reserved but
   * not written.
   */
  private static final int MAX_LINES = 256;

  private static final int MAX_CHARACTERS = 4 << 20;

  /**
   * Codes with fewer bits count as short. Eight letters and digits have 41 bits, and thirteen
   * digits have 43.
   */
  private static final double MIN_BITS = 44;

  private final ImportStore store;
  private final Listener report;
  private final List<Pending> batch = new ArrayList<>();
  private String account;
  private String event;
  private int characters;
  private long shortCodes;

  public Importer(ImportStore store, Listener report) {
    this.store = store;
    this.report = report;
  }

  @FunctionalInterface
  public interface Listener {
    /** Takes the outcome of a line. It is called for every line, in the order of the lines. */
    void done(SourceLine line, ImportOutcome outcome);

    /** Takes a note for the user, such as a setting that is not imported. A note is no refusal. */
    default void noted(String text) {}
  }

  /**
   * A line, and where it comes from.
   *
   * @param unit what the number counts, mostly lines
   * @param subject the line's event, and for an order also the order's reference; {@code null} if
   *     not known
   * @param text the line as it is in the file, or {@code null} if it cannot be read
   */
  public record SourceLine(String file, String unit, long number, String subject, String text) {
    private SourceLine of(ImportLine.OrderLine line) {
      String named = line.event() + "/" + line.order().reference();
      return new SourceLine(file, unit, number, named, text);
    }

    /** Returns the line's name for messages, such as {@code line 7 (spring-gala/K7QX2)}. */
    public String name() {
      String place = unit + " " + number;
      return subject == null ? place : place + " (" + Text.printable(subject) + ")";
    }
  }

  /** A line of the batch. It is an order, or has an outcome already. */
  private record Pending(SourceLine line, Order order, ImportOutcome outcome) {}

  /**
   * Puts a line into the table now, or later in {@link #finish} at the latest.
   *
   * @throws UnavailableException if the table accepted nothing for {@code PatientTable.PATIENCE}
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

  /** Refuses an invalid line. */
  public void refuse(SourceLine source, RefusedLine refusal) {
    push(new Pending(source, null, ImportOutcome.refused(refusal.field(), refusal.reason())));
  }

  /** Stores, for each ticket id, the row of the guest list in which the guest stands. */
  public void noteRows(
      String account, String event, long list, Map<Long, ListedGuestStore.Row> rows) {
    store.putListedGuests(account, event, list, rows);
  }

  public void note(String text) {
    report.noted(text);
  }

  /** Reports a line that another class has put into the table. */
  public void done(SourceLine source, ImportOutcome outcome) {
    report.done(source, outcome);
  }

  /** Imports the lines that still wait, and tells the store that the run ends. */
  public void finish() {
    flush();
    store.settle();
  }

  /**
   * Returns how many tickets so far have short codes. A person with a door copy can find such a
   * code within hours by trying (docs/security.md).
   */
  public long shortCodes() {
    return shortCodes;
  }

  private static boolean hasShortCode(Ticket ticket) {
    return ticket.qrCodeIdentifier() != null && bits(ticket.qrCodeIdentifier()) < MIN_BITS;
  }

  /**
   * Returns how many bits a random code of the same length and with the same kinds of characters
   * has.
   */
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
    nameAdded(
        IntStream.range(0, orders.size())
            .filter(i -> outcomes.get(i).kind() == ImportOutcome.Kind.CREATED)
            .mapToObj(i -> orders.get(i).order())
            .filter(order -> !order.isAdded())
            .toList());
    if (outcomes.contains(ImportOutcome.BUSY)) {
      throw new UnavailableException(null);
    }
  }

  /** Notes which new orders may be of guests whom a desk has already added. */
  private void nameAdded(List<Order> orders) {
    for (AddedNamesakes.Namesake each : store.namesakes(account, event, orders)) {
      report.noted(
          "order %s may be of a guest whom a desk added: %s"
              .formatted(
                  Text.printable(event + "/" + each.order()), String.join(", ", each.added())));
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
