package io.doorlist.authorizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.APIGatewayCustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import io.doorlist.domain.Mode;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.json.Json;
import io.doorlist.table.aws.DynamoEngine;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizerFunctionTest {
  private static final Instant NOW = Instant.parse("2026-09-14T17:03:20Z");

  private static final String ANONYMOUS =
      """
      {"principalId": "anonymous",
       "policyDocument": {
         "Version": "2012-10-17",
         "Statement": [
           {"Action": "execute-api:Invoke", "Effect": "Deny",
            "Resource": "arn:aws:execute-api:eu-west-1:123456789012:a1b2c3d4e5/v1/*/*"}]}}
      """;

  private static final TestTable TABLE = new TestTable();

  private final Stores stores = TABLE.stores(Clock.systemUTC());

  @Test
  void handleRequest_saysWhoIsCalling_andOpensEveryMethodOfTheStage() throws Exception {
    byte[] input = Files.readAllBytes(FunctionInvoker.ROOT.resolve("events/authorize.json"));
    String authorization =
        LambdaEventSerializers.serializerFor(
                APIGatewayCustomAuthorizerEvent.class, getClass().getClassLoader())
            .fromJson(new ByteArrayInputStream(input))
            .getAuthorizationToken();
    TokenSecret secret = TokenSecret.read(authorization.substring(7)).orElseThrow();
    create(secret, List.of(), Role.FULL, null);

    Map<String, Object> answer = call(NOW, stores, new String(input, StandardCharsets.UTF_8));

    assertEquals(
        Json.readObject(
            """
            {"principalId": "%1$s",
             "policyDocument": {
               "Version": "2012-10-17",
               "Statement": [
                 {"Action": "execute-api:Invoke", "Effect": "Allow",
                  "Resource": "arn:aws:execute-api:eu-west-1:123456789012:a1b2c3d4e5/v1/*/*"}]},
             "context": {"token_id": "%1$s", "account": "acme", "events": "*", "mode": "live",
                         "role": "full", "name": "test"}}
            """
                .formatted(secret.id())),
        answer);
  }

  @Test
  void handleRequest_namesEventsAndExpiry_asText() throws Exception {
    TokenSecret secret = TokenSecret.create(Mode.TEST, new SecureRandom());
    create(secret, List.of("spring-gala", "autumn-fair"), Role.SCANNER, NOW.plusSeconds(1));

    Map<String, Object> answer = authorize("bearer  " + secret.reveal() + " ");

    assertEquals(
        Map.of(
            "token_id", secret.id(),
            "account", "acme",
            "events", "spring-gala,autumn-fair",
            "mode", "test",
            "role", "scanner",
            "name", "test",
            "expires_at", Long.toString(NOW.getEpochSecond() + 1)),
        answer.get("context"));
  }

  @Test
  void handleRequest_knowsNobody_whenTheTokenIsUnknownOverOrRevoked() throws Exception {
    TokenSecret unknown = TokenSecret.create(Mode.LIVE, new SecureRandom());
    TokenSecret over = TokenSecret.create(Mode.LIVE, new SecureRandom());
    create(over, List.of(), Role.FULL, NOW);
    TokenSecret revoked = TokenSecret.create(Mode.LIVE, new SecureRandom());
    create(revoked, List.of(), Role.FULL, null);
    stores.tokens().revoke("acme", revoked.id());

    for (TokenSecret secret : List.of(unknown, over, revoked)) {
      assertEquals(Json.readObject(ANONYMOUS), authorize("Bearer " + secret.reveal()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer ",
        "Basic dXNlcjpwYXNz",
        "Bearer dl_live_ExampleExampleExampleExample00000000",
        "Bearer a b",
        "dl_live_ExampleExampleExampleExample0019CHCi",
        "Bearer x\ny"
      })
  void handleRequest_knowsNobody_withoutAskingTheStore_whenTheTokenIsMalformed(String authorization)
      throws Exception {
    try (Stores unreachable = unreachable()) {
      Map<String, Object> answer = call(NOW, unreachable, input(authorization));

      assertEquals(Json.readObject(ANONYMOUS), answer);
    }
  }

  /** Somebody with a copy of the whole table cannot call the API with anything in it. */
  @Test
  void handleRequest_knowsNobody_byAnyTextInTheTable() throws Exception {
    TokenSecret secret = TokenSecret.create(Mode.LIVE, new SecureRandom());
    create(secret, List.of(), Role.FULL, null);
    List<String> texts = new ArrayList<>();
    TABLE.items().forEach(item -> item.values().values().forEach(value -> addTexts(value, texts)));

    assertTrue(texts.contains(secret.hash()), "the token is in the table");
    for (String text : texts) {
      assertFalse(text.contains(secret.reveal().substring(12, 38)), "the secret is in the table");
      assertEquals(Json.readObject(ANONYMOUS), authorize("Bearer " + text));
    }
  }

  private static void addTexts(Object value, List<String> texts) {
    switch (value) {
      case String text -> texts.add(text);
      case List<?> list -> list.forEach(element -> addTexts(element, texts));
      case Map<?, ?> map -> map.values().forEach(member -> addTexts(member, texts));
      default -> {}
    }
  }

  @Test
  void handleRequest_letsNobodyThroughWithoutAnIdentity_whereTheGatewayCannotSay401()
      throws Exception {
    ByteArrayOutputStream output = new ByteArrayOutputStream();

    new AuthorizerFunction(stores.tokens(), Clock.fixed(NOW, ZoneOffset.UTC), true)
        .handleRequest(
            new ByteArrayInputStream(input("Bearer x").getBytes(StandardCharsets.UTF_8)),
            output,
            null);

    assertEquals(
        Json.readObject(ANONYMOUS.replace("Deny", "Allow")), Json.readObject(output.toByteArray()));
  }

  @Test
  void handleRequest_throws_whenTheStoreDoesNotAnswer() {
    TokenSecret secret = TokenSecret.create(Mode.LIVE, new SecureRandom());

    try (Stores unreachable = unreachable()) {
      assertThrows(
          RuntimeException.class,
          () -> call(Clock.systemUTC(), unreachable, input("Bearer " + secret.reveal())));
    }
  }

  @Test
  void handleRequest_throws_whenTheInputIsNotTheGateways() {
    assertThrows(IllegalArgumentException.class, () -> call(NOW, stores, "{}"));
    assertThrows(IOException.class, () -> call(NOW, stores, "{"));
  }

  private static Stores unreachable() {
    URI nowhere = URI.create("http://127.0.0.1:1");
    return Stores.connect(
        DynamoEngine.connect(nowhere, null, "tokens"), "tokens", Clock.systemUTC());
  }

  private void create(TokenSecret secret, List<String> events, Role role, Instant expiresAt) {
    AccessToken token =
        AccessToken.of(
            secret, "test", "acme", events, role, NOW.minus(Duration.ofDays(1)), expiresAt);
    stores.tokens().create(token, secret);
  }

  private Map<String, Object> authorize(String authorization) throws IOException {
    return call(NOW, stores, input(authorization));
  }

  private static String input(String authorization) {
    return Json.writeValue(
        Map.of(
            "type",
            "TOKEN",
            "authorizationToken",
            authorization,
            "methodArn",
            "arn:aws:execute-api:eu-west-1:123456789012:a1b2c3d4e5/v1/GET/acme/events"));
  }

  private static Map<String, Object> call(Instant now, Stores stores, String input)
      throws IOException {
    return call(Clock.fixed(now, ZoneOffset.UTC), stores, input);
  }

  private static Map<String, Object> call(Clock clock, Stores stores, String input)
      throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    new AuthorizerFunction(stores.tokens(), clock, false)
        .handleRequest(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), output, null);
    return Json.readObject(output.toByteArray());
  }
}
