package io.doorlist.http;

import io.doorlist.environment.Environment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The operator's settings for the functions that answer HTTP requests. Immutable. */
public final class Settings {
  private static final String QR_BASE_URL = "QR_BASE_URL";
  private static final String ALLOWED_ORIGINS = "ALLOWED_ORIGINS";

  private final String qrBaseUrl;
  private final List<String> allowedOrigins;

  private Settings(Function<String, String> source) {
    this.qrBaseUrl = source.apply(QR_BASE_URL);
    this.allowedOrigins =
        Stream.of(Optional.ofNullable(source.apply(ALLOWED_ORIGINS)).orElse("").split(","))
            .map(String::strip)
            .filter(origin -> !origin.isEmpty())
            .toList();
  }

  /** Reads the settings of the function's {@link Environment}. */
  public static Settings fromEnvironment() {
    return new Settings(name -> Environment.get(name).orElse(null));
  }

  /** Returns settings with these values; a missing one is not set. */
  public static Settings of(Map<String, String> values) {
    return new Settings(values::get);
  }

  /**
   * Returns the part of a QR code before the slash and the identifier.
   *
   * @throws IllegalStateException if {@code QR_BASE_URL} is not set
   */
  public String qrBaseUrl() {
    if (qrBaseUrl == null || qrBaseUrl.isEmpty()) {
      throw new IllegalStateException(QR_BASE_URL + " is not set");
    }
    return qrBaseUrl;
  }

  /** Returns the settings that answers depend on, as one text. */
  String shown() {
    return qrBaseUrl == null ? "" : qrBaseUrl;
  }

  /**
   * Returns the origins that browsers may call from: {@code ALLOWED_ORIGINS}, separated by commas.
   */
  public List<String> allowedOrigins() {
    return allowedOrigins;
  }
}
