package io.doorlist.paging;

import java.util.List;

/**
 * One page of a list.
 *
 * @param count how many items the whole list has, including unreadable ones
 * @param unreadable keys of rows that are left out of this page; they name no person
 * @param left how many rows were removed from the list so far, or {@link PageRequest#UNKNOWN}
 * @param version names what all pages show, and changes when that changes; {@code null} if there is
 *     no version
 */
public record Page<T>(
    List<T> items,
    PageRequest request,
    long count,
    List<String> unreadable,
    long left,
    String version) {
  public Page {
    items = List.copyOf(items);
    unreadable = List.copyOf(unreadable);
  }

  public Page(List<T> items, PageRequest request, long count) {
    this(items, request, count, List.of(), PageRequest.UNKNOWN, null);
  }

  public static <T> Page<T> of(List<T> all, PageRequest request) {
    int from = (int) Math.min(request.offset(), all.size());
    int to = Math.min(from + request.items(), all.size());
    return new Page<>(all.subList(from, to), request, all.size());
  }

  public Page<T> without(List<String> keys) {
    return new Page<>(items, request, count, keys, left, version);
  }

  /**
   * Returns the page with a version. A page that leaves out unreadable rows gets none, because
   * these rows may be repaired.
   */
  public Page<T> version(String name) {
    return new Page<>(items, request, count, unreadable, left, unreadable.isEmpty() ? name : null);
  }

  public long pages() {
    return (count + request.items() - 1) / request.items();
  }

  public boolean hasNext() {
    return request.offset(left) + request.items() < count;
  }
}
