package io.doorlist.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a template must say once SAM's transform has been over it, which is what AWS deploys. Each
 * rule has a name, which every complaint begins with.
 */
final class DeployedRules {
  private static final Pattern ALIAS = Pattern.compile("\\$\\{(\\w+)Aliaslive}");

  /** What the sender is told, as all functions are, and does not ask for. */
  private static final Set<String> NOT_THE_SENDERS = Set.of("QrBaseUrl", "AllowedOrigins");

  private final Map<String, Object> resources;
  private final Set<String> parameters;
  private final List<String> broken = new ArrayList<>();

  private DeployedRules(Map<String, Object> template) {
    this.resources = Json.object(template.get("Resources"));
    this.parameters = Json.object(template.get("Parameters")).keySet();
  }

  /** Returns how a translated template breaks the rules; nothing if it does not. */
  static List<String> broken(Map<String, Object> template) {
    DeployedRules rules = new DeployedRules(template);
    rules.stages();
    rules.authorizer();
    rules.methods();
    rules.ofType("AWS::Lambda::Function").forEach(rules::published);
    rules.queues();
    return rules.broken;
  }

  /** A deployment that names a stage makes one, without any of the settings of ours. */
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

  private void authorizer() {
    // Where the schemes are says which version of OpenAPI it is.
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
    boolean open = List.of(Map.of("NONE", List.of())).equals(Json.at(value, "security"));
    if (open != path.startsWith("/-/")) {
      say("token", method + " " + path + (open ? " is open" : " asks pages for a token"));
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
    for (String member : List.of("Environment", "Architectures", "SnapStart", "KmsKeyArn")) {
      Matcher referred =
          Pattern.compile("Ref=(\\w+)|\\$\\{(\\w+)}|Fn::If=\\[(\\w+),")
              .matcher(String.valueOf(function.get(member)));
      while (referred.find()) {
        String found = referred.group(1) == null ? referred.group(2) : referred.group(1);
        if (found != null
            && parameters.contains(found)
            && !(name.equals("WebhookSenderFunction") && NOT_THE_SENDERS.contains(found))
            && !descriptions.getFirst().contains("Ref=" + found + "}")) {
          say("published", name + " would not hear of a new " + found);
        }
      }
    }
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

  private Map<String, Object> body() {
    return Json.object(ofType("AWS::ApiGateway::RestApi").values().iterator().next().get("Body"));
  }

  private Map<String, Map<String, Object>> ofType(String type) {
    Map<String, Map<String, Object>> found = new TreeMap<>();
    resources.forEach(
        (name, resource) -> {
          if (type.equals(Json.at(resource, "Type"))) {
            found.put(name, Json.object(Json.at(resource, "Properties")));
          }
        });
    return found;
  }

  private void say(String rule, String what) {
    broken.add(rule + ": " + what);
  }
}
