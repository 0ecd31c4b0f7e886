package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bodies that the handler accepts. */
class RequestBodyTest extends HandlerFixture {
  private static final String SAYING = "/{account_slug}/{event_slug}/saying";

  @Test
  void handle_bodyTooLarge_whenItHasMoreThan16384Bytes() throws Exception {
    Inputs json = Inputs.of("POST", SAYING).header("Content-Type", "application/json");
    String most = "é".repeat(8_192);
    String base64 =
        Base64.getEncoder().encodeToString((most + "x").getBytes(StandardCharsets.UTF_8));

    assertEquals(201, handle(json.with("body", most)).status());
    assertProblem(413, "body_too_large", handle(json.with("body", most + "x")));
    assertProblem(
        413, "body_too_large", handle(json.with("body", base64).with("isBase64Encoded", true)));
  }

  /** Issue 53: a form, or a body of an operation without one, was ignored. */
  @Test
  void handle_refusesABody_whereNoneBelongs() throws Exception {
    Inputs said = Inputs.of("POST", SAYING).header("Content-Type", "application/json");
    Inputs form =
        Inputs.of("POST", SAYING).header("Content-Type", "application/x-www-form-urlencoded");

    assertEquals(201, handle(said.with("body", "{}")).status());
    assertEquals(201, handle(said).status());
    assertEquals(201, handle(form).status());
    for (Inputs wrong :
        List.of(
            form.with("body", "online=false"),
            Inputs.of("POST", SAYING).with("body", "{}"),
            Inputs.of("GET", THINGS).with("body", "{}"),
            Inputs.of("DELETE", "/{account_slug}/{event_slug}/gone").with("body", "{}"))) {
      Answer answer = handle(wrong);

      assertProblem(400, "invalid_parameter", answer);
      assertTrue(answer.body().contains("\"parameter\":\"body\""), answer.body());
    }
  }

  @Test
  void handle_unsupportedMediaType_whenAFormIsNeeded() throws Exception {
    Inputs form = Inputs.of("POST", "/{account_slug}/{event_slug}/forms").with("body", "adult=1");

    assertProblem(415, "unsupported_media_type", handle(form.header("Content-Type", "text/plain")));
    assertProblem(415, "unsupported_media_type", handle(form));
    assertEquals(
        201,
        handle(form.header("content-type", "application/x-www-form-urlencoded; charset=utf-8"))
            .status());
  }

  @Test
  void handle_readsFormsInBase64() throws Exception {
    Inputs form =
        Inputs.of("POST", "/{account_slug}/{event_slug}/forms")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .with(
                "body",
                Base64.getEncoder().encodeToString("adult=2".getBytes(StandardCharsets.US_ASCII)))
            .with("isBase64Encoded", true);

    assertEquals("{\"adult\":\"2\"}", handle(form).body());
  }
}
