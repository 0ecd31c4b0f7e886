package io.doorlist.acceptance.template;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.YamlFile;
import io.doorlist.acceptance.service.AwsCalls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Compares the permissions of functions with their observed calls. SAM's transform does not change
 * roles and event sources, so this reads the template itself. Each complaint begins with the name
 * of its rule.
 */
final class PermissionRules {
  /** Actions that Lambda takes with any function's role. */
  private static final Set<String> OF_EVERY_FUNCTION =
      Set.of(
          "logs:CreateLogStream",
          "logs:PutLogEvents",
          "xray:PutTelemetryRecords",
          "xray:PutTraceSegments");

  /**
   * Actions that Lambda takes with a function's role to read its event source, by the source's
   * type.
   */
  private static final Map<String, Set<String>> OF_SOURCE =
      Map.of(
          "DynamoDB",
              Set.of(
                  "dynamodb:DescribeStream",
                  "dynamodb:GetRecords",
                  "dynamodb:GetShardIterator",
                  "dynamodb:ListStreams"),
          "SQS", Set.of("sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"));

  /** X-Ray has no resources. */
  private static final String XRAY = "xray:";

  private static final String SQS = "sqs:";

  private static final String STREAMS = "!Sub ${Table.Arn}${TableSuffix}/stream/*";

  /** A stream has a name of its own each time that it is turned on, and so after a restore. */
  private static final Set<String> OF_STREAMS =
      Set.of("dynamodb:GetRecords", "dynamodb:DescribeStream");

  private static final Pattern OF_THIS_TEMPLATE =
      Pattern.compile(
          "!GetAtt \\w+\\.Arn|!Sub \\$\\{Table\\.Arn}\\$\\{TableSuffix}|" + Pattern.quote(STREAMS));

  private final Map<String, Object> resources;
  private final Map<String, SortedSet<String>> calls;
  private final List<String> broken = new ArrayList<>();

  private PermissionRules(Path template, Map<String, SortedSet<String>> calls) {
    this.resources = Json.object(YamlFile.read(template).get("Resources"));
    this.calls = calls;
  }

  /**
   * Returns how a template breaks the rules; empty if it does not.
   *
   * @param calls the observed actions of each function
   */
  static List<String> broken(Path template, Map<String, SortedSet<String>> calls) {
    PermissionRules rules = new PermissionRules(template, calls);
    Set<String> roles = new HashSet<>();
    YamlFile.ofType(rules.resources, "AWS::Serverless::Function")
        .forEach(
            (name, function) -> {
              String role = name(function.get("Role"));
              if (!roles.add(role)) {
                rules.say("role", name + " shares " + role);
              }
              rules.permissions(name, function, role);
            });
    return rules.broken;
  }

  private void permissions(String name, Map<String, Object> function, String role) {
    SortedSet<String> called = new TreeSet<>(calls.getOrDefault(name, new TreeSet<>()));
    called.addAll(OF_EVERY_FUNCTION);
    events(function).values().forEach(event -> called.addAll(ofSource(event)));

    SortedSet<String> allowed = new TreeSet<>();
    Object policies = Json.at(resources.get(role), "Properties", "Policies");
    for (Map<String, Object> policy : Json.objects(policies)) {
      for (Map<String, Object> statement :
          Json.objects(Json.at(policy, "PolicyDocument", "Statement"))) {
        List<String> actions = texts(statement.get("Action"));
        List<String> targets = texts(statement.get("Resource"));
        for (String action : actions) {
          targets.forEach(target -> allowed.add(named(action, target)));
        }
        exact(name, actions, targets);
      }
    }

    compare(name, called, allowed);
  }

  /** Returns the actions with which Lambda reads an event source and reports what it gave up. */
  private static Set<String> ofSource(Object event) {
    Set<String> actions = new TreeSet<>();
    Object properties = Json.at(event, "Properties");
    for (String action : OF_SOURCE.getOrDefault(Json.at(event, "Type"), Set.of())) {
      actions.add(named(action, Json.at(properties, "Queue")));
    }
    Object destinations = Json.at(properties, "DestinationConfig");
    if (destinations != null) {
      actions.add(named("sqs:SendMessage", Json.at(destinations, "OnFailure", "Destination")));
    }
    return actions;
  }

  /**
   * Returns an action in the form of {@link AwsCalls}: there is one table, but there are several
   * queues.
   */
  private static String named(String action, Object target) {
    return action.startsWith(SQS) ? action + " " + name(target) : action;
  }

  private void compare(String name, SortedSet<String> called, SortedSet<String> allowed) {
    called.stream()
        .filter(action -> allowed.stream().noneMatch(pattern -> matches(pattern, action)))
        .forEach(action -> say("permission", name + " calls " + action + " and may not"));
    allowed.stream()
        .filter(pattern -> called.stream().noneMatch(action -> matches(pattern, action)))
        .forEach(pattern -> say("permission", name + " may " + pattern + " and never calls it"));
  }

  private void exact(String name, List<String> actions, List<String> targets) {
    for (String action : actions) {
      if (action.contains("*")) {
        say("exact", name + " may " + action);
      }
    }
    boolean xray = actions.stream().allMatch(action -> action.startsWith(XRAY));
    for (String target : targets) {
      if (!xray && !OF_THIS_TEMPLATE.matcher(target).matches()) {
        say("exact", name + " may reach " + target);
      }
      if (actions.stream().anyMatch(OF_STREAMS::contains) && !target.equals(STREAMS)) {
        say("stream", name + " may not read the stream of a restored table");
      }
    }
  }

  private static boolean matches(String pattern, String action) {
    return Pattern.matches(Pattern.quote(pattern).replace("*", "\\E.*\\Q"), action);
  }

  private static Map<String, Object> events(Map<String, Object> function) {
    return Json.object(function.getOrDefault("Events", Map.of()));
  }

  /** Returns the logical id in {@code !Ref Id} or {@code !GetAtt Id.Arn}. */
  private static String name(Object reference) {
    return String.valueOf(reference).replaceFirst("^!\\w+ ", "").replaceFirst("\\..*$", "");
  }

  private static List<String> texts(Object oneOrMore) {
    return oneOrMore instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of(String.valueOf(oneOrMore));
  }

  private void say(String rule, String what) {
    broken.add(rule + ": " + what);
  }
}
