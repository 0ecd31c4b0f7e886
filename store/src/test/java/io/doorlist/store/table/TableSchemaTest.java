package io.doorlist.store.table;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import org.junit.jupiter.api.Test;

class TableSchemaTest {
  /** It changes every few seconds while `follow` runs: no export would ever be whole. */
  @Test
  void whatTellsAShop_isNotCarriedElsewhere() {
    assertFalse(TableSchema.isCarried(TableSchema.reporter("acme", "shop")));
    assertFalse(TableSchema.isCarried(TableSchema.report("acme", "shop", "gala", 1, Mode.LIVE)));
    assertTrue(TableSchema.isCarried(TableSchema.follow("acme", "shop")));
  }
}
