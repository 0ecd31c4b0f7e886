package io.doorlist.local.dynamodb.engine;

import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;

/** The version of DynamoDB Local whose insides this package uses: another may have others. */
final class KnownVersion {
  static final String NEEDED = "3.3.1";

  private static final String PROPERTIES =
      "/META-INF/maven/software/amazon/dynamodb/DynamoDBLocal/pom.properties";

  private KnownVersion() {}

  /** Returns the version on the class path, or {@code null} if it does not say. */
  static String found() {
    Properties properties = new Properties();
    try (InputStream file = LocalDynamoDBRequestHandler.class.getResourceAsStream(PROPERTIES)) {
      if (file != null) {
        properties.load(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  /** Returns what to say if something inside is not where it was. */
  static LocalHostException isAnother(Throwable cause) {
    return new LocalHostException(
        "this is DynamoDB Local %s, and Doorlist needs %s".formatted(found(), NEEDED), cause);
  }
}
