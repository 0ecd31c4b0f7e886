package io.doorlist.local.gateway;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.function.LocalFunction;
import io.doorlist.local.gateway.GatewayResponses.Type;
import io.doorlist.local.gateway.TokenAuthorizer.Decision;
import io.doorlist.local.template.Deployment;
import io.doorlist.local.template.Deployment.AuthorizerSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Does what API Gateway does with a request to a REST API. It finds the route, asks the authorizer,
 * calls the function and passes on its answer. If one of these fails, the gateway answers by
 * itself.
 */
public final class Gateway {
  /** The largest body that a REST API accepts, in bytes. */
  static final int MAX_BODY_BYTES = 10 * 1024 * 1024;

  private static final int MAX_HEADER_BYTES = 10_240;
  private static final int MAX_METHOD_ARN_BYTES = 1_600;

  private final Deployment deployment;
  private final String region = System.getProperty("aws.region");
  private final Map<String, LocalFunction> functions;
  private final RouteTable routes;
  private final GatewayResponses responses;
  private final Compression compression;
  private final TokenAuthorizer authorizer;
  private final Duration timeout;
  private final InstantSource clock;

  /** Creates a gateway. The timeout says how long it waits for a function, which is 29 s on AWS. */
  public Gateway(
      Deployment deployment,
      Map<String, LocalFunction> functions,
      Duration timeout,
      InstantSource clock) {
    this.deployment = deployment;
    this.functions = Map.copyOf(functions);
    this.routes = new RouteTable(deployment.routes());
    this.responses = new GatewayResponses(deployment.gatewayResponses());
    this.compression = new Compression(deployment.minimumCompressionBytes());
    this.timeout = timeout;
    this.clock = clock;
    AuthorizerSpec spec = deployment.authorizer();
    this.authorizer =
        spec == null
            ? null
            : new TokenAuthorizer(spec, functions.get(spec.function()), timeout, clock);
  }

  GatewayAnswer answer(Type type, String requestId) {
    return responses.answer(type, requestId);
  }

  /** Answers a request. Fails if the client does not complete its body. */
  GatewayAnswer handle(GatewayRequest request, InputStream body) throws IOException {
    return compression.apply(request, respond(request, body));
  }

  private GatewayAnswer respond(GatewayRequest request, InputStream body) throws IOException {
    if (request.headerBytes() > MAX_HEADER_BYTES) {
      return answer(Type.HEADERS_TOO_LARGE, request.id());
    }
    RequestTarget target;
    try {
      target = RequestTarget.parse(request.target());
    } catch (IllegalArgumentException e) {
      return answer(Type.BAD_REQUEST, request.id());
    }
    Optional<RouteTable.Match> match = routes.find(request.method(), target.segments());
    if (match.isEmpty() && isPreflight(request, target)) {
      return preflight();
    }
    if (match.isEmpty()) {
      return unrouted(request, target);
    }
    if (request.announcedBytes() > MAX_BODY_BYTES) {
      return answer(Type.REQUEST_TOO_LARGE, request.id());
    }
    return authorize(request, target, match.get(), body);
  }

  /**
   * Answers a request whose path has a route, but not for this method. API Gateway itself never
   * answers 405. So the function answers, because it knows which methods are allowed. It does so
   * before it asks who is calling.
   */
  private GatewayAnswer unrouted(GatewayRequest request, RequestTarget target) {
    return routes
        .findAny(target.segments())
        .filter(other -> !other.route().open())
        .map(other -> call(request, other, input(request, target, other, null, new byte[0])))
        .orElseGet(() -> answer(Type.MISSING_AUTHENTICATION_TOKEN, request.id()));
  }

  private byte[] input(
      GatewayRequest request,
      RequestTarget target,
      RouteTable.Match match,
      Decision.Granted caller,
      byte[] content) {
    return ProxyInput.write(
        request, target, match, caller, content, deployment.stage(), clock.instant());
  }

  private boolean isPreflight(GatewayRequest request, RequestTarget target) {
    return request.method().equals("OPTIONS")
        && !deployment.preflight().isEmpty()
        && routes.findAny(target.segments()).isPresent();
  }

  /** Returns the answer of the mock integration that SAM creates for {@code Cors}. */
  private GatewayAnswer preflight() {
    Map<String, String> headers = new TreeMap<>(deployment.preflight());
    headers.put("Content-Type", "application/json");
    return new GatewayAnswer(200, headers, "{}\n".getBytes(StandardCharsets.UTF_8));
  }

  private GatewayAnswer authorize(
      GatewayRequest request, RequestTarget target, RouteTable.Match match, InputStream body)
      throws IOException {
    Decision.Granted caller = null;
    if (!match.route().open()) {
      String methodArn = methodArn(request, target);
      if (methodArn.length() > MAX_METHOD_ARN_BYTES) {
        return answer(Type.URI_TOO_LONG, request.id());
      }
      switch (authorizer.decide(request, methodArn, label(match))) {
        case Decision.Granted granted -> caller = granted;
        case Decision.Refused refused -> {
          return answer(refused.type(), request.id());
        }
      }
    }
    byte[] content = body.readNBytes(MAX_BODY_BYTES + 1);
    byte[] input =
        content.length > MAX_BODY_BYTES ? content : input(request, target, match, caller, content);
    if (input.length > LocalFunction.MAX_PAYLOAD_BYTES) {
      return answer(Type.REQUEST_TOO_LARGE, request.id());
    }
    return call(request, match, input);
  }

  private GatewayAnswer call(GatewayRequest request, RouteTable.Match match, byte[] input) {
    String name = match.route().function();
    Invocation outcome = functions.get(name).answer(input, request.id(), timeout);
    if (outcome instanceof Invocation.Returned returned) {
      try {
        return ProxyOutput.read(returned.output());
      } catch (IOException e) {
        outcome = Invocation.Failed.malformed(e.getMessage());
      }
    }
    Invocation.Failed failed = (Invocation.Failed) outcome;
    failed.say(request.id(), label(match), name);
    return answer(failed.late() ? Type.INTEGRATION_TIMEOUT : Type.LAMBDA_ERROR, request.id());
  }

  private static String label(RouteTable.Match match) {
    return match.route().method() + " " + match.route().path();
  }

  private String methodArn(GatewayRequest request, RequestTarget target) {
    return "arn:aws:execute-api:%s:%s:%s/%s/%s%s"
        .formatted(
            region,
            Deployment.ACCOUNT_ID,
            ProxyInput.API_ID,
            deployment.stage(),
            request.method(),
            target.path());
  }
}
