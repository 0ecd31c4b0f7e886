package io.doorlist.cli.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.FakeAws;
import io.doorlist.cli.console.Failure;
import io.doorlist.table.aws.DynamoEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A command that cannot reach its table says why: by name, once, and soon. */
class ConnectionCheckTest {
  private static final Duration SOON = Duration.ofSeconds(15);

  private final Properties before = (Properties) System.getProperties().clone();

  /** Other tests, and hosts that they start, may leave some. */
  @BeforeEach
  void forgetCredentials() {
    System.getProperties().keySet().removeIf(name -> name.toString().startsWith("aws."));
  }

  @AfterEach
  void restoreProperties() {
    System.setProperties(before);
  }

  @ParameterizedTest
  @CsvSource({
    "AccessDeniedException, may not read table 'doorlist'",
    "ExpiredTokenException, the AWS session has expired",
    "UnrecognizedClientException, does not accept these credentials",
    "ResourceNotFoundException, there is no table 'doorlist'"
  })
  void refusalsThatNoRetryChanges_areNamed(String code, String words) throws IOException {
    try (FakeAws table = new FakeAws()) {
      table.answer(
          "GetItem",
          400,
          "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + code + "\",\"message\":\"no\"}");

      CommandResult result = soon("--endpoint", table.url());

      assertTrue(result.err().contains(words), result.err());
      assertEquals(1, table.asked().size());
    }
  }

  @Test
  void aHostThatTakesTheConnectionAndSaysNothing_isNamed() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        DynamoEngine engine =
            DynamoEngine.connect(
                URI.create("http://127.0.0.1:" + silent.getLocalPort()), null, "doorlist")) {
      Failure failure =
          assertThrows(
              Failure.class,
              () -> ConnectionCheck.ask(engine, "doorlist", "there", Duration.ofSeconds(1)));

      assertEquals("nothing answers there within 1 seconds", failure.getMessage());
    }
  }

  @Test
  void missingCredentials_areNamed() {
    assumeTrue(System.getenv("AWS_ACCESS_KEY_ID") == null && System.getenv("AWS_PROFILE") == null);
    System.setProperty("aws.disableEc2Metadata", "true");

    CommandResult result = soon("--region", "eu-west-1");

    assertTrue(result.err().contains("there are no AWS credentials"), result.err());
  }

  @Test
  void anUnknownRegion_isNamed() {
    System.setProperty("aws.accessKeyId", "AKIAEXAMPLE");
    System.setProperty("aws.secretAccessKey", "example");
    // No part of a name may be longer than 63 characters, so no resolver is asked.
    String region = "nowhere-" + "9".repeat(60);

    CommandResult result = soon("--region", region);

    assertTrue(
        result.err().contains("the host dynamodb." + region + ".amazonaws.com is not known"),
        result.err());
  }

  private static CommandResult soon(String option, String value) {
    long begun = System.nanoTime();
    CommandResult result = CommandResult.run("token list --account acme", option, value);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);

    assertEquals(1, result.status(), result.err());
    assertEquals(1, result.err().lines().count(), result.err());
    assertTrue(took.compareTo(SOON) < 0, took.toString());
    return result;
  }
}
