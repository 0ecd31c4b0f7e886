package io.doorlist.store.table;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import org.junit.jupiter.api.Test;

class TableSchemaTest {
  /** It changes every few seconds while `follow` runs: no export would ever be whole. */
  @Test
  void whatTellsAShop_isNotCarriedElsewhere() {
    assertFalse(KeyParts.isCarried(TableSchema.reporter("acme", "shop")));
    assertFalse(KeyParts.isCarried(TableSchema.report("acme", "shop", "gala", 1, Mode.LIVE)));
    assertTrue(KeyParts.isCarried(TableSchema.follow("acme", "shop")));
  }
}
