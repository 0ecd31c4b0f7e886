package io.doorlist.paging;

/**
 * Which page of a list, and how long a page is.
 *
 * @param page from 1
 * @param items on a page, 1 to {@link #MAX_ITEMS}
 */
public record PageRequest(long page, int items) {
  /** How many items a page has unless the client says otherwise. */
  public static final int DEFAULT_ITEMS = 50;

  /** The longest page. */
  public static final int MAX_ITEMS = 250;

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

  /** Returns how many items lie before this page. */
  public long offset() {
    return (page - 1) * items;
  }
}
