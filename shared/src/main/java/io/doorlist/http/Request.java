package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.Map;

/**
 * A request from API Gateway. It owns its maps.
 *
 * @param id identifies it in answers and logs
 * @param resource the template of the path that the gateway matched, such as {@code
 *     /{account_slug}/events}
 * @param path as it was sent; the part before the resource may be missing
 * @param pathParameters decoded
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
  public Request {
    pathParameters = Collections.unmodifiableMap(pathParameters);
    identity = Collections.unmodifiableMap(identity);
  }

  /** Returns the path parameter; empty if the gateway gave none. */
  public String pathParameter(String name) {
    return pathParameters.getOrDefault(name, "");
  }

  /**
   * Returns the bytes of the body.
   *
   * @throws InvalidInputException if the body is declared as base64 and is not
   */
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
