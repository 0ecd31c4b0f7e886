package io.doorlist.local.gateway;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.function.InvocationLog;
import io.doorlist.local.function.LocalFunction;
import io.doorlist.local.gateway.GatewayResponses.Type;
import io.doorlist.local.gateway.TokenAuthorizer.Decision;
import io.doorlist.local.template.Deployment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Does what API Gateway does with a request to a REST API: it finds the route, asks the authorizer,
 * calls the function and passes on its answer, or answers itself if one of these fails.
 */
public final class Gateway {
  /** The largest body that a REST API accepts, in bytes. */
  static final int MAX_BODY_BYTES = 10 * 1024 * 1024;

  private static final int MAX_HEADER_BYTES = 10_240;
  private static final int MAX_METHOD_ARN_BYTES = 1_600;

  private final Deployment deployment;
  private final String region;
  private final Map<String, LocalFunction> functions;
  private final RouteTable routes;
  private final GatewayResponses responses;
  private final Compression compression;
  private final Map<String, TokenAuthorizer> authorizers = new HashMap<>();
  private final Duration timeout;
  private final InstantSource clock;

  /** A body that is read only when the request is accepted. */
  interface Body {
    /** Returns the length that the client announced, or -1. */
    long announcedBytes();

    /** Returns the body, at most {@code most} bytes and one. */
    byte[] read(int most) throws IOException;
  }

  /**
   * Creates a gateway.
   *
   * @param timeout how long it waits for a function: 29 s on AWS
   */
  public Gateway(
      Deployment deployment,
      String region,
      Map<String, LocalFunction> functions,
      Duration timeout,
      InstantSource clock) {
    this.deployment = deployment;
    this.region = region;
    this.functions = Map.copyOf(functions);
    this.routes = new RouteTable(deployment.routes());
    this.responses = new GatewayResponses(deployment.gatewayResponses());
    this.compression = new Compression(deployment.minimumCompressionBytes());
    this.timeout = timeout;
    this.clock = clock;
    deployment
        .authorizers()
        .forEach(
            (name, spec) ->
                authorizers.put(
                    name,
                    new TokenAuthorizer(spec, functions.get(spec.function()), timeout, clock)));
  }

  /** Returns the gateway's own answer of this type. */
  GatewayAnswer answer(Type type, String requestId) {
    return responses.answer(type, requestId);
  }

  /**
   * Returns the answer to a request.
   *
   * @throws IOException if the client does not complete its body
   */
  GatewayAnswer handle(GatewayRequest request, Body body) throws IOException {
    return compression.apply(request, respond(request, body));
  }

  private GatewayAnswer respond(GatewayRequest request, Body body) throws IOException {
    if (request.headerBytes() > MAX_HEADER_BYTES) {
      return answer(Type.HEADERS_TOO_LARGE, request.id());
    }
    RequestTarget target;
    try {
      target = RequestTarget.parse(request.target());
    } catch (RequestTarget.InvalidTargetException e) {
      return answer(Type.BAD_REQUEST, request.id());
    }
    Optional<RouteTable.Match> match = routes.find(request.method(), target.segments());
    if (match.isEmpty() && isPreflight(request, target)) {
      return preflight();
    }
    if (match.isEmpty()) {
      return unrouted(request, target);
    }
    if (body.announcedBytes() > MAX_BODY_BYTES) {
      return answer(Type.REQUEST_TOO_LARGE, request.id());
    }
    return authorize(request, target, match.get(), body);
  }

  /**
   * Answers a method that a path has not. AWS knows no 405; here the function answers, which knows
   * what is allowed, before it asks who is calling.
   */
  private GatewayAnswer unrouted(GatewayRequest request, RequestTarget target) {
    return routes
        .findAny(target.segments())
        .filter(other -> other.route().authorizer() != null)
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
        request,
        target,
        match,
        caller,
        content,
        isBinary(request.header("Content-Type")),
        deployment.stage(),
        clock.instant());
  }

  private boolean isPreflight(GatewayRequest request, RequestTarget target) {
    return request.method().equals("OPTIONS")
        && !deployment.preflight().isEmpty()
        && routes.findAny(target.segments()).isPresent();
  }

  /** Returns the answer of the mock integration that SAM creates for {@code Cors}. */
  private GatewayAnswer preflight() {
    TreeMap<String, List<String>> headers = new TreeMap<>();
    headers.put("Content-Type", List.of("application/json"));
    deployment.preflight().forEach((name, value) -> headers.put(name, List.of(value)));
    return new GatewayAnswer(200, headers, "{}\n".getBytes(StandardCharsets.UTF_8));
  }

  private GatewayAnswer authorize(
      GatewayRequest request, RequestTarget target, RouteTable.Match match, Body body)
      throws IOException {
    Decision.Granted caller = null;
    if (match.route().authorizer() != null) {
      String methodArn = methodArn(request, target);
      if (methodArn.length() > MAX_METHOD_ARN_BYTES) {
        return answer(Type.URI_TOO_LONG, request.id());
      }
      TokenAuthorizer authorizer = authorizers.get(match.route().authorizer());
      switch (authorizer.decide(request, methodArn, label(match))) {
        case Decision.Granted granted -> caller = granted;
        case Decision.Refused refused -> {
          return answer(refused.type(), request.id());
        }
      }
    }
    byte[] content = body.read(MAX_BODY_BYTES);
    byte[] input =
        content.length > MAX_BODY_BYTES ? content : input(request, target, match, caller, content);
    if (input.length > LocalFunction.MAX_PAYLOAD_BYTES) {
      return answer(Type.REQUEST_TOO_LARGE, request.id());
    }
    return call(request, match, input);
  }

  private GatewayAnswer call(GatewayRequest request, RouteTable.Match match, byte[] input) {
    String name = match.route().function();
    switch (functions.get(name).answer(input, request.id(), timeout)) {
      case Invocation.Returned returned -> {
        try {
          return ProxyOutput.read(returned.output(), isBinary(request.header("Accept")));
        } catch (IOException e) {
          InvocationLog.malformed(request.id(), label(match), name, e.getMessage());
          return answer(Type.LAMBDA_ERROR, request.id());
        }
      }
      case Invocation.Overflowed overflowed -> {
        InvocationLog.malformed(request.id(), label(match), name, "it is over 6 MB");
        return answer(Type.LAMBDA_ERROR, request.id());
      }
      case Invocation.Failed failed -> {
        InvocationLog.failed(request.id(), label(match), name, failed.cause());
        return answer(Type.LAMBDA_ERROR, request.id());
      }
      case Invocation.TimedOut timedOut -> {
        InvocationLog.timedOut(request.id(), label(match), name);
        return answer(Type.LAMBDA_ERROR, request.id());
      }
      case Invocation.GatewayTimedOut timedOut -> {
        InvocationLog.timedOut(request.id(), label(match), name);
        return answer(Type.INTEGRATION_TIMEOUT, request.id());
      }
    }
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

  /** Of several types in a header only the first counts, as on AWS. */
  private boolean isBinary(String mediaTypes) {
    Set<String> binary = deployment.binaryMediaTypes();
    if (binary.contains("*/*")) {
      return true;
    }
    return mediaTypes != null
        && binary.contains(mediaTypes.split("[,;]", 2)[0].strip().toLowerCase(Locale.ROOT));
  }
}
