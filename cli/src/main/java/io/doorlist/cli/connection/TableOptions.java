package io.doorlist.cli.connection;

import io.doorlist.cli.console.Failure;
import io.doorlist.local.table.HostTable;
import io.doorlist.store.table.PatientTable;
import io.doorlist.store.table.TableFormat;
import io.doorlist.table.Engine;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.Table;
import io.doorlist.table.aws.DynamoEngine;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.w3c.dom.Document;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.core.exception.SdkClientException;

public final class TableOptions {
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final String DEFAULT_TABLE = "doorlist";
  public static final String STACK = "DOORLIST_STACK";
  private static final String TABLE = "DOORLIST_TABLE";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @ArgGroup private Location location = new Location();

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "Name of a table of DynamoDB (default: DOORLIST_TABLE, or doorlist).")
  private String table;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description =
          "Where the stack or table is (default: AWS_REGION, or the profile's; with --endpoint"
              + " eu-west-1).")
  private String region;

  /**
   * Where the table is: at an {@code up}, in a folder, at an endpoint, or on AWS with the ordinary
   * chain of credentials.
   */
  static final class Location {
    @Option(
        names = "--up",
        paramLabel = "URL",
        description =
            "The `up` whose API is there, such as http://127.0.0.1:3000 (default: the one that"
                + " runs here).")
    private URI up;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "The folder of an `up`, which may run or not.")
    private Path data;

    @Option(
        names = "--endpoint",
        paramLabel = "URL",
        description = "A DynamoDB endpoint without credentials.")
    private URI endpoint;

    @Option(
        names = "--stack",
        paramLabel = "NAME",
        description =
            "The table of a deployed stack, by the stack's name (default: DOORLIST_STACK).")
    private String stack;
  }

  public boolean onAws() {
    return location.endpoint == null
        && !isHere()
        && (location.stack != null
            || region != null
            || setting(STACK) != null
            || setting(TABLE) != null);
  }

  /** Returns whether an option says that the table is on this machine. */
  private boolean isHere() {
    return location.up != null || location.data != null;
  }

  /**
   * Returns the folder with the table and the files beside it; empty if the table is not on this
   * machine.
   */
  public Optional<Path> folder() {
    if (onAws() || location.endpoint != null) {
      return Optional.empty();
    }
    return Optional.of(location.data == null ? running().folder() : location.data);
  }

  /**
   * Returns the {@code up} on this machine that has the table; fails if none or several have it.
   */
  public RunningHost running() {
    if (location.up != null) {
      return RunningHost.at(location.up);
    }
    return location.data == null ? RunningHost.find() : TableFolder.running(location.data);
  }

  /**
   * Fails if the table is in a folder that no {@code up} has open. Otherwise a command that runs
   * for hours would keep every {@code up} out of that folder.
   */
  public void requireHost() {
    if (!onAws() && location.endpoint == null) {
      running();
    }
  }

  /**
   * Connects to the table.
   *
   * @throws Failure if nothing answers at the endpoint, or the stack or the table does not exist
   * @throws io.doorlist.store.table.TableFormat.OtherFormatException if another version filled it
   */
  public Table connect(Clock clock) {
    return connect(clock, false);
  }

  /**
   * Connects to the table. Without a dry run, a table that has no items gets this version's format.
   */
  public Table connect(Clock clock, boolean dryRun) {
    Table opened = open(clock);
    try {
      new TableFormat(opened).begin(!dryRun);
      return opened;
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private Table open(Clock clock) {
    if (onAws()) {
      return connectToAws(clock);
    }
    return location.endpoint == null ? connectHere(clock) : connectToEndpoint(clock);
  }

  private Table connectHere(Clock clock) {
    if (table != null || region != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--table and --region are for DynamoDB: the table of an `up` has neither");
    }
    Engine engine =
        location.data == null
            ? new RunningTable(this::running)
            : TableFolder.openForCommand(
                location.data, line -> spec.commandLine().getErr().println(line));
    return PatientTable.open(engine, HostTable.Here.NAME, clock);
  }

  private static Table open(DynamoEngine engine, String table, String place, Clock clock) {
    ConnectionCheck.ask(engine, table, place);
    return PatientTable.open(engine, table, clock);
  }

  private Table connectToAws(Clock clock) {
    if (location.stack != null && table != null) {
      throw new ParameterException(
          spec.commandLine(), "--stack knows its table: leave --table out");
    }
    String where = region == null ? "in this shell's region" : "in region " + region;
    try {
      String name = table;
      if (name == null) {
        String stack = location.stack == null ? setting(STACK) : location.stack;
        name = stack == null ? setting(TABLE) : tableOf(stack, region, where);
      }
      String known = name == null ? DEFAULT_TABLE : name;
      return open(DynamoEngine.connect(null, region, known), known, where, clock);
    } catch (SdkClientException | NoAnswerException e) {
      throw new Failure(NoAnswer.of(e, where).toString(), e);
    }
  }

  private static String tableOf(String stack, String region, String where) {
    try (AwsApi aws = new AwsApi(region)) {
      Document answer =
          aws.query("cloudformation", "2010-05-15", "DescribeStacks", Map.of("StackName", stack));
      return AwsApi.members(answer, "Outputs").stream()
          .filter(output -> "TableName".equals(output.get("OutputKey")))
          .map(output -> output.get("OutputValue"))
          .findFirst()
          .orElseThrow(
              () -> new Failure("stack '" + stack + "' " + where + " has no output TableName"));
    } catch (AwsFault e) {
      throw new Failure(
          "stack '%s' %s cannot be read: %s".formatted(stack, where, e.getMessage()), e);
    } catch (UncheckedIOException e) {
      throw new Failure(
          "stack '%s' %s cannot be read: %s".formatted(stack, where, NoAnswer.of(e, where)), e);
    }
  }

  public static String setting(String name) {
    String value = System.getProperty(name, System.getenv(name));
    return value == null || value.isEmpty() ? null : value;
  }

  private Table connectToEndpoint(Clock clock) {
    String table = this.table == null ? DEFAULT_TABLE : this.table;
    URI endpoint = location.endpoint;
    if (endpoint.getHost() == null || !SCHEMES.contains(endpoint.getScheme())) {
      throw new ParameterException(
          spec.commandLine(), "--endpoint must be an address such as http://127.0.0.1:8000");
    }
    return open(DynamoEngine.connect(endpoint, region, table), table, "at " + endpoint, clock);
  }
}
