package io.doorlist.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.table.Key;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TableSchemaTest {
  /** Found from outside: a machine set to Arabic wrote keys that no other machine found. */
  @Test
  void keys_doNotDependOnTheLocaleOfTheMachine() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));

      assertEquals(new Key("seq", "HEAD#000003"), TableSchema.summary("seq", 3));
      assertEquals(new Key("seq", "0000000000000003"), TableSchema.row("seq", 3));
    } finally {
      Locale.setDefault(before);
    }
  }

  /** It changes every few seconds while `follow` runs: no export would ever be whole. */
  @Test
  void whatTellsAShop_isNotCarriedElsewhere() {
    assertFalse(KeyParts.isCarried(TableSchema.reporter("acme", "shop")));
    assertFalse(KeyParts.isCarried(TableSchema.report("acme", "shop", "gala", 1, Mode.LIVE)));
    assertTrue(KeyParts.isCarried(TableSchema.follow("acme", "shop")));
  }
}
