package io.doorlist.runtime;

import static io.doorlist.testing.Gateway.ROOT;

import io.doorlist.cli.Doorlist;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.function.FunctionPackage;
import io.doorlist.local.template.FunctionSpec;
import io.doorlist.local.template.Template;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import io.doorlist.testing.Recorded;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** A table with the data that the inputs in events/ need, and the unpacked functions. */
final class SampleStack implements AutoCloseable {
  private static final String TABLE = "doorlist";
  private static final Template TEMPLATE = Template.read(ROOT.resolve("template.yaml"));
  private static final Map<String, FunctionSpec> FUNCTIONS = TEMPLATE.functions(Map.of(), TABLE);

  /** The jars of Lambda's runtime client. */
  static final Path CLIENT = ROOT.resolve("tools/runtime/client/target/client");

  private final LocalDynamo dynamo = LocalDynamo.inMemory(0);
  private final Path packages = Files.createTempDirectory("doorlist-runtime-");

  /** The one webhook event. */
  final long webhookEvent;

  SampleStack() throws IOException {
    dynamo.createTable(TEMPLATE, TABLE);
    load(Files.readString(ROOT.resolve("tools/runtime/src/test/resources/sample.ndjson")));
    try (Stores stores =
        Stores.connectForCommand(
            DynamoClients.connect(dynamo.endpoint(), null), TABLE, Clock.systemUTC())) {
      Recorded.createToken(stores);
      webhookEvent = Recorded.webhookEvent(stores);
    }
    for (FunctionSpec function : FUNCTIONS.values()) {
      FunctionPackage.extract(function, code(function));
    }
  }

  static Stream<FunctionSpec> functions() {
    return FUNCTIONS.values().stream();
  }

  /** Returns the function of this name in the template. */
  static FunctionSpec function(String name) {
    return functions().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  Path code(FunctionSpec function) {
    return packages.resolve(function.name());
  }

  /** Imports lines. */
  void load(String lines) {
    int status =
        Doorlist.run(
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(PrintStream.nullOutputStream()),
            System.err,
            "import",
            "-",
            "--endpoint",
            dynamo.endpoint().toString(),
            "--table",
            TABLE);
    if (status != 0) {
      throw new IllegalStateException("a line is refused");
    }
  }

  /** Returns the settings of a function that depend on this machine. */
  Map<String, String> settings() {
    return Map.of("AWS_ENDPOINT_URL_DYNAMODB", dynamo.endpoint().toString());
  }

  @Override
  public void close() throws IOException {
    dynamo.close();
    try (Stream<Path> files = Files.walk(packages)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
