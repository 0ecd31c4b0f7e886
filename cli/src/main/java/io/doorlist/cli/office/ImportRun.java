package io.doorlist.cli.office;

import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.cli.forgetting.KeptLists;
import io.doorlist.domain.Worded;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An import of a guest list. It is stored, so that its outcome is known whatever happens.
 *
 * @param files the names of the files that make up the list
 * @param resumed whether the import was cut off, and a later start of the program went on with it
 * @param counts how many orders were created, changed and unchanged, and how many rows were refused
 * @param problem why it failed; {@code null} if it did not
 */
record ImportRun(
    String id,
    String event,
    List<String> files,
    Instant at,
    ListChoices choices,
    State state,
    boolean resumed,
    Map<String, Object> counts,
    WordedProblem problem) {
  enum State implements Worded {
    RUNNING,
    DONE,
    FAILED,
    TAKING_BACK,
    TAKEN_BACK;

    /** Returns whether work is going on, or was cut off by a kill. */
    boolean isOpen() {
      return this == RUNNING || this == TAKING_BACK;
    }
  }

  /** Returns the names of its files as one text. */
  String file() {
    return ListFile.together(files);
  }

  ImportRun with(State next, Map<String, Object> nextCounts, WordedProblem nextProblem) {
    return new ImportRun(id, event, files, at, choices, next, resumed, nextCounts, nextProblem);
  }

  /** Returns this import as it is once a start after a kill has resumed it. */
  ImportRun again() {
    return new ImportRun(id, event, files, at, choices, state, true, counts, null);
  }

  String text() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", id);
    members.put("event", event);
    members.put(KeptLists.FILES, files);
    members.put("at", at.toString());
    members.put("choices", choices.members());
    members.put("state", state.word());
    members.put("resumed", resumed);
    members.put("counts", counts);
    if (problem != null) {
      members.put("word", problem.type().word());
      members.put("about", problem.about());
      members.put("problem", problem.text());
    }
    return Json.writeValue(members);
  }

  @SuppressWarnings("unchecked")
  static ImportRun read(String text) throws MalformedJsonException {
    OfficeRequest asked = new OfficeRequest(Json.readObject(text));
    return new ImportRun(
        asked.required("id"),
        asked.required("event"),
        asked.texts(KeptLists.FILES),
        asked.read("at", Instant::parse),
        ListChoices.of(new OfficeRequest((Map<String, Object>) asked.members().get("choices"))),
        asked.read("state", word -> Worded.read(State.class, word)),
        asked.flag("resumed"),
        (Map<String, Object>) asked.members().get("counts"),
        problem(asked));
  }

  private static WordedProblem problem(OfficeRequest asked) {
    FailureType type = asked.read("word", word -> Worded.read(FailureType.class, word));
    return type == null
        ? null
        : new WordedProblem(type, asked.text("about"), asked.text("problem"));
  }
}
