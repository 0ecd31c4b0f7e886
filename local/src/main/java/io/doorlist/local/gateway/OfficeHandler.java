package io.doorlist.local.gateway;

import io.doorlist.local.office.Office;
import io.doorlist.local.office.OpenOffice;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Serves an {@link Office}, the page for the person who started the host, and nothing else. Before
 * any body is read, it checks three things: the host name, the origin of the page that asks, and a
 * secret. So it gives nothing to requests by another host name, to other pages in the same browser,
 * or to other accounts of the machine.
 */
final class OfficeHandler extends Handler.Abstract {
  /** The longest body, in bytes: a file of guests. */
  static final int MAX_BODY_BYTES = 50 << 20;

  /**
   * The maximum number of bodies that are read at once, because each file is in memory as a whole.
   */
  static final int BODIES_AT_ONCE = 4;

  private static final int MAX_CODE_BYTES = 64;
  private static final String SESSION = "session";
  private static final String LINKS = "links";
  private static final String BEARER = "Bearer ";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String HTML = "text/html; charset=utf-8";

  private static final List<HttpField> HEADERS =
      List.of(
          new HttpField("Cache-Control", "no-store"),
          new HttpField(
              "Content-Security-Policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                  + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                  + " frame-ancestors 'none'; require-trusted-types-for 'script';"
                  + " trusted-types lit-html doorlist"),
          new HttpField("Cross-Origin-Opener-Policy", "same-origin"),
          new HttpField("Cross-Origin-Resource-Policy", "same-origin"),
          new HttpField("Referrer-Policy", "no-referrer"),
          new HttpField("X-Content-Type-Options", "nosniff"));

  private final OpenOffice open;
  private final String host;
  private final int port;
  private final Semaphore bodies = new Semaphore(BODIES_AT_ONCE);

  OfficeHandler(OpenOffice open, int port) {
    this.open = open;
    this.port = port;
    this.host = "127.0.0.1:" + port;
  }

  /** Thrown for a body that is longer than allowed. */
  private static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String raw = RawTargetConnection.target(request);
    if (!isOffice(raw)) {
      return false;
    }
    Office.Reply reply;
    try {
      reply = refusal(request).orElse(null);
      if (reply == null) {
        reply = answer(request, RequestTarget.parse(raw));
      }
    } catch (TooLong e) {
      reply = say(413, "at most " + (MAX_BODY_BYTES >> 20) + " MB");
    } catch (IllegalArgumentException | IOException e) {
      reply = say(400, "the request cannot be read");
    } catch (RuntimeException e) {
      // The exception's message may contain somebody's data.
      System.err.println("the office failed: " + e.getClass().getName());
      reply = say(500, "the office failed");
    }
    send(request, reply, response, callback);
    return true;
  }

  private static boolean isOffice(String raw) {
    return raw.startsWith(Office.PATH)
        && (raw.length() == Office.PATH.length()
            || "/?#".indexOf(raw.charAt(Office.PATH.length())) >= 0);
  }

  /**
   * Returns the refusal of a request that comes neither from the office's own page nor from a link
   * to that page. It is empty if the request may go on.
   */
  private Optional<Office.Reply> refusal(Request request) {
    List<String> hosts = request.getHeaders().getValuesList(HttpHeader.HOST);
    if (!hosts.equals(List.of(host))) {
      return Optional.of(hosts.equals(List.of("localhost:" + port)) ? elsewhere() : forbidden());
    }
    List<String> origins = request.getHeaders().getValuesList(HttpHeader.ORIGIN);
    if (!origins.isEmpty()) {
      return origins.equals(List.of("http://" + host))
          ? Optional.empty()
          : Optional.of(forbidden());
    }
    List<String> sites = request.getHeaders().getValuesList("Sec-Fetch-Site");
    boolean own = Set.of(List.of(), List.of("same-origin"), List.of("none")).contains(sites);
    return own || isLedHere(request) ? Optional.empty() : Optional.of(forbidden());
  }

  /**
   * Returns whether a person follows a link to the page itself, for example from the file that
   * opens it. The browser counts that file as another site. The page has no data, so this is safe.
   */
  private static boolean isLedHere(Request request) {
    return request.getMethod().equals("GET")
        && RawTargetConnection.target(request).equals(Office.PATH)
        && request.getHeaders().getValuesList("Sec-Fetch-Mode").equals(List.of("navigate"))
        && request.getHeaders().getValuesList("Sec-Fetch-Dest").equals(List.of("document"));
  }

  private static Office.Reply forbidden() {
    return say(403, "this is not for you");
  }

  /**
   * Answers with a link to the address that is surely this office's. The name localhost may lead to
   * somebody else's server.
   */
  private Office.Reply elsewhere() {
    String link = "http://" + host + Office.PATH;
    String page =
        "<!doctype html><title>Doorlist</title><p><a href=\"%s\">%s</a>".formatted(link, link);
    return new Office.Reply(403, HTML, page.getBytes(StandardCharsets.UTF_8), null);
  }

  private Office.Reply answer(Request request, RequestTarget target) throws IOException {
    List<String> path = target.segments().subList(2, target.segments().size());
    String method = request.getMethod();
    if (method.equals("GET")) {
      Optional<Office.Reply> file = open.office().file(String.join("/", path));
      if (file.isPresent()) {
        return file.get();
      }
      if (path.size() == 2 && path.getFirst().equals(LINKS)) {
        return followed(path.getLast());
      }
    }
    if (method.equals("POST") && path.equals(List.of(SESSION))) {
      return session(request);
    }
    String given = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    if (given == null
        || !given.startsWith(BEARER)
        || !open.keys().knows(given.substring(BEARER.length()))) {
      return say(401, "open the office anew");
    }
    if (method.equals("POST") && path.equals(List.of(LINKS))) {
      String link = String.join("", target.query().getOrDefault("to", List.of()));
      return say(201, Office.PATH + "/" + LINKS + "/" + open.keys().link(link));
    }
    return call(request, method, path, target);
  }

  private Office.Reply session(Request request) throws IOException {
    byte[] code = Content.Source.asInputStream(request).readNBytes(MAX_CODE_BYTES);
    return open.keys()
        .exchange(new String(code, StandardCharsets.UTF_8))
        .map(secret -> say(201, secret))
        .orElseGet(() -> say(401, "open the office anew"));
  }

  private Office.Reply followed(String key) throws IOException {
    Optional<String> link = open.keys().follow(key);
    if (link.isEmpty()) {
      return say(404, "this link was used, or is too old");
    }
    RequestTarget target = RequestTarget.parse("/" + link.get());
    return open.office()
        .answer(
            new Office.Call(
                "GET", target.segments(), target.query(), InputStream.nullInputStream()));
  }

  private Office.Reply call(Request request, String method, List<String> path, RequestTarget target)
      throws IOException {
    if (request.getLength() > MAX_BODY_BYTES) {
      throw new TooLong();
    }
    boolean hasBody =
        request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    if (hasBody && !bodies.tryAcquire()) {
      return say(429, "other files are being read: try again");
    }
    try {
      InputStream body = new Bounded(Content.Source.asInputStream(request));
      return open.office().answer(new Office.Call(method, path, target.query(), body));
    } finally {
      if (hasBody) {
        bodies.release();
      }
    }
  }

  /** A body that throws {@link TooLong} at the point where it becomes too long. */
  private static final class Bounded extends FilterInputStream {
    private long left = MAX_BODY_BYTES;

    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      count(Math.max(0, read));
      return read;
    }

    private void count(int read) throws TooLong {
      left -= read;
      if (left < 0) {
        throw new TooLong();
      }
    }
  }

  private static Office.Reply say(int status, String text) {
    return new Office.Reply(status, TEXT, text.getBytes(StandardCharsets.UTF_8), null);
  }

  /**
   * Sends an answer. If a part of the body was not read, the connection ends, because the rest
   * would look like the next request.
   */
  private static void send(
      Request request, Office.Reply reply, Response response, Callback callback) {
    if (GatewayHandler.isLeft(request)) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    response.setStatus(reply.status());
    HEADERS.forEach(response.getHeaders()::put);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
    if (reply.status() == 429) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
    }
    if (reply.file() != null) {
      response
          .getHeaders()
          .put("Content-Disposition", "attachment; filename=\"" + reply.file() + "\"");
    }
    response.write(true, ByteBuffer.wrap(reply.body()), callback);
  }
}
