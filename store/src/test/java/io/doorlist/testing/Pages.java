package io.doorlist.testing;

import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads lists page by page. */
public final class Pages {
  private Pages() {}

  /** Returns the items of all pages, which are as many as the pages say. */
  public static <T> List<T> all(int size, Function<PageRequest, Page<T>> list) {
    List<T> all = new ArrayList<>();
    Page<T> page;
    long number = 1;
    do {
      page = list.apply(new PageRequest(number++, size));
      all.addAll(page.items());
    } while (number <= page.pages());
    if (page.count() != all.size()) {
      throw new AssertionError(all.size() + " items, but a count of " + page.count());
    }
    return all;
  }
}
