package io.doorlist.cli.doctor;

import io.doorlist.cli.connection.AwsApi;
import java.util.Map;

/** Whether a stack can handle an evening. */
record EveningChecks(AwsApi aws, Stack stack, EveningNeeds needs, Findings findings) {
  /** What DynamoDB gives a table that is paid by request from the start. */
  private static final int NEW_TABLE_WRITE_UNITS = 4000;

  private static final int CHECKINS_OF_A_LIST = 330;

  void run() {
    atLeast("CheckinRate", needs.checkinsPerSecond(), "check-ins a second");
    atLeast("RequestRate", needs.requestsPerSecond(), "requests a second");
    if (needs.checkinsPerSecond() > CHECKINS_OF_A_LIST) {
      findings.note(
          "lists",
          "one list takes 330 check-ins a second, %,d are needed"
              .formatted(needs.checkinsPerSecond()),
          "spread the tickets over several lists");
    }
    if (stack.number("ReservedConcurrency") > 0) {
      atLeast("ReservedConcurrency", needs.calls(), "function calls at the same time");
    }
    findings.look(
        "write units",
        "dynamodb:DescribeTable",
        () -> {
          int warm = warmWriteUnits();
          findings.expect(
              warm >= needs.writeUnitsPerSecond(),
              "write units",
              "the table takes %,d a second, %,d are needed for %,d queued scans in a minute"
                  .formatted(warm, needs.writeUnitsPerSecond(), needs.queuedScans()),
              "deploy with WarmWriteUnits=" + needs.writeUnitsPerSecond());
        });
  }

  /** Returns how many write units a second the table takes at once. */
  private int warmWriteUnits() {
    Map<String, Object> table = Map.of("TableName", stack.outputs().getOrDefault("TableName", ""));
    Map<?, ?> found =
        StackChecks.map(
            aws.json("dynamodb", "DynamoDB_20120810.DescribeTable", table).get("Table"));
    Object units = StackChecks.map(found.get("WarmThroughput")).get("WriteUnitsPerSecond");
    return Math.max(AccountChecks.number(units), NEW_TABLE_WRITE_UNITS);
  }

  private void atLeast(String parameter, int needed, String unit) {
    int value = stack.number(parameter);
    findings.expect(
        value >= needed,
        parameter,
        "%,d, needed are %,d %s".formatted(value, needed, unit),
        "deploy with " + parameter + "=" + needed);
  }
}
