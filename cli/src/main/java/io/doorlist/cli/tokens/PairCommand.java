package io.doorlist.cli.tokens;

import io.doorlist.cli.connection.ModeCommand;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Failure;
import io.doorlist.domain.Worded;
import io.doorlist.domain.token.Role;
import io.doorlist.local.gateway.GatewayServer;
import io.doorlist.table.Table;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Pairs a phone with the {@code up} of this machine, which the phone reaches over the network. */
@Command(
    name = "pair",
    description = {
      "Pair a phone with the `doorlist up --lan` of this machine: draws a QR code to scan with its"
          + " camera.",
      "Each code is a token of its own, so that one phone can be shut out: doorlist token revoke."
    })
public final class PairCommand extends ModeCommand {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @Option(
      names = "--role",
      paramLabel = "full|desk|scanner",
      required = true,
      description = "Everything (opens the board), what a desk needs, or what a scanner needs.")
  private String role;

  @Option(names = "--event", paramLabel = "E", description = "The only event that the phone opens.")
  private String event;

  @Option(
      names = "--list",
      paramLabel = "L",
      description = "With --event: the check-in list that the phone opens first.")
  private Long list;

  @Option(
      names = "--name",
      paramLabel = "N",
      description = "What the phone is called in lists of tokens (default: its role).")
  private String name;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port of `up` on this machine (default: of the one that runs).")
  private Integer port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description =
          "The address that the phone reaches, of those that `up` prints (default: the first).")
  private String host;

  @Override
  public Integer call() throws InterruptedException {
    Role chosen = word("--role", role, word -> Worded.read(Role.class, word));
    if (list != null && event == null) {
      throw usage("--list needs --event, whose list it is");
    }
    URI url = where();
    String known = list == null ? "" : list.toString();
    PairingCode code = new PairingCode(account, event == null ? "" : event, known, mode(), chosen);
    try (Table table = target.connect(clock)) {
      String called = name == null ? chosen.word() : name;
      draw(code.pair(table, url, called, clock.instant()), console);
    }
    return 0;
  }

  /** Writes the link, and draws its QR code. */
  public static void draw(PairingCode.Paired paired, Console console) {
    console.result(paired.role().word() + " " + paired.link());
    paired.image().draw(console);
  }

  /**
   * Asks the {@code up} for the address at which phones find it. That address changes with the
   * network.
   */
  private URI where() throws InterruptedException {
    URI api =
        port == null ? target.running().api() : URI.create("http://127.0.0.1:%d".formatted(port));
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(api.resolve(GatewayServer.WHERE)).timeout(PATIENCE).build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() == 200) {
        return chosen(answer.body().lines().map(URI::create).toList());
      }
      throw new Failure("phones cannot reach this host: start it with `doorlist up --lan`");
    } catch (IOException e) {
      throw new Failure(
          "nothing answers at %s: start `doorlist up --lan`, or name its --port".formatted(api), e);
    }
  }

  private URI chosen(List<URI> all) {
    if (all.isEmpty()) {
      throw new Failure("this machine has no address that phones reach now: join the Wi-Fi first");
    }
    String hosts = all.stream().map(URI::getHost).collect(Collectors.joining(", "));
    return all.stream()
        .filter(each -> host == null || each.getHost().equals(host))
        .findFirst()
        .orElseThrow(
            () ->
                new Failure("--host: `up` serves phones at %s, not at %s".formatted(hosts, host)));
  }
}
