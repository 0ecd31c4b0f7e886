package io.doorlist.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.priming.FunctionTable;
import io.doorlist.store.table.TableFormat.OtherFormatException;
import io.doorlist.table.Item;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableFormatTest {
  private final TestTable table = TestTable.withoutFormat();
  private final Stores stores = table.stores(Clock.systemUTC());

  @ParameterizedTest
  @ValueSource(ints = {TableFormat.CURRENT - 1, TableFormat.CURRENT + 1})
  void anotherFormat_isRefused_byCommandsAndFunctions(int format) {
    Item says = new Item(TableSchema.format()).put("format", (long) format);
    table.put(List.of(says));

    for (Stores each : List.of(stores, table.stores(Clock.systemUTC()))) {
      assertThrows(OtherFormatException.class, () -> each.format().begin(true));
      FunctionTable opened = new FunctionTable(each.engine(), each.table(), each.format());
      assertThrows(OtherFormatException.class, opened::warm);
      assertThrows(OtherFormatException.class, () -> each.tokens().find("any hash at all"));
    }
    assertEquals(says, table.access().get(says.key()).orElseThrow());
  }

  /** As 0.1.0 left it. */
  @Test
  void tableThatSaysNothing_isRefused_unlessItIsNew() {
    assertTrue(stores.tokens().find("any hash at all").isEmpty());
    TokenSecret secret = TokenSecret.create(Mode.LIVE, new SecureRandom());
    stores
        .tokens()
        .create(
            AccessToken.of(secret, "Gate", "acme", List.of(), Role.FULL, Instant.now(), null),
            secret);

    assertThrows(OtherFormatException.class, () -> stores.tokens().find(secret.hash()));
    assertThrows(OtherFormatException.class, () -> stores.format().begin(true));
  }

  @Test
  void newTable_getsItsFormat_unlessItMayNotBeWritten() {
    stores.format().begin(false);
    assertFalse(stores.format().isCurrent());

    stores.format().begin(true);

    assertTrue(table.stores(Clock.systemUTC()).format().isCurrent());
  }
}
