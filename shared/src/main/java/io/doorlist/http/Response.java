package io.doorlist.http;

import io.doorlist.json.JsonValue;
import io.doorlist.paging.Page;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** An answer, without the headers that every answer has. Immutable. */
public final class Response {
  private static final String JSON = "application/json";
  private static final String PROBLEM_JSON = "application/problem+json";
  private static final String ETAG = "ETag";
  private static final String RETRY_AFTER = "Retry-After";
  private static final byte[] NO_BODY = {};

  private final int status;
  private final SortedMap<String, String> headers;
  private final BiFunction<String, Supplier<String>, byte[]> body;
  private final Page<?> page;
  private final List<Metric> metrics;
  private final String version;

  /**
   * {@code headers} are owned; {@code page} is what the body shows of a list, or {@code null};
   * {@code version} is {@code null} if the answer has none.
   */
  private Response(
      int status,
      SortedMap<String, String> headers,
      BiFunction<String, Supplier<String>, byte[]> body,
      Page<?> page,
      List<Metric> metrics,
      String version) {
    this.status = status;
    this.page = page;
    this.version = version;
    this.metrics = List.copyOf(metrics);
    this.headers = headers;
    this.body = body;
  }

  public static Response ok(JsonValue body) {
    return json(200, body);
  }

  /** Answers 200 with one page of a list and a {@code Link} header to other pages. */
  public static Response page(Call call, Page<?> page, JsonValue body) {
    Response whole = ok(body).with(Links.of(call.request(), page));
    return new Response(whole.status, whole.headers, whole.body, page, whole.metrics, null);
  }

  public static Response created(JsonValue body) {
    return json(201, body);
  }

  public static Response noContent() {
    return plain(204, Map.of(), (requestId, language) -> NO_BODY);
  }

  /** Answers that the client has it already. */
  static Response notModified(EntityTag tag) {
    return plain(304, Map.of(ETAG, tag.text()), (requestId, language) -> NO_BODY);
  }

  /** Answers with this problem. */
  public static Response of(Problem problem) {
    return plain(
            problem.type().status(),
            Map.of(Headers.CONTENT_TYPE, PROBLEM_JSON),
            (requestId, language) -> problem.json(requestId, language.get()).bytes())
        .with(headersOf(problem.type()));
  }

  /** Returns this answer with more headers. */
  public Response with(Map<String, String> more) {
    SortedMap<String, String> all = new TreeMap<>(headers);
    all.putAll(more);
    return new Response(status, all, body, page, metrics, version);
  }

  /** Returns this answer with a tag, by which a client may ask whether it has changed. */
  Response with(EntityTag tag) {
    return with(Map.of(ETAG, tag.text()));
  }

  /**
   * Returns this answer with a version of what it shows: answers to the same request with the same
   * version have the same content. {@code null} for none.
   */
  public Response version(String name) {
    return new Response(status, headers, body, page, metrics, name);
  }

  /** Returns this answer with more metrics for the log, which the client does not see. */
  public Response with(Metric... figures) {
    return with(List.of(figures));
  }

  /** Returns this answer with more metrics for the log. */
  public Response with(List<Metric> figures) {
    List<Metric> all = new ArrayList<>(metrics);
    all.addAll(figures);
    return new Response(status, headers, body, page, all, version);
  }

  /**
   * Answers 200 with several answers, each as an object: its status, its body as {@code created} or
   * as {@code problem}, and after how many seconds to try again if it says so.
   */
  public static Response batch(List<Response> answers, List<String> created) {
    List<Metric> figures = answers.stream().flatMap(each -> each.metrics.stream()).toList();
    return plain(
            200,
            Map.of(Headers.CONTENT_TYPE, JSON),
            (requestId, language) ->
                JsonValue.object(
                        body ->
                            body.put(
                                "results",
                                JsonValue.array(
                                    IntStream.range(0, answers.size())
                                        .mapToObj(
                                            i ->
                                                answers
                                                    .get(i)
                                                    .inBatch(requestId, language, created.get(i)))
                                        .toList())))
                    .bytes())
        .with(figures);
  }

  private JsonValue inBatch(String requestId, Supplier<String> language, String created) {
    return JsonValue.object(
        item -> {
          item.put("status", status)
              .put(
                  status < 300 ? created : "problem",
                  JsonValue.ofJson(body.apply(requestId, language)));
          if (headers.containsKey(RETRY_AFTER)) {
            item.put("retry_after", Long.parseLong(headers.get(RETRY_AFTER)));
          }
        });
  }

  /** Returns this answer as {@code HEAD} gets it. */
  Response withoutBody() {
    return new Response(status, headers, (requestId, language) -> NO_BODY, page, metrics, version);
  }

  int status() {
    return status;
  }

  SortedMap<String, String> headers() {
    return Collections.unmodifiableSortedMap(headers);
  }

  /** Returns the version set by {@link #version(String)}, or empty. */
  Optional<String> version() {
    return Optional.ofNullable(version);
  }

  /** Returns whether a client may keep the answer and ask by its tag whether it has changed. */
  boolean tagged() {
    return headers.containsKey(ETAG);
  }

  /** Returns whether a client could have asked for a shorter answer. */
  boolean paged() {
    return page != null;
  }

  /** Returns the keys of rows that are left out because they cannot be read. */
  List<String> unreadable() {
    return page == null ? List.of() : page.unreadable();
  }

  public List<Metric> metrics() {
    return metrics;
  }

  /** Returns whether it says why the request was not served. */
  boolean problem() {
    return PROBLEM_JSON.equals(headers.get(Headers.CONTENT_TYPE));
  }

  /** Writes the body; a problem contains the request's id, and a title in this language. */
  byte[] body(String requestId, Supplier<String> language) {
    return body.apply(requestId, language);
  }

  private static Response json(int status, JsonValue body) {
    return plain(status, Map.of(Headers.CONTENT_TYPE, JSON), (requestId, language) -> body.bytes());
  }

  /** Begins an answer that shows no page, and has no metrics and no version. */
  private static Response plain(
      int status, Map<String, String> headers, BiFunction<String, Supplier<String>, byte[]> body) {
    return new Response(status, new TreeMap<>(headers), body, null, List.of(), null);
  }

  private static Map<String, String> headersOf(ProblemType type) {
    return switch (type) {
      case UNAUTHORIZED -> Map.of("WWW-Authenticate", "Bearer");
      case TOO_MANY_REQUESTS, UNAVAILABLE -> Map.of(RETRY_AFTER, "1");
      default -> Map.of();
    };
  }
}
