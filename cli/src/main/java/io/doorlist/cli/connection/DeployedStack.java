package io.doorlist.cli.connection;

import io.doorlist.cli.console.Failure;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Asks CloudFormation for the table of a deployed stack. */
final class DeployedStack {
  private static final String TABLE = "TableName";

  private DeployedStack() {}

  /**
   * Returns the name of a stack's table.
   *
   * @param region null for the one of the shell
   * @param where the region as the end of a message
   * @throws Failure if there is no such stack, it may not be read, or it has no table
   */
  static String table(String stack, String region, String where) {
    List<Map<String, String>> outputs;
    try (AwsApi aws = AwsApi.connect(region)) {
      outputs =
          AwsApi.members(
              aws.query(
                  "cloudformation", "2010-05-15", "DescribeStacks", Map.of("StackName", stack)),
              "Outputs");
    } catch (AwsFault e) {
      throw new Failure(
          "stack '%s' %s cannot be read: %s".formatted(stack, where, e.getMessage()), e);
    } catch (UncheckedIOException e) {
      throw new Failure(
          "CloudFormation does not answer " + where + ": " + e.getCause().getMessage(), e);
    }
    return outputs.stream()
        .filter(output -> TABLE.equals(output.get("OutputKey")))
        .map(output -> output.get("OutputValue"))
        .findFirst()
        .orElseThrow(
            () -> new Failure("stack '" + stack + "' " + where + " has no output " + TABLE));
  }
}
