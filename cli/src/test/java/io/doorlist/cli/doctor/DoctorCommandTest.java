package io.doorlist.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.FakeAws;
import io.doorlist.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorCommandTest {
  private FakeAws account;

  @BeforeEach
  void start() throws IOException {
    account = new FakeAws();
  }

  @AfterEach
  void stop() {
    account.close();
  }

  @Test
  void healthyStack_isOk_lineByLine() {
    CommandResult result = run("--stack=door", "--people=20000");

    assertEquals(0, result.status(), result.out());
    assertTrue(result.out().lines().allMatch(line -> line.startsWith("ok ")), result.out());
    for (String check :
        List.of(
            ("credentials, stack, log role, concurrency, gateway, table, protection, stream, event"
                    + " source Changes, format, expiry, recovery, functions, alarms, alarm actions,"
                    + " alarm topic bell, CheckinRate, RequestRate, write units, pages, clock, locked")
                .split(", "))) {
      assertTrue(result.out().contains("  " + check + ": "), check + " of\n" + result.out());
    }
  }

  @Test
  void accountAlone_needsNoStack() {
    CommandResult result = run();

    assertEquals(0, result.status(), result.out());
    assertFalse(result.out().contains("table"), result.out());
  }

  /** Question, its answer with its status, what is said. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Action=GetCallerIdentity | 403 | <E><Code>ExpiredToken</Code><Message>old</Message></E> | wrong  credentials: not looked at: old; sign in again
          GET /account | 200 | {} | wrong  log role: API Gateway has none in this region; write ApiGatewayLogRole=create into the stage's parameter_overrides in samconfig.toml
          GET /2016-08-19/account-settings | 200 | {"AccountLimit":{"ConcurrentExecutions":10}} | wrong  concurrency: functions may run 10 times
          DescribeTable | 200 | {"Table":{"TableStatus":"ACTIVE"}} | wrong  stream: shows null; turn it on
          DescribeTable | 200 | {"Table":{"TableStatus":"ACTIVE","StreamSpecification":{"StreamViewType":"NEW_AND_OLD_IMAGES"},"LatestStreamArn":"s:3"}} | wrong  event source Changes: reads arn:aws:dynamodb:eu-west-1:1:table/door/stream/2; it is not the table's stream: deploy with TableStreamArn=s:3
          GetItem | 200 | {"Item":{"format":{"N":"1"}}} | wrong  format: of the table is 1, this version knows 3; see "Upgrade"
          GetItem | 200 | {"Item":{"format":{"N":"4"}}} | wrong  format: of the table is 4, this version knows 3; use the later version
          DescribeTimeToLive | 200 | {"TimeToLiveDescription":{"TimeToLiveStatus":"DISABLED"}} | wrong  expiry: of items is DISABLED
          DescribeContinuousBackups | 200 | {} | wrong  recovery: to any second is null
          GET /2015-03-31/event-source-mappings/uuid-1 | 200 | {"State":"Disabled"} | wrong  event source Changes: is Disabled; aws lambda update-event-source-mapping --enabled --uuid uuid-1
          GET /2015-03-31/functions/orders/configuration | 200 | {"State":"Inactive","Version":"7"} | wrong  OrdersFunction: version 7 is Inactive
          Action=DescribeAlarms | 200 | <R><MetricAlarms><member><AlarmName>slow</AlarmName><StateValue>ALARM</StateValue></member></MetricAlarms></R> | wrong  alarm slow: rings
          Action=DescribeAlarms | 200 | <R><MetricAlarms><member><AlarmName>slow</AlarmName><ActionsEnabled>true</ActionsEnabled><AlarmActions/></member></MetricAlarms></R> | wrong  alarm actions: 1 alarm reaches nobody; deploy again: somebody took their actions away
          Action=DescribeAlarms | 200 | <R/> | wrong  alarms: 0 of 1 are there
          Action=ListSubscriptionsByTopic | 200 | <R><Subscriptions/></R> | wrong  alarm topic bell: nobody is subscribed; deploy with AlarmEmail
          Action=ListSubscriptionsByTopic | 200 | <R><Subscriptions><member><SubscriptionArn>PendingConfirmation</SubscriptionArn></member></Subscriptions></R> | wrong  alarm topic bell: nobody has confirmed of 1 subscribed; confirm by the mail that AWS sent
          Action=ListSubscriptionsByTopic | 200 | <R><Subscriptions><member><SubscriptionArn>Deleted</SubscriptionArn></member></Subscriptions></R> | wrong  alarm topic bell: nobody is subscribed
          Action=ListSubscriptionsByTopic | 404 | <E><Code>NotFound</Code><Message>Topic does not exist</Message></E> | wrong  alarm topic bell: is not there; deploy again
          GET /v1/-/scan | 500 | x | wrong  pages: /v1/-/scan answers 500, not 200
          GET /v1/ | 200 | {} | wrong  locked: /v1/ answers 200, not 401
          Action=DescribeStacks | 200 | <R><Stacks><member><StackStatus>ROLLBACK_COMPLETE</StackStatus></member></Stacks></R> | wrong  stack: door is ROLLBACK_COMPLETE; its first deployment failed
          Action=DescribeStacks | 200 | <R><Stacks><member><StackStatus>DELETE_IN_PROGRESS</StackStatus></member></Stacks></R> | wrong  stack: door is DELETE_IN_PROGRESS; somebody deleted it
          """)
  void fault_isNamed_withWhatToDo(String question, int status, String answer, String said) {
    account.answer(question, status, answer);

    CommandResult result = run("--stack", "door");

    assertEquals(1, result.status(), result.out());
    assertTrue(result.out().contains(said), result.out());
  }

  @Test
  void whatMayNotBeSeen_isSaid_andIsNoFault() {
    account.answer(
        "GET /account", 403, "{\"__type\":\"AccessDeniedException\",\"message\":\"no\"}");

    CommandResult result = run("--stack", "door");

    assertEquals(0, result.status(), result.out());
    assertTrue(
        result
            .out()
            .contains(
                "note   log role: not looked at: these credentials may not; allow apigateway:GET"),
        result.out());
  }

  /** Question, its answer with its status, what is said of it, which is nothing wrong. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Action=ListSubscriptionsByTopic | 403 | <E><Code>AuthorizationError</Code><Message>not authorized</Message></E> | note   alarm topic bell: not looked at: these credentials may not; allow sns:ListSubscriptionsByTopic
          Action=ListSubscriptionsByTopic | 200 | <R><Subscriptions><member><SubscriptionArn>arn:1</SubscriptionArn></member><member><SubscriptionArn>PendingConfirmation</SubscriptionArn></member></Subscriptions></R> | note   alarm topic bell: 1 subscriber hears it, 1 has not confirmed; confirm by the mail
          Action=DescribeAlarms | 200 | <R><MetricAlarms><member><AlarmName>slow</AlarmName></member></MetricAlarms></R> | note   alarm actions: are not said here
          Action=DescribeAlarms | 200 | <R><MetricAlarms><member><AlarmName>slow</AlarmName><AlarmActions><member>arn:aws:lambda:eu-west-1:1:function:pager</member><member>arn:aws:sns:eu-west-1:1:bell</member></AlarmActions></member></MetricAlarms></R> | note   alarm target arn:aws:lambda:eu-west-1:1:function:pager: is no topic
          Action=DescribeAlarms | 200 | <R><MetricAlarms><member><AlarmName>slow</AlarmName><AlarmActions><member>arn:aws:lambda:eu-west-1:1:function:pager</member><member>arn:aws:sns:eu-west-1:1:bell</member></AlarmActions></member></MetricAlarms></R> | ok     alarm topic bell: 1 subscriber hears it
          Action=DescribeAlarms | 200 | <R><MetricAlarms><member><AlarmName>slow</AlarmName><AlarmActions><member>arn:aws:sns:eu-west-1:1:bell</member></AlarmActions></member><member><AlarmName>cold</AlarmName><AlarmActions><member>arn:aws:sns:eu-west-1:1:morning</member></AlarmActions></member></MetricAlarms></R> | ok     alarm topic morning: 1 subscriber hears it
          """)
  void whoHearsTheAlarms_isSaid_asWhatItIs(
      String question, int status, String answer, String said) {
    account.answer(question, status, answer);

    CommandResult result = run("--stack", "door");

    assertEquals(0, result.status(), result.out());
    assertTrue(result.out().contains(said), result.out());
  }

  @Test
  void stackToTry_needsNobodyWhoHears() {
    account.answer("Action=ListSubscriptionsByTopic", 200, "<R><Subscriptions/></R>");
    account.answer(
        "Action=DescribeStacks",
        200,
        """
        <R><Stacks><member><StackStatus>UPDATE_COMPLETE</StackStatus><Parameters><member>
        <ParameterKey>DeletionProtection</ParameterKey><ParameterValue>false</ParameterValue>
        </member></Parameters><Outputs><member>
        <OutputKey>TableName</OutputKey><OutputValue>door</OutputValue>
        </member></Outputs></member></Stacks></R>\
        """);

    CommandResult result = run("--stack", "door");

    assertEquals(0, result.status(), result.out());
    assertTrue(
        result.out().contains("note   alarm topic bell: nobody is subscribed"), result.out());
  }

  @Test
  void stackThatIsNotThere_isANote() {
    account.answer(
        "Action=DescribeStacks",
        400,
        "<E><Code>ValidationError</Code><Message>Stack with id door does not exist</Message></E>");

    CommandResult result = run("--stack", "door");

    assertEquals(0, result.status(), result.out());
    assertTrue(result.out().contains("note   stack: door is not deployed"), result.out());
  }

  @Test
  void crowd_needsMoreThanTheDefaults() {
    String out = run("--stack", "door", "--people", "900000").out();

    for (String said :
        List.of(
            "wrong  CheckinRate: 300, needed are 400 check-ins a second; deploy with"
                + " CheckinRate=400",
            "wrong  RequestRate: 500, needed are 1,547 requests a second",
            "note   lists: one list takes 330 check-ins a second, 400 are needed",
            "deploy with WarmWriteUnits=34900")) {
      assertTrue(out.contains(said), out);
    }
  }

  @Test
  void json_hasAnObjectPerCheck() throws Exception {
    CommandResult result = run("--json");

    Map<String, Object> all = Json.readObject("{\"all\":" + result.out() + "}");
    Map<?, ?> first = (Map<?, ?>) ((List<?>) all.get("all")).getFirst();
    assertEquals("credentials", first.get("check"));
    assertEquals("ok", first.get("state"));
  }

  @Test
  void wrongOptions_areMisuse() {
    assertEquals(2, run("--people", "0").status());
    assertEquals(2, run("--people", "-1").status());
  }

  private static CommandResult run(String... options) {
    return CommandResult.run("doctor", options);
  }
}
