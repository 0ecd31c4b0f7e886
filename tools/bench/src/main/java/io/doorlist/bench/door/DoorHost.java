package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.local.LocalHost;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * Runs the same as {@code ./doorlist up --empty}, in steps that {@link HostProcess} controls: first
 * the table, which can be filled while nothing listens to it, then the API.
 */
public final class DoorHost {
  static final String TABLE = "doorlist";

  private DoorHost() {}

  /**
   * Runs {@code STREAM [DIR]}: whether the table has a stream, and the folder of its data if not in
   * memory; every line of input starts the next step.
   */
  public static void main(String[] arguments) throws IOException {
    boolean stream = Boolean.parseBoolean(arguments[0]);
    Path file = BenchCommand.ROOT.resolve("template.yaml");
    BufferedReader steps =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (LocalDynamo dynamo =
        arguments.length < 2
            ? LocalDynamo.inMemory(0)
            : LocalDynamo.onDisk(0, Path.of(arguments[1]))) {
      dynamo.createTableWithoutStream(Template.read(file), TABLE);
      System.out.println(dynamo.endpoint());
      if (steps.readLine() == null) {
        return;
      }
      if (stream) {
        dynamo.createTable(Template.read(file), TABLE);
      }
      try (LocalHost host =
          LocalHost.start(new LocalHost.Options(file, 0, dynamo.endpoint(), TABLE, Map.of()))) {
        System.out.println(host.url());
        steps.readLine();
      }
    }
  }
}
