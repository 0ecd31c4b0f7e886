package io.doorlist.cli.tokens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.doorlist.cli.CommandResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** What a host answers is shown by UpCommandTest. */
class PairCommandTest {
  /** Issue 32: without Wi-Fi a code led to the phone itself. */
  @Test
  void pair_refuses_whileTheMachineHasNoAddress() throws IOException {
    HttpServer host = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    host.createContext(
        "/.well-known/doorlist-lan",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    host.start();
    try {
      CommandResult refused =
          CommandResult.run(
              "pair --account=acme --role=scanner", "--port=" + host.getAddress().getPort());
      assertEquals(1, refused.status());
      assertTrue(refused.err().contains("no address that phones reach now"), refused.err());
    } finally {
      host.stop(0);
    }
  }
}
