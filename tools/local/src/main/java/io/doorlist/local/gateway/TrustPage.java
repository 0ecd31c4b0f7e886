package io.doorlist.local.gateway;

import io.doorlist.local.tls.Authority;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A plain page that helps a phone to trust the authority, and does nothing else. */
final class TrustPage extends Handler.Abstract {
  private static final String FILE = "/doorlist.crt";
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Trust this door</title>
      <style>
        body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 1rem auto; padding: 0 1rem }
        code { overflow-wrap: anywhere }
        a { display: inline-block; padding: .6rem 1rem; background: #0b57d0; color: #fff; border-radius: .4rem }
      </style>
      <h1>Trust this door</h1>
      <p>Do this once on each phone that scans, before you pair it.</p>
      <p><a href="/doorlist.crt">Get the certificate</a></p>
      <h2>iPhone and iPad</h2>
      <ol>
        <li>Open this page in Safari, tap the button above, then Allow.</li>
        <li>Settings, General, VPN &amp; Device Management: install the profile.</li>
        <li>Settings, General, About, Certificate Trust Settings: switch it on.</li>
      </ol>
      <h2>Android</h2>
      <ol>
        <li>Tap the button above. If nothing opens, the file is among your downloads.</li>
        <li>Settings, Security, Encryption &amp; credentials, Install a certificate, CA certificate.</li>
        <li>Choose <code>doorlist.crt</code>. Use Chrome to scan: Firefox does not ask Android.</li>
      </ol>
      <h2>Is it the right one?</h2>
      <p>The phone and the terminal of the laptop show the same SHA-256 fingerprint. If they differ,
      do not install it: somebody on this network pretends to be the door.</p>
      <p><code>%s</code></p>
      <p>The certificate works for the private addresses of this network and the laptop's own name,
      for no site on the internet. Remove it in the same settings after the event.</p>
      </html>
      """;

  private final byte[] page;
  private final byte[] certificate;

  TrustPage(Authority authority) {
    page = PAGE.formatted(authority.fingerprint()).getBytes(StandardCharsets.UTF_8);
    certificate = authority.encoded();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    boolean asks = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    String target =
        ((RawTargetConnection) request.getConnectionMetaData().getConnection()).target();
    if (asks && target.equals("/")) {
      answer(response, callback, "text/html; charset=utf-8", page);
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
