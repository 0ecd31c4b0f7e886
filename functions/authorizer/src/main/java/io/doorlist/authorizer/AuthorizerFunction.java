package io.doorlist.authorizer;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.environment.Environment;
import io.doorlist.http.Caller;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.priming.FunctionTable;
import io.doorlist.priming.Priming;
import io.doorlist.store.token.TokenStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifies the caller by the bearer token (API Gateway's TOKEN authorizer). Thread-safe.
 *
 * <p>Implementation notes (ADR 0002). The answer lets a known token call every method of the stage,
 * because the gateway reuses the answer when the same token calls other paths. After a token is
 * found, its secret is not compared, because the token's key is the SHA-256 of the whole secret,
 * including the mode. The token's id is the beginning of that hash. If the store does not answer,
 * the authorizer fails, and the gateway answers 503. The caller may be known, so 401 would be
 * wrong.
 */
public final class AuthorizerFunction implements RequestStreamHandler {
  private static final Pattern BEARER =
      Pattern.compile("bearer +([^ ]+) *", Pattern.CASE_INSENSITIVE);

  private static final Pattern STAGE = Pattern.compile("(arn:[^/]+/[^/]+)/.*", Pattern.DOTALL);
  private static final String ANONYMOUS = "anonymous";

  private final TokenStore tokens;
  private final Clock clock;
  private final String forUnknown;

  public AuthorizerFunction() {
    this(Priming.table(AuthorizerFunction.class, AuthorizerFunction::new));
  }

  private AuthorizerFunction(FunctionTable opened) {
    this(
        new TokenStore(opened.table(), opened.format()),
        Clock.systemUTC(),
        Environment.get("AWS_SAM_LOCAL").filter("true"::equals).isPresent());
  }

  /**
   * Creates the function. With {@code letEverybodyThrough} it denies nothing. That is for the local
   * gateway of SAM, which cannot answer 401 itself.
   */
  AuthorizerFunction(TokenStore tokens, Clock clock, boolean letEverybodyThrough) {
    this.tokens = tokens;
    this.clock = clock;
    this.forUnknown = letEverybodyThrough ? "Allow" : "Deny";
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Map<?, ?> asked = Json.readInput(input);
    String authorization = Json.text(asked.get("authorizationToken"));
    AccessToken token = bearer(authorization).flatMap(this::find).orElse(null);
    output.write(policy(token, Json.text(asked.get("methodArn"))).bytes());
  }

  private static Optional<TokenSecret> bearer(String authorization) {
    Matcher matcher = BEARER.matcher(authorization == null ? "" : authorization);
    return matcher.matches() ? TokenSecret.read(matcher.group(1)) : Optional.empty();
  }

  private Optional<AccessToken> find(TokenSecret secret) {
    return tokens.find(secret.hash()).filter(token -> !token.expired(clock.instant()));
  }

  private JsonValue policy(AccessToken token, String methodArn) {
    String methods = everyMethod(methodArn);
    JsonValue statement =
        JsonValue.object(
            members ->
                members
                    .put("Action", "execute-api:Invoke")
                    .put("Effect", token != null ? "Allow" : forUnknown)
                    .put("Resource", methods));
    return JsonValue.object(
        policy -> {
          policy
              .put("principalId", token != null ? token.id() : ANONYMOUS)
              .putObject(
                  "policyDocument",
                  document ->
                      document
                          .put("Version", "2012-10-17")
                          .put("Statement", JsonValue.array(List.of(statement))));
          if (token != null) {
            policy.putObject("context", context -> context.putAll(caller(token).identity()));
          }
        });
  }

  private static Caller caller(AccessToken token) {
    return new Caller(
        token.id(),
        token.account(),
        token.allEvents(),
        token.events(),
        token.mode(),
        token.role(),
        token.name(),
        token.expiresAt(),
        token.gate());
  }

  /**
   * Returns the ARN of all methods of a stage, from the ARN of one method: {@code
   * arn:...:api/stage/METHOD/path}.
   */
  private static String everyMethod(String methodArn) {
    Matcher matcher = STAGE.matcher(methodArn == null ? "" : methodArn);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("the input has no method's ARN");
    }
    return matcher.group(1) + "/*/*";
  }
}
