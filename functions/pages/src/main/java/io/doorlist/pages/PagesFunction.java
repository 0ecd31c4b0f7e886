package io.doorlist.pages;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.http.EntityTag;
import io.doorlist.http.Headers;
import io.doorlist.http.Problem;
import io.doorlist.http.Request;
import io.doorlist.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Serves the pages under {@code /-/} and the files that they load, from the class path: scanner,
 * board, API reference and demo tickets. They are the same for everybody and contain no data, so
 * they need no token. A page has a tag, and browsers revalidate it each time. The files that it
 * loads are in a folder named after their contents, so they may be cached for ever. Thread-safe.
 *
 * <p>Implementation note: all files are text, including pictures. So none of them is sent as
 * base64, and the gateway can compress them all.
 */
public final class PagesFunction implements RequestStreamHandler {
  private static final String POLICY = "Content-Security-Policy";

  /** Pages load nothing from elsewhere, send nothing elsewhere, and turn no text into HTML. */
  private static final String STRICT =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src blob:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types lit-html doorlist";

  /** Swagger UI inserts HTML and inline styles. */
  private static final String DOCS =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; connect-src 'self'; manifest-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /**
   * The worker that reads QR codes runs WebAssembly of a third party, so it may not send anything
   * anywhere.
   */
  private static final String READER = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

  private static final Map<String, String> HEADERS =
      Map.of(
          POLICY,
          STRICT,
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Permissions-Policy",
          "camera=(self), microphone=(), geolocation=()",
          "Referrer-Policy",
          "no-referrer",
          "X-Content-Type-Options",
          "nosniff");

  /**
   * Headers that replace the ones above on single pages and files, by the name of the page or file.
   */
  private static final Map<String, Map<String, String>> OWN_HEADERS =
      Map.of("docs", Map.of(POLICY, DOCS), "reader-worker.js", Map.of(POLICY, READER));

  private static final String PAGE = "/-/{page}";
  private static final String ASSET = "/-/assets/{version}/{file}";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*(\\.[a-z]+)?");
  private static final String FOR_EVER = "public, max-age=31536000, immutable";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "yaml", "application/yaml; charset=utf-8",
          "webmanifest", "application/manifest+json");

  private final Map<String, byte[]> files = new ConcurrentHashMap<>();

  /** The file {@code version} identifies the contents of all files. */
  private final EntityTag tag =
      EntityTag.of(new String(read("version").orElseThrow(), StandardCharsets.UTF_8), "");

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    output.write(answer(Request.read(input, context.getAwsRequestId())));
  }

  private byte[] answer(Request request) {
    return switch (request.resource()) {
      case PAGE -> page(request, request.pathParameter("page"));
      case ASSET -> asset(request, request.pathParameter("version"), request.pathParameter("file"));
      default -> notFound(request);
    };
  }

  private byte[] page(Request request, String page) {
    String file = page.contains(".") ? page : page + ".html";
    Optional<byte[]> found = named(page) ? file(file) : Optional.empty();
    if (found.isEmpty()) {
      return notFound(request);
    }
    Map<String, String> tagged = headers(page, "no-cache", typeOf(file));
    tagged.put("ETag", tag.text());
    return tag.isAmong(request.headers().all(Headers.IF_NONE_MATCH))
        ? output(request, 304, tagged, new byte[0])
        : output(request, 200, tagged, found.get());
  }

  private byte[] asset(Request request, String version, String file) {
    Optional<byte[]> found =
        named(version) && named(file) ? file("assets/" + version + "/" + file) : Optional.empty();
    return found
        .map(text -> output(request, 200, headers(file, FOR_EVER, typeOf(file)), text))
        .orElseGet(() -> notFound(request));
  }

  private static boolean named(String name) {
    return NAME.matcher(name).matches();
  }

  private byte[] notFound(Request request) {
    Map<String, String> plain = headers("", "no-store", "application/problem+json");
    return output(request, 404, plain, Problem.NOT_FOUND.json(request.id(), "en").bytes());
  }

  private Map<String, String> headers(String page, String cache, String type) {
    Map<String, String> all = new LinkedHashMap<>(HEADERS);
    all.putAll(OWN_HEADERS.getOrDefault(page, Map.of()));
    all.put("Cache-Control", cache);
    all.put("Content-Type", type);
    return all;
  }

  private static String typeOf(String file) {
    String ending = file.substring(file.lastIndexOf('.') + 1);
    return TYPES.getOrDefault(ending, "text/plain; charset=utf-8");
  }

  /**
   * Reads a file once and remembers it. Missing files are not remembered, because anybody may ask
   * for any name.
   */
  private Optional<byte[]> file(String name) {
    return Optional.ofNullable(files.computeIfAbsent(name, any -> read(any).orElse(null)));
  }

  private static Optional<byte[]> read(String name) {
    try (InputStream file = PagesFunction.class.getResourceAsStream("/site/" + name)) {
      return file == null ? Optional.empty() : Optional.of(file.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException("a file of the package cannot be read", e);
    }
  }

  private static byte[] output(
      Request request, int status, Map<String, String> headers, byte[] text) {
    return JsonValue.object(
            answer ->
                answer
                    .put("statusCode", status)
                    .putObject(
                        "headers", sent -> sent.putAll(headers).put("X-Request-Id", request.id()))
                    .put("body", JsonValue.ofUtf8(text))
                    .put("isBase64Encoded", false))
        .bytes();
  }
}
