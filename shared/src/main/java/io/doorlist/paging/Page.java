package io.doorlist.paging;

import java.util.List;

/**
 * One page of a list.
 *
 * @param count items of the whole list, unreadable ones included
 * @param unreadable keys of rows that are left out of this page; they name no person
 * @param left how many rows have left the list so far, or {@link PageRequest#UNKNOWN}
 * @param version of what all pages show, unchanged while that is; {@code null} if there is none
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

  /** A page with rows left out has no version, as these may be fixed. */
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
