package io.doorlist.local.gateway;

import io.doorlist.local.tls.Authority;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
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
 * A plain page that helps a phone to trust the authority, in the phone's language and with the
 * steps of its kind only, and says when it does.
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
        .trusted #steps, body:not(.trusted) #done { display: none }
        #done { font-size: 1.6rem; font-weight: 700 }
      </style>
      <body>
      <h1>{title}</h1>
      <p id="done" role="status">{done}</p>
      <div id="steps">
      <p>{once}</p>
      <p><a href="/doorlist.crt">{get}</a></p>
      {steps}
      <p>{waiting}</p>
      <h2>{right}</h2>
      <p>{compare}</p>
      <p><code dir="ltr">{fingerprint}</code></p>
      </div>
      <p>{scope}</p>
      <script>{script}</script>
      </html>
      """;

  /** How phones name themselves. */
  private static final List<String> KINDS = List.of("iphone", "ipad", "android");

  private static final String STEPS =
      """
      <h2>{kind}</h2>
      <ol>
        <li>{kind1}</li>
        <li>{kind2}</li>
        <li>{kind3}</li>
      </ol>
      """;

  /** Any answer will do: there is one if the phone trusts the certificate. */
  private static final String SCRIPT =
      """
      const look = () => fetch('https://' + location.hostname + ':%d/', {mode: 'no-cors', cache: 'no-store'})
        .then(() => document.body.classList.add('trusted'), () => setTimeout(look, 2_000));
      look();
      """;

  private final Map<String, byte[]> pages = new TreeMap<>();
  private final byte[] certificate;
  private final String policy;

  /**
   * Creates the page.
   *
   * @param port of the API, by TLS
   */
  TrustPage(Authority authority, int port) {
    String script = SCRIPT.formatted(port);
    for (String language : LANGUAGES.split(" ")) {
      String page = page(language, authority, script);
      for (String kind : List.of("iphone", "android", "")) {
        pages.put(
            language + kind,
            page.replace("{steps}", steps(kind, words(language))).getBytes(StandardCharsets.UTF_8));
      }
    }
    certificate = authority.encoded();
    policy =
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none';"
            + " script-src 'sha256-%s'; connect-src https://*:%d".formatted(digest(script), port);
  }

  private static String digest(String script) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(sha.digest(script.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the steps of a kind of phone, or of each if it is not known. */
  private static String steps(String kind, Properties words) {
    if (kind.isEmpty()) {
      return steps("iphone", words) + steps("android", words);
    }
    return filled(STEPS.replace("{kind", "{" + kind), words);
  }

  private static String page(String language, Authority authority, String script) {
    Properties words = words(language);
    words.put("language", language);
    words.put("direction", language.equals("ar") ? "rtl" : "ltr");
    words.put("fingerprint", authority.fingerprint());
    return filled(PAGE, words).replace("{script}", script);
  }

  private static Properties words(String language) {
    Properties words = new Properties();
    try (Reader file =
        new InputStreamReader(
            TrustPage.class.getResourceAsStream("trust-" + language + ".properties"),
            StandardCharsets.UTF_8)) {
      words.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return words;
  }

  private static String filled(String template, Properties words) {
    String page = template;
    for (String word : words.stringPropertyNames()) {
      page = page.replace("{" + word + "}", words.getProperty(word));
    }
    return page.replace("{file}", "<code>doorlist.crt</code>");
  }

  /** Returns the kind of a phone, which decides its steps; empty if it does not say. */
  private static String kind(String agent) {
    String named = agent == null ? "" : agent.toLowerCase(Locale.ROOT);
    String found = KINDS.stream().filter(named::contains).findFirst().orElse("");
    return found.equals("ipad") ? "iphone" : found;
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
      String kind = kind(request.getHeaders().get(HttpHeader.USER_AGENT));
      answer(response, callback, "text/html; charset=utf-8", pages.get(language + kind));
    } else if (asks && target.equals(FILE)) {
      answer(response, callback, "application/x-x509-ca-cert", certificate);
    } else {
      response.setStatus(404);
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
      response.write(true, null, callback);
    }
    return true;
  }

  private void answer(Response response, Callback callback, String type, byte[] body) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    response.getHeaders().put("Content-Security-Policy", policy);
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
