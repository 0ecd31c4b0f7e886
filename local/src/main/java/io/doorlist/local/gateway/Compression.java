package io.doorlist.local.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses answers for clients that ask for it, as API Gateway does when {@code
 * MinimumCompressionSize} is set. Of the codings that API Gateway knows, this host supports only
 * gzip.
 *
 * @param minimumBytes the shortest body that is compressed
 */
record Compression(int minimumBytes) {
  private static final Pattern GZIP = Pattern.compile("(x-)?gzip(;q=(?!0(\\.0*)?$).*)?");

  GatewayAnswer apply(GatewayRequest request, GatewayAnswer answer) {
    if (answer.body().length < minimumBytes) {
      return answer;
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(answer.headers());
    if (headers.containsKey("Content-Encoding")) {
      return answer;
    }
    headers.merge("Vary", "Accept-Encoding", (own, ours) -> own + ", " + ours);
    byte[] body = answer.body();
    if (accepted(request)) {
      headers.put("Content-Encoding", "gzip");
      body = gzip(body);
    }
    return new GatewayAnswer(answer.status(), headers, body);
  }

  private static boolean accepted(GatewayRequest request) {
    return request.headers().getOrDefault("Accept-Encoding", List.of()).stream()
        .flatMap(header -> Arrays.stream(header.split(",", -1)))
        .map(coding -> coding.replace(" ", "").toLowerCase(Locale.ROOT))
        .anyMatch(coding -> GZIP.matcher(coding).matches());
  }

  private static byte[] gzip(byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory takes every byte", e);
    }
    return bytes.toByteArray();
  }
}
