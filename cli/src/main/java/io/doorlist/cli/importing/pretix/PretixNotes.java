package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.pretix.PretixFile.Note;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes notes about lists, products and questions of pretix with settings that Doorlist cannot
 * keep. Each of these objects is noted only once. Not thread-safe.
 */
final class PretixNotes {
  private static final Map<String, List<String>> LOST =
      Map.of(
          "list", List.of("gates", "ignore_in_statistics", "consider_tickets_used"),
          "product", List.of("media_policy"),
          "question", List.of("ask_during_checkin"));

  private final Set<String> said = new HashSet<>();

  /** Returns the notes on an event's lists, products or questions. */
  List<Note> of(String kind, String event, List<Map<?, ?>> objects) {
    List<Note> notes = new ArrayList<>();
    for (Map<?, ?> object : objects) {
      List<String> lost =
          LOST.get(kind).stream().filter(each -> isLost(each, object.get(each))).toList();
      String id = kind + " " + object.get("id");
      if (!lost.isEmpty() && said.add(event + " " + id)) {
        String name = PretixValues.text(object.get(kind.equals("question") ? kind : "name"));
        String subject = Text.printable(event == null ? name : event + "/" + name);
        String text = "%s (%s): %s: not brought over";
        notes.add(new Note(event, text.formatted(id, subject, String.join(", ", lost))));
      }
    }
    return notes;
  }

  private static boolean isLost(String member, Object value) {
    return switch (member) {
      case "gates" -> value instanceof List<?> gates && !gates.isEmpty();
      case "media_policy" -> value instanceof String policy && !policy.isEmpty();
      case "consider_tickets_used" -> Boolean.FALSE.equals(value);
      default -> Boolean.TRUE.equals(value);
    };
  }
}
