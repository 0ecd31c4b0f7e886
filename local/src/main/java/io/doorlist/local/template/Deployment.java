package io.doorlist.local.template;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of a template that API Gateway and Lambda read, with every parameter applied.
 *
 * @param functions functions that the API, a stream or a queue calls, by logical id
 * @param apiFunctions logical ids of the functions that the API calls
 * @param authorizer decides who may use routes that are not open; null if there is none
 * @param preflight headers of the gateway's own answer to {@code OPTIONS}; empty if the gateway
 *     does not answer it
 * @param minimumCompressionBytes the shortest body that is compressed
 */
public record Deployment(
    String stage,
    Map<String, FunctionSpec> functions,
    Set<String> apiFunctions,
    List<RouteSpec> routes,
    AuthorizerSpec authorizer,
    Map<String, GatewayResponseSpec> gatewayResponses,
    Map<String, String> preflight,
    int minimumCompressionBytes,
    List<Trigger.Stream> streams,
    List<Trigger.Queue> queueTriggers) {

  public static final String ACCOUNT_ID = "123456789012";

  /** Returns the URL of a queue by its logical id. */
  public static String queueUrl(URI queues, String queue) {
    return queues + "/" + ACCOUNT_ID + "/" + queue;
  }

  /**
   * A route.
   *
   * @param method upper case, or {@code ANY}
   * @param function the logical id of the function that answers
   * @param open whether the route needs no token
   */
  public record RouteSpec(String method, String path, String function, boolean open) {}

  /**
   * A token authorizer.
   *
   * @param function the logical id of the function that decides
   * @param header the header with the token
   * @param validationExpression what a token must match before the function is asked
   * @param reauthorizeEvery how long a decision is cached; zero if it is not cached
   */
  public record AuthorizerSpec(
      String function, String header, String validationExpression, Duration reauthorizeEvery) {}

  /**
   * An answer that the gateway itself gives. {@code $context.requestId} in headers and body stands
   * for the request's id.
   *
   * @param status null for AWS's own status
   * @param body null for AWS's own body
   */
  public record GatewayResponseSpec(Integer status, Map<String, String> headers, String body) {}

  /**
   * A function of a template.
   *
   * @param name its logical id
   * @param codeUri the absolute path of the package
   * @param handler the name of a class
   */
  public record FunctionSpec(
      String name,
      Path codeUri,
      String handler,
      int memoryMegabytes,
      Duration timeout,
      Map<String, String> environment) {

    public FunctionSpec {
      environment = Map.copyOf(environment);
    }
  }
}
