package io.doorlist.table.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class SocketPathTest {
  /** Windows before 1803, and Wine: a host did not start there. */
  @Test
  void opened_isAProblemLikeOthers_ifTheSystemHasNoUnixSockets() {
    IOException refused =
        assertThrows(
            IOException.class,
            () ->
                SocketPath.opened(
                    () -> {
                      throw new UnsupportedOperationException();
                    }));
    assertEquals("this system has no Unix sockets", refused.getMessage());
  }
}
