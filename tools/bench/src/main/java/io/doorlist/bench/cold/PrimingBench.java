package io.doorlist.bench.cold;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.bench.table.LongLists;
import io.doorlist.json.Json;
import io.doorlist.local.template.FunctionSpec;
import io.doorlist.store.table.RecordedAnswer;
import io.doorlist.testing.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What functions are primed with. */
@Command(
    name = "priming",
    description = {
      "Hands the inputs in events/ to their functions over DynamoDB Local, and records what it",
      "answers: with that the functions are primed before a snapshot."
    })
public final class PrimingBench extends BenchCommand {
  private static final int ROWS = 3;
  private static final Set<String> UNPRIMED = Set.of("PagesFunction", "WebhookSenderFunction");

  @Option(names = "--write", description = "Write functions/*/src/main/resources/**/priming.txt.")
  private boolean write;

  @Override
  public Report measure() throws Exception {
    Report report =
        new Report(
            "priming", "what functions are primed with", List.of("inputs", "answers", "bytes"));
    Map<FunctionSpec, StringBuilder> files = new LinkedHashMap<>();
    try (ColdStack stack = new ColdStack(ROWS, 0)) {
      System.setProperty("TABLE_NAME", LongLists.TABLE);
      System.setProperty("QR_BASE_URL", "https://doorlist.example/t");
      System.setProperty("DELIVERIES_QUEUE_URL", "http://127.0.0.1:9/none");
      System.setProperty("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:9");
      stack.settings().forEach(System::setProperty);
      for (String input : inputs()) {
        FunctionSpec function = stack.function(input);
        if (!UNPRIMED.contains(function.name())) {
          record(
              stack, input, function, files.computeIfAbsent(function, any -> new StringBuilder()));
        }
      }
    }
    for (Map.Entry<FunctionSpec, StringBuilder> each : files.entrySet()) {
      report(report, each.getKey(), each.getValue().toString());
    }
    return report;
  }

  private void report(Report report, FunctionSpec function, String text) throws IOException {
    List<String> words = words(text);
    long inputs = words.stream().filter("input"::equals).count();
    report.row(function.name(), List.of(inputs, words.size() - 2 * inputs, text.length()));
    Path file = file(function);
    if (write) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      say("written: " + BenchCommand.ROOT.relativize(file));
    }
    report.check(
        function.name() + " is primed with what it asks for (--write records it again)",
        words(Files.readString(file)).equals(words));
  }

  private static List<String> words(String text) {
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

  /** Returns the inputs in events/ that an operation answers. */
  private static List<String> inputs() throws IOException {
    try (Stream<Path> files = Files.list(BenchCommand.ROOT.resolve("events"))) {
      return files
          .map(file -> file.getFileName().toString().replaceFirst("\\.json$", ""))
          .filter(name -> !name.startsWith("options-") && !name.startsWith("head-"))
          .sorted()
          .toList();
    }
  }

  private static void record(ColdStack stack, String input, FunctionSpec spec, StringBuilder file)
      throws Exception {
    Recording.begin();
    RequestStreamHandler function =
        (RequestStreamHandler) Class.forName(spec.handler()).getConstructor().newInstance();
    byte[] bytes = stack.recorded(input);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    function.handleRequest(new ByteArrayInputStream(bytes), output, TestContext.silent(10_000));
    List<RecordedAnswer> answers = Recording.end();
    Map<String, Object> answer = Json.readObject(output.toByteArray());
    if (!ColdStack.good(input, answer)) {
      throw new IllegalStateException(input + ": " + answer);
    }
    line(file, "input", bytes);
    answers.forEach(each -> line(file, each.operation(), each.body()));
    line(file, "output", expected(answer).getBytes(StandardCharsets.UTF_8));
  }

  private static void line(StringBuilder file, String word, byte[] text) {
    String one = new String(text, StandardCharsets.UTF_8);
    if (one.indexOf('\n') >= 0) {
      throw new IllegalStateException("more than one line: " + one);
    }
    file.append(word).append(' ').append(one).append('\n');
  }

  /** Returns the part of an answer that a correct one must contain. */
  private static String expected(Map<String, Object> answer) {
    if (answer.containsKey("statusCode")) {
      return "\"statusCode\":" + answer.get("statusCode");
    }
    return answer.containsKey("policyDocument")
        ? "\"Effect\":\"Allow\""
        : "\"batchItemFailures\":[]";
  }
}
