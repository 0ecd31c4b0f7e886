package io.doorlist.bench.cold;

import static io.doorlist.bench.report.BenchCommand.ROOT;

import io.doorlist.bench.table.LongLists;
import io.doorlist.json.Json;
import io.doorlist.local.LocalHost;
import io.doorlist.local.function.FunctionPackage;
import io.doorlist.local.template.Deployment;
import io.doorlist.local.template.Deployment.FunctionSpec;
import io.doorlist.local.template.Template;
import io.doorlist.table.conformance.DynamoServer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.Recorded;
import io.doorlist.testing.Stores;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * The unpacked functions of template.yaml, and a table with the data that inputs in events/ need.
 */
final class ColdStack implements AutoCloseable {
  /**
   * The input of a check-in. Each call needs another ticket, because a ticket checks in only once.
   */
  static final String CHECK_IN = "check-in-ticket";

  private static final String AUTHORIZER = "AuthorizerFunction";

  /** The functions of inputs that are no requests of clients. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "authorize", AUTHORIZER,
          "record-changes", "WebhookRecorderFunction",
          "deliver-webhook-event", "WebhookSenderFunction");

  private final Deployment deployment =
      Template.read(ROOT.resolve("template.yaml"))
          .deployment(Map.of(), LongLists.TABLE, URI.create("http://localhost"));
  private final Map<String, FunctionSpec> functions = deployment.functions();
  private final Path folder = Files.createTempDirectory("doorlist-cold-");
  private final LongLists lists = new LongLists(DynamoServer.inMemory());
  private final long webhookEvent;
  private int scanned;

  /**
   * Creates the table.
   *
   * @param rows how many rows each list has
   * @param tickets how many tickets can be checked in
   */
  ColdStack(int rows, int tickets) throws IOException {
    Stores stores = Stores.connect(lists.engine(), LongLists.TABLE, Clock.systemUTC());
    Recorded.createToken(stores);
    webhookEvent = Recorded.webhookEvent(stores);
    lists.checkIn(stores);
    lists.fill(rows);
    lists.tickets(tickets);
  }

  Map<String, String> settings() {
    return Map.of("AWS_ENDPOINT_URL_DYNAMODB", lists.endpoint().toString());
  }

  FunctionSpec function(String input) throws IOException {
    if (OTHERS.containsKey(input)) {
      return functions.get(OTHERS.get(input));
    }
    Map<String, Object> members = Input.recorded(input).members();
    return deployment.routes().stream()
        .filter(route -> route.method().equals(members.get("httpMethod")))
        .filter(route -> route.path().equals(members.get("resource")))
        .map(route -> functions.get(route.function()))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException("no function is for " + input));
  }

  /** Unpacks a function, unless that was done before. Returns its folder. */
  Path code(FunctionSpec function) throws IOException {
    Path code = folder.resolve(function.name());
    if (Files.notExists(code)) {
      FunctionPackage.extract(function, code);
    }
    return code;
  }

  /** Returns the bytes of an input. For check-ins, each call has another ticket. */
  byte[] bytes(String name) throws IOException {
    if (name.equals(CHECK_IN)) {
      return bytes(
          Input.recorded(name)
              .with(Map.of(), "multiValueHeaders")
              .with(Map.of(), "headers")
              .with(LongLists.ticket(scanned++), "pathParameters", "ticket_qr_token"));
    }
    return recorded(name);
  }

  /**
   * Returns the bytes of an input. If the input is get-webhook-event, it names the table's only
   * webhook event.
   */
  byte[] recorded(String name) throws IOException {
    Input input = Input.recorded(name);
    return bytes(
        name.equals("get-webhook-event")
            ? input.with(Long.toString(webhookEvent), "pathParameters", "id")
            : input);
  }

  private static byte[] bytes(Input input) {
    return Json.writeValue(input.members()).getBytes(StandardCharsets.UTF_8);
  }

  static boolean good(String name, Map<String, Object> answer) {
    return switch (name) {
      case "authorize" -> answer.get("context") != null;
      case "record-changes", "deliver-webhook-event" ->
          List.of().equals(answer.get("batchItemFailures"));
      // A new table has no check-in to undo.
      case "delete-checkin" -> ((Long) answer.get("statusCode")) == 404;
      default -> ((Long) answer.get("statusCode")) < 300;
    };
  }

  @Override
  public void close() throws IOException {
    lists.close();
    LocalHost.delete(folder);
  }
}
