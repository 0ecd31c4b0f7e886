package io.doorlist.store.table;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.table.Key;
import java.util.List;
import java.util.Optional;

/**
 * Reads keys of the table, which say to what an item belongs and which item it is. {@link
 * TableSchema} makes the keys.
 */
public final class KeyParts {
  private static final List<String> NOT_CARRIED =
      List.of(
          TableSchema.EVENING,
          "#@subscriptions#",
          "#@deliveries#",
          "#@removals",
          "#@reports",
          "#@unknown#",
          "#@searches#",
          "#@added#");

  private KeyParts() {}

  /** Returns the parts of the partition key. */
  public static List<String> of(Key key) {
    return List.of(key.pk().split("#", -1));
  }

  /**
   * Returns the idempotency key of a payment, from the key of its item in {@link
   * TableSchema#payments}.
   */
  public static String payment(Key key) {
    return key.sk().substring(key.sk().indexOf('#') + 1);
  }

  /** Returns whether an item of an account is the row of a webhook event that was recorded. */
  public static boolean isWebhookEvent(Key key) {
    return accountPart(key).startsWith(TableSchema.WEBHOOKS);
  }

  /** Returns whether a {@link TableSchema#report} is about an event. */
  public static boolean isReportOf(String event, Key key) {
    String[] parts = key.sk().split("#", -1);
    return parts.length == 4 && parts[1].equals(event);
  }

  /** Returns the number that the sort key ends with. */
  public static long number(Key key) {
    return Long.parseLong(key.sk().substring(key.sk().lastIndexOf('#') + 1));
  }

  /**
   * Returns whether an item is in one of an account's own partitions. The item of a token by its
   * hash is not.
   */
  public static boolean isOf(String account, Key key) {
    return key.pk().equals(account) || key.pk().startsWith(TableSchema.parts(account));
  }

  /**
   * Returns whether an export of what happened contains an item of an account. An export leaves out
   * secrets, what belongs to secrets, and what counts only for some minutes.
   */
  public static boolean isCarried(Key key) {
    String part = accountPart(key);
    return NOT_CARRIED.stream().noneMatch(part::startsWith);
  }

  /** Returns whether an item opens an account to its users: the account, or one of its tokens. */
  public static boolean opens(Key key) {
    return key.pk().startsWith(TableSchema.TOKEN)
        || accountPart(key).equals("#@tokens")
        || (accountPart(key).isEmpty() && key.sk().equals("ACCOUNT"));
  }

  /**
   * Returns the slug of the event that an item belongs to; empty if the item is the account's own.
   */
  public static Optional<String> event(Key key) {
    String part = accountPart(key);
    return part.isEmpty() || part.startsWith("#@") ? Optional.empty() : Optional.of(of(key).get(1));
  }

  /** Returns what follows the account in a partition key; empty for the account itself. */
  private static String accountPart(Key key) {
    int end = key.pk().startsWith("#") ? -1 : key.pk().indexOf('#');
    return end < 0 ? "" : key.pk().substring(end);
  }

  /** A {@link TableSchema#delivery} of a webhook event to a webhook. */
  public record Delivery(String account, Mode mode, long webhookEvent, String webhook) {}

  /** Parses the key of a delivery; empty for any other key. */
  public static Optional<Delivery> delivery(Key key) {
    String[] parts = key.pk().split("#", -1);
    return parts.length == 4 && parts[1].equals("@deliveries")
        ? Optional.of(
            new Delivery(
                parts[0], Worded.read(Mode.class, parts[2]), Long.parseLong(parts[3]), key.sk()))
        : Optional.empty();
  }

  /** Returns whether a sequence is one of {@link TableSchema#admittedTickets}. */
  public static boolean isAdmittedTickets(String sequence) {
    return isListPart(sequence.split("#", -1), "tickets");
  }

  /** Returns whether a sequence is one of {@link TableSchema#orders}. */
  public static boolean isOrders(String sequence) {
    String[] parts = sequence.split("#", -1);
    return parts.length == 4 && parts[2].equals("orders");
  }

  private static boolean isListPart(String[] parts, String part) {
    return parts.length == 6 && parts[2].equals("list") && parts[4].equals(part);
  }

  /** An item whose changes the stream carries. */
  public sealed interface StreamedItem {}

  /** The item of an {@link TableSchema#order}. */
  public record StreamedOrder(String account, String event) implements StreamedItem {}

  /** The log of a list, {@link TableSchema#checkins}. */
  public record Log(String account, String event, long list, Mode mode) {}

  /** A {@link TableSchema#row} of the log of a list. */
  public record StreamedLogRow(Log log, long ordinal) implements StreamedItem {}

  /** Parses the key of an order or of a row of a list's log; empty for any other key. */
  public static Optional<StreamedItem> streamed(Key key) {
    String[] parts = key.pk().split("#", -1);
    if (parts.length == 4 && parts[2].equals("order") && key.sk().equals(TableSchema.ORDER)) {
      return Optional.of(new StreamedOrder(parts[0], parts[1]));
    }
    if (!isListPart(parts, TableSchema.CHECKINS) || !Character.isDigit(key.sk().charAt(0))) {
      return Optional.empty();
    }
    Mode mode = Worded.read(Mode.class, parts[5]);
    Log log = new Log(parts[0], parts[1], Long.parseLong(parts[3]), mode);
    return Optional.of(new StreamedLogRow(log, Long.parseLong(key.sk())));
  }
}
