package io.doorlist.local.gateway;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.local.gateway.TokenAuthorizer.Decision.Granted;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Deployment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A REST API's input for a function: the proxy input, payload version 1. */
final class ProxyInput {
  /** The API's id in ARNs and inputs. */
  static final String API_ID = "doorlist00";

  private static final DateTimeFormatter REQUEST_TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final List<String> UNKNOWN_IDENTITY =
      List.of(
          ("accessKey accountId caller cognitoAuthenticationProvider "
                  + "cognitoAuthenticationType cognitoIdentityId cognitoIdentityPoolId "
                  + "principalOrgId user userArn")
              .split(" "));

  private ProxyInput() {}

  /**
   * Returns the input.
   *
   * @param caller the authorizer's answer; null if the route is open
   * @param binary whether the body is sent as base64 rather than as text
   */
  static byte[] write(
      GatewayRequest request,
      RequestTarget target,
      RouteTable.Match match,
      Granted caller,
      byte[] body,
      boolean binary,
      String stage,
      Instant now) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096 + body.length);
    try (JsonGenerator json = JsonTree.FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("resource", match.route().path());
      json.writeStringField("path", target.path());
      json.writeStringField("httpMethod", request.method());
      json.writeFieldName("headers");
      writeLast(request.headers(), json);
      json.writeFieldName("multiValueHeaders");
      JsonTree.write(request.headers(), json);
      boolean noQuery = target.query().isEmpty();
      json.writeFieldName("queryStringParameters");
      writeLast(noQuery ? null : target.query(), json);
      json.writeFieldName("multiValueQueryStringParameters");
      JsonTree.write(noQuery ? null : target.query(), json);
      json.writeFieldName("pathParameters");
      JsonTree.write(match.pathParameters().isEmpty() ? null : match.pathParameters(), json);
      json.writeNullField("stageVariables");
      json.writeFieldName("requestContext");
      writeContext(request, target, match, caller, stage, now, json);
      if (body.length == 0) {
        json.writeNullField("body");
      } else {
        json.writeStringField(
            "body",
            binary
                ? Base64.getEncoder().encodeToString(body)
                : new String(body, StandardCharsets.UTF_8));
      }
      json.writeBooleanField("isBase64Encoded", binary && body.length > 0);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writeContext(
      GatewayRequest request,
      RequestTarget target,
      RouteTable.Match match,
      Granted caller,
      String stage,
      Instant now,
      JsonGenerator json)
      throws IOException {
    String route = match.route().path();
    json.writeStartObject();
    json.writeStringField("accountId", Deployment.ACCOUNT_ID);
    json.writeStringField("apiId", API_ID);
    json.writeStringField("stage", stage);
    json.writeStringField("requestId", request.id());
    json.writeStringField("extendedRequestId", request.id());
    json.writeStringField("resourcePath", route);
    json.writeStringField("resourceId", "%06x".formatted(route.hashCode() & 0xffffff));
    json.writeStringField("httpMethod", request.method());
    // As under a custom domain, no path here contains the stage.
    json.writeStringField("path", target.path());
    json.writeStringField("protocol", request.protocol());
    json.writeStringField("requestTime", REQUEST_TIME.format(now));
    json.writeNumberField("requestTimeEpoch", now.toEpochMilli());
    json.writeObjectFieldStart("identity");
    for (String member : UNKNOWN_IDENTITY) {
      json.writeNullField(member);
    }
    json.writeStringField("sourceIp", request.sourceIp());
    json.writeStringField("userAgent", request.header("User-Agent"));
    json.writeEndObject();
    if (caller != null) {
      json.writeObjectFieldStart("authorizer");
      json.writeStringField("principalId", caller.principalId());
      for (Map.Entry<String, String> member : caller.context().entrySet()) {
        if (!member.getKey().equals("principalId")) {
          json.writeStringField(member.getKey(), member.getValue());
        }
      }
      json.writeNumberField("integrationLatency", caller.millis());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void writeLast(Map<String, List<String>> values, JsonGenerator json)
      throws IOException {
    if (values == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    for (Map.Entry<String, List<String>> each : values.entrySet()) {
      json.writeStringField(each.getKey(), each.getValue().getLast());
    }
    json.writeEndObject();
  }
}
