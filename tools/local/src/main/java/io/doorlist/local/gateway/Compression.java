package io.doorlist.local.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses answers for clients that ask for it, as API Gateway does when {@code
 * MinimumCompressionSize} is set. Of the codings that the gateway knows only gzip is made here.
 *
 * @param minimumBytes the shortest body that is compressed
 */
record Compression(int minimumBytes) {
  /** Returns the answer as the client gets it. */
  GatewayAnswer apply(GatewayRequest request, GatewayAnswer answer) {
    boolean plain = !answer.headers().containsKey("Content-Encoding");
    if (answer.body().length < minimumBytes || !plain || !accepted(request)) {
      return answer;
    }
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(answer.headers());
    headers.put("Content-Encoding", List.of("gzip"));
    return new GatewayAnswer(answer.status(), headers, gzip(answer.body()));
  }

  private static boolean accepted(GatewayRequest request) {
    return request.headers().getOrDefault("Accept-Encoding", List.of()).stream()
        .flatMap(header -> Arrays.stream(header.split(",", -1)))
        .map(coding -> coding.replace(" ", "").toLowerCase(Locale.ROOT))
        .anyMatch(coding -> coding.startsWith("gzip") && !coding.matches("gzip;q=0(\\.0*)?"));
  }

  private static byte[] gzip(byte[] body) {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory takes every byte", e);
    }
    return bytes.toByteArray();
  }
}
