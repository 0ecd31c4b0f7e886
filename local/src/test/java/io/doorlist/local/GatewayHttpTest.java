package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP itself requires of an answer (issue 21). */
class GatewayHttpTest extends HostFixture {
  /** RFC 9112, 6.1: the framing of such a message is wrong, so nothing after it is a request. */
  @Test
  void connection_isClosed_afterAChunkedBodyOfHttp10() throws IOException {
    String answers =
        conversation(
            """
            POST /open/echo HTTP/1.0
            Host: a
            Connection: keep-alive
            Transfer-Encoding: chunked

            0

            GET /open/echo HTTP/1.1
            Host: a
            Connection: close

            """);

    assertEquals(1, answers.split("HTTP/1.1 200", -1).length - 1, answers);
  }

  /**
   * RFC 9112, 6.3: a proxy before this server may frame such a message otherwise, so it is refused,
   * and nothing after its head is a request.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\nContent-Length: 5",
        "Content-Length: 5\nContent-Length: 6",
        "Content-Length: 5, 6",
        "Content-Length: +5",
        "Content-Length : 5",
        "Transfer-Encoding: identity, chunked, x",
        "Transfer-Encoding: chunked\nTransfer-Encoding: identity",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding:\n chunked"
      })
  void connection_isClosed_afterABodyOfTwoLengths(String framing) throws IOException {
    String answers =
        conversation(
            "POST /open/echo HTTP/1.1\nHost: a\n"
                + framing
                + "\n\n0\n\nGET /open/echo HTTP/1.1\nHost: a\nConnection: close\n\n");

    assertEquals(1, answers.split("HTTP/1.1 ", -1).length - 1, answers);
    assertTrue(answers.startsWith("HTTP/1.1 400 "), answers);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_700, 9_000, 40_000})
  void target_isTooLong_whereverThatIsSeen(int length) {
    HttpExchange answer =
        HttpExchange.send(
            host.host().url().getPort(),
            "GET /things/" + "a".repeat(length),
            "",
            "Authorization: Bearer allow");

    assertEquals(414, answer.status());
    assertEquals("client", answer.json().get("code"));
  }

  @ParameterizedTest
  @ValueSource(ints = {11_000, 40_000})
  void headers_areTooLarge_whereverThatIsSeen(int length) {
    assertEquals(200, host.send("GET /open/echo", "X: " + "a".repeat(10_000)).status());
    HttpExchange answer = host.send("GET /things", "X-Long: " + "a".repeat(length));

    assertEquals(431, answer.status());
    assertEquals("client", answer.json().get("code"));
  }

  @Test
  void linesThatEndWithALineFeedAlone_areNoRequest() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", host.host().url().getPort())) {
      socket.setSoTimeout(20_000);
      String request = "GET /open/echo HTTP/1.1\nHost: a\nConnection: close\n\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    }
  }

  private static String conversation(String requests) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", host.host().url().getPort())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write(requests.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      ByteArrayOutputStream answers = new ByteArrayOutputStream();
      socket.getInputStream().transferTo(answers);
      return answers.toString(StandardCharsets.ISO_8859_1);
    }
  }
}
