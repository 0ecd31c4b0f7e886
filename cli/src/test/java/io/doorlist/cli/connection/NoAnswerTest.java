package io.doorlist.cli.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkClientException;

class NoAnswerTest {
  private static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(new ConnectException("Connection refused"), "nothing answers there"),
        Arguments.of(
            new UnknownHostException("door.example: Name or service not known"),
            "the host door.example is not known"),
        Arguments.of(
            new ConnectException().initCause(new UnresolvedAddressException()),
            "the host there is not known"),
        Arguments.of(
            new SSLHandshakeException("PKIX path building failed"),
            "the TLS connection there cannot be made safely"),
        Arguments.of(new SocketTimeoutException("Read timed out"), "nothing answers there in time"),
        Arguments.of(
            new HttpTimeoutException("request timed out"), "nothing answers there in time"),
        Arguments.of(new IOException("Connection reset"), "the connection there broke off"));
  }

  /** Whatever library asked wraps the fault, and says it in words of its own. */
  @ParameterizedTest
  @MethodSource("faults")
  void reason_isInWordsOfThisCommandLine(Throwable fault, String reason) {
    IOException io = (IOException) fault;

    assertEquals(reason, NoAnswer.of(io, "there").reason());
    assertEquals(reason, NoAnswer.of(new UncheckedIOException(io), "there").reason());
    assertEquals(
        reason,
        NoAnswer.of(
                SdkClientException.create("Unable to execute HTTP request: " + io.getMessage(), io),
                "there")
            .reason());
  }
}
