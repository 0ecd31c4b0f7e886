package io.doorlist.domain;

import java.util.Objects;

/**
 * The client's key for a request that it may repeat, as digests: neither the key nor the request is
 * kept.
 *
 * @param digest of the key itself
 * @param request of everything that the request asks: another request with the same key has another
 *     digest here
 */
public record IdempotencyKey(String digest, String request) {
  public IdempotencyKey {
    Objects.requireNonNull(digest, "digest");
    Objects.requireNonNull(request, "request");
  }
}
