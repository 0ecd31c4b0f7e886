package io.doorlist.table.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Condition;
import io.doorlist.table.ConflictException;
import io.doorlist.table.Engine;
import io.doorlist.table.FaultException;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.Opaque;
import io.doorlist.table.Path;
import io.doorlist.table.Range;
import io.doorlist.table.RefusedException;
import io.doorlist.table.TableException;
import io.doorlist.table.ThrottledException;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import java.net.ProtocolException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessageTest {
  private static final Item ITEM =
      new Item(new Key("p", "s\u00fc"))
          .put("text", "Gr\u00fc\u00dfe \ud83c\udf9f")
          .put("numbers", List.of(0L, -1L, 63L, -65L, Long.MAX_VALUE, Long.MIN_VALUE))
          .put("flags", List.of(true, false))
          .put("bytes", new byte[] {0, -1, 7})
          .put("map", Map.of("inner", List.of(Map.of(), List.of())))
          .put(
              "others",
              List.of(
                  Opaque.NULL,
                  Opaque.ofDigits("1.5"),
                  Opaque.set("SS", Stream.of("b", "a")),
                  Opaque.set("NS", Stream.of("2", "1"))));

  private static final Condition CONDITION =
      Condition.all(
          List.of(
              Condition.has(Path.of("a", 1, "b")),
              Condition.lacks("c"),
              Condition.lacks("list", "element"),
              Condition.is("d", ITEM),
              Condition.atLeast("e", -5),
              Condition.below("f", 5),
              Condition.begins("g", "pre").or(Condition.present())));

  private static List<Write> writes() {
    return List.of(
        Write.put(ITEM).require(CONDITION),
        Write.delete(new Key("p", "1")),
        Write.check(new Key("p", "2")).ifPresent(),
        Update.of(new Key("p", "3"))
            .set(Path.of("a", 0), List.of(1L))
            .setIfAbsent("b", "text")
            .append("c", 5L)
            .add("d", -7)
            .remove("e"));
  }

  private static byte[] request() {
    MessageWriter out = new MessageWriter();
    out.kind(Calls.TRANSACT);
    out.list(writes(), out::write);
    out.text("token");
    return out.message();
  }

  @Test
  void writes_areReadAsTheyWereWritten() throws ProtocolException {
    MessageReader in = new MessageReader(request());
    assertEquals(Calls.TRANSACT, in.kind());
    List<Write> came = in.list(in::write);
    assertEquals("token", in.text());
    in.end();

    assertEquals(
        writes().stream().map(Write::content).toList(), came.stream().map(Write::content).toList());
  }

  @Test
  void reads_areReadAsTheyWereWritten() throws ProtocolException {
    Range range = new Range("p", "a", "z", false, 7);
    MessageWriter out = new MessageWriter();
    out.range(range);
    out.range(Range.whole("p"));
    out.optional(null, out::key);
    out.optional(CONDITION, out::condition);

    MessageReader in = new MessageReader(out.message());
    assertEquals(range, in.range());
    assertEquals(Range.whole("p"), in.range());
    assertEquals(null, in.optional(in::key));
    assertEquals(CONDITION, in.optional(in::condition));
    in.end();
  }

  /** As deep as the operators of an expression go. */
  @Test
  void deepCondition_isReadAsItWasWritten() throws ProtocolException {
    Condition deep = Condition.has("a");
    for (int i = 0; i < 299; i++) {
      deep = deep.or(Condition.has("a"));
    }
    MessageWriter out = new MessageWriter();
    out.condition(deep);
    assertEquals(deep, new MessageReader(out.message()).condition());
  }

  /** Who changes how messages are written changes this, and the version with it. */
  @Test
  void format_isThatOfThisVersion() {
    CRC32C sum = new CRC32C();
    sum.update(request());
    assertEquals(
        "1 65b81099", Greeting.VERSION + " " + HexFormat.of().toHexDigits((int) sum.getValue()));
  }

  static List<TableException> failures() {
    return List.of(
        new ThrottledException("throttled", null),
        new ConflictException(Set.of(0, 3), "conflict", null),
        new FaultException("fault", null),
        new NoAnswerException("none", null),
        new RefusedException(RefusedException.NO_TABLE, "refused", null));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failures_areReadAsTheyWereWritten(TableException failure) throws ProtocolException {
    MessageWriter out = new MessageWriter();
    FailureMessages.write(failure, out);
    TableException came = FailureMessages.read(new MessageReader(out.message()));

    assertEquals(failure.getClass(), came.getClass());
    assertEquals(failure.getMessage(), came.getMessage());
    if (failure instanceof ConflictException conflict) {
      assertEquals(conflict.writes(), ((ConflictException) came).writes());
    }
    if (failure instanceof RefusedException refused) {
      assertEquals(refused.code(), ((RefusedException) came).code());
    }
  }

  @Test
  void tornMessage_isRefused_whereverItEnds() {
    byte[] whole = request();
    Engine engine = new MemoryEngine();
    for (int length = 0; length < whole.length; length++) {
      byte[] torn = Arrays.copyOf(whole, length);
      assertThrows(ProtocolException.class, () -> made(engine, torn), length + " bytes");
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThrows(ProtocolException.class, () -> made(engine, longer));
    assertEquals(List.of(), engine.scan(null, 10, null).items());
  }

  private static boolean made(Engine engine, byte[] request) throws ProtocolException {
    Calls.make(engine, new MessageReader(request), new MessageWriter());
    return true;
  }

  /** What is damaged is refused or is another request, but takes no stack, time or memory. */
  @Test
  void damagedMessage_isRefusedOrAnotherRequest() {
    SplittableRandom random = new SplittableRandom(7);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = request();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      try {
        made(new MemoryEngine(), damaged);
      } catch (ProtocolException | RefusedException | IllegalArgumentException e) {
        refused++;
      }
    }
    assertTrue(refused > 1_000, refused + " refused");
  }

  @Test
  void message_isRefused_whenItIsNestedTooDeep() {
    MessageWriter out = new MessageWriter();
    out.kind(Calls.SCAN);
    out.flag(true);
    for (int i = 0; i < 1_000_000; i++) {
      out.kind('&');
      out.count(1);
    }
    byte[] deep = out.message();
    assertThrows(ProtocolException.class, () -> made(new MemoryEngine(), deep));
  }

  @Test
  void greeting_saysWhoIsThere() throws ProtocolException {
    Greeting open = new Greeting(1, Greeting.State.OPEN, "0a-f1");
    assertEquals("doorlist table 1 open 0a-f1", open.line());
    assertEquals(open, Greeting.of(open.line()));
    assertEquals("doorlist table 1", Greeting.ofCommand());
    assertEquals(9, Greeting.versionOf("doorlist table 9"));
    // A later version may say more.
    assertEquals(
        new Greeting(9, Greeting.State.OTHER, ""), Greeting.of("doorlist table 9 other, as it is"));
    assertThrows(ProtocolException.class, () -> Greeting.of("HTTP/1.1 400 Bad Request"));
    assertThrows(ProtocolException.class, () -> Greeting.versionOf("GET / HTTP/1.1"));
  }
}
