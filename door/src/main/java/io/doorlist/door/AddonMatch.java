package io.doorlist.door;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Which ticket a code stands for at a list that matches add-ons: there the code of a ticket also
 * stands for its add-ons. Of those that the list admits, the one that is valid at that time.
 */
public final class AddonMatch {
  private AddonMatch() {}

  /**
   * Chooses.
   *
   * @param admitted tickets for which a code may stand, the code's own first
   * @param window when a ticket itself is valid
   * @param epochSecond when the code was scanned
   * @return one ticket; several if the code is ambiguous; none only if there are none to choose
   *     from. If none is valid at that time, the next that will be, else the last that was.
   */
  public static <T> List<T> choose(List<T> admitted, Function<T, Window> window, long epochSecond) {
    if (admitted.size() < 2) {
      return admitted;
    }
    List<T> valid =
        admitted.stream().filter(each -> isValid(window.apply(each), epochSecond)).toList();
    if (!valid.isEmpty()) {
      return valid;
    }
    return admitted.stream()
        .filter(each -> window.apply(each).isAfter(epochSecond))
        .min(Comparator.comparingLong(each -> window.apply(each).from()))
        .or(
            () ->
                admitted.stream().max(Comparator.comparingLong(each -> window.apply(each).until())))
        .stream()
        .toList();
  }

  private static boolean isValid(Window window, long epochSecond) {
    return !window.isAfter(epochSecond) && !window.isBefore(epochSecond - 1);
  }
}
