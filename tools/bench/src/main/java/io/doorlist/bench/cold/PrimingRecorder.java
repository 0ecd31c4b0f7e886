package io.doorlist.bench.cold;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.table.LongLists;
import io.doorlist.json.Json;
import io.doorlist.local.template.Deployment.FunctionSpec;
import io.doorlist.priming.Priming;
import io.doorlist.testing.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Passes the inputs in events/ to their functions, and records the answers of DynamoDB Local.
 * Before Lambda takes a snapshot of a function, the function handles these inputs with these
 * answers, which is its priming (ADR 0020).
 */
public final class PrimingRecorder {
  private static final int ROWS = 3;
  private static final Set<String> UNPRIMED = Set.of("PagesFunction", "WebhookSenderFunction");

  private PrimingRecorder() {}

  /** Returns the text for each file {@code priming.txt}. */
  public static Map<Path, String> record() throws Exception {
    Map<Path, String> files = new TreeMap<>();
    try (ColdStack stack = stack()) {
      for (String input : inputs()) {
        FunctionSpec function = stack.function(input);
        if (!UNPRIMED.contains(function.name())) {
          String said = record(stack, input, function.handler());
          files.merge(file(function), said, String::concat);
        }
      }
    }
    return files;
  }

  /** Starts every primed function, as Lambda does before it takes a snapshot. */
  public static void start() throws Exception {
    Set<String> handlers = new TreeSet<>();
    System.setProperty(Priming.INITIALIZATION_TYPE, "snap-start");
    try (ColdStack stack = stack()) {
      for (String input : inputs()) {
        FunctionSpec function = stack.function(input);
        if (!UNPRIMED.contains(function.name()) && handlers.add(function.handler())) {
          Class.forName(function.handler()).getConstructor().newInstance();
        }
      }
    } finally {
      System.clearProperty(Priming.INITIALIZATION_TYPE);
    }
  }

  /** Returns a table, and sets this process up for it. */
  private static ColdStack stack() throws IOException {
    ColdStack stack = new ColdStack(ROWS, 0);
    System.setProperty("TABLE_NAME", LongLists.TABLE);
    System.setProperty("QR_BASE_URL", "https://doorlist.example/t");
    System.setProperty("DELIVERIES_QUEUE_URL", "http://127.0.0.1:9/none");
    System.setProperty("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:9");
    stack.settings().forEach(System::setProperty);
    return stack;
  }

  /**
   * Returns the first word of each line of a {@code priming.txt}. It says whether the line is an
   * input, an answer of the table, or a part of the output.
   */
  public static List<String> words(String text) {
    return text.lines().map(line -> line.substring(0, line.indexOf(' '))).toList();
  }

  private static Path file(FunctionSpec function) {
    String handler = function.handler();
    return function
        .codeUri()
        .getParent()
        .resolveSibling("src/main/resources")
        .resolve(handler.substring(0, handler.lastIndexOf('.')).replace('.', '/'))
        .resolve("priming.txt");
  }

  /**
   * Returns the names of all inputs except those for OPTIONS and HEAD, which no operation answers.
   */
  private static List<String> inputs() throws IOException {
    try (Stream<Path> files = Files.list(BenchCommand.ROOT.resolve("events"))) {
      return files
          .map(file -> file.getFileName().toString().replaceFirst("\\.json$", ""))
          .filter(name -> !name.startsWith("options-") && !name.startsWith("head-"))
          .sorted()
          .toList();
    }
  }

  private static String record(ColdStack stack, String input, String handler) throws Exception {
    Recording.begin();
    RequestStreamHandler function =
        (RequestStreamHandler) Class.forName(handler).getConstructor().newInstance();
    byte[] bytes = stack.recorded(input);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    function.handleRequest(new ByteArrayInputStream(bytes), output, TestContext.silent(10_000));
    List<Recording.Answer> answers = Recording.end();
    Map<String, Object> answer = Json.readObject(output.toByteArray());
    if (!ColdStack.good(input, answer)) {
      throw new IllegalStateException(input + ": " + answer);
    }
    StringBuilder said = new StringBuilder(line("input", bytes));
    answers.forEach(each -> said.append(line(each.operation(), each.body())));
    return said.append("output ").append(expected(answer)).append('\n').toString();
  }

  private static String line(String word, byte[] text) {
    String one = new String(text, StandardCharsets.UTF_8);
    if (one.indexOf('\n') >= 0) {
      throw new IllegalStateException("more than one line: " + one);
    }
    return word + " " + one + "\n";
  }

  /** Returns a part that each correct answer contains. */
  private static String expected(Map<String, Object> answer) {
    if (answer.containsKey("statusCode")) {
      return "\"statusCode\":" + answer.get("statusCode");
    }
    return answer.containsKey("policyDocument")
        ? "\"Effect\":\"Allow\""
        : "\"batchItemFailures\":[]";
  }
}
