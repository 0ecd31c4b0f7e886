package io.doorlist.acceptance.template;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.YamlFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules for a template after SAM's transform, which is what AWS deploys. Each complaint begins with
 * the name of its rule.
 */
final class TemplateRules {
  private static final Pattern ALIAS = Pattern.compile("\\$\\{(\\w+)Aliaslive}");

  /** Variables of an access log that contain a client's input or identity. */
  private static final Pattern TELLING =
      Pattern.compile("\\$context\\.(path|identity|customDomain|requestOverride|error\\.message)");

  /** A statement of a policy but for its source, as that is written in a template. */
  private static final int STATEMENT_BYTES = 270;

  private static final int MOST_POLICY_BYTES = 20 * 1024;
  private static final String LIMITED_CODE_DEPLOY = "/AWSCodeDeployRoleForLambdaLimited";

  /** Settings that the sender gets, like all functions, but does not use. */
  private static final Set<String> NOT_THE_SENDERS = Set.of("QrBaseUrl", "AllowedOrigins");

  private final Map<String, Object> resources;
  private final Map<String, Object> parameters;
  private final List<String> broken = new ArrayList<>();

  private TemplateRules(Map<String, Object> template) {
    this.resources = Json.object(template.get("Resources"));
    this.parameters = Json.object(template.get("Parameters"));
  }

  /** Returns how a translated template breaks the rules; empty if it does not. */
  static List<String> broken(Map<String, Object> template) {
    TemplateRules rules = new TemplateRules(template);
    rules.stages();
    rules.accessLog();
    rules.authorizer();
    rules.methods();
    rules.ofType("AWS::Lambda::Function").forEach(rules::function);
    rules.logRole();
    rules.queues();
    rules.table();
    rules.policies();
    rules.codeDeploy();
    return rules.broken;
  }

  /** A deployment that names a stage creates it, without our settings. */
  private void stages() {
    Set<String> stages = new TreeSet<>(ofType("AWS::ApiGateway::Stage").keySet());
    ofType("AWS::ApiGateway::Deployment")
        .values()
        .forEach(
            deployment -> {
              if (deployment.containsKey("StageName")) {
                stages.add(String.valueOf(deployment.get("StageName")));
              }
            });
    if (stages.size() != 1) {
      say("stage", "there are several: " + stages);
    }
  }

  private void accessLog() {
    ofType("AWS::ApiGateway::Stage")
        .forEach(
            (name, stage) -> {
              String format = String.valueOf(Json.at(stage, "AccessLogSetting", "Format"));
              if (TELLING.matcher(format).find()) {
                say("access-log", name + " logs what may be a QR code or an address");
              }
              for (Map<String, Object> route : Json.objects(stage.get("MethodSettings"))) {
                if (!"OFF".equals(route.get("LoggingLevel"))
                    || !Boolean.FALSE.equals(route.get("DataTraceEnabled"))) {
                  say("access-log", name + " logs requests of " + route.get("ResourcePath"));
                }
              }
            });
  }

  private void authorizer() {
    // The place of the security schemes shows the version of OpenAPI.
    Object schemes =
        body().containsKey("components")
            ? Json.at(body(), "components", "securitySchemes")
            : body().get("securityDefinitions");
    Json.object(schemes)
        .forEach(
            (name, scheme) -> {
              if (Json.at(scheme, "x-amazon-apigateway-authorizer", "identityValidationExpression")
                  == null) {
                say("authorizer", name + " is called for whatever is sent as a token");
              }
            });
  }

  private void methods() {
    Json.object(body().get("paths"))
        .forEach(
            (path, methods) ->
                Json.object(methods).forEach((method, value) -> method(path, method, value)));
  }

  private void method(String path, String method, Object value) {
    Object integration = Json.at(value, "x-amazon-apigateway-integration");
    if ("mock".equals(Json.at(integration, "type"))) {
      if (!"options".equals(method)) {
        say("mock", method + " " + path + " is no preflight");
      }
      return;
    }
    String uri = String.valueOf(Json.at(integration, "uri", "Fn::Sub"));
    if (!ALIAS.matcher(uri).find()) {
      say("alias", method + " " + path + " does not call what is published");
    }
  }

  private void function(String name, Map<String, Object> function) {
    log(name, function);
    warm(name);
    published(name, function);
  }

  private void log(String name, Map<String, Object> function) {
    Object group = resources.get(Json.at(function, "LoggingConfig", "LogGroup", "Ref"));
    if (group == null || Json.at(group, "Properties", "RetentionInDays") == null) {
      say("log", name + " has no log group of its own with a retention");
    }
  }

  /** A snapshot that is not used for 14 days is dropped. */
  private void warm(String function) {
    Map<String, Object> alias = Map.of("Ref", function + "Aliaslive");
    Set<Object> callers = new HashSet<>();
    ofType("AWS::Lambda::Permission")
        .values()
        .forEach(
            permission -> {
              if (alias.equals(permission.get("FunctionName"))
                  && "events.amazonaws.com".equals(permission.get("Principal"))) {
                callers.add(Json.at(permission, "SourceArn", "Fn::GetAtt"));
              }
            });
    boolean called =
        ofType("AWS::Events::Rule").entrySet().stream()
            .filter(rule -> callers.contains(List.of(rule.getKey(), "Arn")))
            .filter(rule -> "rate(1 day)".equals(rule.getValue().get("ScheduleExpression")))
            .flatMap(rule -> Json.objects(rule.getValue().get("Targets")).stream())
            .anyMatch(target -> alias.equals(target.get("Arn")) && target.get("Input") != null);
    if (!called) {
      say("warm", function + " loses its snapshot when nobody calls it for two weeks");
    }
  }

  /**
   * A new value of a parameter must replace the version that runs, and so be in its description.
   */
  private void published(String name, Map<String, Object> function) {
    List<String> descriptions = new ArrayList<>();
    ofType("AWS::Lambda::Version")
        .values()
        .forEach(
            version -> {
              if (Map.of("Ref", name).equals(version.get("FunctionName"))) {
                descriptions.add(String.valueOf(version.get("Description")));
              }
            });
    if (descriptions.size() != 1) {
      say("published", name + " has " + descriptions.size() + " versions");
      return;
    }
    described(name, function);
    kept(name);
    for (String member : List.of("Environment", "Architectures", "SnapStart", "KmsKeyArn")) {
      Matcher referred =
          Pattern.compile("Ref=(\\w+)|\\$\\{(\\w+)}|Fn::If=\\[(\\w+),")
              .matcher(String.valueOf(function.get(member)));
      while (referred.find()) {
        String found = referred.group(1) == null ? referred.group(2) : referred.group(1);
        if (found != null
            && parameters.containsKey(found)
            && !(name.equals("WebhookSenderFunction") && NOT_THE_SENDERS.contains(found))
            && !Pattern.compile("Ref=" + found + "}|\\$\\{" + found + "}")
                .matcher(descriptions.getFirst())
                .find()) {
          say("published", name + " would not hear of a new " + found);
        }
      }
    }
  }

  /**
   * Lambda publishes no version of a function that has not changed, and a deployment that asks for
   * one fails. So each part of a description is a setting of the function as it is written there,
   * or one of two or more words for each of its values.
   */
  private void described(String name, Map<String, Object> function) {
    Object join = Json.at(version(name), "Properties", "Description", "Fn::Join");
    List<?> parts = (List<?>) ((List<?>) join).get(1);
    for (Object part : parts) {
      if (!String.valueOf(function).contains(String.valueOf(part))
          && !String.valueOf(part).matches("\\{Fn::If=\\[(Snapshots|OwnKey), .*")
          && !Map.of("Ref", "TableSuffix").equals(part)) {
        say("described", name + " may stay as it is when " + part + " changes");
      }
    }
  }

  /**
   * A deployment that only changes parameters replaces versions. The one before must stay, to roll
   * back to; but a replaced event source of a stream must go.
   */
  private void kept(String name) {
    boolean streams =
        ofType("AWS::Lambda::EventSourceMapping").values().stream()
            .anyMatch(
                mapping ->
                    Map.of("Ref", name + "Aliaslive").equals(mapping.get("FunctionName"))
                        && mapping.containsKey("StartingPosition"));
    if ("Retain".equals(Json.at(version(name), "UpdateReplacePolicy")) == streams) {
      say("kept", name + (streams ? " keeps event sources" : " loses the version before"));
    }
  }

  private Object version(String function) {
    return resources.values().stream()
        .filter(each -> "AWS::Lambda::Version".equals(Json.at(each, "Type")))
        .filter(each -> Map.of("Ref", function).equals(Json.at(each, "Properties", "FunctionName")))
        .findFirst()
        .orElseThrow();
  }

  private void queues() {
    Set<String> guarded = new TreeSet<>();
    ofType("AWS::SQS::QueuePolicy")
        .values()
        .forEach(
            policy -> {
              if (String.valueOf(policy).contains("aws:SecureTransport=false")) {
                Json.objects(policy.get("Queues"))
                    .forEach(queue -> guarded.add(String.valueOf(queue.get("Ref"))));
              }
            });
    for (String queue : ofType("AWS::SQS::Queue").keySet()) {
      if (!guarded.contains(queue)) {
        say("queue", queue + " takes plain HTTP");
      }
    }
  }

  /**
   * There is one log role for all APIs of an account and region, so it must not be replaced
   * unasked.
   */
  private void logRole() {
    if (!"present".equals(Json.at(parameters.get("ApiGatewayLogRole"), "Default"))) {
      say("log-role", "the account's is replaced unless somebody says not to");
    }
  }

  private void table() {
    ofType("AWS::DynamoDB::Table")
        .forEach(
            (name, table) -> {
              boolean kept =
                  retained(name)
                      && table.containsKey("DeletionProtectionEnabled")
                      && table.containsKey("SSESpecification")
                      && Map.of("PointInTimeRecoveryEnabled", true, "RecoveryPeriodInDays", 35)
                          .equals(table.get("PointInTimeRecoverySpecification"));
              if (!kept) {
                say("table", name + " can be lost, or is not encrypted");
              }
            });
  }

  /** Lambda takes 20 KB of an alias's policy, of which each route of a function is a part. */
  private void policies() {
    Map<String, Integer> bytes = new TreeMap<>();
    ofType("AWS::Lambda::Permission")
        .values()
        .forEach(
            permission -> {
              int source = String.valueOf(permission.get("SourceArn")).length();
              String function = String.valueOf(permission.get("FunctionName"));
              bytes.merge(function, source + STATEMENT_BYTES, Integer::sum);
            });
    bytes.forEach(
        (function, size) -> {
          if (size > MOST_POLICY_BYTES) {
            say("policy", function + " has more routes than its alias can have");
          }
        });
  }

  /** The role that SAM would create may read every bucket and publish to every topic. */
  private void codeDeploy() {
    ofType("AWS::IAM::Role")
        .forEach(
            (name, role) -> {
              String policies = String.valueOf(role.get("ManagedPolicyArns"));
              if (String.valueOf(role.get("AssumeRolePolicyDocument")).contains("codedeploy.")
                  && !policies.endsWith(LIMITED_CODE_DEPLOY + "}]")) {
                say("codedeploy", name + " may do more than shift an alias");
              }
            });
  }

  private boolean retained(String name) {
    // A first deployment that fails would otherwise leave it behind, in the way of the next.
    return "RetainExceptOnCreate".equals(Json.at(resources.get(name), "DeletionPolicy"))
        && "Retain".equals(Json.at(resources.get(name), "UpdateReplacePolicy"));
  }

  private Map<String, Object> body() {
    return Json.object(ofType("AWS::ApiGateway::RestApi").values().iterator().next().get("Body"));
  }

  private Map<String, Map<String, Object>> ofType(String type) {
    return YamlFile.ofType(resources, type);
  }

  private void say(String rule, String what) {
    broken.add(rule + ": " + what);
  }
}
