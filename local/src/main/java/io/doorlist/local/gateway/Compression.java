package io.doorlist.local.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses answers for clients that ask for it, as API Gateway does when {@code
 * MinimumCompressionSize} is set. Of the gateway's codings it supports gzip only.
 *
 * @param minimumBytes the shortest body that is compressed
 */
record Compression(int minimumBytes) {
  private static final Pattern GZIP = Pattern.compile("(x-)?gzip(;q=(?!0(\\.0*)?$).*)?");
  private static final String VARY = "Vary";

  /** Returns the answer as the client gets it. */
  GatewayAnswer apply(GatewayRequest request, GatewayAnswer answer) {
    boolean plain = !answer.headers().containsKey("Content-Encoding");
    if (answer.body().length < minimumBytes || !plain) {
      return answer;
    }
    TreeMap<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(answer.headers());
    List<String> vary = new ArrayList<>(headers.getOrDefault(VARY, List.of()));
    vary.add("Accept-Encoding");
    headers.put(VARY, List.of(String.join(", ", vary)));
    if (!accepted(request)) {
      return new GatewayAnswer(answer.status(), headers, answer.body());
    }
    headers.put("Content-Encoding", List.of("gzip"));
    return new GatewayAnswer(answer.status(), headers, gzip(answer.body()));
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
