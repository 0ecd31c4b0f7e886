package io.doorlist.cli;

import io.doorlist.cli.console.Failure;
import io.doorlist.local.gateway.Lan;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of {@code up} for phones on the same network. */
final class LanOptions {
  private static final String AUTHORITY = "authority";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--lan",
      description = {
        "Listen on this machine's network addresses too, by TLS, for phones on the same Wi-Fi.",
        "Needs --data; loads no demo data without --demo. docs/laptop.md"
      })
  private boolean lan;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "As --lan, on this address of the machine alone.")
  private String host;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description =
          "With --lan: your own certificate and its chain, PEM (default: its own authority).")
  private Path certificate;

  @Option(names = "--key", paramLabel = "FILE", description = "The certificate's key, PEM.")
  private Path key;

  @Option(
      names = "--trust-port",
      paramLabel = "PORT",
      defaultValue = "3080",
      description =
          "With --lan: port of the page that helps phones to trust it (default: ${DEFAULT-VALUE}).")
  private int trustPort;

  @Option(
      names = "--demo",
      description = "Load the demo data (default without --lan); with --lan, pair phones with it.")
  private boolean demo;

  boolean wanted() {
    return lan || host != null;
  }

  boolean demo() {
    return demo;
  }

  /** Returns where to listen besides loopback, if anywhere; the data folder may be {@code null}. */
  Optional<Lan> lan(Path data) {
    if (!wanted()) {
      if (certificate != null || key != null) {
        throw usage("--certificate and --key go with --lan or --host");
      }
      return Optional.empty();
    }
    if (data == null) {
      throw usage("--lan needs --data: an evening that ends with the program is lost");
    }
    if (certificate == null != (key == null)) {
      throw usage("--certificate and --key go together");
    }
    if (trustPort < 0 || trustPort > 65_535) {
      throw usage("--trust-port must be 0 to 65535");
    }
    try {
      InetAddress address = host == null ? null : InetAddress.getByName(host);
      return Optional.of(
          new Lan(
              address,
              trustPort,
              data.resolve(AUTHORITY),
              certificate,
              key,
              Lan.REQUESTS_A_SECOND));
    } catch (UnknownHostException e) {
      throw new Failure("--host: there is no address " + host, e);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
