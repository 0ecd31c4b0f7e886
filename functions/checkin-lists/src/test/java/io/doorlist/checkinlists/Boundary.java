package io.doorlist.checkinlists;

import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.http.Access;
import io.doorlist.http.ApiFunction;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.http.Router;
import io.doorlist.http.Settings;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** A function of some routes at one event, without a table. */
final class Boundary extends ApiFunction {
  static final Instant NOW = Instant.parse("2026-09-14T17:00:00Z");
  static final Instant DEADLINE = NOW.plusMillis(7_500);

  private static final String SCAN = "{?online,qr_code_scanned,scanned_at}";

  /** Admits who may see the event spring-gala of acme. */
  static final Access ACCESS =
      Access.event(
          (account, slug) ->
              slug.equals("spring-gala")
                  ? Optional.of(
                      new EventDefinition(
                          new Event("acme", 7, slug, "Spring Gala", List.of()), List.of()))
                  : Optional.empty());

  Boundary(Router router) {
    serve(
        router,
        Clock.fixed(NOW, ZoneOffset.UTC),
        Settings.of(Map.of("ALLOWED_ORIGINS", "https://a.example")));
  }

  /** Returns a function whose one operation answers this input's resource. */
  static Boundary of(Input input, Function<Call, Response> operation) {
    String resource = (String) input.members().get("resource");
    return new Boundary(new Router().postForm(resource + SCAN, ACCESS, operation));
  }

  /** Returns what a client gets of an operation's answer. */
  static Answer answer(Function<Call, Response> operation) throws IOException {
    Input input =
        Input.recorded("check-in-ticket").with("request-1", "requestContext", "requestId");
    return FunctionInvoker.call(of(input, operation), input);
  }

  /** Returns a request as an operation gets it. */
  static Call call(Input input) {
    AtomicReference<Call> kept = new AtomicReference<>();
    try {
      FunctionInvoker.call(
          of(
              input,
              call -> {
                kept.set(call);
                return Response.noContent();
              }),
          input);
    } catch (IOException e) {
      throw new IllegalStateException("the input cannot be read", e);
    }
    return Objects.requireNonNull(kept.get(), "the handler refused the request");
  }
}
