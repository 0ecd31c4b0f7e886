package io.doorlist.http;

import io.doorlist.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads API Gateway's proxy input. Any member may be absent or {@code null}; a value of an
 * unexpected type counts as absent. Headers and parameters come as single values and as lists of
 * values, of which the lists count.
 */
public final class RequestReader {
  private RequestReader() {}

  /**
   * Reads an input and closes the stream.
   *
   * @param otherwise the request's id if the input has none
   * @throws IOException if the stream cannot be read or is not JSON
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
        new Query(query(members)),
        headers(members),
        texts(context.get("authorizer")),
        text(members, "body"),
        Boolean.TRUE.equals(members.get("isBase64Encoded")));
  }

  private static String text(Map<?, ?> members, String name) {
    String text = Json.text(members.get(name));
    return text == null ? "" : text;
  }

  private static Map<String, String> texts(Object object) {
    Map<String, String> texts = new LinkedHashMap<>();
    Json.members(object)
        .forEach(
            (name, value) -> {
              String text = Json.text(value);
              if (text != null) {
                texts.put((String) name, text);
              }
            });
    return texts;
  }

  private static Map<String, List<String>> query(Map<?, ?> members) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    Json.members(members.get("multiValueQueryStringParameters"))
        .forEach((name, values) -> query.put((String) name, texts(Json.elements(values))));
    if (query.isEmpty()) {
      texts(members.get("queryStringParameters"))
          .forEach((name, value) -> query.put(name, List.of(value)));
    }
    return query;
  }

  private static List<String> texts(List<?> values) {
    List<String> texts = new ArrayList<>(values.size());
    for (Object value : values) {
      String text = Json.text(value);
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  private static Headers headers(Map<?, ?> members) {
    Headers.Builder headers = new Headers.Builder();
    Json.members(members.get("multiValueHeaders"))
        .forEach(
            (name, values) ->
                Json.elements(values)
                    .forEach(value -> headers.add((String) name, Json.text(value))));
    if (headers.isEmpty()) {
      Json.members(members.get("headers"))
          .forEach((name, value) -> headers.add((String) name, Json.text(value)));
    }
    return headers.build();
  }
}
