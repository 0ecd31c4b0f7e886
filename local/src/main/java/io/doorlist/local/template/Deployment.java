package io.doorlist.local.template;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The part of a template that API Gateway and Lambda read, with every parameter applied.
 *
 * @param functions those that the API, a stream or a queue calls, by logical id
 * @param apiFunctions logical ids of those that the API calls
 * @param authorizers by name, those that a route names
 * @param preflight headers of what the gateway answers to {@code OPTIONS} by itself; none if it
 *     does not
 * @param binaryMediaTypes lower case, such as {@code image/png}, or the one wildcard
 * @param minimumCompressionBytes the shortest body that is compressed
 * @param queues attributes of each queue as SQS takes them, by logical id, in an order in which
 *     they can be made
 */
public record Deployment(
    String stage,
    Map<String, FunctionSpec> functions,
    Set<String> apiFunctions,
    List<RouteSpec> routes,
    Map<String, AuthorizerSpec> authorizers,
    Map<String, GatewayResponseSpec> gatewayResponses,
    Map<String, String> preflight,
    Set<String> binaryMediaTypes,
    int minimumCompressionBytes,
    List<Trigger.Stream> streams,
    List<Trigger.Queue> queueTriggers,
    Map<String, Map<String, Object>> queues) {

  /** The account of everything here. */
  public static final String ACCOUNT_ID = "123456789012";

  /** The value of {@link #minimumCompressionBytes} if nothing is compressed. */
  public static final int NO_COMPRESSION = Integer.MAX_VALUE;

  public Deployment {
    functions = Map.copyOf(functions);
    apiFunctions = Set.copyOf(apiFunctions);
    routes = List.copyOf(routes);
    authorizers = Map.copyOf(authorizers);
    gatewayResponses = Map.copyOf(gatewayResponses);
    preflight = Map.copyOf(preflight);
    binaryMediaTypes = Set.copyOf(binaryMediaTypes);
    streams = List.copyOf(streams);
    queueTriggers = List.copyOf(queueTriggers);
    queues = Collections.unmodifiableMap(new LinkedHashMap<>(queues));
  }

  /**
   * Returns the URL of a queue.
   *
   * @param queues where SQS answers
   * @param queue its logical id
   */
  public static String queueUrl(URI queues, String queue) {
    return queues + "/" + ACCOUNT_ID + "/" + queue;
  }

  /**
   * A route.
   *
   * @param method upper case, or {@code ANY}
   * @param function the logical id of the function that answers
   * @param authorizer the name of the authorizer that is asked first; null if the route is open
   */
  public record RouteSpec(String method, String path, String function, String authorizer) {}

  /**
   * A token authorizer.
   *
   * @param function the logical id of the function that decides
   * @param header the header with the token
   * @param validationExpression what a token must match before the function is asked; null if there
   *     is no check
   * @param reauthorizeEvery how long a decision holds; zero if it is not kept
   */
  public record AuthorizerSpec(
      String name,
      String function,
      String header,
      String validationExpression,
      Duration reauthorizeEvery) {}

  /**
   * An answer of the gateway's own.
   *
   * @param status null for AWS's own
   * @param headers may hold {@link #VARIABLE}s, as the body may
   * @param body null for AWS's own
   */
  public record GatewayResponseSpec(
      Integer status, Map<String, String> headers, String contentType, String body) {
    /** A variable of the request's context. */
    public static final Pattern VARIABLE = Pattern.compile("\\$context\\.([a-zA-Z][a-zA-Z.]*)");

    /** All types that AWS has; this host may not answer with all of them. */
    public static final Set<String> TYPES =
        Set.of(
            ("ACCESS_DENIED API_CONFIGURATION_ERROR AUTHORIZER_CONFIGURATION_ERROR "
                    + "AUTHORIZER_FAILURE BAD_REQUEST_BODY BAD_REQUEST_PARAMETERS DEFAULT_4XX "
                    + "DEFAULT_5XX EXPIRED_TOKEN INTEGRATION_FAILURE INTEGRATION_TIMEOUT "
                    + "INVALID_API_KEY INVALID_SIGNATURE MISSING_AUTHENTICATION_TOKEN QUOTA_EXCEEDED "
                    + "REQUEST_TOO_LARGE RESOURCE_NOT_FOUND THROTTLED UNAUTHORIZED "
                    + "UNSUPPORTED_MEDIA_TYPE WAF_FILTERED")
                .split(" "));

    public GatewayResponseSpec {
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
  }
}
