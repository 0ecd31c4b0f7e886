package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.pretix.PretixFile.Note;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names what of lists, products and questions has no counterpart, once. Not thread-safe. */
final class PretixNotes {
  private final Set<String> said = new HashSet<>();

  List<Note> ofLists(String event, List<Map<?, ?>> lists) {
    List<Note> notes = new ArrayList<>();
    for (Map<?, ?> list : lists) {
      List<String> lost = new ArrayList<>();
      if (list.get("gates") instanceof List<?> gates && !gates.isEmpty()) {
        lost.add("gates");
      }
      if (Boolean.TRUE.equals(list.get("ignore_in_statistics"))) {
        lost.add("ignore_in_statistics");
      }
      if (Boolean.FALSE.equals(list.get("consider_tickets_used"))) {
        lost.add("consider_tickets_used");
      }
      add(notes, event, "list", list, "name", lost);
    }
    return notes;
  }

  List<Note> ofProducts(String event, List<Map<?, ?>> items) {
    List<Note> notes = new ArrayList<>();
    for (Map<?, ?> item : items) {
      boolean media = item.get("media_policy") instanceof String policy && !policy.isEmpty();
      add(notes, event, "product", item, "name", media ? List.of("media_policy") : List.of());
    }
    return notes;
  }

  List<Note> ofQuestions(String event, List<Map<?, ?>> questions) {
    List<Note> notes = new ArrayList<>();
    for (Map<?, ?> question : questions) {
      boolean asked = Boolean.TRUE.equals(question.get("ask_during_checkin"));
      List<String> lost = asked ? List.of("ask_during_checkin") : List.of();
      add(notes, event, "question", question, "question", lost);
    }
    return notes;
  }

  private void add(
      List<Note> notes,
      String event,
      String kind,
      Map<?, ?> object,
      String name,
      List<String> lost) {
    String id = kind + " " + object.get("id");
    if (lost.isEmpty() || !said.add(event + " " + id)) {
      return;
    }
    String place = event == null ? "" : event + "/";
    String subject = Text.printable(place + PretixValues.text(object.get(name)));
    notes.add(
        new Note(
            event, id + " (" + subject + "): " + String.join(", ", lost) + ": not brought over"));
  }
}
