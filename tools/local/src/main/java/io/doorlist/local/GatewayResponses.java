package io.doorlist.local;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the gateway answers by itself. A type that the template does not give is answered as the
 * template's DEFAULT_4XX or DEFAULT_5XX says, and if that is not given either, as AWS would.
 */
final class GatewayResponses {
  private static final Pattern VARIABLE = Pattern.compile("\\$context\\.([a-zA-Z][a-zA-Z.]*)");

  /** The types that AWS has, whether or not this host ever answers with them. */
  private static final Set<String> KNOWN =
      Set.of(
          "ACCESS_DENIED",
          "API_CONFIGURATION_ERROR",
          "AUTHORIZER_CONFIGURATION_ERROR",
          "AUTHORIZER_FAILURE",
          "BAD_REQUEST_BODY",
          "BAD_REQUEST_PARAMETERS",
          "DEFAULT_4XX",
          "DEFAULT_5XX",
          "EXPIRED_TOKEN",
          "INTEGRATION_FAILURE",
          "INTEGRATION_TIMEOUT",
          "INVALID_API_KEY",
          "INVALID_SIGNATURE",
          "MISSING_AUTHENTICATION_TOKEN",
          "QUOTA_EXCEEDED",
          "REQUEST_TOO_LARGE",
          "RESOURCE_NOT_FOUND",
          "THROTTLED",
          "UNAUTHORIZED",
          "UNSUPPORTED_MEDIA_TYPE",
          "WAF_FILTERED");

  /**
   * What this host answers, with AWS's status and words for it. A name that AWS does not have is
   * answered as the default of its class.
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
    UNAUTHORIZED(401, "Unauthorized"),
    URI_TOO_LONG(414, "Request URI Too Long");

    private final int status;
    private final String message;

    Type(int status, String message) {
      this.status = status;
      this.message = message;
    }

    private String fallback() {
      return status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX";
    }
  }

  /** One answer of the template's. */
  private record Custom(
      Integer status, Map<String, String> headers, String contentType, String body) {}

  private final Map<Type, Custom> byType = new EnumMap<>(Type.class);

  private GatewayResponses() {}

  /**
   * Returns the answers in an API's {@code GatewayResponses}.
   *
   * @throws TemplateException if one needs something that this host does not know
   */
  static GatewayResponses of(Place section) {
    var customs = new LinkedHashMap<String, Custom>();
    section
        .members()
        .forEach(
            (name, place) -> {
              if (!KNOWN.contains(name)) {
                throw place.wrong("is no type of gateway response");
              }
              customs.put(name, custom(place));
            });
    var responses = new GatewayResponses();
    for (Type type : Type.values()) {
      Custom custom = customs.getOrDefault(type.name(), customs.get(type.fallback()));
      if (custom != null) {
        responses.byType.put(type, custom);
      }
    }
    return responses;
  }

  private static Custom custom(Place place) {
    Place status = place.at("StatusCode");
    var headers = new LinkedHashMap<String, String>();
    place
        .at("ResponseParameters")
        .at("Headers")
        .members()
        .forEach((name, value) -> headers.put(name, header(value)));
    String contentType = "application/json";
    String body = null;
    Map<String, Place> templates = place.at("ResponseTemplates").members();
    if (!templates.isEmpty()) {
      contentType =
          templates.containsKey(contentType) ? contentType : templates.keySet().iterator().next();
      body = template(templates.get(contentType));
    }
    return new Custom(
        status.isAbsent() ? null : status.integer(100, 599), headers, contentType, body);
  }

  private static String header(Place value) {
    String text = value.text();
    if (text.equals("context.requestId")) {
      return "$context.requestId";
    }
    if (text.length() >= 2 && text.startsWith("'") && text.endsWith("'")) {
      return text.substring(1, text.length() - 1);
    }
    throw value.wrong("must be 'a text in single quotes' or context.requestId");
  }

  private static String template(Place template) {
    Matcher variables = VARIABLE.matcher(template.text());
    while (variables.find()) {
      if (!List.of("requestId", "error.message", "error.messageString", "error.responseType")
          .contains(variables.group(1))) {
        throw template.wrong("uses " + variables.group() + ", which is not known here");
      }
    }
    return template.text();
  }

  /** Returns the gateway's answer to the request of that id. */
  GatewayAnswer answer(Type type, String requestId) {
    Custom custom = byType.get(type);
    var headers = new LinkedHashMap<String, List<String>>();
    String body = "{\"message\":$context.error.messageString}";
    int status = type.status;
    headers.put("Content-Type", List.of("application/json"));
    if (custom != null) {
      status = custom.status() == null ? status : custom.status();
      body = custom.body() == null ? body : custom.body();
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
    Matcher variables = VARIABLE.matcher(text);
    var filled = new StringBuilder();
    while (variables.find()) {
      String value =
          switch (variables.group(1)) {
            case "requestId" -> requestId;
            case "error.message" -> type.message;
            case "error.messageString" -> "\"" + type.message + "\"";
            case "error.responseType" ->
                KNOWN.contains(type.name()) ? type.name() : type.fallback();
            default -> "";
          };
      variables.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return variables.appendTail(filled).toString();
  }
}
