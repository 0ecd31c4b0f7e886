package io.doorlist.paging;

/**
 * Asks for a page of a list, and says how long a page is.
 *
 * @param page number of the page, from 1
 * @param walk how many rows had been removed from the list when the client began to read it page by
 *     page, or {@link #UNKNOWN}
 */
public record PageRequest(long page, int items, long walk) {
  public static final int DEFAULT_ITEMS = 50;
  public static final int MAX_ITEMS = 250;

  /** Stands for a number of removed rows that nobody counted, or that the client did not send. */
  public static final long UNKNOWN = -1;

  /** The highest page number. It is far behind any end, and every offset still fits into a long. */
  public static final long MAX_PAGE = (1L << 53) - 1;

  public PageRequest {
    if (page < 1 || page > MAX_PAGE) {
      throw new IllegalArgumentException("a page number is 1 to 2^53 - 1, not " + page);
    }
    if (items < 1 || items > MAX_ITEMS) {
      throw new IllegalArgumentException("a page has 1 to 250 items, not " + items);
    }
  }

  public PageRequest(long page, int items) {
    this(page, items, UNKNOWN);
  }

  public long offset() {
    return (page - 1) * items;
  }

  /**
   * Returns how many items come before this page. Each row that was removed since the client began
   * may have moved later rows forward by one. So the page begins earlier by the number of removed
   * rows. The client may see some rows twice, but misses none.
   */
  public long offset(long left) {
    return walk < 0 || left < walk ? offset() : Math.max(0, offset() - (left - walk));
  }
}
