package io.doorlist.local.function;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URL;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class FunctionLoaderTest {
  @Test
  void sdk_isTheHosts_andNothingElse() throws Exception {
    try (FunctionLoader one = new FunctionLoader("One", new URL[0], null)) {
      assertSame(DynamoDbClient.class, one.loadClass(DynamoDbClient.class.getName()));
      assertThrows(ClassNotFoundException.class, () -> one.loadClass(getClass().getName()));
    }
  }
}
