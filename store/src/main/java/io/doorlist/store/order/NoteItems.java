package io.doorlist.store.order;

import io.doorlist.domain.order.DeskNote;
import io.doorlist.table.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Maps what staff should know about a guest to attributes and back, in a ticket and beside its
 * marks.
 */
public final class NoteItems {
  public static final String NOTE = "note";

  /** Whether staff should look at the guest. */
  public static final String ATTENTION = "attention";

  /** What every door shows about the guest: titles and values in turn. */
  public static final String SHOWN = "shown";

  private NoteItems() {}

  public static Item put(Item item, DeskNote note) {
    List<String> shown =
        note.shown().stream().flatMap(each -> Stream.of(each.title(), each.value())).toList();
    return item.put(NOTE, note.text())
        .put(ATTENTION, note.attention() ? Boolean.TRUE : null)
        .put(SHOWN, shown.isEmpty() ? null : shown);
  }

  /** Reads what {@link #put} put. */
  public static DeskNote of(Item item) {
    List<String> texts = item.texts(SHOWN);
    List<DeskNote.Shown> shown = new ArrayList<>();
    for (int i = 0; i + 1 < texts.size(); i += 2) {
      shown.add(new DeskNote.Shown(texts.get(i), texts.get(i + 1)));
    }
    return new DeskNote(item.text(NOTE), item.flag(ATTENTION), shown);
  }
}
