package io.doorlist.pages;

import static io.doorlist.testing.FunctionInvoker.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The function with a site of a few files, which precedes the real one on the class path. */
class PagesFunctionTest {
  private final PagesFunction function = new PagesFunction();

  @Test
  void page_isForEverybodyAndAskedForAnew() throws Exception {
    Answer answer = FunctionInvoker.call(function, Input.recorded("get-page"));

    assertServed("<!doctype html><title>Scan</title>\n", "text/html", "no-cache", answer);
  }

  /** Issue 53: generators and scanners of APIs fetch it. */
  @Test
  void descriptionOfTheApi_hasAStableAddress() throws Exception {
    Answer answer = FunctionInvoker.call(function, page("openapi.yaml"));

    assertServed("openapi: 3.1.0\n", "application/yaml", "no-cache", answer);
  }

  @Test
  void page_isNotSentAgain_whenTheBrowserHasIt() throws Exception {
    Input input = Input.recorded("get-page");
    String tag = FunctionInvoker.call(function, input).headers().get("ETag");

    Answer again =
        FunctionInvoker.call(
            function, input.with(Map.of("If-None-Match", List.of(tag)), "multiValueHeaders"));

    assertEquals(304, again.status());
    assertEquals("", again.body());
  }

  @Test
  void page_mayLoadNothingFromElsewhere() throws Exception {
    Map<String, String> headers =
        FunctionInvoker.call(function, Input.recorded("get-page")).headers();

    String policy = headers.get("Content-Security-Policy");
    assertTrue(policy.startsWith("default-src 'none'; script-src 'self';"), policy);
    assertFalse(policy.contains("unsafe"), policy);
    assertFalse(policy.contains("http"), policy);
    assertEquals("no-referrer", headers.get("Referrer-Policy"));
    assertEquals("nosniff", headers.get("X-Content-Type-Options"));
  }

  @Test
  void docs_mayStyleElements_andTheReaderRunWebAssembly_butNothingElse() throws Exception {
    String docs = policy(page("docs"));
    String reader = policy(asset("0123456789ab", "reader-worker.js"));

    assertTrue(docs.contains("script-src 'self';"), docs);
    assertTrue(docs.contains("style-src 'self' 'unsafe-inline'"), docs);
    assertEquals("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'", reader);
  }

  private String policy(Input input) throws Exception {
    return FunctionInvoker.call(function, input).headers().get("Content-Security-Policy");
  }

  @Test
  void asset_isKeptForEver() throws Exception {
    Answer answer = FunctionInvoker.call(function, asset("0123456789ab", "one.js"));

    String kept = "public, max-age=31536000, immutable";
    assertServed("export const one = 1;\n", "text/javascript", kept, answer);
  }

  /** The gateway leaves the body out, and needs it for the headers about it (RFC 9110, 8.6). */
  @Test
  void head_isAnsweredLikeGet() throws Exception {
    Input get = Input.recorded("get-page");

    assertEquals(
        FunctionInvoker.call(function, get),
        FunctionInvoker.call(function, get.with("HEAD", "httpMethod")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "version", "../outside.js", "..", "", "scan.html/", "a b"})
  void page_isNotFound_whenThereIsNoneOfThatName(String name) throws Exception {
    Answer answer = FunctionInvoker.call(function, page(name));

    assertProblem(404, "not_found", answer);
    assertEquals("no-store", answer.headers().get("Cache-Control"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"two.js", "../../scan.html", "", "one.js\n"})
  void asset_isNotFound_whenThereIsNoneOfThatName(String name) throws Exception {
    assertProblem(404, "not_found", FunctionInvoker.call(function, asset("0123456789ab", name)));
    assertProblem(404, "not_found", FunctionInvoker.call(function, asset("..", name)));
  }

  private static void assertServed(String body, String type, String kept, Answer answer) {
    assertEquals(200, answer.status());
    assertEquals(body, answer.body());
    assertEquals(type + "; charset=utf-8", answer.headers().get("Content-Type"));
    assertEquals(kept, answer.headers().get("Cache-Control"));
  }

  private static Input page(String name) throws Exception {
    return Input.recorded("get-page").with(Map.of("page", name), "pathParameters");
  }

  private static Input asset(String version, String file) throws Exception {
    return Input.recorded("get-page")
        .with("/-/assets/{version}/{file}", "resource")
        .with(Map.of("version", version, "file", file), "pathParameters");
  }
}
