package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class EnginesTest {

  @Test
  void versionsOnTheClassPath_areKnown() {
    assertTrue(Versions.present().areKnown(), Versions.present()::toString);
  }

  @Test
  void stock_isTaken_andSaid_whenAVersionIsNotKnown() {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try (ExecutorService jobs = Executors.newFixedThreadPool(10)) {
      Engine engine =
          Engines.open(null, jobs, UnaryOperator.identity(), new Versions("3.0.0", "392"));

      assertInstanceOf(StockEngine.class, engine);
      engine.requests().shutdown();
    } finally {
      System.setErr(before);
    }

    assertEquals(
        "DynamoDB Local 3.0.0 with sqlite4java 392 is not known here: the table is unmodified"
            + " DynamoDB Local, which is slower",
        said.toString(StandardCharsets.UTF_8).strip());
  }
}
