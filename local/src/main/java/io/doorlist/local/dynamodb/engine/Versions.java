package io.doorlist.local.dynamodb.engine;

import com.almworks.sqlite4java.SQLiteConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;

/** The versions of the libraries whose internals {@link FastEngine} uses. */
record Versions(String dynamodbLocal, String sqlite4java) {
  private static final Versions KNOWN = new Versions("3.3.1", "392");

  /** Returns the versions on the class path. */
  static Versions present() {
    String path = "/META-INF/maven/software/amazon/dynamodb/DynamoDBLocal/pom.properties";
    try (InputStream file = LocalDynamoDBRequestHandler.class.getResourceAsStream(path)) {
      Properties properties = new Properties();
      if (file != null) {
        properties.load(file);
      }
      return new Versions(
          properties.getProperty("version"),
          SQLiteConnection.class.getPackage().getImplementationVersion());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean areKnown() {
    return equals(KNOWN);
  }

  @Override
  public String toString() {
    return "DynamoDB Local " + dynamodbLocal + " with sqlite4java " + sqlite4java;
  }
}
