package io.doorlist.exactness.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People who leave and come back over HTTP, while the host is killed. */
@Tag("long")
class ComingsTest {
  @Test
  void comingsAndGoings_keepEveryRule_whileTheHostIsKilled(@TempDir Path data) throws Exception {
    try (ComingsRun run = new ComingsRun(data, 500, 1)) {
      run.run(12, 1);

      assertEquals(List.of(), run.check(), run.text());
    }
  }
}
