package io.doorlist.http;

import io.doorlist.environment.Environment;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The operator's settings for the functions that answer HTTP requests.
 *
 * @param shown the beginning of each QR code, up to the slash before the identifier. Answers show
 *     it. Empty if it is not set
 * @param allowedOrigins the origins that browsers may call from
 */
public record Settings(String shown, List<String> allowedOrigins) {
  public static Settings fromEnvironment() {
    return of(name -> Environment.get(name).orElse(""));
  }

  public static Settings of(Map<String, String> values) {
    return of(name -> values.getOrDefault(name, ""));
  }

  private static Settings of(Function<String, String> source) {
    List<String> origins =
        Stream.of(source.apply("ALLOWED_ORIGINS").split(","))
            .map(String::strip)
            .filter(origin -> !origin.isEmpty())
            .toList();
    return new Settings(source.apply("QR_BASE_URL"), origins);
  }

  public String qrBaseUrl() {
    if (shown.isEmpty()) {
      throw new IllegalStateException("QR_BASE_URL is not set");
    }
    return shown;
  }
}
