package io.doorlist.priming;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.environment.Environment;
import io.doorlist.http.StandaloneContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes a function ready for its first request.
 *
 * <p>Implementation notes (ADR 0020). While Lambda starts a function for a snapshot, or to keep it
 * ready, nobody waits. So each operation runs in full then, with recorded answers. The code for
 * connecting runs in real reads, on clients that are closed again, because a snapshot must not
 * contain a connection. In a plain start a client waits, so priming only connects.
 */
public final class Priming {
  /** Lambda's variable that says whether somebody waits for the start. */
  public static final String INITIALIZATION_TYPE = "AWS_LAMBDA_INITIALIZATION_TYPE";

  private static final Set<String> AHEAD = Set.of("snap-start", "provisioned-concurrency");
  private static final String FILE = "priming.txt";

  /**
   * A system property with the number of rounds. One round loads the classes of a request. More
   * rounds, 100 by default, get its code compiled, too.
   */
  public static final String ROUNDS = "doorlist.priming.rounds";

  /** The runtime sets this property for each request, and the SDK passes it on. */
  private static final String TRACE = "com.amazonaws.xray.traceHeader";

  private static final String NOT_TRACED =
      "Root=1-00000000-000000000000000000000000;Parent=0000000000000000;Sampled=0";

  private Priming() {}

  /** Returns the table, connected, for a function that answers no requests. */
  public static FunctionTable table() {
    FunctionTable table = FunctionTable.fromEnvironment();
    table.warm();
    return table;
  }

  /**
   * Primes a function, in full if nobody waits for its start, and returns its table.
   *
   * @param function the class with the {@code priming.txt}
   * @param made creates the function with a table
   * @throws IllegalStateException if the function does not answer as recorded
   */
  public static FunctionTable table(
      Class<? extends RequestStreamHandler> function,
      Function<FunctionTable, RequestStreamHandler> made) {
    if (Environment.get(INITIALIZATION_TYPE).filter(AHEAD::contains).isEmpty()) {
      return table();
    }
    run(function, made);
    return FunctionTable.fromEnvironment();
  }

  private static void run(
      Class<? extends RequestStreamHandler> function,
      Function<FunctionTable, RequestStreamHandler> made) {
    System.setProperty(TRACE, NOT_TRACED);
    try {
      List<Scene> scenes = scenes(function);
      boolean reached = true;
      int rounds = Integer.getInteger(ROUNDS, 100);
      for (int round = 0; round < rounds; round++) {
        for (Scene scene : scenes) {
          scene.play(made);
        }
        reached = reached && connect();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      System.clearProperty(TRACE);
    }
  }

  /** Connects to the table for one read; returns whether it answered. */
  private static boolean connect() {
    try (FunctionTable closed = FunctionTable.fromEnvironment()) {
      return closed.warm();
    }
  }

  /**
   * Reads the recorded scenes of a function. The first word of a line says what follows: {@code
   * input}, an operation of the table with its answer, or {@code output} with a part of the
   * function's answer.
   */
  private static List<Scene> scenes(Class<?> function) throws IOException {
    List<Scene> scenes = new ArrayList<>();
    try (InputStream file = function.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException(function.getName() + " has no " + FILE);
      }
      new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split(" ", 2))
          .forEach(
              line -> {
                byte[] text = line[1].getBytes(StandardCharsets.UTF_8);
                switch (line[0]) {
                  case "input" -> scenes.add(new Scene(text));
                  case "output" -> scenes.getLast().output = line[1];
                  default -> scenes.getLast().answer(line[0], text);
                }
              });
    }
    return scenes;
  }

  /**
   * One input, the table's recorded answers by operation, and a text that the function's output
   * must contain.
   */
  private static final class Scene {
    private final byte[] input;
    private final Map<String, List<byte[]>> answers = new HashMap<>();
    private String output = "";

    Scene(byte[] input) {
      this.input = input;
    }

    void answer(String operation, byte[] body) {
      answers.computeIfAbsent(operation, any -> new ArrayList<>()).add(body);
    }

    /**
     * Plays the scene with a new function, which starts as usual and remembers no earlier scene.
     */
    void play(Function<FunctionTable, RequestStreamHandler> made) throws IOException {
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      try (FunctionTable recorded = FunctionTable.recorded(answers)) {
        recorded.warm();
        made.apply(recorded)
            .handleRequest(new ByteArrayInputStream(input), written, new StandaloneContext());
      }
      if (!written.toString(StandardCharsets.UTF_8).contains(output)) {
        throw new IllegalStateException("the function does not answer as recorded: " + output);
      }
    }
  }
}
