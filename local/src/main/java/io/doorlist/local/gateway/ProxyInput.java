package io.doorlist.local.gateway;

import io.doorlist.local.gateway.TokenAuthorizer.Decision.Granted;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Deployment;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes a REST API's input for a function, which is the proxy input of payload version 1. */
final class ProxyInput {
  static final String API_ID = "doorlist00";

  private static final DateTimeFormatter REQUEST_TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);

  private ProxyInput() {}

  /** Returns the input. {@code caller} is null if the route is open. */
  static byte[] write(
      GatewayRequest request,
      RequestTarget target,
      RouteTable.Match match,
      Granted caller,
      byte[] body,
      String stage,
      Instant now) {
    boolean noQuery = target.query().isEmpty();
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("resource", match.route().path());
    input.put("path", target.path());
    input.put("httpMethod", request.method());
    input.put("headers", last(request.headers()));
    input.put("multiValueHeaders", request.headers());
    input.put("queryStringParameters", noQuery ? null : last(target.query()));
    input.put("multiValueQueryStringParameters", noQuery ? null : target.query());
    input.put("pathParameters", match.pathParameters().isEmpty() ? null : match.pathParameters());
    input.put("stageVariables", null);
    input.put("requestContext", context(request, target, match, caller, stage, now));
    input.put("body", body.length == 0 ? null : new String(body, StandardCharsets.UTF_8));
    input.put("isBase64Encoded", false);
    return JsonTree.write(input);
  }

  private static Map<String, Object> context(
      GatewayRequest request,
      RequestTarget target,
      RouteTable.Match match,
      Granted caller,
      String stage,
      Instant now) {
    Map<String, Object> context = new LinkedHashMap<>();
    context.put("accountId", Deployment.ACCOUNT_ID);
    context.put("apiId", API_ID);
    context.put("stage", stage);
    context.put("requestId", request.id());
    context.put("resourcePath", match.route().path());
    context.put("httpMethod", request.method());
    // Like under a custom domain, paths here do not contain the stage.
    context.put("path", target.path());
    context.put("protocol", request.protocol());
    context.put("requestTime", REQUEST_TIME.format(now));
    context.put("requestTimeEpoch", now.toEpochMilli());
    Map<String, Object> identity = new LinkedHashMap<>();
    identity.put("sourceIp", request.sourceIp());
    identity.put("userAgent", request.header("User-Agent"));
    context.put("identity", identity);
    if (caller != null) {
      Map<String, Object> authorizer = new LinkedHashMap<>(caller.context());
      authorizer.put("principalId", caller.principalId());
      authorizer.put("integrationLatency", caller.millis());
      context.put("authorizer", authorizer);
    }
    return context;
  }

  private static Map<String, String> last(Map<String, List<String>> values) {
    Map<String, String> last = new LinkedHashMap<>();
    values.forEach((name, all) -> last.put(name, all.getLast()));
    return last;
  }
}
