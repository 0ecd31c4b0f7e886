package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.domain.DomainException;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.http.Router.Body;
import io.doorlist.http.Router.Route;
import io.doorlist.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A function that answers API Gateway's requests. Subclasses give their routes to its constructor.
 * Every fault becomes an answer, and every answer has its request's id. Thread-safe if the
 * operations are.
 */
public abstract class ApiFunction implements RequestStreamHandler {
  /** The maximum number of query parameters, and also of headers. Clients need a tenth of that. */
  private static final int MAX_VALUES = 200;

  /** The longest answer that Lambda accepts from a function, minus a margin. */
  private static final int MAX_OUTPUT_BYTES = 6_000_000;

  /** Reserved for a last attempt at the store and for writing the answer. */
  private static final int RESERVE_MILLIS = 2_500;

  private static final int SHORTEST_MILLIS = 100;

  private Router router;
  private Clock clock;
  private Settings settings;

  protected final void serve(Router router, Clock clock, Settings settings) {
    this.router = router;
    this.clock = clock;
    this.settings = settings;
  }

  @Override
  public final void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Instant arrived = clock.instant();
    // The deadline is before Lambda ends the function, but leaves at least the shortest time.
    int left = Math.max(context.getRemainingTimeInMillis() - RESERVE_MILLIS, SHORTEST_MILLIS);
    Request request = Request.read(input, context.getAwsRequestId());
    Call call =
        new Call(request, null, null, Form.EMPTY, arrived, arrived.plus(Duration.ofMillis(left)));
    output.write(answer(call, RequestLog.of(context)));
  }

  private byte[] answer(Call call, RequestLog log) {
    Request request = call.request();
    try {
      Response response = respond(call);
      byte[] output = output(request, response);
      if (response.page() != null && !response.page().unreadable().isEmpty()) {
        log.unreadable(request, response.page().unreadable());
      }
      response.metrics().forEach(metric -> log.metric(request, metric, clock.instant()));
      return output;
    } catch (DomainException e) {
      if (e instanceof UnavailableException) {
        log.error(request, Problem.UNAVAILABLE, e);
      }
      return output(request, Response.of(Problem.of(e)));
    } catch (RuntimeException e) {
      log.error(request, Problem.INTERNAL_ERROR, e);
      return output(request, Response.of(Problem.INTERNAL_ERROR));
    }
  }

  private Response respond(Call anonymous) {
    Request request = anonymous.request();
    Map<String, Route> methods = router.methods(request.resource());
    Route route = methods.get(request.method().equals("HEAD") ? "GET" : request.method());
    if (route == null) {
      return methods.isEmpty()
          ? Response.of(Problem.NOT_FOUND)
          : Response.of(Problem.METHOD_NOT_ALLOWED)
              .with(Map.of("Allow", Router.allowed(methods.keySet())));
    }
    Optional<Caller> caller = Caller.read(request.identity(), anonymous.arrived());
    if (caller.isEmpty()) {
      return Response.of(Problem.UNAUTHORIZED);
    }
    Call call = anonymous.by(caller.get());
    Optional<Response> unchanged = unchanged(route, call);
    if (unchanged.isPresent()) {
      return unchanged.get();
    }
    Access.Decision decision = route.access().admit(call);
    if (decision.refusal() != null) {
      return Response.of(decision.refusal());
    }
    return respond(route, call.at(decision.event()));
  }

  private Response respond(Route route, Call call) {
    Request request = call.request();
    if (request.query().size() > MAX_VALUES) {
      throw new InvalidInputException("query", "must have " + MAX_VALUES + " parameters at most");
    }
    if (request.headers().size() > MAX_VALUES) {
      throw new InvalidInputException("headers", "must be " + MAX_VALUES + " at most");
    }
    List<InvalidInputException> unknown = unknown(route, request.query());
    if (!unknown.isEmpty()) {
      return Response.of(Problem.invalid(unknown));
    }
    byte[] body = request.bodyBytes();
    if (body.length > route.body().maxBytes()) {
      return Response.of(
          route.body() == Body.JSON ? Problem.BATCH_TOO_LARGE : Problem.BODY_TOO_LARGE);
    }
    boolean accepted =
        switch (route.body()) {
          case NOTHING -> isEmpty(body, "must be empty: this operation takes none");
          case OPTIONAL_JSON ->
              Form.isJson(request.headers()) || isEmpty(body, "must be sent as application/json");
          case FORM -> Form.accepts(request.headers(), body);
          case JSON -> Form.isJson(request.headers());
        };
    if (!accepted) {
      return Response.of(Problem.UNSUPPORTED_MEDIA_TYPE);
    }
    Form form = route.body() == Body.FORM ? Form.read(request.headers(), body) : Form.EMPTY;
    Response response = route.operation().apply(call.with(form));
    if (response.version() == null) {
      return response;
    }
    EntityTag tag = tag(response.version());
    return isKnown(tag, request) ? Response.notModified(tag) : response.with(tag);
  }

  /**
   * Returns an error for each parameter that the route does not know, because no parameter is
   * ignored.
   */
  private static List<InvalidInputException> unknown(Route route, Query query) {
    return query.all().keySet().stream()
        .filter(name -> !route.query().contains(name))
        .map(name -> Form.parameter(name, "query"))
        .map(name -> new InvalidInputException(name, "is not a query parameter of this operation"))
        .toList();
  }

  private static boolean isEmpty(byte[] body, String otherwise) {
    if (body.length > 0) {
      throw new InvalidInputException(Form.BODY, otherwise);
    }
    return true;
  }

  /**
   * Answers a poll without running its operation if the version shows that nothing changed. The
   * result is empty for all other requests, also invalid ones, so that the operation answers them.
   */
  private Optional<Response> unchanged(Route route, Call call) {
    Request request = call.request();
    if (request.headers().all(Headers.IF_NONE_MATCH).isEmpty()
        || !request.body().isEmpty()
        || !unknown(route, request.query()).isEmpty()
        || !route.access().grants(call)) {
      return Optional.empty();
    }
    try {
      return route.version().apply(call).stream()
          .map(this::tag)
          .filter(tag -> isKnown(tag, request))
          .findFirst()
          .map(Response::notModified);
    } catch (InvalidInputException | NotFoundException e) {
      return Optional.empty();
    }
  }

  private static boolean isKnown(EntityTag tag, Request request) {
    return tag.isAmong(request.headers().all(Headers.IF_NONE_MATCH));
  }

  private EntityTag tag(String version) {
    return EntityTag.of(version, settings.shown());
  }

  private byte[] output(Request request, Response response) {
    String language = ProblemTitles.language(request.headers());
    // HEAD has a body here, too. The gateway derives headers from it and leaves it out.
    byte[] body = response.body().apply(request.id(), language);
    byte[] output =
        JsonValue.object(
                answer ->
                    answer
                        .put("statusCode", response.status())
                        .putObject(
                            "headers", sent -> sent.putAll(headers(request, response, language)))
                        .put("body", JsonValue.ofUtf8(body))
                        .put("isBase64Encoded", false))
            .bytes();
    if (output.length > MAX_OUTPUT_BYTES) {
      throw response.page() != null
          ? new InvalidInputException("items", "must be smaller: this page is too long to send")
          : new IllegalStateException("an answer longer than Lambda takes");
    }
    return output;
  }

  private Map<String, String> headers(Request request, Response response, String language) {
    Map<String, String> headers = new LinkedHashMap<>(response.headers());
    headers.put("Cache-Control", response.tagged() ? "private, no-cache" : "no-store");
    headers.put("X-Request-Id", request.id());
    // The gateway itself answers the preflight requests of browsers (ADR 0001).
    request
        .headers()
        .single(Headers.ORIGIN)
        .filter(settings.allowedOrigins()::contains)
        .ifPresent(
            origin -> {
              headers.put("Access-Control-Allow-Origin", origin);
              headers.put("Access-Control-Expose-Headers", "Link, X-Request-Id, Retry-After, ETag");
              headers.put("Vary", "Origin");
            });
    if (response.problem()) {
      headers.put("Content-Language", language);
      headers.put("Vary", "Accept-Language, Origin");
    }
    return headers;
  }
}
