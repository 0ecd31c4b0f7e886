package io.doorlist.local.gateway;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.function.InvocationLog;
import io.doorlist.local.function.LocalFunction;
import io.doorlist.local.gateway.GatewayResponses.Type;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Deployment.AuthorizerSpec;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Asks a function who is calling, by the token in one header, and caches its answer for as long as
 * the template says. Unlike on AWS, an answer that allows nothing is not cached: the function is
 * near, and a phone that asks before its token is there must not be locked out for a minute.
 * Thread-safe; two requests with the same unknown token may both ask.
 */
final class TokenAuthorizer {
  /** Enough for every door of an event; the least recently used token is dropped first. */
  private static final int MAX_KEPT = 10_000;

  private final AuthorizerSpec spec;
  private final Pattern validation;
  private final LocalFunction function;
  private final Duration gatewayTimeout;
  private final InstantSource clock;
  private final Map<String, Kept> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > MAX_KEPT;
        }
      };

  private record Kept(Answer answer, Instant until) {}

  /** The function's answer. */
  private record Answer(String principalId, Policy policy, Map<String, String> context) {}

  /** The decision on a request. */
  sealed interface Decision {
    /** The request continues, with the caller's identity for the function. */
    record Granted(String principalId, Map<String, String> context, long millis)
        implements Decision {}

    /** The gateway answers it. */
    record Refused(Type type) implements Decision {}
  }

  TokenAuthorizer(
      AuthorizerSpec spec, LocalFunction function, Duration gatewayTimeout, InstantSource clock) {
    this.spec = spec;
    this.validation =
        spec.validationExpression() == null ? null : Pattern.compile(spec.validationExpression());
    this.function = function;
    this.gatewayTimeout = gatewayTimeout;
    this.clock = clock;
  }

  /** Decides on a request to the method with this ARN. */
  Decision decide(GatewayRequest request, String methodArn, String route) {
    String token = request.header(spec.header());
    if (token == null
        || request.headers().get(spec.header()).size() > 1
        || token.isEmpty()
        || validation != null && !validation.matcher(token).matches()) {
      return new Decision.Refused(Type.UNAUTHORIZED);
    }
    long start = System.nanoTime();
    Answer answer = find(token);
    if (answer == null) {
      switch (function.invoke(input(token, methodArn), request.id(), gatewayTimeout)) {
        case Invocation.Returned returned -> {
          try {
            answer = parse(returned.output());
          } catch (IOException e) {
            InvocationLog.malformed(request.id(), route, spec.function(), "it is not JSON");
            return new Decision.Refused(Type.AUTHORIZER_CONFIGURATION_ERROR);
          } catch (IllegalArgumentException e) {
            InvocationLog.malformed(request.id(), route, spec.function(), e.getMessage());
            return new Decision.Refused(Type.AUTHORIZER_CONFIGURATION_ERROR);
          }
        }
        case Invocation.Failed failed -> {
          if ("Unauthorized".equals(failed.cause().getMessage())) {
            return new Decision.Refused(Type.UNAUTHORIZED);
          }
          InvocationLog.failed(request.id(), route, spec.function(), failed.cause());
          return new Decision.Refused(Type.AUTHORIZER_CONFIGURATION_ERROR);
        }
        case Invocation.Overflowed overflowed -> {
          InvocationLog.malformed(request.id(), route, spec.function(), "it is over 6 MB");
          return new Decision.Refused(Type.AUTHORIZER_CONFIGURATION_ERROR);
        }
        case Invocation.TimedOut timedOut -> {
          InvocationLog.timedOut(request.id(), route, spec.function());
          return new Decision.Refused(Type.AUTHORIZER_CONFIGURATION_ERROR);
        }
        case Invocation.GatewayTimedOut timedOut -> {
          InvocationLog.timedOut(request.id(), route, spec.function());
          return new Decision.Refused(Type.AUTHORIZER_CONFIGURATION_ERROR);
        }
      }
      keep(token, answer);
    }
    if (!answer.policy().allows(methodArn)) {
      return new Decision.Refused(Type.ACCESS_DENIED);
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    return new Decision.Granted(answer.principalId(), answer.context(), millis);
  }

  private Answer find(String token) {
    synchronized (kept) {
      Kept found = kept.get(token);
      if (found != null && !clock.instant().isBefore(found.until())) {
        kept.remove(token);
        return null;
      }
      return found == null ? null : found.answer();
    }
  }

  private void keep(String token, Answer answer) {
    if (spec.reauthorizeEvery().isPositive() && answer.policy().allowsSomething()) {
      synchronized (kept) {
        kept.put(token, new Kept(answer, clock.instant().plus(spec.reauthorizeEvery())));
      }
    }
  }

  private static byte[] input(String token, String methodArn) {
    LinkedHashMap<String, Object> input = new LinkedHashMap<>();
    input.put("type", "TOKEN");
    input.put("authorizationToken", token);
    input.put("methodArn", methodArn);
    return JsonTree.write(input);
  }

  private static Answer parse(byte[] output) throws IOException {
    if (!(JsonTree.read(output) instanceof Map<?, ?> answer)
        || !(answer.get("principalId") instanceof String principalId)) {
      throw new IllegalArgumentException("principalId is missing");
    }
    LinkedHashMap<String, String> context = new LinkedHashMap<>();
    switch (answer.get("context")) {
      case null -> {}
      case Map<?, ?> members ->
          members.forEach(
              (name, value) -> {
                if (value instanceof Map || value instanceof List) {
                  throw new IllegalArgumentException("context holds an object or array");
                }
                if (value != null) {
                  context.put(String.valueOf(name), value.toString());
                }
              });
      default -> throw new IllegalArgumentException("context is not an object");
    }
    return new Answer(principalId, Policy.of(answer.get("policyDocument")), context);
  }
}
