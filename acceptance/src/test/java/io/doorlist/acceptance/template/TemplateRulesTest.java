package io.doorlist.acceptance.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Description;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code .ci/lint} and {@code tools/deployed/run} do not know of template.yaml. */
class TemplateRulesTest {
  /** What an access log may say of a request: a path has codes, an identity has an address. */
  private static final String OF_NOBODY =
      "\\$context\\.(requestTimeEpoch|requestId|httpMethod|resourcePath|status|responseLatency"
          + "|responseLength|error\\.responseType|integration\\.(latency|requestId)"
          + "|authorizer\\.(latency|token_id))(?![\\w.])";

  /** Lambda takes 20 KB of an alias's policy; a route's statement has this beside its path. */
  private static final int STATEMENT_BYTES = 400;

  private static final int MOST_POLICY_BYTES = 20 * 1024;

  private final Map<String, Object> template = YamlFile.read("template.yaml");
  private final Map<String, Object> resources = Json.object(template.get("Resources"));
  private final Map<String, Map<String, Object>> functions =
      YamlFile.ofType(resources, "AWS::Serverless::Function");
  private final Map<String, Object> api =
      YamlFile.ofType(resources, "AWS::Serverless::Api").get("Api");

  private Stream<Map.Entry<String, Object>> events(Map<String, Object> function) {
    return Json.object(function.get("Events")).entrySet().stream();
  }

  /** Returns the routes of a function by name, such as {@code getPulse} to {@code GET /pulse}. */
  private Map<String, String> routes(Map<String, Object> function, boolean open) {
    Map<String, String> routes = new TreeMap<>();
    events(function)
        .filter(event -> "Api".equals(Json.at(event.getValue(), "Type")))
        .forEach(
            event -> {
              Map<String, Object> route = Json.object(Json.at(event.getValue(), "Properties"));
              if (Map.of("Authorizer", "NONE").equals(route.get("Auth")) == open) {
                String name = event.getKey();
                routes.put(
                    name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1),
                    ((String) route.get("Method")).toUpperCase(Locale.ROOT)
                        + " "
                        + route.get("Path"));
              }
            });
    return routes;
  }

  private Map<String, String> routes(boolean open) {
    Map<String, String> routes = new TreeMap<>();
    functions.values().forEach(function -> routes.putAll(routes(function, open)));
    return routes;
  }

  private static Set<String> paths(String method, Map<String, String> routes) {
    return routes.values().stream()
        .filter(route -> route.startsWith(method))
        .map(route -> route.substring(method.length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void operationsOfTheDescription_areRoutedBehindTheToken_andPagesAreOpen() {
    Map<String, String> described = new TreeMap<>();
    Description.read()
        .operations()
        .forEach(each -> described.put(each.id(), each.method() + " " + each.path()));
    Map<String, String> routed = routes(false);
    Map<String, String> pages = routes(true);
    for (Map<String, String> each : List.of(routed, pages)) {
      assertEquals(paths("GET ", each), paths("HEAD ", each));
      each.values().removeIf(route -> route.startsWith("HEAD "));
    }

    assertEquals(described, routed);
    pages.values().forEach(page -> assertTrue(page.startsWith("GET /-/"), page));
    Object tokens = Json.at(api, "Auth", "Authorizers", "Token", "Identity");
    assertTrue(Json.object(tokens).containsKey("ValidationExpression"), "called for any text");
  }

  @Test
  void logsOfTheGateway_haveNoCodeAndNoAddress() {
    String format = (String) Json.at(api, "AccessLogSetting", "Format");
    assertFalse(format.replaceAll(OF_NOBODY, "").contains("$"), format);
    assertEquals(false, api.get("TracingEnabled"), "a trace has the whole URL of each request");
    for (Map<String, Object> route : Json.objects(api.get("MethodSettings"))) {
      assertEquals("OFF", route.get("LoggingLevel"), route::toString);
      assertEquals(false, route.get("DataTraceEnabled"), route::toString);
    }
  }

  /**
   * A snapshot that nobody asks for two weeks is dropped; logs without an end are kept for ever.
   */
  @Test
  void everyFunction_staysWarm_andHasALogThatEnds_andRoomForItsRoutes() {
    functions.forEach(
        (name, function) -> {
          String log = reference(Json.at(function, "LoggingConfig", "LogGroup"));
          Object properties = Json.at(resources.get(log), "Properties");
          assertTrue(Json.object(properties).containsKey("RetentionInDays"), name);
          Object warm = Json.at(function, "Events", "KeepWarm", "Properties");
          assertEquals("rate(1 day)", Json.at(warm, "Schedule"), name);
          assertTrue(Json.object(warm).containsKey("Input"), name);
          int bytes =
              Stream.of(routes(function, true), routes(function, false))
                  .flatMap(routes -> routes.values().stream())
                  .mapToInt(route -> route.length() + STATEMENT_BYTES)
                  .sum();
          assertTrue(bytes < MOST_POLICY_BYTES, () -> name + " has too many routes: " + bytes);
        });
  }

  /**
   * A parameter's new value is published if it is in the description, and a description that
   * changes alone cannot be. The version before stays, to roll back to; an event source of a stream
   * must not.
   */
  @Test
  void everyVersion_isDescribedByTheParametersOfItsSettings_andKept() {
    Map<String, Object> all = Json.object(Json.at(template, "Globals", "Function"));
    Map<String, Object> common = Json.object(Json.at(all, "Environment", "Variables"));
    functions.forEach(
        (name, function) -> {
          Map<String, Object> variables = new TreeMap<>(common);
          if (name.equals("WebhookSenderFunction")) {
            // It gets them, but does not use them.
            variables.keySet().removeAll(Set.of("QR_BASE_URL", "ALLOWED_ORIGINS"));
          }
          Object own = function.getOrDefault("Environment", Map.of());
          Stream<Object> settings =
              Stream.of("Architectures", "SnapStart", "KmsKeyArn").map(all::get);
          Set<String> set = parameters(variables + " " + own + " " + settings.toList());

          assertEquals(set, parameters(function.get("VersionDescription")), name);
          boolean streams =
              events(function)
                  .anyMatch(event -> Json.at(event.getValue(), "Type").equals("DynamoDB"));
          assertEquals(
              streams ? null : "Retain", Json.at(resources.get(name), "UpdateReplacePolicy"), name);
        });
  }

  /** Returns the parameters and conditions that a value names. */
  private Set<String> parameters(Object value) {
    return Pattern.compile("\\w+")
        .matcher(String.valueOf(value))
        .results()
        .map(word -> word.group())
        .filter(
            word ->
                Json.object(template.get("Parameters")).containsKey(word)
                    || Json.object(template.get("Conditions")).containsKey(word))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void queuesTakeNoPlainHttp_andTheTableIsKept_andDeploymentsMayLittle() {
    Set<String> guarded = new TreeSet<>();
    for (Map<String, Object> policy :
        YamlFile.ofType(resources, "AWS::SQS::QueuePolicy").values()) {
      assertTrue(policy.toString().contains("aws:SecureTransport=false"), policy::toString);
      ((List<?>) policy.get("Queues")).forEach(queue -> guarded.add(reference(queue)));
    }
    assertEquals(YamlFile.ofType(resources, "AWS::SQS::Queue").keySet(), guarded);
    Map<String, Object> table = Json.object(resources.get("Table"));
    // A first deployment that fails would otherwise leave it behind, in the way of the next.
    assertEquals("RetainExceptOnCreate", table.get("DeletionPolicy"));
    assertEquals("Retain", table.get("UpdateReplacePolicy"));
    assertEquals(
        Map.of("PointInTimeRecoveryEnabled", true, "RecoveryPeriodInDays", 35),
        Json.at(table, "Properties", "PointInTimeRecoverySpecification"));
    Map<String, Object> properties = Json.object(table.get("Properties"));
    assertTrue(
        properties.keySet().containsAll(Set.of("DeletionProtectionEnabled", "SSESpecification")));
    // There is one log role for all APIs of an account and region.
    assertEquals("present", Json.at(template, "Parameters", "ApiGatewayLogRole", "Default"));
    // The role that SAM would make may read every bucket and publish to every topic.
    Object role = Json.at(template, "Globals", "Function", "DeploymentPreference", "Role");
    Object policies = Json.at(resources.get(reference(role)), "Properties", "ManagedPolicyArns");
    assertTrue(policies.toString().endsWith("/AWSCodeDeployRoleForLambdaLimited]"), "" + policies);
  }

  /** What rings while people stand at a door wakes somebody; the rest waits until the morning. */
  @Test
  void everyAlarm_isHeardWhenItBeginsAndEnds_byWhomTheDocsSay_andTheySayWhatToDo()
      throws IOException {
    Map<String, String> alarms = new TreeMap<>();
    YamlFile.ofType(resources, "AWS::CloudWatch::Alarm")
        .forEach(
            (name, alarm) -> {
              assertEquals(alarm.get("AlarmActions"), alarm.get("OKActions"), name);
              List<?> topics = (List<?>) alarm.get("AlarmActions");
              assertEquals(1, topics.size(), name);
              alarms.put(name.replaceFirst("Alarm$", ""), reference(topics.getFirst()));
            });
    Map<String, String> topics = Map.of("now", "AlarmTopic", "morning", "NoticeTopic");
    Map<String, String> rows = new TreeMap<>();
    for (String row : alarmRows()) {
      String[] cells = row.split(" \\| ");
      rows.put(cells[0].substring(2), topics.get(cells[1]));
    }

    assertEquals(rows, alarms);
    YamlFile.ofType(resources, "AWS::SNS::Subscription")
        .values()
        .forEach(each -> assertEquals("!Ref AlarmEmail", each.get("Endpoint"), each::toString));
    Set<String> heard =
        YamlFile.ofType(resources, "AWS::SNS::Subscription").values().stream()
            .map(each -> reference(each.get("TopicArn")))
            .collect(Collectors.toSet());
    assertEquals(YamlFile.ofType(resources, "AWS::SNS::Topic").keySet(), heard);
    // A deployment that is rolled back must not be so because of what can wait.
    Object watched = Json.at(template, "Globals", "Function", "DeploymentPreference", "Alarms");
    for (Object each : (List<?>) watched) {
      assertEquals("AlarmTopic", alarms.get(reference(each).replaceFirst("Alarm$", "")));
    }
  }

  private static List<String> alarmRows() throws IOException {
    return text("docs/operations.md")
        .transform(text -> text.substring(text.indexOf("\n| alarm | ")))
        .lines()
        .skip(3)
        .takeWhile(line -> line.startsWith("| "))
        .toList();
  }

  private static String text(String file) throws IOException {
    return Files.readString(Path.of(System.getProperty("doorlist.root"), file));
  }

  /** Found from outside: a command of the docs named an alarm that had gone. */
  @Test
  void everyResourceThatTheDocsName_isThere() throws IOException {
    Set<String> made = new TreeSet<>(resources.keySet());
    // Names that SAM makes, and a placeholder.
    made.addAll(Set.of("ApiStage", "FUNCTION"));
    Matcher named =
        Pattern.compile("\\$\\([^()]*\\bresource (\\w+)\\)").matcher(text("docs/operations.md"));
    int found = 0;
    while (named.find()) {
      assertTrue(made.contains(named.group(1)), named.group());
      found++;
    }
    assertTrue(found > 5, "the docs name no resources");
  }

  /** Issue 54: an alarm that asks for nothing teaches its hearers to sleep on. */
  @Test
  void everyAlarm_asksForSomething() throws IOException {
    for (String row : alarmRows()) {
      String todo = row.replaceFirst("^.* \\| (.*) \\|$", "$1");
      assertFalse(todo.startsWith("nothing"), row);
    }
  }

  /** Issue 66: a receiver that takes long hurts only itself, and calls nobody. */
  @Test
  void slowReceivers_ringNoAlarm() {
    Map<String, Map<String, Object>> alarms = YamlFile.ofType(resources, "AWS::CloudWatch::Alarm");

    assertTrue(resources.containsKey("SlowDeliveriesQueue"));
    assertTrue(alarms.toString().contains("!GetAtt DeliveriesQueue.QueueName"));
    alarms.forEach((name, alarm) -> assertFalse(alarm.toString().contains("SlowDeliveries"), name));
  }

  /**
   * No stand-in works out its expression. A figure that CloudWatch was not sent in a minute is
   * empty.
   */
  @ParameterizedTest
  @CsvSource({
    // check-ins, calls of the recorder, age of changes in milliseconds
    "12, , , true",
    "12, 0, , true",
    "12, 3, 900, false",
    "12, 3, 60000, false",
    "12, 3, 60001, true",
    ", 3, 60001, true",
    "0, , , false",
    ", , , false",
  })
  void lateWebhookEvents_ring_whenChangesAreOld_orNobodyCallsTheRecorder(
      Long checkins, Long calls, Long age, boolean rings) {
    Map<String, Object> alarm =
        YamlFile.ofType(resources, "AWS::CloudWatch::Alarm").get("LateWebhookEventsAlarm");
    Map<String, Long> sent = new HashMap<>();
    sent.put("checkins", checkins);
    sent.put("calls", calls);
    sent.put("age", age);
    Set<Object> figures = new HashSet<>();
    String expression = "";
    for (Map<String, Object> each : Json.objects(alarm.get("Metrics"))) {
      if (each.get("ReturnData").equals(true)) {
        expression = (String) each.get("Expression");
      } else {
        figures.add(each.get("Id"));
      }
    }
    assertEquals(sent.keySet(), figures);

    String filled =
        Pattern.compile("FILL\\((\\w+), (\\d+)\\)")
            .matcher(expression)
            .replaceAll(
                fill ->
                    sent.get(fill.group(1)) == null ? fill.group(2) : "" + sent.get(fill.group(1)));
    Matcher choice =
        Pattern.compile("IF\\((\\d+) > (\\d+) AND (\\d+) == (\\d+), (\\d+), (\\d+)\\)")
            .matcher(filled);
    assertTrue(choice.matches(), filled);
    long[] n =
        IntStream.rangeClosed(1, 6).mapToLong(i -> Long.parseLong(choice.group(i))).toArray();
    long late = n[0] > n[1] && n[2] == n[3] ? n[4] : n[5];

    assertEquals("GreaterThanThreshold", alarm.get("ComparisonOperator"));
    assertEquals(rings, late > ((Number) alarm.get("Threshold")).longValue(), expression);
  }

  /** Issue 54: whoever tries addresses of the internet gets a 401, too. */
  @Test
  void lockedOutPhones_areCountedAtDoors_andNobodyElse() {
    Map<String, Object> filter = Json.object(resources.get("Unauthorized"));
    String pattern = (String) Json.at(filter, "Properties", "FilterPattern");
    Matcher asked =
        Pattern.compile("\\{ \\$\\.status = \"401\" && \\$\\.route = \"\\*([^*]+)\\*\" }")
            .matcher(pattern);
    assertTrue(asked.matches(), pattern);

    Map<String, String> counted = routes(false);
    counted.values().removeIf(route -> !route.contains(asked.group(1)));

    Set<String> scans = Set.of("checkInTicket", "createCheckins", "createExit", "getDoorCopy");
    assertTrue(counted.keySet().containsAll(scans), counted::toString);
    for (String each : counted.values()) {
      assertTrue(each.contains("/{event_slug}/checkin_lists/{checkin_list_id}"), each);
    }
  }

  /** What CloudWatch asks for a month: 10 cents for each figure that an alarm looks at. */
  @Test
  void alarms_costWhatTheDocsSay() throws IOException {
    long figures = 0;
    for (Map<String, Object> alarm :
        YamlFile.ofType(resources, "AWS::CloudWatch::Alarm").values()) {
      Object metrics = alarm.getOrDefault("Metrics", List.of());
      long asked =
          Json.objects(metrics).stream().filter(each -> each.containsKey("MetricStat")).count();
      figures += Math.max(1, asked);
    }
    String text =
        Files.readString(Path.of(System.getProperty("doorlist.root"), "docs/operations.md"));

    String row =
        String.format(Locale.ROOT, "| a month without events | %.2f for alarms, ", figures / 10.0);
    assertTrue(text.contains(row), row);
  }

  /** Issue 53: whoever writes an app reads these numbers there. */
  @Test
  void rates_areThoseThatTheDocsPublish() throws IOException {
    List<String> rates = new ArrayList<>();
    for (Map<String, Object> route : Json.objects(api.get("MethodSettings"))) {
      String rate = String.valueOf(route.get("ThrottlingRateLimit"));
      Object parameter = Json.object(template.get("Parameters")).get(reference(rate));
      rates.add(parameter == null ? rate : "" + Json.at(parameter, "Default"));
    }
    // The first is of every route that has no rate of its own.
    Collections.rotate(rates, -1);
    String text = Files.readString(Path.of(System.getProperty("doorlist.root"), "docs/apps.md"));
    String published =
        "In a second a stack takes %s check-ins, %s of orders, %s batches, %s searches,"
            + " %s lists of webhook events and %s of each other request";

    String expected = String.format(Locale.ROOT, published, rates.toArray());
    assertTrue(text.replace('\n', ' ').contains(expected), expected);
  }

  /** A mail is all that a budget is: without an address it would be silent. */
  @Test
  void budget_isThereIfItIsWanted_andIsHeard() {
    Map<String, Object> budget = Json.object(resources.get("Budget"));
    assertEquals("Budgeted", budget.get("Condition"));
    assertEquals(0L, Json.at(template, "Parameters", "MonthlyBudget", "Default"));
    Object limit = Json.at(budget, "Properties", "Budget", "BudgetLimit");
    assertEquals(Map.of("Amount", "!Ref MonthlyBudget", "Unit", "USD"), limit);
    Set<Object> notified = new TreeSet<>();
    for (Map<String, Object> each :
        Json.objects(Json.at(budget, "Properties", "NotificationsWithSubscribers"))) {
      notified.add(Json.at(each, "Notification", "NotificationType"));
      assertEquals(
          List.of(Map.of("SubscriptionType", "EMAIL", "Address", "!Ref AlarmEmail")),
          each.get("Subscribers"));
    }
    assertEquals(Set.of("ACTUAL", "FORECASTED"), notified);
  }

  /** Returns the logical id in {@code !Ref Id} or {@code !GetAtt Id.Arn}. */
  static String reference(Object value) {
    return String.valueOf(value).replaceFirst("^!\\w+ ", "").replaceFirst("\\..*$", "");
  }
}
