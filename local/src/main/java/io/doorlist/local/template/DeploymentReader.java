package io.doorlist.local.template;

import io.doorlist.local.template.Deployment.AuthorizerSpec;
import io.doorlist.local.template.Deployment.RouteSpec;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Reads the functions and the API out of a template. */
record DeploymentReader(
    Path directory,
    TemplateNode globals,
    Map<String, TemplateNode> functions,
    Map<String, TemplateNode> apis,
    TriggerReader triggers) {
  private static final Set<String> METHODS =
      Set.of("ANY", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT");
  private static final Pattern CLASS_NAME = Pattern.compile("[\\w$]+(\\.[\\w$]+)*");
  private static final int MAX_TIMEOUT_SECONDS = 900;
  private static final int MAX_COMPRESSION_BYTES = 10_485_760;
  private static final int MAX_REAUTHORIZATION_SECONDS = 3600;

  /** The headers that SAM creates from the members of {@code Cors}. */
  private static final Map<String, String> PREFLIGHT =
      Map.of(
          "AllowOrigin", "Access-Control-Allow-Origin",
          "AllowMethods", "Access-Control-Allow-Methods",
          "AllowHeaders", "Access-Control-Allow-Headers",
          "MaxAge", "Access-Control-Max-Age");

  /**
   * Returns the deployment.
   *
   * @throws TemplateException if there is nothing to serve, or something cannot be served
   */
  Deployment read() {
    if (apis.size() != 1) {
      throw new TemplateException(
          "Resources must have one %s, not %d".formatted(ResourceTypes.API, apis.size()));
    }
    TemplateNode api = apis.values().iterator().next().at("Properties");
    String defaultAuthorizer = api.at("Auth").at("DefaultAuthorizer").textOr(null);

    ArrayList<Deployment.RouteSpec> routes = new ArrayList<>();
    functions.forEach((name, function) -> routes.addAll(routes(name, function, defaultAuthorizer)));
    if (routes.isEmpty()) {
      throw new TemplateException("Resources has no function with an event of type Api");
    }

    Map<String, AuthorizerSpec> authorizers = authorizers(api.at("Auth"), routes);
    HashSet<String> apiFunctions = new HashSet<>();
    routes.forEach(route -> apiFunctions.add(route.function()));
    authorizers.values().forEach(authorizer -> apiFunctions.add(authorizer.function()));
    List<Trigger.Stream> streams = triggers.streams();
    List<Trigger.Queue> queueTriggers = triggers.queueTriggers();
    HashSet<String> called = new HashSet<>(apiFunctions);
    streams.forEach(stream -> called.add(stream.trigger().function()));
    queueTriggers.forEach(queue -> called.add(queue.trigger().function()));
    return new Deployment(
        api.at("StageName").text(),
        called.stream().collect(Collectors.toMap(name -> name, this::function)),
        apiFunctions,
        routes,
        authorizers,
        GatewayResponseReader.read(api.at("GatewayResponses")),
        preflight(api.at("Cors")),
        api.at("BinaryMediaTypes").elements().stream()
            // SAM accepts ~1 for the slash of a media type too.
            .map(type -> type.text().replace("~1", "/").toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet()),
        minimumCompressionBytes(api.at("MinimumCompressionSize")),
        streams,
        queueTriggers,
        triggers.queues());
  }

  /** Reads SAM's {@code Cors}, whose values are all in single quotes. */
  private static Map<String, String> preflight(TemplateNode cors) {
    LinkedHashMap<String, String> headers = new LinkedHashMap<>();
    cors.members()
        .forEach(
            (name, value) -> {
              if (!PREFLIGHT.containsKey(name)) {
                throw value.wrong("is not served here");
              }
              if (!value.text().matches("'.*'")) {
                throw value.wrong("must be 'a text in single quotes'");
              }
              headers.put(PREFLIGHT.get(name), value.text().replaceAll("^'|'$", ""));
            });
    return headers;
  }

  private static int minimumCompressionBytes(TemplateNode minimum) {
    return minimum.integerOr(Deployment.NO_COMPRESSION, 0, MAX_COMPRESSION_BYTES);
  }

  /** Returns every function by logical id, whatever its trigger. */
  Map<String, FunctionSpec> readFunctions() {
    LinkedHashMap<String, FunctionSpec> all = new LinkedHashMap<>();
    functions.keySet().forEach(name -> all.put(name, function(name)));
    return all;
  }

  private List<RouteSpec> routes(String name, TemplateNode function, String defaultAuthorizer) {
    ArrayList<Deployment.RouteSpec> routes = new ArrayList<>();
    for (TemplateNode event : function.at("Properties").at("Events").members().values()) {
      if (!event.at("Type").text().equals("Api")) {
        continue;
      }
      TemplateNode properties = event.at("Properties");
      String method = properties.at("Method").text().toUpperCase(Locale.ROOT);
      if (!METHODS.contains(method)) {
        throw properties.at("Method").wrong("is not a method of a REST API");
      }
      String path = properties.at("Path").text();
      if (!path.startsWith("/") || path.length() > 1 && path.endsWith("/") || path.contains("//")) {
        throw properties.at("Path").wrong("must start with a slash and have no empty segment");
      }
      String authorizer = properties.at("Auth").at("Authorizer").textOr(defaultAuthorizer);
      boolean open = authorizer == null || authorizer.equals("NONE");
      routes.add(new RouteSpec(method, path, name, open ? null : authorizer));
    }
    return routes;
  }

  private Map<String, AuthorizerSpec> authorizers(TemplateNode auth, List<RouteSpec> routes) {
    LinkedHashMap<String, Deployment.AuthorizerSpec> authorizers = new LinkedHashMap<>();
    for (RouteSpec route : routes) {
      String name = route.authorizer();
      if (name != null && !authorizers.containsKey(name)) {
        authorizers.put(name, authorizer(name, auth.at("Authorizers").at(name)));
      }
    }
    return authorizers;
  }

  private AuthorizerSpec authorizer(String name, TemplateNode authorizer) {
    if (authorizer.isAbsent()) {
      throw authorizer.wrong("is missing, but a route names it");
    }
    TemplateNode payload = authorizer.at("FunctionPayloadType");
    if (!payload.textOr("TOKEN").equals("TOKEN")) {
      throw payload.wrong("must be TOKEN: only token authorizers are served here");
    }
    String arn = authorizer.at("FunctionArn").text();
    String function = arn.replaceFirst("^.*:function:", "").replaceFirst(":.*$", "");
    if (!functions.containsKey(function)) {
      throw authorizer.at("FunctionArn").wrong("names no function of this template");
    }
    TemplateNode identity = authorizer.at("Identity");
    String expression = identity.at("ValidationExpression").textOr(null);
    try {
      Pattern.compile(expression == null ? "" : expression);
    } catch (PatternSyntaxException e) {
      throw identity.at("ValidationExpression").wrong("is not a regular expression");
    }
    return new AuthorizerSpec(
        name,
        function,
        identity.at("Header").textOr("Authorization"),
        expression,
        Duration.ofSeconds(
            identity.at("ReauthorizeEvery").integerOr(300, 0, MAX_REAUTHORIZATION_SECONDS)));
  }

  private FunctionSpec function(String name) {
    TemplateNode own = functions.get(name).at("Properties");
    TemplateNode shared = globals.at("Function");
    TemplateNode codeUri = either(own, shared, "CodeUri");
    if (!codeUri.text().endsWith(".zip")) {
      throw codeUri.wrong("must name a .zip package");
    }
    TemplateNode handler = either(own, shared, "Handler");
    if (!CLASS_NAME.matcher(handler.text()).matches()) {
      throw handler.wrong("must be the name of a class");
    }
    LinkedHashMap<String, String> environment = new LinkedHashMap<>();
    for (TemplateNode properties : List.of(shared, own)) {
      properties
          .at("Environment")
          .at("Variables")
          .members()
          .forEach((variable, value) -> environment.put(variable, value.text()));
    }
    try {
      return new FunctionSpec(
          name,
          directory.resolve(codeUri.text()).normalize(),
          handler.text(),
          either(own, shared, "MemorySize").integerOr(128, 128, 32_768),
          Duration.ofSeconds(either(own, shared, "Timeout").integerOr(3, 1, MAX_TIMEOUT_SECONDS)),
          environment);
    } catch (InvalidPathException e) {
      throw codeUri.wrong("is not a path");
    }
  }

  private static TemplateNode either(TemplateNode own, TemplateNode shared, String property) {
    TemplateNode place = own.at(property);
    return place.isAbsent() && !shared.at(property).isAbsent() ? shared.at(property) : place;
  }
}
