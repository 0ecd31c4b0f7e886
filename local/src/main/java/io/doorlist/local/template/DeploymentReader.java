package io.doorlist.local.template;

import io.doorlist.local.template.Deployment.AuthorizerSpec;
import io.doorlist.local.template.Deployment.FunctionSpec;
import io.doorlist.local.template.Deployment.GatewayResponseSpec;
import io.doorlist.local.template.Deployment.RouteSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads functions, the API, triggers and queues out of a template.
 *
 * @param shared the properties of functions under {@code Globals}
 * @param apis the properties of each API by its logical id; functions and queues are the same kind
 *     of map
 */
record DeploymentReader(
    Path directory,
    TemplateNode shared,
    Map<String, TemplateNode> apis,
    Map<String, TemplateNode> functions,
    Map<String, TemplateNode> queues) {
  /** The headers that SAM creates from the members of {@code Cors}. */
  private static final Map<String, String> PREFLIGHT =
      Map.of(
          "AllowOrigin", "Access-Control-Allow-Origin",
          "AllowMethods", "Access-Control-Allow-Methods",
          "AllowHeaders", "Access-Control-Allow-Headers",
          "MaxAge", "Access-Control-Max-Age");

  Deployment read() {
    if (apis.size() != 1) {
      throw new TemplateException("Resources must have one " + Evaluator.API);
    }
    TemplateNode api = apis.values().iterator().next();
    AuthorizerSpec authorizer = authorizer(api.at("Auth"));
    List<RouteSpec> routes = routes(authorizer == null);
    Set<String> apiFunctions =
        routes.stream().map(RouteSpec::function).collect(Collectors.toCollection(HashSet::new));
    if (authorizer != null) {
      apiFunctions.add(authorizer.function());
    }
    List<Trigger.Stream> streams = streams();
    List<Trigger.Queue> queueTriggers = queueTriggers();
    Set<String> called = new HashSet<>(apiFunctions);
    Stream.concat(streams.stream(), queueTriggers.stream())
        .forEach(trigger -> called.add(trigger.function()));
    Map<String, GatewayResponseSpec> responses = new LinkedHashMap<>();
    api.at("GatewayResponses").members().forEach((type, at) -> responses.put(type, response(at)));
    return new Deployment(
        api.at("StageName").text(),
        called.stream().collect(Collectors.toMap(name -> name, this::function)),
        apiFunctions,
        routes,
        authorizer,
        responses,
        preflight(api.at("Cors")),
        api.at("MinimumCompressionSize").integerOr(Integer.MAX_VALUE),
        streams,
        queueTriggers);
  }

  private AuthorizerSpec authorizer(TemplateNode auth) {
    TemplateNode name = auth.at("DefaultAuthorizer");
    if (name.isAbsent()) {
      return null;
    }
    TemplateNode authorizer = auth.at("Authorizers", name.text());
    String function = authorizer.at("FunctionArn").text().replaceAll("^.*:function:|:[^:]*$", "");
    if (!functions.containsKey(function)) {
      throw authorizer.at("FunctionArn").wrong("names no function of this template");
    }
    TemplateNode identity = authorizer.at("Identity");
    return new AuthorizerSpec(
        function,
        identity.at("Header").text(),
        identity.at("ValidationExpression").text(),
        Duration.ofSeconds(identity.at("ReauthorizeEvery").integerOr(300)));
  }

  private List<RouteSpec> routes(boolean allOpen) {
    List<RouteSpec> routes = new ArrayList<>();
    events(
        "Api",
        (function, event) -> {
          TemplateNode at = event.at("Properties");
          boolean open = allOpen || at.at("Auth", "Authorizer").textOr("").equals("NONE");
          String method = at.at("Method").text().toUpperCase(Locale.ROOT);
          routes.add(new RouteSpec(method, at.at("Path").text(), function, open));
        });
    return routes;
  }

  private void events(String type, BiConsumer<String, TemplateNode> reader) {
    functions.forEach(
        (function, properties) ->
            properties.at("Events").members().values().stream()
                .filter(event -> event.at("Type").text().equals(type))
                .forEach(event -> reader.accept(function, event)));
  }

  private static GatewayResponseSpec response(TemplateNode at) {
    Map<String, String> headers = new LinkedHashMap<>();
    at.at("ResponseParameters", "Headers")
        .members()
        .forEach(
            (name, value) ->
                headers.put(
                    name,
                    value.text().equals("context.requestId")
                        ? "$context.requestId"
                        : unquoted(value)));
    TemplateNode status = at.at("StatusCode");
    return new GatewayResponseSpec(
        status.isAbsent() ? null : status.integerOr(0),
        headers,
        at.at("ResponseTemplates", "application/json").textOr(null));
  }

  private static Map<String, String> preflight(TemplateNode cors) {
    Map<String, String> headers = new LinkedHashMap<>();
    cors.members().forEach((name, value) -> headers.put(PREFLIGHT.get(name), unquoted(value)));
    return headers;
  }

  private static String unquoted(TemplateNode value) {
    if (!value.text().matches("'.*'")) {
      throw value.wrong("must be 'a text in single quotes'");
    }
    return value.text().replaceAll("^'|'$", "");
  }

  private FunctionSpec function(String name) {
    TemplateNode own = functions.get(name);
    Map<String, String> environment = new LinkedHashMap<>();
    for (TemplateNode properties : List.of(shared, own)) {
      properties
          .at("Environment", "Variables")
          .members()
          .forEach((variable, value) -> environment.put(variable, value.text()));
    }
    return new FunctionSpec(
        name,
        directory.resolve(either(own, "CodeUri").text()).normalize(),
        either(own, "Handler").text(),
        either(own, "MemorySize").integerOr(128),
        Duration.ofSeconds(either(own, "Timeout").integerOr(3)),
        environment);
  }

  private TemplateNode either(TemplateNode own, String property) {
    TemplateNode place = own.at(property);
    return place.isAbsent() && !shared.at(property).isAbsent() ? shared.at(property) : place;
  }

  private List<Trigger.Stream> streams() {
    List<Trigger.Stream> streams = new ArrayList<>();
    events(
        "DynamoDB",
        (function, event) -> {
          TemplateNode at = event.at("Properties");
          streams.add(
              new Trigger.Stream(
                  name(event),
                  function,
                  at.at("Stream").text(),
                  at.at("BatchSize").integerOr(100),
                  at.at("FilterCriteria", "Filters").elements().stream()
                      .map(filter -> filter(filter.at("Pattern")))
                      .toList(),
                  at.at("MaximumRetryAttempts").integerOr(-1)));
        });
    return streams;
  }

  /** Returns the name of a trigger, such as {@code WebhookRecorderFunction.Changes}. */
  private static String name(TemplateNode event) {
    return event.path().replaceAll("^Resources\\.|Properties\\.Events\\.", "");
  }

  private static FilterPattern filter(TemplateNode pattern) {
    try {
      return FilterPattern.read(pattern.text());
    } catch (IllegalArgumentException e) {
      throw pattern.wrong(e.getMessage());
    }
  }

  private List<Trigger.Queue> queueTriggers() {
    List<Trigger.Queue> triggers = new ArrayList<>();
    events(
        "SQS",
        (function, event) -> {
          TemplateNode at = event.at("Properties");
          String source = at.at("Queue").text();
          String name = source.substring(source.lastIndexOf(':') + 1);
          TemplateNode queue = queues.get(name);
          triggers.add(
              new Trigger.Queue(
                  name(event),
                  function,
                  source,
                  at.at("BatchSize").integerOr(10),
                  name,
                  at.at("ScalingConfig", "MaximumConcurrency").integerOr(5),
                  Duration.ofSeconds(queue.at("VisibilityTimeout").integerOr(30)),
                  queue.at("RedrivePolicy", "maxReceiveCount").integerOr(Integer.MAX_VALUE)));
        });
    return triggers;
  }
}
