package io.doorlist.local;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What API Gateway and Lambda are told by a template, with every parameter applied.
 *
 * @param functions those that the API, a stream or a queue calls, by logical id
 * @param apiFunctions logical ids of those that the API calls
 * @param authorizers by name, those that a route names
 * @param binaryMediaTypes lower case, such as {@code image/png}, or the one wildcard
 * @param queues attributes of each queue as SQS takes them, by logical id, in an order in which
 *     they can be made
 */
record Deployment(
    String stage,
    Map<String, FunctionSpec> functions,
    Set<String> apiFunctions,
    RouteTable routes,
    Map<String, AuthorizerSpec> authorizers,
    GatewayResponses gatewayResponses,
    Set<String> binaryMediaTypes,
    Compression compression,
    List<Trigger.Stream> streams,
    List<Trigger.Queue> queueTriggers,
    Map<String, Map<String, Object>> queues) {

  Deployment {
    functions = Map.copyOf(functions);
    apiFunctions = Set.copyOf(apiFunctions);
    authorizers = Map.copyOf(authorizers);
    binaryMediaTypes = Set.copyOf(binaryMediaTypes);
    streams = List.copyOf(streams);
    queueTriggers = List.copyOf(queueTriggers);
    queues = Collections.unmodifiableMap(new LinkedHashMap<>(queues));
  }

  /**
   * A route.
   *
   * @param method upper case, or {@code ANY}
   * @param function the logical id of what answers
   * @param authorizer the name of what is asked first; null if the route is open
   */
  record RouteSpec(String method, String path, String function, String authorizer) {}

  /**
   * A token authorizer.
   *
   * @param function the logical id of what decides
   * @param header where the token is
   * @param validationExpression what a token must match to be shown to the function; null if
   *     anything may be
   * @param reauthorizeEvery how long a decision holds; zero if it is not kept
   */
  record AuthorizerSpec(
      String name,
      String function,
      String header,
      String validationExpression,
      Duration reauthorizeEvery) {}
}
