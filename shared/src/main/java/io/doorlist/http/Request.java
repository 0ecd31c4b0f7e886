package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A request from API Gateway. Its maps are not copied, so nobody may change them.
 *
 * @param resource the template that the gateway matched the path with
 * @param path as it was sent, possibly without the part before the resource
 * @param identity the authorizer's data about the caller; empty if there is none
 * @param body as it was sent, or its base64; empty if there is none
 */
public record Request(
    String id,
    String method,
    String resource,
    String path,
    Map<String, String> pathParameters,
    Query query,
    Headers headers,
    Map<String, String> identity,
    String body,
    boolean base64Encoded) {
  /**
   * Reads API Gateway's proxy input and closes the stream. Any member may be absent or {@code
   * null}; a value of an unexpected type counts as absent. Headers and parameters come twice, as
   * single values and as lists, and the lists are read if there are any.
   *
   * @param otherwise the id of the request if the input has none
   */
  public static Request read(InputStream input, String otherwise) throws IOException {
    Map<?, ?> members = Json.readInput(input);
    Map<?, ?> context = Json.members(members.get("requestContext"));
    String id = text(context, "requestId");
    return new Request(
        id.isEmpty() ? otherwise : id,
        text(members, "httpMethod"),
        text(members, "resource"),
        text(members, "path"),
        texts(members.get("pathParameters")),
        new Query(lists(members, "multiValueQueryStringParameters", "queryStringParameters")),
        new Headers(lists(members, "multiValueHeaders", "headers")),
        texts(context.get("authorizer")),
        text(members, "body"),
        Boolean.TRUE.equals(members.get("isBase64Encoded")));
  }

  private static String text(Map<?, ?> members, String name) {
    return Objects.requireNonNullElse(Json.text(members.get(name)), "");
  }

  private static Map<String, String> texts(Object object) {
    Map<String, String> texts = new LinkedHashMap<>();
    Json.members(object)
        .forEach(
            (name, value) -> {
              if (Json.text(value) != null) {
                texts.put((String) name, Json.text(value));
              }
            });
    return texts;
  }

  private static Map<String, List<String>> lists(Map<?, ?> members, String many, String single) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    Json.members(members.get(many))
        .forEach(
            (name, values) ->
                lists.put(
                    (String) name,
                    Json.elements(values).stream()
                        .map(Json::text)
                        .filter(Objects::nonNull)
                        .toList()));
    if (lists.isEmpty()) {
      texts(members.get(single)).forEach((name, value) -> lists.put(name, List.of(value)));
    }
    return lists;
  }

  public String pathParameter(String name) {
    return pathParameters.getOrDefault(name, "");
  }

  public byte[] bodyBytes() {
    if (!base64Encoded) {
      return body.getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Base64.getDecoder().decode(body);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(Form.BODY, "must be base64 if it is declared so");
    }
  }
}
