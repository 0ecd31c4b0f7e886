package io.doorlist.local.gateway;

import io.doorlist.local.tls.Authority;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * A plain HTTP page that helps a phone to trust this machine's certificate {@link Authority}. It is
 * in the phone's language, shows the steps for this kind of phone only, and says when the phone
 * trusts the authority.
 */
final class TrustPage extends Handler.Abstract {
  private static final String FILE = "/doorlist.crt";
  private static final List<String> LANGUAGES =
      List.of("en de fr es it pt nl pl tr uk ar ja".split(" "));
  private static final String STEPS =
      """
      <h2>{kind}</h2>
      <ol>
        <li>{kind1}</li>
        <li>{kind2}</li>
        <li>{kind3}</li>
      </ol>
      """;

  /**
   * Asks the API by TLS until an answer comes. Any answer means that the phone trusts the
   * certificate.
   */
  private static final String SCRIPT =
      """
      const look = () => fetch('https://' + location.hostname + ':%d/', {mode: 'no-cors', cache: 'no-store'})
        .then(() => document.body.classList.add('trusted'), () => setTimeout(look, 2_000));
      look();
      """;

  private final Authority authority;
  private final String script;
  private final String policy;

  /** Creates the page. The port is that of the API by TLS. */
  TrustPage(Authority authority, int port) {
    this.authority = authority;
    script = SCRIPT.formatted(port);
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

  /** Returns the page in a language, with the steps for the phone that the user agent names. */
  private String page(String language, String agent) {
    Properties words = new Properties();
    try (Reader file = new StringReader(resource("trust-" + language + ".properties"))) {
      words.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    words.put("language", language);
    words.put("direction", language.equals("ar") ? "rtl" : "ltr");
    words.put("fingerprint", authority.fingerprint());
    words.put("file", "<code>doorlist.crt</code>");
    boolean iphone = agent.contains("iPhone") || agent.contains("iPad");
    boolean android = agent.contains("Android");
    String steps =
        (android ? "" : STEPS.replace("{kind", "{iphone"))
            + (iphone ? "" : STEPS.replace("{kind", "{android"));
    String page = resource("trust.html").replace("{steps}", steps);
    // A text may contain the placeholder of another text.
    for (int depth = 0; depth < 2; depth++) {
      for (String word : words.stringPropertyNames()) {
        page = page.replace("{" + word + "}", words.getProperty(word));
      }
    }
    return page.replace("{script}", script);
  }

  private static String resource(String name) {
    try (InputStream file = TrustPage.class.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the first accepted language that the page has, or English. */
  private static String language(String accepted) {
    try {
      String found =
          Locale.lookupTag(
              Locale.LanguageRange.parse(accepted == null ? "en" : accepted), LANGUAGES);
      return found == null ? "en" : found;
    } catch (IllegalArgumentException e) {
      return "en";
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    boolean asks = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    String target = RawTargetConnection.target(request);
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    if (asks && target.equals("/")) {
      HttpFields headers = request.getHeaders();
      String language = language(headers.get(HttpHeader.ACCEPT_LANGUAGE));
      String agent = headers.get(HttpHeader.USER_AGENT);
      response.getHeaders().put(HttpHeader.CONTENT_LANGUAGE, language);
      byte[] page = page(language, agent == null ? "" : agent).getBytes(StandardCharsets.UTF_8);
      answer(response, callback, "text/html; charset=utf-8", page);
    } else if (asks && target.equals(FILE)) {
      answer(response, callback, "application/x-x509-ca-cert", authority.encoded());
    } else {
      response.setStatus(404);
      response.write(true, null, callback);
    }
    return true;
  }

  private void answer(Response response, Callback callback, String type, byte[] body) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put("Content-Security-Policy", policy);
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
