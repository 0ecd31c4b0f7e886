package io.doorlist.admin.connection;

import io.doorlist.admin.console.Failure;
import io.doorlist.store.Stores;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Options that say which table a command works on. */
public final class Target {
  private static final URI LOCAL = URI.create("http://127.0.0.1:8000");
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final Duration CONNECT = Duration.ofSeconds(3);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @ArgGroup private Place place = new Place();

  @Option(
      names = "--table",
      paramLabel = "NAME",
      defaultValue = "doorlist",
      description = "Name of the table (default: ${DEFAULT-VALUE}).")
  private String table;

  /** A table of this machine, or one on AWS. */
  static final class Place {
    @Option(
        names = "--endpoint",
        paramLabel = "URL",
        description =
            "A DynamoDB endpoint that knows no credentials, such as the one that `up` starts"
                + " (default: http://127.0.0.1:8000).")
    private URI endpoint;

    @Option(
        names = "--region",
        paramLabel = "REGION",
        description = "DynamoDB on AWS, with the ordinary chain of credentials.")
    private String region;
  }

  /** Tells whether the table is on AWS, and not on this machine or somewhere near. */
  public boolean onAws() {
    return place.region != null;
  }

  /**
   * Connects to the table.
   *
   * @throws Failure if nothing answers at the endpoint
   */
  public Connection connect(Clock clock) {
    if (place.region != null) {
      return new Connection(
          Stores.client(null, place.region), table, clock, "in region " + place.region);
    }
    URI endpoint = place.endpoint == null ? LOCAL : place.endpoint;
    if (endpoint.getHost() == null || !SCHEMES.contains(endpoint.getScheme())) {
      throw new ParameterException(
          spec.commandLine(), "--endpoint must be an address such as " + LOCAL);
    }
    knock(endpoint);
    return new Connection(Stores.client(endpoint, null), table, clock, "at " + endpoint);
  }

  /** Says so at once if nothing answers, where the client would go on trying for a while. */
  private static void knock(URI endpoint) {
    int port =
        endpoint.getPort() >= 0
            ? endpoint.getPort()
            : endpoint.getScheme().equals("https") ? 443 : 80;
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(endpoint.getHost(), port), (int) CONNECT.toMillis());
    } catch (IOException e) {
      throw new Failure(
          "nothing answers at "
              + endpoint
              + "; `doorlist up` starts a table there, --endpoint or --region name another",
          e);
    }
  }

  /** The stores of a table, with the client that they use. */
  public static final class Connection implements AutoCloseable {
    private final DynamoDbClient client;
    private final Stores stores;

    Connection(DynamoDbClient client, String table, Clock clock, String place) {
      FirstQuestion.ask(client, table, place);
      this.client = client;
      this.stores = Stores.connectForCommand(client, table, clock);
    }

    public Stores stores() {
      return stores;
    }

    @Override
    public void close() {
      stores.close();
      client.close();
    }
  }
}
