package io.doorlist.local.function;

import io.doorlist.local.template.FunctionSpec;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Gives a function its environment. Functions share this process, whose environment cannot change,
 * so each finds its variables in a file in its package.
 */
final class FunctionSettings {
  private static final String FILE = "environment.properties";

  private FunctionSettings() {}

  /**
   * Writes the function's variables.
   *
   * @param root where the function's package is unpacked
   */
  static void write(FunctionSpec function, Services services, Path root) throws IOException {
    Properties variables = new Properties();
    variables.putAll(function.environment());
    variables.setProperty("AWS_ENDPOINT_URL_DYNAMODB", services.dynamodb().toString());
    variables.setProperty("AWS_ENDPOINT_URL_SQS", services.queues().toString());
    try (Writer file = Files.newBufferedWriter(root.resolve(FILE))) {
      variables.store(file, null);
    }
  }

  /** Sets the region and credentials that the AWS SDK requires, the same for all functions. */
  static void prepareSdk() {
    if (System.getProperty("aws.region") == null) {
      System.setProperty("aws.region", "eu-west-1");
    }
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
  }
}
