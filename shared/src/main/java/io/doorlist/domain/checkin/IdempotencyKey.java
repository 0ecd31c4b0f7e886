package io.doorlist.domain.checkin;

/**
 * The client's key for a request that it may repeat, as digests; neither the key nor the request is
 * stored.
 *
 * @param request the digest of the whole request, to recognise another request with the same key
 */
public record IdempotencyKey(String digest, String request) {}
