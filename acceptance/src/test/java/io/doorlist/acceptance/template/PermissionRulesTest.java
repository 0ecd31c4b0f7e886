package io.doorlist.acceptance.template;

import static io.doorlist.acceptance.template.TemplateRulesTest.reference;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.YamlFile;
import io.doorlist.acceptance.service.Service;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs after all other tests: each function is allowed exactly the calls that were observed. */
@ExtendWith(Service.Provider.class)
@Isolated
@Order(Integer.MAX_VALUE)
class PermissionRulesTest {
  /** Actions that Lambda takes with any function's role. */
  private static final Set<String> OF_EVERY_FUNCTION =
      Set.of(
          "logs:CreateLogStream",
          "logs:PutLogEvents",
          "xray:PutTelemetryRecords",
          "xray:PutTraceSegments");

  /** Actions that Lambda takes with a function's role to read its event source. */
  private static final Map<String, Set<String>> OF_SOURCE =
      Map.of(
          "DynamoDB",
          Set.of(
              "dynamodb:DescribeStream",
              "dynamodb:GetRecords",
              "dynamodb:GetShardIterator",
              "dynamodb:ListStreams"),
          "SQS",
          Set.of("sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"));

  /** A stream has a name of its own each time that it is turned on, and so after a restore. */
  private static final String STREAMS = "!Sub ${Table.Arn}${TableSuffix}/stream/*";

  private static final Pattern OF_THIS_TEMPLATE =
      Pattern.compile(
          "!GetAtt \\w+\\.Arn|!Sub \\$\\{Table\\.Arn}\\$\\{TableSuffix}|" + Pattern.quote(STREAMS));

  private final Map<String, Object> resources =
      Json.object(YamlFile.read("template.yaml").get("Resources"));

  @Test
  void everyFunction_mayDoWhatItDoes_onWhatIsItsOwn_andNothingElse(Service service) {
    // If the service runs elsewhere, its functions' calls cannot be seen.
    assumeTrue(service.calls().isPresent());
    Set<String> roles = new HashSet<>();
    YamlFile.ofType(resources, "AWS::Serverless::Function")
        .forEach(
            (name, function) -> {
              String role = reference(function.get("Role"));
              assertTrue(roles.add(role), () -> name + " shares " + role);
              Set<String> called = new TreeSet<>(OF_EVERY_FUNCTION);
              called.addAll(service.calls().get().getOrDefault(name, new TreeSet<>()));
              Json.object(function.get("Events"))
                  .values()
                  .forEach(event -> called.addAll(ofSource(event)));

              assertEquals(called, allowed(role), name);
            });
  }

  /** Returns what a role allows; fails if that is more than single actions on our own. */
  private SortedSet<String> allowed(String role) {
    SortedSet<String> allowed = new TreeSet<>();
    Object policies = Json.at(resources.get(role), "Properties", "Policies");
    for (Map<String, Object> policy : Json.objects(policies)) {
      Object statements = Json.at(policy, "PolicyDocument", "Statement");
      for (Map<String, Object> statement : Json.objects(statements)) {
        for (String action : texts(statement.get("Action")).toList()) {
          assertTrue(!action.contains("*"), () -> role + " may " + action);
          texts(statement.get("Resource"))
              .forEach(
                  target -> {
                    // X-Ray has no resources.
                    assertTrue(
                        action.startsWith("xray:") || OF_THIS_TEMPLATE.matcher(target).matches(),
                        () -> role + " may reach " + target);
                    assertEquals(
                        OF_SOURCE.get("DynamoDB").contains(action), target.equals(STREAMS), action);
                    allowed.add(named(action, target));
                  });
        }
      }
    }
    return allowed;
  }

  /** Returns the actions with which Lambda reads an event source and reports what it gave up. */
  private static Set<String> ofSource(Object event) {
    Set<String> actions = new TreeSet<>();
    Object properties = Json.at(event, "Properties");
    for (String action : OF_SOURCE.getOrDefault(Json.at(event, "Type"), Set.of())) {
      actions.add(named(action, Json.at(properties, "Queue")));
    }
    if (Json.at(properties, "DestinationConfig") != null) {
      actions.add(
          named(
              "sqs:SendMessage",
              Json.at(properties, "DestinationConfig", "OnFailure", "Destination")));
    }
    return actions;
  }

  /** Names the queue beside an action on one: there is one table, but there are several queues. */
  private static String named(String action, Object target) {
    return action.startsWith("sqs:") ? action + " " + reference(target) : action;
  }

  private static Stream<String> texts(Object oneOrMore) {
    List<?> all = oneOrMore instanceof List<?> list ? list : List.of(oneOrMore);
    return all.stream().map(String::valueOf);
  }
}
