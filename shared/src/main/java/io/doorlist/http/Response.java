package io.doorlist.http;

import io.doorlist.json.JsonValue;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.paging.Page;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * An answer, without the headers that every answer has. Immutable.
 *
 * @param body returns the body for the request's id and a language. Only the body of a problem
 *     depends on these two
 * @param page the page of a list that the body shows, or {@code null}. If it is too long, the
 *     client can ask for fewer items
 * @param version version of the content. Answers to the same request with the same version have the
 *     same content. {@code null} if there is no version
 */
public record Response(
    int status,
    SortedMap<String, String> headers,
    BiFunction<String, String, byte[]> body,
    Page<?> page,
    List<Metric> metrics,
    String version) {
  private static final String JSON = "application/json";
  private static final String PROBLEM_JSON = "application/problem+json";
  private static final String ETAG = "ETag";
  private static final String RETRY_AFTER = "Retry-After";

  public static Response ok(JsonValue body) {
    return json(200, body);
  }

  public static Response page(Call call, Page<?> page, JsonValue body) {
    Response whole = ok(body).with(Links.of(call.request(), page));
    return new Response(whole.status, whole.headers, whole.body, page, whole.metrics, null);
  }

  public static Response created(JsonValue body) {
    return json(201, body);
  }

  public static Response noContent() {
    return plain(204, Map.of(), (requestId, language) -> new byte[0]);
  }

  static Response notModified(EntityTag tag) {
    return plain(304, Map.of(ETAG, tag.text()), (requestId, language) -> new byte[0]);
  }

  public static Response of(Problem problem) {
    Map<String, String> headers =
        switch (problem.type()) {
          case UNAUTHORIZED -> Map.of("WWW-Authenticate", "Bearer");
          case TOO_MANY_REQUESTS, UNAVAILABLE -> Map.of(RETRY_AFTER, "1");
          default -> Map.of();
        };
    return plain(
            problem.type().status(),
            Map.of(Headers.CONTENT_TYPE, PROBLEM_JSON),
            (requestId, language) -> problem.json(requestId, language).bytes())
        .with(headers);
  }

  public Response with(Map<String, String> more) {
    SortedMap<String, String> all = new TreeMap<>(headers);
    all.putAll(more);
    return new Response(status, all, body, page, metrics, version);
  }

  Response with(EntityTag tag) {
    return with(Map.of(ETAG, tag.text()));
  }

  public Response version(String name) {
    return new Response(status, headers, body, page, metrics, name);
  }

  public Response with(Metric... figures) {
    return with(List.of(figures));
  }

  public Response with(List<Metric> figures) {
    List<Metric> all = new ArrayList<>(metrics);
    all.addAll(figures);
    return new Response(status, headers, body, page, all, version);
  }

  /**
   * Answers 200 with several answers in one body. A successful answer's body goes into the member
   * that {@code created} names.
   */
  public static Response batch(List<Response> answers, List<String> created) {
    return plain(
            200,
            Map.of(Headers.CONTENT_TYPE, JSON),
            (requestId, language) ->
                JsonValue.object(
                        json ->
                            json.putArray(
                                "results",
                                IntStream.range(0, answers.size()).boxed().toList(),
                                (result, i) ->
                                    answers
                                        .get(i)
                                        .write(result, requestId, language, created.get(i))))
                    .bytes())
        .with(answers.stream().flatMap(each -> each.metrics.stream()).toList());
  }

  private void write(ObjectWriter result, String requestId, String language, String created) {
    String text = new String(body.apply(requestId, language), StandardCharsets.UTF_8);
    result.put("status", status).put(status < 300 ? created : "problem", JsonValue.ofJson(text));
    if (headers.containsKey(RETRY_AFTER)) {
      result.put("retry_after", Long.valueOf(headers.get(RETRY_AFTER)));
    }
  }

  /**
   * Returns whether a client may keep the answer and ask later by its tag whether it has changed.
   */
  boolean tagged() {
    return headers.containsKey(ETAG);
  }

  boolean problem() {
    return PROBLEM_JSON.equals(headers.get(Headers.CONTENT_TYPE));
  }

  private static Response json(int status, JsonValue body) {
    return plain(status, Map.of(Headers.CONTENT_TYPE, JSON), (requestId, language) -> body.bytes());
  }

  private static Response plain(
      int status, Map<String, String> headers, BiFunction<String, String, byte[]> body) {
    return new Response(status, new TreeMap<>(headers), body, null, List.of(), null);
  }
}
