package io.doorlist.local.gateway;

import io.doorlist.local.template.Deployment.GatewayResponseSpec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The gateway's own answers. A type that the template does not define gets the template's
 * DEFAULT_4XX or DEFAULT_5XX. If that is not defined either, it gets AWS's own answer.
 */
record GatewayResponses(Map<String, GatewayResponseSpec> specs) {
  /** The member of an answer's body in which a problem (RFC 9457) repeats the status. */
  private static final Pattern STATUS_MEMBER = Pattern.compile("(\"status\": *)[0-9]+");

  /**
   * The types of answers, with AWS's status and text. A type that AWS does not have gets the
   * template's DEFAULT_4XX or DEFAULT_5XX.
   */
  enum Type {
    ACCESS_DENIED(403, "User is not authorized to access this resource"),
    AUTHORIZER_CONFIGURATION_ERROR(500, "Internal server error"),
    BAD_REQUEST(400, "Bad request"),
    HEADERS_TOO_LARGE(431, "Request header fields too large"),
    INTEGRATION_TIMEOUT(504, "Endpoint request timed out"),
    INTERNAL_ERROR(500, "Internal server error"),
    LAMBDA_ERROR(502, "Internal server error"),
    MISSING_AUTHENTICATION_TOKEN(403, "Missing Authentication Token"),
    REQUEST_TOO_LARGE(413, "Request Too Long"),
    THROTTLED(429, "Too Many Requests"),
    UNAUTHORIZED(401, "Unauthorized"),
    URI_TOO_LONG(414, "Request URI Too Long");

    private final int status;
    private final String message;

    Type(int status, String message) {
      this.status = status;
      this.message = message;
    }

    /**
     * Returns whether the type keeps its status. AWS has no such types, so the status of a
     * template's default answer does not apply to them.
     */
    private boolean keepsStatus() {
      return this == HEADERS_TOO_LARGE || this == URI_TOO_LONG;
    }

    private String fallback() {
      return status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX";
    }
  }

  GatewayAnswer answer(Type type, String requestId) {
    GatewayResponseSpec spec = specs.getOrDefault(type.name(), specs.get(type.fallback()));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    String body = "{\"message\":\"" + type.message + "\"}";
    int status = type.status;
    if (spec != null) {
      body = spec.body() == null ? body : spec.body();
      if (type.keepsStatus()) {
        body = STATUS_MEMBER.matcher(body).replaceFirst("$1" + status);
      } else if (spec.status() != null) {
        status = spec.status();
      }
      spec.headers().forEach((name, value) -> headers.put(name, filled(value, requestId)));
    }
    byte[] bytes = filled(body, requestId).getBytes(StandardCharsets.UTF_8);
    return new GatewayAnswer(status, headers, bytes);
  }

  private static String filled(String text, String requestId) {
    return text.replace("$context.requestId", requestId);
  }
}
