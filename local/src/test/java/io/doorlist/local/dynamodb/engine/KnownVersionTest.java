package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class KnownVersionTest {
  /** Who takes another version is told to look at what this package uses of its insides. */
  @Test
  void versionOnTheClassPath_isTheOneThatIsKnown_andAnotherIsNamed() {
    assertEquals(KnownVersion.NEEDED, KnownVersion.found());
    assertEquals(
        "this is DynamoDB Local 3.3.1, and Doorlist needs 3.3.1",
        KnownVersion.isAnother(new NoSuchFieldException("queue")).getMessage());
  }
}
