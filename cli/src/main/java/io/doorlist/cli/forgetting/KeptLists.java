package io.doorlist.cli.forgetting;

import io.doorlist.cli.console.Failure;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The guest lists that the office kept beside the data. They name people, and nobody can tell whom
 * without reading them as their authors meant. So all of an event's lists go when anybody of it is
 * forgotten. They are copies: the organiser has the lists. The office may run in another process,
 * and learns by a mark that its previews are void. Thread-safe.
 */
public final class KeptLists {
  /** The folder of the files: those of an import begin with its id and a dot. */
  public static final String FOLDER = "imports";

  /** How the name of an import's note ends, which says its event and its state. */
  public static final String NOTE = ".json";

  private static final String MARK = "forgotten";
  private static final Map<String, Object> UNREADABLE = Map.of();

  private final Path data;

  /**
   * Creates it.
   *
   * @param data the folder of an {@code up}
   */
  public KeptLists(Path data) {
    this.data = data;
  }

  /**
   * Returns how many lists are kept of an event; of all events if it is {@code null}.
   *
   * @throws Failure if one of them is being imported, or the folder cannot be read
   */
  public int count(String event) {
    return lists(event).size();
  }

  /**
   * Deletes what is kept of an event, or of all events if it is {@code null}, and makes previews
   * void. A list without a readable note is deleted too, as it may be of any event.
   *
   * @return how many lists were deleted
   * @throws Failure if one of them is being imported, or a file cannot be deleted
   */
  public int forget(String event) {
    Map<String, List<Path>> lists = lists(event);
    try {
      if (Files.isDirectory(data)) {
        Files.writeString(data.resolve(MARK), UUID.randomUUID().toString());
      }
      for (List<Path> files : lists.values()) {
        // The note goes last: a kill leaves nothing that the next run does not find.
        for (Path file : files) {
          if (!isNote(file)) {
            Files.deleteIfExists(file);
          }
        }
        for (Path file : files) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new Failure(
          "what the office kept of guest lists cannot be deleted, run it again: " + folder(), e);
    }
    return lists.size();
  }

  /** Returns a text that changes whenever somebody is forgotten. */
  public String mark() {
    try {
      return Files.readString(data.resolve(MARK), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      throw new Failure("cannot read " + data.resolve(MARK), e);
    }
  }

  private Path folder() {
    return data.resolve(FOLDER);
  }

  private static boolean isNote(Path file) {
    return file.getFileName().toString().endsWith(NOTE);
  }

  /** Returns the files of each list of an event, by the list's id. */
  private Map<String, List<Path>> lists(String event) {
    if (Files.notExists(folder())) {
      // Nothing was imported yet.
      return Map.of();
    }
    Map<String, List<Path>> lists = new TreeMap<>();
    Map<String, Map<String, Object>> notes = new LinkedHashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder())) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        String id = name.substring(0, Math.max(0, name.indexOf('.')));
        lists.computeIfAbsent(id, any -> new ArrayList<>()).add(file);
        if (isNote(file)) {
          notes.put(id, note(file));
        }
      }
    } catch (IOException e) {
      throw new Failure("what is kept of imports cannot be read: " + folder(), e);
    }
    lists.keySet().removeIf(id -> !isOf(event, notes.getOrDefault(id, UNREADABLE)));
    if (lists.keySet().stream()
        .anyMatch(id -> "running".equals(notes.getOrDefault(id, UNREADABLE).get("state")))) {
      throw new Failure(
          "a guest list is being imported: wait for its end, or start the office to end it, and"
              + " run this again");
    }
    return lists;
  }

  private static Map<String, Object> note(Path file) throws IOException {
    try {
      return Json.readObject(Files.readString(file));
    } catch (MalformedJsonException e) {
      return UNREADABLE;
    }
  }

  private static boolean isOf(String event, Map<String, Object> note) {
    return event == null || note.get("event") == null || note.get("event").equals(event);
  }
}
