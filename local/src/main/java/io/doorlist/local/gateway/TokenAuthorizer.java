package io.doorlist.local.gateway;

import io.doorlist.local.function.Invocation;
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
 * Asks a function who is calling, by the token in one header, and caches the answer for as long as
 * the template says. Unlike on AWS, an answer that allows nothing is not cached. The function is
 * near, and a phone that asks before its token exists must not be locked out for a minute.
 * Thread-safe, but two requests with the same unknown token may both ask.
 */
final class TokenAuthorizer {
  /** Enough for every door of an event. The least recently used token is dropped first. */
  private static final int MAX_KEPT = 10_000;

  private final AuthorizerSpec spec;
  private final Pattern validation;
  private final LocalFunction function;
  private final Duration gatewayTimeout;
  private final InstantSource clock;
  private final Map<String, Answer> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Answer> eldest) {
          return size() > MAX_KEPT;
        }
      };

  /** The function's answer, and until when it is cached. */
  private record Answer(
      String principalId, Policy policy, Map<String, String> context, Instant until) {}

  sealed interface Decision {
    /** The request may continue, with the caller's identity for the function. */
    record Granted(String principalId, Map<String, String> context, long millis)
        implements Decision {}

    record Refused(Type type) implements Decision {}
  }

  TokenAuthorizer(
      AuthorizerSpec spec, LocalFunction function, Duration gatewayTimeout, InstantSource clock) {
    this.spec = spec;
    this.validation = Pattern.compile(spec.validationExpression());
    this.function = function;
    this.gatewayTimeout = gatewayTimeout;
    this.clock = clock;
  }

  Decision decide(GatewayRequest request, String methodArn, String route) {
    List<String> tokens = request.headers().getOrDefault(spec.header(), List.of());
    if (tokens.size() != 1 || !validation.matcher(tokens.getFirst()).matches()) {
      return new Decision.Refused(Type.UNAUTHORIZED);
    }
    String token = tokens.getFirst();
    long start = System.nanoTime();
    Answer answer = find(token);
    if (answer == null) {
      byte[] input = input(token, methodArn);
      Invocation outcome = function.invoke(input, request.id(), gatewayTimeout);
      if (outcome instanceof Invocation.Returned returned) {
        try {
          answer = parse(returned.output());
        } catch (IOException | IllegalArgumentException e) {
          outcome = Invocation.Failed.malformed("it is no policy that is known here");
        }
      }
      if (outcome instanceof Invocation.Failed failed) {
        failed.say(request.id(), route, spec.function());
        return new Decision.Refused(Type.AUTHORIZER_CONFIGURATION_ERROR);
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
      Answer found = kept.get(token);
      return found == null || !clock.instant().isBefore(found.until()) ? null : found;
    }
  }

  private void keep(String token, Answer answer) {
    if (!answer.policy().allowed().isEmpty()) {
      synchronized (kept) {
        kept.put(token, answer);
      }
    }
  }

  private static byte[] input(String token, String methodArn) {
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("type", "TOKEN");
    input.put("authorizationToken", token);
    input.put("methodArn", methodArn);
    return JsonTree.write(input);
  }

  private Answer parse(byte[] output) throws IOException {
    if (!(JsonTree.read(output) instanceof Map<?, ?> answer
        && answer.get("principalId") instanceof String principalId)) {
      throw new IllegalArgumentException("principalId is missing");
    }
    Map<String, String> context = new LinkedHashMap<>();
    if (answer.get("context") instanceof Map<?, ?> members) {
      members.forEach((name, value) -> context.put((String) name, String.valueOf(value)));
    }
    Instant until = clock.instant().plus(spec.reauthorizeEvery());
    return new Answer(principalId, Policy.of(answer.get("policyDocument")), context, until);
  }
}
