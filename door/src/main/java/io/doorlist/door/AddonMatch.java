package io.doorlist.door;

import io.doorlist.door.CodeFacts.TicketCode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Decides which ticket a code stands for, at a list where a ticket's code also stands for its
 * add-ons.
 */
public final class AddonMatch {
  private AddonMatch() {}

  /**
   * Chooses among the tickets that the list admits and that are not void. It chooses a blocked one
   * only if all are blocked.
   *
   * @param tickets the ticket that has the code, then its add-ons
   * @param facts what is known about each ticket; order status and check-ins do not matter here
   * @param epochSecond when the code was scanned
   * @return the ticket that is valid at that time, or several if the code is ambiguous. If none is
   *     valid, the ticket that becomes valid next, or else the one that was valid last. The list is
   *     empty if every ticket is void or not admitted
   */
  public static <T> List<T> choose(
      List<T> tickets, Function<T, TicketCode> facts, long epochSecond) {
    List<T> admitted =
        tickets.stream()
            .filter(each -> facts.apply(each).admittedHere() && !facts.apply(each).voided())
            .collect(Collectors.toList());
    List<T> free =
        admitted.stream().filter(each -> !facts.apply(each).blocked()).collect(Collectors.toList());
    return free.isEmpty()
        ? admitted.stream().limit(1).collect(Collectors.toList())
        : byTime(free, each -> facts.apply(each).window(), epochSecond);
  }

  /**
   * Returns the ticket that the code stands for at that time, or several if the code is ambiguous.
   */
  static <T> List<T> byTime(List<T> free, Function<T, Window> window, long epochSecond) {
    List<T> valid =
        free.stream()
            .filter(each -> isValid(window.apply(each), epochSecond))
            .collect(Collectors.toList());
    if (!valid.isEmpty()) {
      return valid;
    }
    List<T> next =
        free.stream()
            .filter(each -> window.apply(each).isAfter(epochSecond))
            .collect(Collectors.toList());
    Optional<T> nearest =
        next.isEmpty()
            ? free.stream().max(Comparator.comparingLong(each -> window.apply(each).until()))
            : next.stream().min(Comparator.comparingLong(each -> window.apply(each).from()));
    return nearest.map(List::of).orElse(List.of());
  }

  private static boolean isValid(Window window, long epochSecond) {
    return !window.isAfter(epochSecond) && !window.isBefore(epochSecond - 1);
  }
}
