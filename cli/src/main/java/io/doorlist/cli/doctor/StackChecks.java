package io.doorlist.cli.doctor;

import static io.doorlist.cli.doctor.Stack.map;
import static io.doorlist.cli.doctor.Stack.number;

import io.doorlist.cli.connection.AwsApi;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Key;
import java.util.Map;

/** Checks whether a deployed stack works. */
record StackChecks(AwsApi aws, Stack stack, Findings findings) {
  private static final String DYNAMODB = "DynamoDB_20120810.";

  /** The write units that DynamoDB gives every new on-demand table. */
  private static final int NEW_TABLE_WRITE_UNITS = 4000;

  private static final int CHECKINS_OF_A_LIST = 330;

  void run() {
    findings.look("table", "dynamodb:DescribeTable", this::table);
    findings.look("format", "dynamodb:GetItem", this::format);
    findings.look("expiry", "dynamodb:DescribeTimeToLive", this::expiry);
    findings.look("recovery", "dynamodb:DescribeContinuousBackups", this::recovery);
    findings.look("functions", "lambda:GetFunctionConfiguration", this::functions);
    new AlarmChecks(aws, stack, findings).run();
  }

  void evening(EveningNeeds needs) {
    atLeast("CheckinRate", needs.checkinsPerSecond(), "check-ins a second");
    atLeast("RequestRate", needs.requestsPerSecond(), "requests a second");
    if (needs.checkinsPerSecond() > CHECKINS_OF_A_LIST) {
      findings.note(
          "lists",
          "one list takes 330 check-ins a second, %,d are needed"
              .formatted(needs.checkinsPerSecond()),
          "spread the tickets over several lists");
    }
    if (number(stack.parameters().get("ReservedConcurrency")) > 0) {
      atLeast("ReservedConcurrency", needs.calls(), "function calls at the same time");
    }
    findings.look("write units", "dynamodb:DescribeTable", () -> writeUnits(needs));
  }

  private void atLeast(String parameter, int needed, String unit) {
    int value = number(stack.parameters().get(parameter));
    findings.expect(
        value >= needed,
        parameter,
        "%,d, needed are %,d %s".formatted(value, needed, unit),
        "deploy with " + parameter + "=" + needed);
  }

  private void writeUnits(EveningNeeds needs) {
    Object warm = map(dynamodb("DescribeTable").get("Table")).get("WarmThroughput");
    int units = Math.max(number(map(warm).get("WriteUnitsPerSecond")), NEW_TABLE_WRITE_UNITS);
    findings.expect(
        units >= needs.writeUnitsPerSecond(),
        "write units",
        "the table takes %,d a second, %,d are needed for %,d queued scans in a minute"
            .formatted(units, needs.writeUnitsPerSecond(), needs.queuedScans()),
        "deploy with WarmWriteUnits=" + needs.writeUnitsPerSecond());
  }

  private void table() {
    Map<?, ?> found = map(dynamodb("DescribeTable").get("Table"));
    findings.expect(
        "ACTIVE".equals(found.get("TableStatus")),
        "table",
        tableName() + " is " + found.get("TableStatus"),
        "wait until it is ACTIVE");
    boolean trials = stack.isForTrials();
    findings.expect(
        trials || Boolean.TRUE.equals(found.get("DeletionProtectionEnabled")),
        "protection",
        trials ? "none, as the stack's parameter says" : "of the table against deletion",
        "aws dynamodb update-table --table-name " + tableName() + " --deletion-protection-enabled");
    Map<?, ?> stream = map(found.get("StreamSpecification"));
    findings.expect(
        "NEW_AND_OLD_IMAGES".equals(stream.get("StreamViewType")),
        "stream",
        "shows " + stream.get("StreamViewType"),
        "turn it on as in \"Restore the table\", or no webhook events are recorded");
    findings.look(
        "event sources",
        "lambda:GetEventSourceMapping",
        () -> eventSources(String.valueOf(found.get("LatestStreamArn"))));
  }

  private void eventSources(String stream) {
    for (Stack.Resource source : stack.ofType("AWS::Lambda::EventSourceMapping")) {
      Map<String, Object> found =
          aws.get("lambda", "/2015-03-31/event-source-mappings/" + source.physicalId());
      String check = "event source " + source.id();
      String arn = String.valueOf(found.get("EventSourceArn"));
      if (!"Enabled".equals(found.get("State"))) {
        findings.wrong(
            check,
            "is " + found.get("State"),
            "aws lambda update-event-source-mapping --enabled --uuid " + source.physicalId());
      } else {
        findings.expect(
            !arn.contains(":dynamodb:") || arn.equals(stream),
            check,
            "reads " + arn,
            "it is not the table's stream: deploy with TableStreamArn=" + stream);
      }
    }
  }

  private void format() {
    Key key = TableSchema.format();
    Map<String, Object> item =
        Map.of(TableSchema.PK, Map.of("S", key.pk()), TableSchema.SK, Map.of("S", key.sk()));
    Map<String, Object> question = Map.of("TableName", tableName(), "Key", item);
    Object row = aws.json("dynamodb", DYNAMODB + "GetItem", question).get("Item");
    int found = number(map(map(row).get("format")).get("N"));
    if (found == 0) {
      findings.note(
          "format",
          "the table says none: it is new, or an earlier version filled it",
          "see \"Upgrade\"");
    } else {
      findings.expect(
          found == TableFormat.CURRENT,
          "format",
          "of the table is %d, this version knows %d".formatted(found, TableFormat.CURRENT),
          found < TableFormat.CURRENT ? "see \"Upgrade\"" : "use the later version of ./doorlist");
    }
  }

  private void expiry() {
    Map<?, ?> found = map(dynamodb("DescribeTimeToLive").get("TimeToLiveDescription"));
    findings.expect(
        "expire_at".equals(found.get("AttributeName"))
            && String.valueOf(found.get("TimeToLiveStatus")).startsWith("ENABL"),
        "expiry",
        "of items is " + found.get("TimeToLiveStatus"),
        "turn time to live on for expire_at, as in \"Restore the table\"");
  }

  private void recovery() {
    Map<?, ?> found =
        map(dynamodb("DescribeContinuousBackups").get("ContinuousBackupsDescription"));
    Object status =
        map(found.get("PointInTimeRecoveryDescription")).get("PointInTimeRecoveryStatus");
    findings.expect(
        "ENABLED".equals(status),
        "recovery",
        "to any second is " + status,
        "turn point-in-time recovery on, as in \"Restore the table\"");
  }

  private void functions() {
    int working = 0;
    for (Stack.Resource function : stack.ofType("AWS::Lambda::Function")) {
      Map<String, Object> live =
          aws.get(
              "lambda",
              "/2015-03-31/functions/" + function.physicalId() + "/configuration?Qualifier=live");
      Object state = live.getOrDefault("State", "Active");
      if ("Active".equals(state)) {
        working++;
      } else {
        findings.wrong(
            function.id(),
            "version " + live.get("Version") + " is " + state,
            "call it, or deploy again: an idle version lost its snapshot");
      }
    }
    if (working > 0) {
      findings.ok("functions", working + " work");
    }
  }

  private Map<String, Object> dynamodb(String action) {
    return aws.json("dynamodb", DYNAMODB + action, Map.of("TableName", tableName()));
  }

  private String tableName() {
    return stack.outputs().getOrDefault("TableName", "");
  }
}
