package io.doorlist.local.gateway;

import io.doorlist.local.tls.Authority;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * A plain page that helps a phone to trust the authority, in the phone's language, and does nothing
 * else.
 */
final class TrustPage extends Handler.Abstract {
  private static final String FILE = "/doorlist.crt";
  private static final String LANGUAGES = "en de fr es it pt nl pl tr uk ar ja";
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="{language}" dir="{direction}">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>{title}</title>
      <style>
        body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 1rem auto; padding: 0 1rem }
        code { overflow-wrap: anywhere }
        a { display: inline-block; padding: .6rem 1rem; background: #0b57d0; color: #fff; border-radius: .4rem }
      </style>
      <h1>{title}</h1>
      <p>{once}</p>
      <p><a href="/doorlist.crt">{get}</a></p>
      <h2>{iphone}</h2>
      <ol>
        <li>{iphone1}</li>
        <li>{iphone2}</li>
        <li>{iphone3}</li>
      </ol>
      <h2>{android}</h2>
      <ol>
        <li>{android1}</li>
        <li>{android2}</li>
        <li>{android3}</li>
      </ol>
      <h2>{right}</h2>
      <p>{compare}</p>
      <p><code dir="ltr">{fingerprint}</code></p>
      <p>{scope}</p>
      </html>
      """;

  private final Map<String, byte[]> pages = new TreeMap<>();
  private final byte[] certificate;

  TrustPage(Authority authority) {
    for (String language : LANGUAGES.split(" ")) {
      pages.put(language, page(language, authority).getBytes(StandardCharsets.UTF_8));
    }
    certificate = authority.encoded();
  }

  private static String page(String language, Authority authority) {
    Properties words = new Properties();
    try (Reader file =
        new InputStreamReader(
            TrustPage.class.getResourceAsStream("trust-" + language + ".properties"),
            StandardCharsets.UTF_8)) {
      words.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    words.put("language", language);
    words.put("direction", language.equals("ar") ? "rtl" : "ltr");
    words.put("fingerprint", authority.fingerprint());
    words.put("file", "<code>doorlist.crt</code>");
    String page = PAGE;
    for (String word : words.stringPropertyNames()) {
      page = page.replace("{" + word + "}", words.getProperty(word));
    }
    return page.replace("{file}", words.getProperty("file"));
  }

  /** Returns the first of these languages that the page is in. */
  private static String language(String accepted) {
    try {
      String found =
          Locale.lookupTag(
              Locale.LanguageRange.parse(accepted == null ? "en" : accepted),
              List.of(LANGUAGES.split(" ")));
      return found == null ? "en" : found;
    } catch (IllegalArgumentException e) {
      return "en";
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    boolean asks = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    String target =
        ((RawTargetConnection) request.getConnectionMetaData().getConnection()).target();
    if (asks && target.equals("/")) {
      String language = language(request.getHeaders().get(HttpHeader.ACCEPT_LANGUAGE));
      response.getHeaders().put(HttpHeader.CONTENT_LANGUAGE, language);
      answer(response, callback, "text/html; charset=utf-8", pages.get(language));
    } else if (asks && target.equals(FILE)) {
      answer(response, callback, "application/x-x509-ca-cert", certificate);
    } else {
      response.setStatus(404);
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
      response.write(true, null, callback);
    }
    return true;
  }

  private static void answer(Response response, Callback callback, String type, byte[] body) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    response
        .getHeaders()
        .put(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
