package io.doorlist.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.ingest.ListedGuestStore;
import io.doorlist.ingest.ListedGuestStore.Row;
import io.doorlist.testing.CountingEngine.Cost;
import io.doorlist.testing.Gala;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where guests stood in their lists is read as it was stored, and costs what is documented. */
class ListedGuestCostTest extends CostFixture {
  private static final long FIRST = 7_007_199_254_740_992L;

  private final ListedGuestStore rows = new ListedGuestStore(stores.forCommand());

  @Test
  void rows_readAsTheyWerePut_ofEachListByItself() {
    Map<Long, Row> some =
        Map.of(
            FIRST,
            new Row("a.csv", 2),
            FIRST + 1_000,
            new Row("b.csv", 2),
            FIRST + 1_002,
            new Row("a.csv", 7));
    rows.put(Gala.ACCOUNT, Gala.EVENT, 0, some);
    rows.put(Gala.ACCOUNT, Gala.EVENT, 12, Map.of(FIRST + 9_000, new Row(null, 3)));
    rows.put(Gala.ACCOUNT, Gala.EVENT + "-2", 0, Map.of(1L, new Row(null, 4)));

    assertEquals(
        Map.of(0L, some, 12L, Map.of(FIRST + 9_000, new Row(null, 3))),
        rows.read(Gala.ACCOUNT, Gala.EVENT));
    assertEquals(Map.of(), rows.read(Gala.ACCOUNT, "other"));
  }

  @Test
  void manyRows_areSeveralItems_andOnlyWhatIsDifferentIsWritten() throws Exception {
    Map<Long, Row> many = new HashMap<>();
    for (long i = 0; i < 25_000; i++) {
      many.put(FIRST + i * 1_000, new Row(null, 25_000 - i));
    }
    rows.put(Gala.ACCOUNT, Gala.EVENT, 0, many);
    assertEquals(Map.of(0L, many), rows.read(Gala.ACCOUNT, Gala.EVENT));

    client.spent();
    rows.put(Gala.ACCOUNT, Gala.EVENT, 0, many);
    assertEquals(0, client.spent().writes());
    many.put(FIRST + 24_999_000, new Row(null, 1_000));
    rows.put(Gala.ACCOUNT, Gala.EVENT, 0, many);
    Cost cost = client.spent();
    assertEquals(1, cost.writes());
    assertTrue(cost.writeUnits() < 60, cost.toString());
  }

  @Test
  void aShortList_costsWhatIsDocumented() throws Exception {
    rows.put(Gala.ACCOUNT, Gala.EVENT, 0, Map.of(FIRST, new Row(null, 2)));

    assertCost(61, () -> rows.read(Gala.ACCOUNT, Gala.EVENT));
  }
}
