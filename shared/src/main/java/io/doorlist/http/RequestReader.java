package io.doorlist.http;

import io.doorlist.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Reads API Gateway's proxy input. Any member may be absent or {@code null}; headers and parameters
 * come as single values and as lists of values, of which the lists count. Used for one input only.
 */
public final class RequestReader {
  private final JsonReader reader;

  private String id;
  private String method = "";
  private String resource = "";
  private String path = "";
  private String body = "";
  private boolean base64Encoded;
  private final Map<String, String> pathParameters = new LinkedHashMap<>();
  private final Map<String, String> identity = new LinkedHashMap<>();
  private final Map<String, List<String>> query = new LinkedHashMap<>();
  private final Map<String, List<String>> allQuery = new LinkedHashMap<>();
  private final Headers.Builder headers = new Headers.Builder();
  private final Headers.Builder allHeaders = new Headers.Builder();

  private RequestReader(JsonReader reader) {
    this.reader = reader;
  }

  /**
   * Reads an input and closes the stream.
   *
   * @param otherwise the request's id if the input has none
   * @throws IOException if the stream cannot be read or is not JSON
   */
  public static Request read(InputStream input, String otherwise) throws IOException {
    try (JsonReader json = JsonReader.open(input)) {
      RequestReader reader = new RequestReader(json);
      json.members(reader::member);
      return reader.request(otherwise);
    }
  }

  private void member(String name) throws IOException {
    switch (name) {
      case "resource" -> resource = textOr(resource);
      case "path" -> path = textOr(path);
      case "httpMethod" -> method = textOr(method);
      case "headers" -> reader.members(header -> addHeader(headers, header));
      case "multiValueHeaders" ->
          reader.members(header -> reader.elements(() -> addHeader(allHeaders, header)));
      case "queryStringParameters" ->
          texts((parameter, value) -> query.put(parameter, List.of(value)));
      case "multiValueQueryStringParameters" ->
          reader.members(parameter -> allQuery.put(parameter, reader.texts()));
      case "pathParameters" -> texts(pathParameters::put);
      case "requestContext" -> reader.members(this::readContext);
      case "body" -> body = textOr(body);
      case "isBase64Encoded" -> base64Encoded = reader.isTrue();
      default -> {}
    }
  }

  /** Adds a header; only those that an operation looks at are worth making a text of. */
  private void addHeader(Headers.Builder target, String name) throws IOException {
    target.add(name, Headers.isRead(name) ? reader.text() : null);
  }

  private void readContext(String name) throws IOException {
    switch (name) {
      case "requestId" -> id = reader.text();
      case "authorizer" -> texts(identity::put);
      default -> {}
    }
  }

  private String textOr(String otherwise) throws IOException {
    String text = reader.text();
    return text == null ? otherwise : text;
  }

  private void texts(BiConsumer<String, String> target) throws IOException {
    reader.members(
        name -> {
          String text = reader.text();
          if (text != null) {
            target.accept(name, text);
          }
        });
  }

  private Request request(String otherwise) {
    return new Request(
        id == null || id.isEmpty() ? otherwise : id,
        method,
        resource,
        path,
        pathParameters,
        new Query(allQuery.isEmpty() ? query : allQuery),
        (allHeaders.isEmpty() ? headers : allHeaders).build(),
        identity,
        body,
        base64Encoded);
  }
}
