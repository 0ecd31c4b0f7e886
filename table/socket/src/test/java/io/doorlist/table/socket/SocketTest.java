package io.doorlist.table.socket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.ConflictException;
import io.doorlist.table.Engine;
import io.doorlist.table.FaultException;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.Range;
import io.doorlist.table.RefusedException;
import io.doorlist.table.Sizes;
import io.doorlist.table.TableException;
import io.doorlist.table.ThrottledException;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Has a timeout, because a test that gets no answer would otherwise wait for ever. */
@Timeout(60)
class SocketTest {
  private static final Key KEY = new Key("p", "s");
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(300);

  @TempDir private Path folder;
  private final MemoryEngine memory = new MemoryEngine();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final ExecutorService threads = closing(Executors.newVirtualThreadPerTaskExecutor());

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  private <T extends AutoCloseable> T closing(T resource) {
    open.add(resource);
    return resource;
  }

  private Path path() {
    return folder.resolve("own").resolve("table.sock");
  }

  private SocketServer serve(Engine engine, Duration sending) throws IOException {
    return closing(SocketServer.open(path(), engine, sending, line -> {}));
  }

  private SocketServer serve(Engine engine) throws IOException {
    return serve(engine, LONG);
  }

  private SocketEngine connect() {
    return closing(SocketEngine.connect(path(), LONG));
  }

  /** Connects without this package's client, and says something. */
  private SocketChannel raw(byte... said) throws IOException {
    SocketChannel channel = closing(SocketChannel.open(UnixDomainSocketAddress.of(path())));
    channel.write(ByteBuffer.wrap(said));
    return channel;
  }

  /** Returns all that the other side says until it ends. */
  private static String rest(SocketChannel channel) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(10_000);
    int bytes = 0;
    while (bytes >= 0) {
      bytes = channel.read(all);
    }
    return new String(all.array(), 0, all.position(), UTF_8);
  }

  private static Item item(Key key, int bytes) {
    Item item = new Item(key);
    return item.put("x", "x".repeat(bytes - Sizes.of(item) - 1));
  }

  @Test
  void ownerAlone_canOpenTheSocketAndItsFolder() throws IOException {
    serve(memory);

    assertEquals("rw-------", permissions(path()));
    assertEquals("rwx------", permissions(path().getParent()));
    // Nothing is left of how it was made.
    try (Stream<Path> files = Files.list(path().getParent())) {
      assertEquals(List.of(path()), files.toList());
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void socketThatWasLeft_goes_butNoHostThatRuns() throws IOException {
    Files.createDirectories(path().getParent());
    ServerSocketChannel left =
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            .bind(UnixDomainSocketAddress.of(path()));
    left.close();
    assertTrue(Files.exists(path()));

    serve(memory);
    connect().write(Write.put(new Item(KEY)));
    IOException refused = assertThrows(IOException.class, () -> serve(memory));

    assertEquals("another host answers at " + path(), refused.getMessage());
    assertTrue(connect().get(KEY).isPresent());
  }

  @Test
  void fileThatIsNoSocket_stays() throws IOException {
    Files.createDirectories(path().getParent());
    Files.writeString(path(), "mine");

    IOException refused = assertThrows(IOException.class, () -> serve(memory));

    assertEquals(path() + " is no socket", refused.getMessage());
    assertEquals("mine", Files.readString(path()));
  }

  /** The system says only which path it is. */
  @Test
  void folderThatCannotBe_isRefusedInWords() throws IOException {
    Files.writeString(folder.resolve("own"), "a file");

    IOException refused = assertThrows(IOException.class, () -> serve(memory));

    assertTrue(
        refused.getMessage().startsWith("there can be no socket at " + path() + ": "),
        refused.getMessage());
  }

  @Test
  void pathThatIsTooLong_isRefusedInWords() throws IOException {
    Path deep = folder.resolve("x".repeat(103));

    IOException refused =
        assertThrows(IOException.class, () -> SocketServer.open(deep, memory, line -> {}));
    TableException unreached = assertThrows(TableException.class, () -> SocketEngine.connect(deep));

    String words = "the path of a socket has 103 bytes at most, and " + deep + " has ";
    assertTrue(refused.getMessage().startsWith(words), refused.getMessage());
    assertTrue(unreached.getMessage().contains(words), unreached.getMessage());
    // As long as it may be.
    int left = 103 - folder.toString().length() - 1;
    Path fits = folder.resolve("y".repeat(left));
    closing(SocketServer.open(fits, memory, line -> {}));
    closing(SocketEngine.connect(fits)).get(KEY);
  }

  @Test
  void hostOfAnotherVersion_isRefusedInWords() throws Exception {
    Files.createDirectories(path().getParent());
    ServerSocketChannel other =
        closing(
            ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(path())));
    Future<?> answered =
        threads.submit(
            () -> {
              try (SocketChannel command = other.accept()) {
                command.write(ByteBuffer.wrap("doorlist table 2 other\n".getBytes(US_ASCII)));
                rest(command);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });

    RefusedException refused = assertThrows(RefusedException.class, this::connect);

    assertTrue(refused.getMessage().contains("of another version"), refused.getMessage());
    answered.get();
  }

  @Test
  void commandOfAnotherVersion_isTold() throws IOException {
    serve(memory);

    assertEquals("doorlist table 1 other\n", rest(raw("doorlist table 2\n".getBytes(US_ASCII))));
    assertEquals("", rest(raw("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII))));
    assertEquals("", rest(raw("x".repeat(5_000).getBytes(US_ASCII))));
  }

  /** 100 items of a transaction of 4 MB, and what the limits allow besides. */
  @Test
  void largeTransaction_goesAndComes() throws IOException {
    serve(memory);
    SocketEngine engine = connect();
    List<Write> writes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      writes.add(Write.put(item(new Key("p", "s%02d".formatted(i)), (4 << 20) / 100)).ifAbsent());
    }

    assertTrue(engine.transact(writes, "first").written());
    Transaction.Rejected again = (Transaction.Rejected) engine.transact(writes, "second");

    assertEquals(Set.copyOf(writes), again.failed().keySet());
    for (Write write : writes) {
      assertEquals(((Write.Put) write).item(), again.old(write));
    }
    assertEquals(100, engine.get(writes.stream().map(Write::key).toList()).found().size());
  }

  @Test
  void requestThatIsTooLarge_isRefusedBeforeItIsSent() throws IOException {
    serve(memory);
    SocketEngine engine = connect();
    List<Write> writes = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      writes.add(Write.put(item(new Key("p", "s" + i), 400 << 10)));
    }

    RefusedException refused =
        assertThrows(RefusedException.class, () -> engine.transact(writes, "token"));

    assertEquals(RefusedException.INVALID, refused.code());
    assertEquals(Optional.empty(), engine.get(KEY));
  }

  @Test
  void failures_areThoseOfTheTable() throws IOException {
    List<TableException> failures =
        List.of(
            new ThrottledException("no room", null),
            new ConflictException(Set.of(1), "conflict", null),
            new FaultException("fault", null),
            new NoAnswerException("none", null),
            new RefusedException(RefusedException.NO_TABLE, "refused", null));
    List<RuntimeException> next = new ArrayList<>(failures);
    serve(
        new RelayingEngine(memory) {
          @Override
          protected <A> A relay(Call<A> call) {
            if (next.isEmpty()) {
              return super.relay(call);
            }
            throw next.removeFirst();
          }
        });
    SocketEngine engine = connect();

    for (TableException failure : failures) {
      TableException met = assertThrows(TableException.class, () -> engine.get(KEY));
      assertEquals(failure.getClass(), met.getClass());
      assertEquals(failure.getMessage(), met.getMessage());
    }
    // What is in it may be somebody's name.
    next.add(new IllegalStateException("Ada"));
    FaultException met = assertThrows(FaultException.class, () -> engine.get(KEY));
    assertEquals("the table failed: IllegalStateException", met.getMessage());
    assertEquals(Optional.empty(), engine.get(KEY));
  }

  @Test
  void commandsAtTheSameTime_areServedOrToldToWait() throws Exception {
    serve(memory);
    SocketEngine engine = connect();
    int calls = 2_000;

    int throttled = 0;
    try (ExecutorService many = Executors.newFixedThreadPool(200)) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        all.add(many.submit(() -> added(engine)));
      }
      for (Future<Integer> each : all) {
        throttled += each.get();
      }
    }

    assertEquals(calls, memory.get(KEY).orElseThrow().number("n"));
    assertTrue(throttled >= 0);
  }

  /** Adds one; returns how often it was told to wait. */
  private static int added(Engine engine) {
    for (int times = 0; ; times++) {
      try {
        engine.write(Update.of(KEY).add("n", 1));
        return times;
      } catch (ThrottledException e) {
        Thread.yield();
      }
    }
  }

  @Test
  void oneCommandTooMany_isToldToWait_untilAnotherEnds() throws IOException {
    serve(memory);
    List<SocketEngine> commands = new ArrayList<>();
    for (int i = 0; i < SocketServer.MOST_CONNECTIONS; i++) {
      commands.add(connect());
    }

    assertThrows(ThrottledException.class, this::connect);
    commands.getFirst().close();

    SocketEngine next = null;
    while (next == null) {
      try {
        next = connect();
      } catch (ThrottledException e) {
        Thread.yield();
      }
    }
    assertEquals(Optional.empty(), next.get(KEY));
  }

  /** It has begun a message, or an answer waits for it, and nothing happens. */
  @Test
  void commandThatHangs_isLeft_andOthersAreServed() throws IOException {
    serve(memory, SHORT);
    SocketEngine engine = connect();
    for (int i = 0; i < 5; i++) {
      engine.write(Write.put(item(new Key("p", "s" + i), 400 << 10)));
    }
    SocketChannel torn = greeted();
    torn.write(ByteBuffer.wrap(new byte[] {0, 0, 1, 0, 'g'}));
    SocketChannel silent = raw("doorlist".getBytes(US_ASCII));
    SocketChannel deaf = greeted();
    MessageWriter out = new MessageWriter();
    out.kind(Calls.QUERY);
    out.range(Range.whole("p"));
    out.flag(false);
    byte[] query = out.message();

    // It asks on and on, until the host closes the connection.
    assertThrows(
        IOException.class,
        () -> {
          while (true) {
            deaf.write(ByteBuffer.allocate(4).putInt(query.length).flip());
            deaf.write(ByteBuffer.wrap(query));
          }
        });
    assertEquals("", rest(torn));
    assertEquals("", rest(silent));
    assertTrue(engine.get(new Key("p", "s0")).isPresent());
  }

  private SocketChannel greeted() throws IOException {
    SocketChannel channel = raw((Greeting.ofCommand() + "\n").getBytes(US_ASCII));
    ByteBuffer one = ByteBuffer.allocate(1);
    do {
      channel.read(one.clear());
    } while (one.get(0) != '\n');
    return channel;
  }

  @Test
  void messageThatIsNone_endsItsConnectionOnly() throws IOException {
    serve(memory);
    SocketEngine engine = connect();
    for (byte[] message :
        List.of(
            new byte[] {0, 0, 0, 1, '?'},
            new byte[] {0, 0, 0, 3, 'g', 9, 'p'},
            new byte[] {127, -1, -1, -1, 'g'},
            new byte[] {-1, -1, -1, -1, 'g'})) {
      SocketChannel channel = greeted();
      channel.write(ByteBuffer.wrap(message));
      assertEquals("", rest(channel));
    }
    assertEquals(Optional.empty(), engine.get(KEY));
  }

  /** Both ends are in this process: what matters is what each of them does. */
  @Test
  void hostThatHangs_givesNoAnswer_inTime() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    serve(waiting(new CountDownLatch(1), goesOn));
    SocketEngine engine = closing(SocketEngine.connect(path(), SHORT));

    NoAnswerException none = assertThrows(NoAnswerException.class, () -> engine.get(KEY));

    assertFalse(none.ended());
    goesOn.countDown();
    assertEquals(Optional.empty(), engine.get(KEY));
  }

  /** Returns an engine whose calls say that they have begun, and then wait. */
  private Engine waiting(CountDownLatch begun, CountDownLatch goesOn) {
    return new RelayingEngine(memory) {
      @Override
      protected <A> A relay(Call<A> call) {
        begun.countDown();
        awaited(goesOn);
        return super.relay(call);
      }
    };
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void closingHost_answersWhatHasBegun_andHasThenEnded() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    SocketServer server = serve(waiting(begun, goesOn));
    SocketEngine engine = connect();
    Future<Optional<Item>> call = threads.submit(() -> engine.write(Write.put(new Item(KEY))));
    begun.await();
    Future<?> closing = threads.submit(server::close);
    while (Files.exists(path())) {
      Thread.onSpinWait();
    }
    goesOn.countDown();

    assertEquals(Optional.of(new Item(KEY)), call.get());
    closing.get();
    NoAnswerException none = assertThrows(NoAnswerException.class, () -> engine.get(KEY));
    assertTrue(none.ended(), none.getMessage());
    NoAnswerException nobody = assertThrows(NoAnswerException.class, this::connect);
    assertTrue(nobody.ended(), nobody.getMessage());
  }

  /** The next host knows no token of the one before: a transaction could happen twice. */
  @Test
  void nextHost_getsNoCallOfTheOneBefore() throws IOException {
    SocketServer first = serve(memory);
    SocketEngine engine = connect();
    engine.get(KEY);
    first.close();
    serve(memory);

    for (int i = 0; i < 2; i++) {
      NoAnswerException none =
          assertThrows(
              NoAnswerException.class,
              () -> engine.transact(List.of(Update.of(KEY).add("n", 1)), "token"));
      assertTrue(none.ended(), none.getMessage());
    }
    assertEquals(Optional.empty(), connect().get(KEY));
  }

  @Test
  void interruptedCall_endsNeitherHostNorEngine() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    serve(waiting(begun, goesOn));
    SocketEngine engine = connect();
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    engine.get(KEY);
                  } catch (NoAnswerException e) {
                    ended.complete(e.ended());
                  }
                });
    begun.await();
    thread.interrupt();

    assertFalse(ended.get());
    goesOn.countDown();
    assertEquals(Optional.empty(), engine.get(KEY));
  }

  @Test
  void closedEngine_callsNobody() throws IOException {
    serve(memory);
    SocketEngine engine = connect();
    engine.close();

    NoAnswerException none = assertThrows(NoAnswerException.class, () -> engine.get(KEY));

    assertTrue(none.ended());
  }
}
