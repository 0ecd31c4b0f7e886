package io.doorlist.ingest;

import static io.doorlist.table.Condition.is;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.search.TicketWords;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.search.SearchBlock;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Maintains the words by which a search finds tickets, in blocks of many tickets.
 *
 * <p>Implementation notes (ADR 0031). The words of orders are written before the orders, without a
 * condition. So a run that is cut off may leave too many words, but never too few. Merged blocks
 * move to a later key in one transaction, so whoever reads all blocks in order finds every ticket.
 * Thread-safe.
 */
record SearchIndex(Table table, OrderStore orders) {
  /** The most bytes in a block, before compression. */
  private static final int MAX_BLOCK_BYTES = 200_000;

  /** A block of fewer bytes, which are a few hundred tickets, is merged with others later. */
  private static final int RECENT_BYTES = 8_000;

  /** How many blocks one transaction merges. With fewer blocks, merging is not worth it. */
  private static final int MERGED = 99;

  /** Writes the words of orders that are about to be written. */
  void announce(EventDefinition definition, List<OrderPlan> plans) {
    Map<Mode, List<TicketWords>> words = new TreeMap<>();
    Map<Long, Order> changed = new TreeMap<>();
    for (OrderPlan plan : plans) {
      Order old = plan.stored().order();
      Set<TicketWords> there = old == null ? Set.of() : new HashSet<>(TicketWords.of(old));
      List<TicketWords> more =
          TicketWords.of(plan.order()).stream().filter(each -> !there.contains(each)).toList();
      words.computeIfAbsent(plan.order().mode(), any -> new ArrayList<>()).addAll(more);
      if (old != null && !more.isEmpty()) {
        changed.put(old.id(), plan.order());
      }
    }
    words.forEach((mode, tickets) -> write(search(definition, mode), tickets));
    forgetAgain(definition, changed);
  }

  void write(String search, List<TicketWords> tickets) {
    List<TicketWords> block = new ArrayList<>();
    int bytes = 0;
    for (TicketWords ticket : tickets) {
      block.add(ticket);
      bytes += SearchBlock.bytes(ticket);
      if (bytes >= MAX_BLOCK_BYTES) {
        write(search, block, bytes);
        block.clear();
        bytes = 0;
      }
    }
    if (!block.isEmpty()) {
      write(search, block, bytes);
    }
  }

  private void write(String search, List<TicketWords> block, int bytes) {
    String id = SearchBlock.id(block);
    Key key =
        bytes < RECENT_BYTES
            ? TableSchema.recentWords(search, id)
            : TableSchema.settledWords(search, id);
    table.write(Write.put(SearchBlock.item(key, block, 1)));
  }

  /**
   * If people were forgotten after their order was read, removes their words, which have just been
   * written. The note of an erasure is read only now, after the words are written. So either the
   * note is found here, or {@link #forget} runs later and finds the words.
   */
  private void forgetAgain(EventDefinition definition, Map<Long, Order> changed) {
    if (changed.isEmpty()) {
      return;
    }
    orders
        .findErasures(definition.event().account(), definition.event().slug(), changed.keySet())
        .forEach(
            (id, erasure) -> {
              Order order = changed.get(id);
              forget(definition, order.mode(), erasure, erasure.coveredTickets(order));
            });
  }

  /**
   * Removes the words of the people whom an erasure covers, by order and by ticket, from all
   * blocks.
   */
  void forget(EventDefinition definition, Mode mode, Erasure erasure, Set<Long> tickets) {
    Range all = Range.whole(search(definition, mode));
    boolean again = true;
    while (again) {
      again = false;
      for (Item block : table.query(all)) {
        List<TicketWords> words = SearchBlock.tickets(block);
        List<TicketWords> left =
            words.stream().map(each -> each.without(erasure, tickets)).toList();
        if (!left.equals(words)) {
          long version = block.number(SearchBlock.VERSION);
          Write changed =
              Write.put(SearchBlock.item(block.key(), left, version + 1))
                  .require(is(SearchBlock.VERSION, version));
          // A block that was merged meanwhile is found at a later key.
          again |= !table.write(changed);
        }
      }
    }
  }

  void merge(EventDefinition definition) {
    for (Mode mode : Mode.values()) {
      String search = search(definition, mode);
      while (mergeSome(search)) {
        // Each transaction merges only some of the blocks.
      }
    }
  }

  /** Merges as many blocks as one transaction can; returns whether another merge is worth it. */
  private boolean mergeSome(String search) {
    Range recent =
        Range.between(search, TableSchema.RECENT, TableSchema.RECENT + "~").first(MERGED);
    List<Item> blocks = table.query(recent);
    if (blocks.size() < MERGED) {
      return false;
    }
    List<Write> writes = new ArrayList<>();
    Set<TicketWords> tickets = new LinkedHashSet<>();
    int bytes = 0;
    for (Item block : blocks) {
      List<TicketWords> words = SearchBlock.tickets(block);
      int more = words.stream().mapToInt(SearchBlock::bytes).sum();
      if (bytes + more > MAX_BLOCK_BYTES) {
        break;
      }
      bytes += more;
      tickets.addAll(words);
      writes.add(
          Write.delete(block.key())
              .require(is(SearchBlock.VERSION, block.number(SearchBlock.VERSION))));
    }
    List<TicketWords> all = List.copyOf(tickets);
    Key settled = TableSchema.settledWords(search, SearchBlock.id(all));
    writes.add(Write.put(SearchBlock.item(settled, all, 1)));
    return table.transact(writes).written();
  }

  private static String search(EventDefinition definition, Mode mode) {
    return TableSchema.search(definition.event().account(), definition.event().slug(), mode);
  }
}
