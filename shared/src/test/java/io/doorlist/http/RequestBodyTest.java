package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** The bodies that the handler accepts. */
class RequestBodyTest extends HandlerFixture {
  @Test
  void handle_bodyTooLarge_whenItHasMoreThan16384Bytes() throws Exception {
    String resource = "/{account_slug}/{event_slug}/ignoring";
    String most = "é".repeat(8_192);
    String base64 =
        Base64.getEncoder().encodeToString((most + "x").getBytes(StandardCharsets.UTF_8));

    assertEquals(201, handle(Inputs.of("POST", resource).with("body", most)).status());
    assertProblem(
        413, "body_too_large", handle(Inputs.of("POST", resource).with("body", most + "x")));
    assertProblem(
        413,
        "body_too_large",
        handle(Inputs.of("POST", resource).with("body", base64).with("isBase64Encoded", true)));
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
