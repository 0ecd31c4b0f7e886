package io.doorlist.store.checkin.merge;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.store.checkin.doubles.DoubleAdmissionStore;
import io.doorlist.store.checkin.passage.PassageRow;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What happened in another table, read from its items. Not thread-safe.
 *
 * @param events slugs
 * @param refusals items
 * @param keys of requests, by what they refer to
 */
record OtherEvening(
    Set<String> events,
    List<MergedScan> scans,
    List<Undo> undos,
    List<Item> refusals,
    Map<KeyOf, List<IdempotencyKey>> keys) {
  OtherEvening() {
    this(new TreeSet<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new HashMap<>());
  }

  /** Where the key of a request refers to. */
  record KeyOf(String tokenId, MergedScan.Kind kind, long ordinal, int index) {
    static KeyOf of(MergedScan scan) {
      return new KeyOf(scan.tokenId(), scan.kind(), scan.ordinal(), scan.index());
    }

    /** Returns what a key is of, or {@code null} if it is of an order's check-ins. */
    static KeyOf of(String tokenId, Item key) {
      if (DoubleAdmissionStore.isDouble(key)) {
        return new KeyOf(
            tokenId, MergedScan.Kind.DOUBLE, key.number(DoubleAdmissionStore.RECORDED), 0);
      }
      UsedKey used = UsedKey.of(key);
      return used.order()
          ? null
          : new KeyOf(
              tokenId,
              key.has(UsedKey.PASSAGE) ? MergedScan.Kind.PASSAGE : MergedScan.Kind.CHECK_IN,
              used.first(),
              Math.max(0, used.index()));
    }
  }

  /** An undo in the other table, of a scan that is found by its row there. */
  record Undo(MergedScan.Row scan, String tokenId, String tokenName, long at) {}

  /** Adds an item of the other table; those that do not tell what happened are left out. */
  void add(Item item) {
    Key key = item.key();
    if (key.sk().startsWith(TableSchema.REFUSED)) {
      refusals.add(item);
      return;
    }
    List<String> parts = key.parts();
    if (parts.size() == 2 && key.sk().equals(TableSchema.EVENT)) {
      events.add(parts.get(1));
      return;
    }
    if (parts.size() == 4 && parts.get(1).equals("@keys")) {
      addKey(item);
      return;
    }
    if (!(KeyParts.streamed(key).orElse(null) instanceof KeyParts.ListRow row)) {
      return;
    }
    if (row.log().equals(TableSchema.UNDONE)) {
      MergedScan.Row scan =
          new MergedScan.Row(
              row.event(),
              row.list(),
              Worded.read(Mode.class, row.mode()),
              MergedScan.Kind.CHECK_IN,
              item.number(ScanItems.ORDINAL),
              (int) item.number(ScanItems.INDEX));
      undos.add(
          new Undo(
              scan,
              item.text(ScanItems.BY),
              item.text(ScanItems.BY_NAME),
              item.number(ScanItems.AT)));
      return;
    }
    List<MergedScan> some = MergedScan.of(row, item);
    scans.addAll(some);
    if (row.log().equals(TableSchema.PASSAGES) && item.flag(PassageRow.UNDONE)) {
      undos.add(
          new Undo(
              some.getFirst().row(),
              item.text(PassageRow.UNDONE_TOKEN),
              item.text(PassageRow.UNDONE_BY),
              item.number(PassageRow.UNDONE_AT)));
    }
  }

  private void addKey(Item item) {
    List<String> parts = item.key().parts();
    KeyOf merged = KeyOf.of(parts.get(2), item);
    if (merged != null) {
      keys.computeIfAbsent(merged, any -> new ArrayList<>(1))
          .add(new IdempotencyKey(parts.get(3), item.text(UsedKey.REQUEST)));
    }
  }
}
