package io.doorlist.webhook;

import io.doorlist.domain.webhook.WebhookSecret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A message of Standard Webhooks 1.0.0.
 *
 * @param id the same for every attempt to send it
 */
public record Message(String id, byte[] payload) {
  private static final String ALGORITHM = "HmacSHA256";

  /** Returns the headers of an attempt, with a signature for each secret. */
  public Map<String, String> headers(Instant now, List<WebhookSecret> secrets) {
    String timestamp = Long.toString(now.getEpochSecond());
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", timestamp);
    headers.put(
        "webhook-signature",
        String.join(
            " ", secrets.stream().map(secret -> "v1," + signature(timestamp, secret)).toList()));
    return headers;
  }

  private String signature(String timestamp, WebhookSecret secret) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.key(), ALGORITHM));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(payload));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
