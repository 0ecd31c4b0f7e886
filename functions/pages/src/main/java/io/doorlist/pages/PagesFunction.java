package io.doorlist.pages;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;

/**
 * The pages under {@code /-/}: scanner, board, API reference and demo tickets. They are the same
 * for everybody and contain no data, so they need no token. Thread-safe.
 */
public final class PagesFunction implements RequestStreamHandler {
  private static final String POLICY = "Content-Security-Policy";

  /** Nothing is loaded from elsewhere, nothing is sent elsewhere, no text becomes HTML. */
  private static final String STRICT =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src blob:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types lit-html doorlist";

  /** Swagger UI inserts HTML and inline styles. */
  private static final String DOCS =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; connect-src 'self'; manifest-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** The reader of codes is WebAssembly of others: it may run it, and send nothing anywhere. */
  private static final String READER = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

  private static final Map<String, String> HEADERS =
      Map.of(
          POLICY,
          STRICT,
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Permissions-Policy",
          "camera=(self), microphone=(), geolocation=()",
          "Referrer-Policy",
          "no-referrer",
          "X-Content-Type-Options",
          "nosniff");

  private final SiteHandler site =
      new SiteHandler(
          PagesFunction.class,
          "site",
          HEADERS,
          Map.of("docs", Map.of(POLICY, DOCS), "reader-worker.js", Map.of(POLICY, READER)));

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    site.handle(input, output, context);
  }
}
