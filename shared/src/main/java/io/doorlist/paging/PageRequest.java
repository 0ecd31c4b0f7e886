package io.doorlist.paging;

/**
 * Which page of a list, and how long a page is.
 *
 * @param page from 1
 * @param walk how many rows had left the list when the client began to read it page by page, or
 *     {@link #UNKNOWN}
 */
public record PageRequest(long page, int items, long walk) {
  public static final int DEFAULT_ITEMS = 50;
  public static final int MAX_ITEMS = 250;

  /** Stands for a number of rows that left which nobody counts, or says. */
  public static final long UNKNOWN = -1;

  /** The highest page number: far past any end, and every offset still fits a long. */
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
   * Returns how many items lie before this page of a list that rows have left. Each may have moved
   * those after it forward by one. So the page begins as much earlier as rows left since the client
   * began, which sees some rows twice rather than miss one.
   */
  public long offset(long left) {
    return walk < 0 || left < walk ? offset() : Math.max(0, offset() - (left - walk));
  }
}
