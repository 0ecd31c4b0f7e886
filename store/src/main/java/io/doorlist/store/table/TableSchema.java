package io.doorlist.store.table;

import io.doorlist.domain.Mode;
import io.doorlist.domain.QrCode;
import io.doorlist.table.Condition;
import io.doorlist.table.Key;
import java.util.List;
import java.util.stream.Stream;

/**
 * All keys of the table. Only this class and {@link KeyParts} join and split with '#'. Slugs, ids
 * and digests cannot contain '#'. Keys of an event cannot be confused with those of its account, as
 * no slug begins with '@'.
 *
 * <p>docs/table-design.md numbers the access patterns, with their readers and costs.
 */
public final class TableSchema {
  public static final String PK = Key.PK;
  public static final String SK = Key.SK;

  /** When the table may drop an item, in epoch seconds; not a key. */
  public static final String EXPIRE_AT = "expire_at";

  /** Sort keys of a sequence: its rows (16 digits each) come first, then HEAD and its summaries. */
  public static final String HEAD = "HEAD";

  /** Sorts after the {@link #head} of a sequence and its summaries. */
  public static final String AFTER_HEAD = HEAD + "#~";

  /**
   * Sort keys in an event's definition: here the prefix of its lists' keys, and below the key of
   * the event itself.
   */
  public static final String LIST = "LIST#";

  public static final String EVENT = "EVENT";

  public static final String ORDER = "ORDER";

  /** Prefix of the sort key of {@link #recentWords}, which sorts before {@link #settledWords}. */
  public static final String RECENT = "RECENT#";

  /** Prefix of the sort key of {@link #refusal}. */
  public static final String REFUSED = "REFUSED#";

  /** The part of a list that is its log, {@link #checkins}. */
  public static final String CHECKINS = "checkins";

  /** The attribute with a token's account; not a key. */
  private static final String ACCOUNT = "account";

  static final String TOKEN = "#token#";
  static final String WEBHOOKS = "#@webhooks#";
  static final String EVENING = "#@evening";

  private TableSchema() {}

  /** {@code {account} / ACCOUNT}: the organiser. */
  public static Key account(String account) {
    return new Key(account, "ACCOUNT");
  }

  /** Returns the beginning of the partition keys of everything that an account has. */
  static String parts(String account) {
    return account + "#";
  }

  /** Returns the condition that an item is of an account or of one of its tokens. */
  public static Condition isOf(String account) {
    Condition tokens = Condition.begins(PK, TOKEN).and(Condition.is(ACCOUNT, account));
    return Condition.is(PK, account(account).pk())
        .or(Condition.begins(PK, parts(account)))
        .or(tokens);
  }

  /**
   * Returns the condition that an item is of an event, is what its account keeps about the event,
   * or is a webhook event about it.
   */
  public static Condition isOf(String account, String event) {
    String own = definition(account, event);
    Condition about =
        Condition.is(PK, erasures(account))
            .or(Condition.is(PK, guestLists(account)))
            .and(Condition.begins(SK, event + "#"));
    Condition told = Condition.begins(PK, account + WEBHOOKS).and(Condition.is("event", event));
    return Condition.is(PK, own)
        .or(Condition.begins(PK, own + "#"))
        .or(Condition.begins(PK, account + "#@added#" + event + "#"))
        .or(Condition.begins(PK, account + "#@change#" + event + "/"))
        .or(about)
        .or(told);
  }

  /** {@code {account}#@removals}: the events that are being taken away, by slug. */
  public static String removals(String account) {
    return account + "#@removals";
  }

  /** {@code {account}#@removals / {event}}: an event that is being taken away. */
  public static Key removal(String account, String event) {
    return new Key(removals(account), event);
  }

  /** {@code {account}#@evening / EVENING}: which export the account was filled from. */
  public static Key evening(String account) {
    return new Key(account + EVENING, "EVENING");
  }

  /** {@code #format / FORMAT}: the layout of the table's items, {@link TableFormat}. */
  public static Key format() {
    return new Key("#format", "FORMAT");
  }

  /** {@code #token#{hash} / TOKEN}: a token by the SHA-256 of its secret. */
  public static Key token(String hash) {
    return new Key(TOKEN + hash, "TOKEN");
  }

  /** {@code {account}#@tokens}: the account's notes of its tokens, by token id. */
  public static String tokens(String account) {
    return account + "#@tokens";
  }

  /** {@code {account}#@tokens / {token}}: the account's own note of a token. */
  public static Key tokenOf(String account, String tokenId) {
    return new Key(tokens(account), tokenId);
  }

  /** {@code {account}#@keys#{token or mode}#{digest}}: a used idempotency key. */
  public static Key idempotencyKey(String account, String owner, String digest) {
    return new Key(account + "#@keys#" + owner + "#" + digest, "KEY");
  }

  /** {@code {account}#@erasures}: notes of erasures, by event and order. */
  public static String erasures(String account) {
    return account + "#@erasures";
  }

  /** {@code {account}#@erasures / {event}#{order}}: the note of an order's erasure. */
  public static Key erasure(String account, String event, long order) {
    return new Key(erasures(account), event + "#" + ordinal(order));
  }

  /** {@code {account}#@lists}: where guests stood in guest lists, by event, list and part. */
  public static String guestLists(String account) {
    return account + "#@lists";
  }

  /** {@code {account}#@lists / {event}#{list}#{part}}: where some guests stood in a list. */
  public static Key guestList(String account, String event, long list, long part) {
    return new Key(guestLists(account), event + "#" + ordinal(list) + "#" + ordinal(part));
  }

  /** {@code {account}#@follows / {digest}}: how far a ticket shop has been followed. */
  public static Key follow(String account, String digest) {
    return new Key(follows(account), digest);
  }

  /** {@code {account}#@follows}: how far ticket shops have been followed. */
  public static String follows(String account) {
    return account + "#@follows";
  }

  /** {@code {account}#@reports}: how far what happened was reported to ticket shops. */
  public static String reports(String account) {
    return account + "#@reports";
  }

  /** {@code {account}#@reports / {digest}}: who reports to a ticket shop at present. */
  public static Key reporter(String account, String digest) {
    return new Key(reports(account), digest);
  }

  /** {@code {account}#@reports / {digest}#{event}#{list}#{mode}}: how far a list was reported. */
  public static Key report(String account, String digest, String event, long list, Mode mode) {
    return new Key(
        reports(account), digest + "#" + event + "#" + ordinal(list) + "#" + mode.word());
  }

  /** {@code {account}#@unknown#{token}#{minute} / COUNT}: how many unknown codes a token sent. */
  public static Key unknownCodes(String account, String tokenId, long minute) {
    return new Key(account + "#@unknown#" + tokenId + "#" + minute, "COUNT");
  }

  /** {@code {account}#@searches#{token}#{minute} / COUNT}: how often a token searched. */
  public static Key searches(String account, String tokenId, long minute) {
    return new Key(account + "#@searches#" + tokenId + "#" + minute, "COUNT");
  }

  /** {@code {account}#@added#{event}#{hour} / COUNT}: how many guests desks added. */
  public static Key addedGuests(String account, String event, long hour) {
    return new Key(account + "#@added#" + event + "#" + hour, "COUNT");
  }

  /** {@code {account}#@events}: the sequence of an account's events. */
  public static String events(String account) {
    return account + "#@events";
  }

  /** {@code {account}#@event#{id} / EVENT}: an event's slug by its id. */
  public static Key eventId(String account, long id) {
    return new Key(account + "#@event#" + id, EVENT);
  }

  /** {@code {account}#@webhooks#{mode}}: the sequence of an account's webhook events. */
  public static String webhookEvents(String account, Mode mode) {
    return account + WEBHOOKS + mode.word();
  }

  /**
   * The row of a webhook event in its account's sequence. The id is made of the row's ordinal and
   * the mode.
   */
  public static Key webhookEvent(String account, Mode mode, long id) {
    return row(webhookEvents(account, mode), id / 2);
  }

  /** {@code {account}#@subscriptions#{mode}}: an account's subscriptions, by id. */
  public static String subscriptions(String account, Mode mode) {
    return account + "#@subscriptions#" + mode.word();
  }

  /** {@code {account}#@subscriptions#{mode} / {webhook}}: one subscription with its secrets. */
  public static Key subscription(String account, Mode mode, String webhookId) {
    return new Key(subscriptions(account, mode), webhookId);
  }

  /**
   * {@code {account}#@deliveries#{mode}#{webhook event id} / {webhook}}: the progress of a delivery
   * of a webhook event to a subscription.
   */
  public static Key delivery(String account, Mode mode, long webhookEventId, String webhookId) {
    return new Key(account + "#@deliveries#" + mode.word() + "#" + webhookEventId, webhookId);
  }

  /** {@code {account}#{event}}: an event with its check-in lists. */
  public static String definition(String account, String event) {
    return account + "#" + event;
  }

  /** {@code {account}#{event} / EVENT}: the event itself. */
  public static Key event(String account, String event) {
    return new Key(definition(account, event), EVENT);
  }

  /** {@code {account}#{event} / LIST#{id}}: one check-in list. */
  public static Key list(String account, String event, long id) {
    return new Key(definition(account, event), LIST + ordinal(id));
  }

  /** {@code {account}#{event}#orders#{mode}}: the sequence of an event's orders. */
  public static String orders(String account, String event, Mode mode) {
    return definition(account, event) + "#orders#" + mode.word();
  }

  /** {@code {account}#{event}#webhooks#{mode}}: the sequence of an event's webhook events. */
  public static String webhookEvents(String account, String event, Mode mode) {
    return definition(account, event) + "#webhooks#" + mode.word();
  }

  /**
   * {@code {account}#{event}#list#{id}#checkins#{mode}}: the log of a list, a sequence of all that
   * happens at its door. Its units are the check-ins.
   */
  public static String checkins(String account, String event, long list, Mode mode) {
    return listPart(account, event, list, CHECKINS, mode);
  }

  /** {@code {account}#{event}#list#{id}#orders#{mode}}: the orders that a list admits. */
  public static String admittedOrders(String account, String event, long list, Mode mode) {
    return listPart(account, event, list, "orders", mode);
  }

  /** {@code {account}#{event}#list#{id}#tickets#{mode}}: the tickets that a list admits. */
  public static String admittedTickets(String account, String event, long list, Mode mode) {
    return listPart(account, event, list, "tickets", mode);
  }

  /** {@code {account}#{event}#list#{id}#sum#{mode} / SUM}: what a list's log adds up to. */
  public static Key sum(String account, String event, long list, Mode mode) {
    return new Key(listPart(account, event, list, "sum", mode), "SUM");
  }

  /** {@code {account}#{event}#refused#{mode} / {minute}#{list}}: refusals by reason. */
  public static Key refusals(String account, String event, Mode mode, long minute, long list) {
    return new Key(refusals(account, event, mode), ordinal(minute) + "#" + list);
  }

  /** Sorts after the {@link #refusals} of all lists in a minute. */
  public static String afterRefusals(long minute) {
    return ordinal(minute) + "#~";
  }

  /** {@code {account}#{event}#refused#{mode}}: refusals of an event's lists, by minute. */
  public static String refusals(String account, String event, Mode mode) {
    return definition(account, event) + "#refused#" + mode.word();
  }

  /** Returns all sequences that belong to a list, of both modes. */
  public static List<String> ofList(String account, String event, long list) {
    return Stream.of(Mode.values())
        .flatMap(
            mode ->
                Stream.of(
                    checkins(account, event, list, mode),
                    admittedOrders(account, event, list, mode),
                    admittedTickets(account, event, list, mode)))
        .toList();
  }

  /** {@code {account}#{event}#order#{id} / ORDER}: an order with its tickets. */
  public static Key order(String account, String event, long id) {
    return new Key(definition(account, event) + "#order#" + id, ORDER);
  }

  /** {@code {account}#{event}#order#{id} / DOOR#{number}}: marks of tickets of a large order. */
  public static Key marks(String account, String event, long order, int number) {
    return new Key(order(account, event, order).pk(), "DOOR#" + number);
  }

  /** {@code {account}#{event}#payments#{mode}}: what desks took, by the keys of payments. */
  public static String payments(String account, String event, Mode mode) {
    return definition(account, event) + "#payments#" + mode.word();
  }

  /**
   * {@code {account}#{event}#payments#{mode} / PAYMENT#{key}}: one payment, and which order has it.
   */
  public static Key payment(String account, String event, Mode mode, String key) {
    return new Key(payments(account, event, mode), "PAYMENT#" + key);
  }

  /** {@code {account}#{event}#ticket#{id} / TICKET}: which order a ticket belongs to. */
  public static Key ticket(String account, String event, long id) {
    return new Key(definition(account, event) + "#ticket#" + id, "TICKET");
  }

  /** {@code {account}#{event}#qr#{digest} / QR}: what a QR code, or its digest, stands for. */
  public static Key qr(String account, String event, String qrToken) {
    return qrOfDigest(account, event, QrCode.digest(qrToken));
  }

  /**
   * {@code {ticket or code} / REFUSED#{milliseconds}#{name}}: a refusal, beside the ticket. If the
   * server knew no ticket, it is beside the code.
   */
  public static Key refusal(Key beside, long millis, String name) {
    return new Key(beside.pk(), REFUSED + ordinal(millis) + "#" + name);
  }

  public static Key qrOfDigest(String account, String event, String digest) {
    return new Key(definition(account, event) + "#qr#" + digest, "QR");
  }

  /** {@code {account}#{event}#search#{mode}}: blocks of words by which a search finds tickets. */
  public static String search(String account, String event, Mode mode) {
    return definition(account, event) + "#search#" + mode.word();
  }

  /** {@code {account}#{event}#search#{mode} / RECENT#{id}}: a block that is merged later. */
  public static Key recentWords(String search, String id) {
    return new Key(search, RECENT + id);
  }

  /** {@code {account}#{event}#search#{mode} / SETTLED#{id}}: a block that stays. */
  public static Key settledWords(String search, String id) {
    return new Key(search, "SETTLED#" + id);
  }

  /** {@code {sequence} / HEAD}: the state of a sequence. */
  public static Key head(String sequence) {
    return new Key(sequence, HEAD);
  }

  /** {@code {sequence} / HEAD#{number}}: what the irregular rows of 128 blocks add up to. */
  public static Key summary(String sequence, long number) {
    return new Key(sequence, HEAD + "#" + digits(number, 6));
  }

  /** {@code {sequence} / IRREGULAR#{number}}: the irregular rows of one block. */
  public static Key block(String sequence, long number) {
    return new Key(sequence, "IRREGULAR#" + number);
  }

  /** {@code {sequence} / {ordinal}}: one row of a sequence. */
  public static Key row(String sequence, long ordinal) {
    return new Key(sequence, ordinal(ordinal));
  }

  /** {@code {account}#@change#{change} / CHANGE}: which webhook event records a change. */
  public static Key change(String account, String change) {
    return new Key(account + "#@change#" + change, "CHANGE");
  }

  /** Returns a number as text of 16 digits, so that text order is number order. */
  public static String ordinal(long number) {
    return digits(number, 16);
  }

  /** Pads a number by hand, as a format would use the digits of the default locale. */
  private static String digits(long number, int width) {
    String digits = Long.toString(number);
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  private static String listPart(String account, String event, long list, String part, Mode mode) {
    return definition(account, event) + "#list#" + list + "#" + part + "#" + mode.word();
  }
}
