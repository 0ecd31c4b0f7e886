package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds guests who are in a list twice because they answered a form again. Two rows are of one
 * guest if name, e-mail and type are equal, and neither has a code, a reference or an order.
 */
final class AnsweredTwice {
  /**
   * Sorts the worse answer last. It is the one with the worse admission, or else the one with fewer
   * people. Texts decide between equal ones, so the order of the rows makes no difference.
   */
  private static final Comparator<GuestRow> WORSE =
      Comparator.comparing(GuestRow::admission)
          .thenComparing(Comparator.comparing(GuestRow::persons).reversed())
          .thenComparing(
              guest -> guest.companions() + " " + guest.responses() + " " + guest.note());

  private AnsweredTwice() {}

  /**
   * Returns each guest once. The guest's latest answer counts. If one of the answers has no date,
   * the worst one counts.
   */
  static List<GuestRow> once(List<GuestRow> guests, List<Finding> findings) {
    Map<String, List<GuestRow>> answers = new LinkedHashMap<>();
    for (GuestRow guest : guests) {
      if (guest.email() != null
          && guest.name() != null
          && guest.code() == null
          && guest.reference() == null
          && guest.order() == null) {
        String who =
            String.join(
                "\n",
                GuestWords.plain(guest.email()),
                GuestWords.plain(guest.name()),
                guest.type());
        answers.computeIfAbsent(who, any -> new ArrayList<>()).add(guest);
      }
    }
    Set<GuestRow> left = new LinkedHashSet<>(guests);
    for (List<GuestRow> same : answers.values()) {
      if (same.size() > 1) {
        boolean dated = same.stream().allMatch(guest -> guest.createdAt() != null);
        GuestRow counts =
            same.stream()
                .max(dated ? Comparator.comparing(GuestRow::createdAt).thenComparing(WORSE) : WORSE)
                .orElseThrow();
        same.stream().filter(guest -> guest != counts).forEach(left::remove);
        findings.add(
            Finding.at(
                same.stream().map(GuestRow::place).toList(),
                dated ? FindingType.LATEST_ANSWER_COUNTS : FindingType.WORSE_ANSWER_COUNTS,
                "row",
                counts.place().said(),
                "which",
                said(counts)));
      }
    }
    return List.copyOf(left);
  }

  private static String said(GuestRow guest) {
    return switch (guest.admission()) {
      case VALID -> "which lets in " + Text.count(guest.persons(), "person");
      case PENDING -> "which does not let in yet";
      case VOID -> "which lets nobody in";
    };
  }
}
