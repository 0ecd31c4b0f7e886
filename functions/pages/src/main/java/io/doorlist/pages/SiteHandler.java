package io.doorlist.pages;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.http.EntityTag;
import io.doorlist.http.Headers;
import io.doorlist.http.Problem;
import io.doorlist.http.Request;
import io.doorlist.http.RequestReader;
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
 * Serves text files from the class path to anybody: pages, and the files that they load. A page is
 * tagged and revalidated each time; the files that it loads are in a folder named after their
 * contents and may be cached for ever. Thread-safe.
 *
 * <p>Implementation note: all files are text, pictures included, so that nothing goes as base64 and
 * the gateway compresses all of it.
 */
final class SiteHandler {
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

  private final Class<?> beside;
  private final String root;
  private final Map<String, String> headers;
  private final Map<String, Map<String, String>> headersOfPages;
  private final EntityTag tag;
  private final Map<String, Optional<byte[]>> files = new ConcurrentHashMap<>();

  /**
   * Creates the handler of a folder.
   *
   * @param beside a class whose class path has the files
   * @param root the folder of the files, from the root of the class path; its file {@code version}
   *     identifies the contents of all of them
   * @param headers of every answer
   * @param headersOfPages headers that replace these on single pages and files, by their name
   */
  SiteHandler(
      Class<?> beside,
      String root,
      Map<String, String> headers,
      Map<String, Map<String, String>> headersOfPages) {
    this.beside = beside;
    this.root = root;
    this.headers = Map.copyOf(headers);
    this.headersOfPages = Map.copyOf(headersOfPages);
    this.tag = EntityTag.of(new String(read("version").orElseThrow(), StandardCharsets.UTF_8), "");
  }

  /**
   * Answers one request; the caller closes both streams.
   *
   * @throws IOException if the input is not the gateway's, or the output cannot be written
   */
  void handle(InputStream input, OutputStream output, Context context) throws IOException {
    Request request = RequestReader.read(input, context.getAwsRequestId());
    output.write(answer(request));
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
    return output(request, 404, plain, Problem.NOT_FOUND.json(request.id()).bytes());
  }

  private Map<String, String> headers(String page, String cache, String type) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(headersOfPages.getOrDefault(page, Map.of()));
    all.put("Cache-Control", cache);
    all.put("Content-Type", type);
    return all;
  }

  private static String typeOf(String file) {
    String ending = file.substring(file.lastIndexOf('.') + 1);
    return TYPES.getOrDefault(ending, "text/plain; charset=utf-8");
  }

  private Optional<byte[]> file(String name) {
    Optional<byte[]> kept = files.get(name);
    if (kept != null) {
      return kept;
    }
    Optional<byte[]> read = read(name);
    // Missing files are not remembered: anybody may ask for any name.
    read.ifPresent(text -> files.put(name, read));
    return read;
  }

  private Optional<byte[]> read(String name) {
    try (InputStream file = beside.getResourceAsStream("/" + root + "/" + name)) {
      return file == null ? Optional.empty() : Optional.of(file.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException("a file of the package cannot be read", e);
    }
  }

  private static byte[] output(
      Request request, int status, Map<String, String> headers, byte[] text) {
    byte[] body = request.method().equals("HEAD") ? new byte[0] : text;
    return JsonValue.object(
            answer ->
                answer
                    .put("statusCode", status)
                    .put(
                        "headers",
                        JsonValue.object(
                            sent -> sent.putAll(headers).put("X-Request-Id", request.id())))
                    .put("body", JsonValue.ofUtf8(body))
                    .put("isBase64Encoded", false))
        .bytes();
  }
}
