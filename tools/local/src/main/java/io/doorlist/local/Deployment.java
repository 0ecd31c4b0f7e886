package io.doorlist.local;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What API Gateway and Lambda are told by a template, with every parameter applied.
 *
 * @param functions those that the API calls, by logical id
 * @param authorizers by name, those that a route names
 * @param binaryMediaTypes lower case, such as {@code image/png}, or the one wildcard
 */
record Deployment(
    String stage,
    Map<String, FunctionSpec> functions,
    RouteTable routes,
    Map<String, AuthorizerSpec> authorizers,
    GatewayResponses gatewayResponses,
    Set<String> binaryMediaTypes) {

  Deployment {
    functions = Map.copyOf(functions);
    authorizers = Map.copyOf(authorizers);
    binaryMediaTypes = Set.copyOf(binaryMediaTypes);
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
