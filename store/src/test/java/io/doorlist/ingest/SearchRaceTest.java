package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.testing.DyingClient;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Whatever fails or happens meanwhile, stored orders are found and forgotten people are not. */
class SearchRaceTest extends SearchFixture {
  /** Whichever write is lost and whenever a run dies, stored orders are found. */
  @Test
  void killedImport_losesNoWords_atAnyWrite() {
    List<Long> imported = new ArrayList<>();
    for (int writes = 0; writes < 12; writes++) {
      long id = 100 + writes;
      DyingClient dying = new DyingClient(TestTable.client(), writes);
      try {
        put(dying, order(id, 0, ticket(id * 10, "Killed Guest", null)));
      } catch (DyingClient.Killed e) {
        // Its writes so far stand.
      }
      if (stores.orders().find(Gala.ACCOUNT, Gala.EVENT, id).isPresent()) {
        imported.add(id * 10);
      }
    }

    assertTrue(imported.size() > 1 && imported.size() < 12, imported.toString());
    assertEquals(imported, ids("killed"));
  }

  @Test
  void smallBlocks_areMerged_andLoseNobody() {
    for (int i = 0; i < 120; i++) {
      gala.put(order(1000 + i, 0, ticket(5000 + i, "Guest" + i + " Merged", null)));
    }
    assertEquals(120, blocks().size());

    gala.importer().settle();

    assertEquals(22, blocks().size());
    for (int i : List.of(0, 57, 98, 99, 119)) {
      assertEquals(List.of(5000L + i), ids("guest" + i + " merged"));
    }
    assertTrue(search(Mode.LIVE, "merged").more());
  }

  /** A block changes between the reads of a merge and its transaction: the merge loses. */
  @Test
  void merge_bringsNoForgottenWordsBack() {
    for (int i = 0; i < 99; i++) {
      gala.put(order(1 + i, 0, ticket(5000 + i, "Guest" + i, null)));
    }
    Meanwhile before = forgettingBefore();
    ImportStore importer = Imports.into(stores(before));
    Imports.put(importer, Gala.ACCOUNT, Gala.EVENT, order(1, 0, ticket(5000, "Guest0", null)));

    importer.settle();

    assertTrue(before.happened());
    assertFalse(allWords().contains("guest0"), allWords());
    assertEquals(List.of(), ids("guest0"));
    assertEquals(List.of(5001L), ids("guest1").subList(0, 1));
  }

  /**
   * An import reads an order, the order's people are forgotten, then the import writes their words.
   */
  @Test
  void importUnderway_bringsNoForgottenWordsBack() {
    gala.put(order(1, 0, ticket(11, "Ada Before", null)));
    Meanwhile before = forgettingBefore();

    put(before, order(1, 1, ticket(11, "Ada After", null)));

    assertTrue(before.happened());
    assertFalse(allWords().contains("ada"), allWords());
  }

  /** Returns a client; people are forgotten just before its first write of words. */
  private Meanwhile forgettingBefore() {
    Meanwhile client = new Meanwhile(TestTable.client());
    client.before(
        request ->
            (request instanceof PutItemRequest || request instanceof TransactWriteItemsRequest)
                && request.toString().contains("#search#"),
        () -> forget(Set.of()));
    return client;
  }
}
