package io.doorlist.local.gateway;

import io.doorlist.local.template.Deployment.GatewayResponseSpec;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The gateway's own answers. A type that the template does not define gets the template's
 * DEFAULT_4XX or DEFAULT_5XX; if that is not defined either, it gets AWS's own answer.
 */
final class GatewayResponses {
  /** A problem repeats its status in the body. */
  private static final Pattern STATUS_MEMBER = Pattern.compile("(\"status\": *)[0-9]+");

  /**
   * The answers of this host, with AWS's status and words. A name that AWS does not have gets the
   * default of its class.
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

    /** AWS has no type for these, so a template's default answers do not apply to them. */
    private boolean keepsStatus() {
      return this == HEADERS_TOO_LARGE || this == URI_TOO_LONG;
    }

    private String fallback() {
      return status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX";
    }
  }

  private final Map<Type, GatewayResponseSpec> byType = new EnumMap<>(Type.class);

  GatewayResponses(Map<String, GatewayResponseSpec> specs) {
    for (Type type : Type.values()) {
      GatewayResponseSpec spec = specs.getOrDefault(type.name(), specs.get(type.fallback()));
      if (spec != null) {
        byType.put(type, spec);
      }
    }
  }

  /** Returns the gateway's answer to the request with this id. */
  GatewayAnswer answer(Type type, String requestId) {
    GatewayResponseSpec custom = byType.get(type);
    LinkedHashMap<String, List<String>> headers = new LinkedHashMap<>();
    String body = "{\"message\":$context.error.messageString}";
    int status = type.status;
    headers.put("Content-Type", List.of("application/json"));
    if (custom != null) {
      status = custom.status() == null || type.keepsStatus() ? status : custom.status();
      body = custom.body() == null ? body : custom.body();
      if (type.keepsStatus()) {
        body = STATUS_MEMBER.matcher(body).replaceFirst("$1" + status);
      }
      headers.put("Content-Type", List.of(custom.contentType()));
      custom
          .headers()
          .forEach(
              (name, value) -> {
                headers.keySet().removeIf(name::equalsIgnoreCase);
                headers.put(name, List.of(fill(value, type, requestId)));
              });
    }
    byte[] bytes = fill(body, type, requestId).getBytes(StandardCharsets.UTF_8);
    return new GatewayAnswer(status, headers, bytes);
  }

  private static String fill(String text, Type type, String requestId) {
    Matcher variables = GatewayResponseSpec.VARIABLE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (variables.find()) {
      String value =
          switch (variables.group(1)) {
            case "requestId" -> requestId;
            case "error.message" -> type.message;
            case "error.messageString" -> "\"" + type.message + "\"";
            case "error.responseType" ->
                GatewayResponseSpec.TYPES.contains(type.name()) ? type.name() : type.fallback();
            default -> "";
          };
      variables.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return variables.appendTail(filled).toString();
  }
}
