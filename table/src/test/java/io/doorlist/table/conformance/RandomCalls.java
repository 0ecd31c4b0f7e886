package io.doorlist.table.conformance;

import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Opaque;
import io.doorlist.table.Path;
import io.doorlist.table.Range;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.testing.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Draws calls over few keys, so that they collide, with few names and values, so that conditions
 * are true as often as not. Some are calls that a table refuses.
 */
final class RandomCalls {
  private static final List<String> NAMES = List.of("a", "n", "m", "l", "size", "p10", "Über");

  /** In the order of their bytes, which is not that of their code units. */
  private static final List<String> SORT_KEYS =
      List.of("!", "0001", "0002", "HEAD", "HEAD#1", "s", "é", "\uffee", "\ud83c\udf9f");

  private final SplittableRandom random;
  private final List<Call.Transact> sent = new ArrayList<>();
  private int tokens;

  RandomCalls(long seed) {
    this.random = new SplittableRandom(seed);
  }

  private boolean rarely() {
    return random.nextInt(40) == 0;
  }

  @SafeVarargs
  private <T> T oneOf(T... some) {
    return some[random.nextInt(some.length)];
  }

  private <T> T oneOf(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  Call<?> next() {
    return switch (random.nextInt(12)) {
      case 0 -> new Call.Get(key());
      case 1 -> new Call.GetMany(keys());
      case 2, 3 -> new Call.Query(range(), null);
      case 4 -> new Call.Scan(random.nextBoolean() ? null : condition(2), limit(), null);
      case 5, 6, 7, 8 -> new Call.Single(write(false));
      default -> transaction();
    };
  }

  private int limit() {
    return random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(5);
  }

  private String pk() {
    return "p" + random.nextInt(3);
  }

  private String sk() {
    return rarely() ? "" : oneOf(SORT_KEYS);
  }

  private Key key() {
    return new Key(pk(), sk());
  }

  private List<Key> keys() {
    List<Key> keys = IntStream.range(0, 1 + random.nextInt(6)).mapToObj(any -> key()).toList();
    return rarely() ? keys : keys.stream().distinct().toList();
  }

  private Range range() {
    String from = sk();
    String to = sk();
    boolean ordered = Key.ORDER.compare(from, to) <= 0 || rarely();
    return new Range(
        pk(), ordered ? from : to, ordered ? to : from, random.nextInt(4) > 0, limit());
  }

  private Object number() {
    return (long) random.nextInt(-2, 4);
  }

  private Object value(int depth) {
    return switch (random.nextInt(depth > 0 ? 14 : 9)) {
      case 0, 1, 2 -> number();
      case 3, 4 -> "s" + random.nextInt(3);
      case 5 -> random.nextBoolean();
      case 6 -> new byte[] {(byte) random.nextInt(2), 1};
      case 7 -> opaque();
      case 8 -> oneOf(12345678901234L, "Grüße", "s", "", "x".repeat(random.nextInt(700)));
      case 9, 10, 11 -> list(depth - 1);
      default -> map(depth - 1);
    };
  }

  private Object opaque() {
    return oneOf(
        Opaque.NULL,
        Opaque.ofDigits("1.5"),
        Opaque.ofDigits("-123456789012345678901234567890"),
        Opaque.set("SS", Stream.of("s1", "s0")),
        Opaque.set("NS", Stream.of("2", "1.5")));
  }

  private List<Object> list(int depth) {
    return IntStream.range(0, random.nextInt(4)).mapToObj(any -> value(depth)).toList();
  }

  private Map<String, Object> map(int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      map.put(oneOf(NAMES), value(depth));
    }
    return map;
  }

  private Item item() {
    Item item = new Item(key());
    for (int i = random.nextInt(6); i > 0; i--) {
      String name = oneOf(NAMES);
      // Most are of the type that most updates expect.
      item.put(
          name,
          switch (name) {
            case "n", "size" -> number();
            case "m" -> map(1);
            case "l" -> list(1);
            default -> value(2);
          });
    }
    return item;
  }

  private Path path() {
    List<Object> steps = new ArrayList<>(List.of(oneOf(NAMES)));
    while (steps.size() < 4 && random.nextInt(3) == 0) {
      steps.add(random.nextInt(3) == 0 ? (Object) random.nextInt(4) : oneOf(NAMES));
    }
    return new Path(steps);
  }

  private Condition condition(int depth) {
    return switch (random.nextInt(depth > 0 ? 13 : 10)) {
      case 0 -> Condition.absent();
      case 1, 2 -> Condition.present();
      case 3 -> Condition.has(path());
      case 4 -> Condition.lacks(path());
      case 5 -> Condition.lacks(oneOf(NAMES), value(1));
      case 6 -> Condition.is(path(), value(1));
      case 7 -> Condition.is(oneOf("n", "size"), number());
      case 8 ->
          random.nextBoolean()
              ? Condition.atLeast(oneOf(NAMES), (long) number())
              : Condition.below(oneOf(NAMES), (long) number());
      case 9 -> Condition.begins(oneOf("a", "pk", "sk", "n"), oneOf("s", "p1", "H", "Gr"));
      case 10 ->
          Condition.all(
              IntStream.range(rarely() ? 0 : 1, 1 + random.nextInt(3))
                  .mapToObj(any -> condition(depth - 1))
                  .toList());
      case 11 -> condition(depth - 1).or(condition(depth - 1));
      default -> condition(depth - 1).and(condition(depth - 1));
    };
  }

  private Update update() {
    Update update = Update.of(key());
    for (int i = rarely() ? 0 : 1 + random.nextInt(4); i > 0; i--) {
      switch (random.nextInt(8)) {
        case 0, 1 -> update.set(path(), value(2));
        case 2 -> update.setIfAbsent(oneOf(NAMES), value(2));
        case 3 -> update.append(random.nextInt(4) > 0 ? "l" : oneOf(NAMES), value(1));
        case 4, 5 -> update.add(random.nextInt(4) > 0 ? "n" : oneOf(NAMES), (long) number());
        default -> update.remove(path());
      }
    }
    if (rarely()) {
      update.set(oneOf("pk", "sk"), "other");
    }
    return update;
  }

  private Write write(boolean inTransaction) {
    Write write =
        switch (random.nextInt(inTransaction ? 7 : 6)) {
          case 0, 1 -> Write.put(item());
          case 2 -> Write.delete(key());
          case 3, 4, 5 -> update();
          default -> Write.check(key());
        };
    boolean checks = write instanceof Write.Check;
    return checks || random.nextInt(3) > 0 ? write.require(condition(2)) : write;
  }

  /**
   * Returns a transaction with the token of an earlier one. The table in a file keeps a hash of
   * what a token names. Of two million calls one had the hash of another transaction, which this
   * leaves out.
   */
  private static Call.Transact another(Call.Transact before, Write write) {
    Call.Transact other = new Call.Transact(List.of(write), before.token());
    return hash(other) == hash(before) ? before : other;
  }

  private static int hash(Call.Transact call) {
    return call.writes().stream().map(Write::content).toList().hashCode();
  }

  private Call<?> transaction() {
    if (!sent.isEmpty() && random.nextInt(6) == 0) {
      Call.Transact before = oneOf(sent);
      // The same token with other content, sometimes.
      return switch (random.nextInt(12)) {
        case 0, 1, 2 -> another(before, write(true));
        case 3 -> another(before, Write.delete(new Key(pk(), "")));
        default -> before;
      };
    }
    Map<Key, Write> writes = new LinkedHashMap<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      Write write = write(true);
      writes.put(write.key(), write);
    }
    Call.Transact call = new Call.Transact(List.copyOf(writes.values()), "token-" + tokens++);
    sent.add(call);
    if (sent.size() > 20) {
      sent.removeFirst();
    }
    return call;
  }
}
