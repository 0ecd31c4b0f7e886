package io.doorlist.runtime;

import static io.doorlist.testing.Gateway.ROOT;

import io.doorlist.admin.Doorlist;
import io.doorlist.domain.AccessToken;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.NewWebhookEvent;
import io.doorlist.domain.Role;
import io.doorlist.domain.TokenSecret;
import io.doorlist.domain.WebhookEventType;
import io.doorlist.json.Json;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.function.FunctionPackage;
import io.doorlist.local.template.FunctionSpec;
import io.doorlist.local.template.Template;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The table with what the inputs in events/ ask for, and the functions, unpacked. */
final class World implements AutoCloseable {
  private static final String TABLE = "doorlist";
  private static final Instant MADE = Instant.parse("2026-08-02T10:15:30Z");
  private static final Template TEMPLATE = Template.read(ROOT.resolve("template.yaml"));
  private static final Map<String, FunctionSpec> FUNCTIONS = TEMPLATE.functions(Map.of(), TABLE);

  /** The jars of Lambda's runtime client. */
  static final Path CLIENT = ROOT.resolve("tools/runtime/client/target/client");

  private final LocalDynamo dynamo = LocalDynamo.inMemory(0);
  private final Path packages = Files.createTempDirectory("doorlist-runtime-");

  /** The one webhook event. */
  final long webhookEvent;

  World() throws IOException {
    dynamo.createTable(TEMPLATE, TABLE);
    Path lines = ROOT.resolve("tools/runtime/src/test/resources/world.ndjson");
    int status =
        Doorlist.run(
            InputStream.nullInputStream(),
            new PrintStream(PrintStream.nullOutputStream()),
            System.err,
            "import",
            lines.toString(),
            "--endpoint",
            dynamo.endpoint().toString(),
            "--table",
            TABLE);
    if (status != 0) {
      throw new IllegalStateException("world.ndjson is refused");
    }
    try (Stores stores =
        Stores.connect(DynamoClients.connect(dynamo.endpoint(), null), TABLE, Clock.systemUTC())) {
      createToken(stores);
      webhookEvent = webhookEvent(stores);
    }
    for (FunctionSpec function : FUNCTIONS.values()) {
      FunctionPackage.extract(function, code(function));
    }
  }

  static Stream<FunctionSpec> functions() {
    return FUNCTIONS.values().stream();
  }

  Path code(FunctionSpec function) {
    return packages.resolve(function.name());
  }

  /** Imports a line. */
  void load(String line) {
    int status =
        Doorlist.run(
            new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(PrintStream.nullOutputStream()),
            System.err,
            "import",
            "-",
            "--endpoint",
            dynamo.endpoint().toString(),
            "--table",
            TABLE);
    if (status != 0) {
      throw new IllegalStateException("the line is refused");
    }
  }

  /** Returns what a function's environment says of this machine. */
  Map<String, String> settings() {
    return Map.of("AWS_ENDPOINT_URL_DYNAMODB", dynamo.endpoint().toString());
  }

  /** Creates the token that is in the authorizer's input. */
  private static void createToken(Stores stores) throws IOException {
    Map<String, Object> input =
        Json.readObject(Files.readAllBytes(ROOT.resolve("events/authorize.json")));
    String authorization = (String) input.get("authorizationToken");
    TokenSecret secret =
        TokenSecret.read(authorization.substring("Bearer ".length())).orElseThrow();
    AccessToken token =
        new AccessToken(
            secret.id(),
            secret.hint(),
            secret.lastFour(),
            "test",
            "acme",
            true,
            List.of(),
            secret.mode(),
            Role.FULL,
            MADE,
            null);
    stores.tokens().create(token, secret);
  }

  private static long webhookEvent(Stores stores) {
    NewWebhookEvent told =
        new NewWebhookEvent(
            "acme",
            "spring-gala",
            Mode.LIVE,
            "change",
            WebhookEventType.ORDER_CREATED,
            1001,
            new JsonObject("{\"id\":1001}"));
    return stores.webhookEvents().record(List.of(told), any -> List.of()).getFirst().id();
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
