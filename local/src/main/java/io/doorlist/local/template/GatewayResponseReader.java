package io.doorlist.local.template;

import io.doorlist.local.template.Deployment.GatewayResponseSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/** Reads an API's {@code GatewayResponses} out of a template. */
final class GatewayResponseReader {
  private GatewayResponseReader() {}

  /**
   * Returns the answers by their type.
   *
   * @throws TemplateException if one needs something that this host does not know
   */
  static Map<String, GatewayResponseSpec> read(TemplateNode section) {
    LinkedHashMap<String, Deployment.GatewayResponseSpec> responses = new LinkedHashMap<>();
    section
        .members()
        .forEach(
            (type, node) -> {
              if (!GatewayResponseSpec.TYPES.contains(type)) {
                throw node.wrong("is not a type of gateway response");
              }
              responses.put(type, response(node));
            });
    return responses;
  }

  private static GatewayResponseSpec response(TemplateNode node) {
    TemplateNode status = node.at("StatusCode");
    LinkedHashMap<String, String> headers = new LinkedHashMap<>();
    node.at("ResponseParameters")
        .at("Headers")
        .members()
        .forEach((name, value) -> headers.put(name, header(value)));
    String contentType = "application/json";
    String body = null;
    Map<String, TemplateNode> templates = node.at("ResponseTemplates").members();
    if (!templates.isEmpty()) {
      contentType =
          templates.containsKey(contentType) ? contentType : templates.keySet().iterator().next();
      body = template(templates.get(contentType));
    }
    return new GatewayResponseSpec(
        status.isAbsent() ? null : status.integer(100, 599), headers, contentType, body);
  }

  private static String header(TemplateNode value) {
    String text = value.text();
    if (text.equals("context.requestId")) {
      return "$context.requestId";
    }
    if (text.length() >= 2 && text.startsWith("'") && text.endsWith("'")) {
      return text.substring(1, text.length() - 1);
    }
    throw value.wrong("must be 'a text in single quotes' or context.requestId");
  }

  private static String template(TemplateNode template) {
    Matcher variables = GatewayResponseSpec.VARIABLE.matcher(template.text());
    while (variables.find()) {
      if (!List.of("requestId", "error.message", "error.messageString", "error.responseType")
          .contains(variables.group(1))) {
        throw template.wrong("uses " + variables.group() + ", which is not known here");
      }
    }
    return template.text();
  }
}
