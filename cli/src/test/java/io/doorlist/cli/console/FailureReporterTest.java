package io.doorlist.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.domain.UnavailableException;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.aws.DynamoEngine;
import io.doorlist.testing.Stores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class FailureReporterTest {
  /** Found from outside: a killed host was "the store did not answer in time" (issue 50). */
  @Test
  void reason_saysThatTheHostIsGone() throws IOException {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    URI table = URI.create("http://127.0.0.1:" + port);
    try (Stores stores =
        Stores.connect(
            DynamoEngine.connect(table, null, "doorlist"), "doorlist", Clock.systemUTC())) {
      UnavailableException fault =
          assertThrows(UnavailableException.class, () -> stores.events().find("acme", "gala"));

      assertEquals("the table's host no longer answers", FailureReporter.reason(fault));
    }
  }

  @Test
  void reason_saysThatTheUpHasEnded() {
    UnavailableException fault =
        new UnavailableException(NoAnswerException.ended("the `doorlist up` has ended", null));

    assertEquals("the `doorlist up` has ended", FailureReporter.reason(fault));
  }
}
