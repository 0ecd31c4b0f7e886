package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.domain.DomainException;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.http.Access.Decision.Granted;
import io.doorlist.http.Access.Decision.Refused;
import io.doorlist.http.Route.Body;
import io.doorlist.http.Router.Match.Found;
import io.doorlist.http.Router.Match.OtherMethod;
import io.doorlist.http.Router.Match.Unknown;
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
 * Answers API Gateway's requests to a function. It checks in this order: is there such a route
 * (404, 405), who is calling (401), have they the answer already (304), may they (403, 404), does
 * the route accept the query, the headers and the body (400, 413, 415); then it runs the operation.
 * Every fault becomes an answer, and every answer has its request's id. Thread-safe if the
 * operations are.
 */
public final class ApiHandler {
  /**
   * The most query parameters, and the most headers, counting every value; clients need a tenth of
   * that.
   */
  private static final int MAX_VALUES = 200;

  /** The most that Lambda accepts from a function, less a margin. */
  private static final int MAX_OUTPUT_BYTES = 6_000_000;

  /**
   * The part of a function's time that is reserved for a last attempt at the store and for writing
   * the answer.
   */
  private static final Duration RESERVE = Duration.ofMillis(2500);

  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final Router router;
  private final Clock clock;
  private final Cors cors;
  private final String shownSettings;

  /** Creates the handler of a function's routes. */
  public ApiHandler(Router router, Clock clock, Settings settings) {
    this.router = router;
    this.clock = clock;
    this.cors = new Cors(settings.allowedOrigins());
    this.shownSettings = settings.shown();
  }

  /**
   * Answers one request; the caller closes both streams.
   *
   * @throws IOException if the input is not the gateway's, or the output cannot be written
   */
  public void handle(InputStream input, OutputStream output, Context context) throws IOException {
    Span span = span(context.getRemainingTimeInMillis());
    Request request = RequestReader.read(input, context.getAwsRequestId());
    output.write(answer(request, span, FunctionLog.of(context)));
  }

  private byte[] answer(Request request, Span span, FunctionLog log) {
    try {
      Response response = respond(request, span);
      byte[] output = output(request, response);
      if (!response.unreadable().isEmpty()) {
        log.unreadable(request, response.unreadable());
      }
      response.metrics().forEach(metric -> log.metric(request, metric, clock.instant()));
      return output;
    } catch (UnavailableException e) {
      log.error(request, Problem.UNAVAILABLE, e);
      return output(request, Response.of(ErrorMapper.problem(e)));
    } catch (DomainException e) {
      return output(request, Response.of(ErrorMapper.problem(e)));
    } catch (RuntimeException e) {
      log.error(request, Problem.INTERNAL_ERROR, e);
      return output(request, Response.of(Problem.INTERNAL_ERROR));
    }
  }

  private Response respond(Request request, Span span) {
    return switch (router.match(request)) {
      case Found found -> respond(found.route(), request, span);
      case OtherMethod other ->
          Response.of(Problem.METHOD_NOT_ALLOWED).with(Map.of("Allow", other.allowed()));
      case Unknown unknown -> Response.of(Problem.NOT_FOUND);
    };
  }

  private Response respond(Route route, Request request, Span span) {
    Optional<Caller> caller = Caller.read(request.identity(), clock.instant());
    if (caller.isEmpty()) {
      return Response.of(Problem.UNAUTHORIZED);
    }
    Optional<Response> unchanged = unchanged(route, request, caller.get(), span);
    if (unchanged.isPresent()) {
      return unchanged.get();
    }
    return switch (route.access().admit(request, caller.get())) {
      case Refused refused -> Response.of(refused.problem());
      case Granted granted -> respond(route, request, caller.get(), granted, span);
    };
  }

  private Response respond(
      Route route, Request request, Caller caller, Granted granted, Span span) {
    if (request.query().size() > MAX_VALUES) {
      throw new InvalidInputException("query", "must have " + MAX_VALUES + " parameters at most");
    }
    if (request.headers().size() > MAX_VALUES) {
      throw new InvalidInputException("headers", "must be " + MAX_VALUES + " at most");
    }
    List<InvalidInputException> unknown = route.unknown(request.query());
    if (!unknown.isEmpty()) {
      return Response.of(ErrorMapper.invalid(unknown));
    }
    byte[] body = request.bodyBytes();
    if (body.length > route.maxBodyBytes()) {
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
    Response response =
        route
            .operation()
            .answer(new Call(request, caller, granted.event(), form, span.arrived, span.deadline));
    return response.version().map(name -> tagged(request, response, tag(name))).orElse(response);
  }

  private static boolean isEmpty(byte[] body, String otherwise) {
    if (body.length > 0) {
      throw new InvalidInputException(Form.BODY, otherwise);
    }
    return true;
  }

  /**
   * Answers a poll by the version alone, if the client has that already: one small read. An invalid
   * request is left to the operation, which says what is wrong with it.
   */
  private Optional<Response> unchanged(Route route, Request request, Caller caller, Span span) {
    if (request.headers().all(Headers.IF_NONE_MATCH).isEmpty()
        || !request.body().isEmpty()
        || !route.unknown(request.query()).isEmpty()
        || !route.access().grants(request, caller)) {
      return Optional.empty();
    }
    try {
      return route
          .version()
          .of(new Call(request, caller, null, Form.EMPTY, span.arrived, span.deadline))
          .stream()
          .map(this::tag)
          .filter(tag -> tag.isAmong(request.headers().all(Headers.IF_NONE_MATCH)))
          .findFirst()
          .map(Response::notModified);
    } catch (InvalidInputException | NotFoundException e) {
      return Optional.empty();
    }
  }

  private static Response tagged(Request request, Response response, EntityTag tag) {
    return tag.isAmong(request.headers().all(Headers.IF_NONE_MATCH))
        ? Response.notModified(tag)
        : response.with(tag);
  }

  private EntityTag tag(String version) {
    return EntityTag.of(version, shownSettings);
  }

  private byte[] output(Request request, Response response) {
    Response whole = request.method().equals("HEAD") ? response.withoutBody() : response;
    JsonValue body =
        JsonValue.ofUtf8(whole.body(request.id(), () -> Titles.language(request.headers())));
    byte[] output =
        JsonValue.object(
                answer ->
                    answer
                        .put("statusCode", response.status())
                        .put("headers", headers(request, response))
                        .put("body", body)
                        .put("isBase64Encoded", false))
            .bytes();
    if (output.length > MAX_OUTPUT_BYTES) {
      throw response.paged()
          ? new InvalidInputException("items", "must be smaller: this page is too long to send")
          : new IllegalStateException("an answer longer than Lambda takes");
    }
    return output;
  }

  private JsonValue headers(Request request, Response response) {
    Map<String, String> headers = new LinkedHashMap<>(response.headers());
    headers.put("Cache-Control", response.tagged() ? "private, no-cache" : "no-store");
    headers.put("X-Request-Id", request.id());
    headers.putAll(cors.answer(request));
    if (response.problem()) {
      headers.put("Content-Language", Titles.language(request.headers()));
      headers.put("Vary", "Accept-Language, Origin");
    }
    return JsonValue.object(sent -> sent.putAll(headers));
  }

  /**
   * How long a request may take.
   *
   * @param deadline when to give up waiting: before Lambda ends the function, and never at once
   */
  private record Span(Instant arrived, Instant deadline) {}

  private Span span(int remainingMillis) {
    Instant now = clock.instant();
    Duration left = Duration.ofMillis(remainingMillis).minus(RESERVE);
    return new Span(now, now.plus(left.compareTo(SHORTEST) < 0 ? SHORTEST : left));
  }
}
