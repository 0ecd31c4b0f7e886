package io.doorlist.cli.forgetting;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The guest lists of an account that the office (the organiser's page) kept beside the data. They
 * name people, but only somebody who knows a list's columns can say whom. So all lists of an event
 * are deleted when any of its guests is forgotten. The organiser still has the originals. The
 * office may run in another process. A {@link #mark} tells it to delete its previews of lists.
 * Thread-safe.
 */
public final class KeptLists {
  private static final String FOLDER = "imports";

  /** The ending of an import's note, a file with the import's event and state. */
  public static final String NOTE = ".json";

  /** The name of the note's member that has the names of the list's files. */
  public static final String FILES = "files";

  /**
   * The ending of a list's file, whose content is exactly what the organiser dropped on the page.
   */
  private static final String LIST = ".file";

  /**
   * The endings of files with orders as they were before and after an import. Each line has an id
   * and an order.
   */
  private static final List<String> ORDERS = List.of(".before", ".after");

  /** The states in which an import still needs its files. */
  private static final Set<String> OPEN = Set.of("running", "taking_back");

  private static final String MARK = "forgotten";
  private static final Map<String, Object> UNREADABLE = Map.of();

  /**
   * A capital letter gets a {@code =} before it in a folder's name, because some file systems do
   * not tell capital from small letters.
   */
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  private final Path data;
  private final String account;

  /**
   * Creates the access to an account's lists.
   *
   * @param data the folder of an {@code up}
   */
  public KeptLists(Path data, String account) {
    this.data = data;
    this.account = account;
  }

  /**
   * Returns the folder of the files. The name of each file begins with the id of its import and a
   * dot.
   */
  public Path folder() {
    return data.resolve(FOLDER).resolve(CAPITAL.matcher(account).replaceAll("=$0"));
  }

  /**
   * Returns how many lists of an event are kept.
   *
   * @param event {@code null} for all events
   * @throws Failure if one of the lists is being imported, or the folder cannot be read
   */
  public int count(String event) {
    return lists(event).size();
  }

  /**
   * Deletes the lists of an event, and tells the office to delete its previews. A list whose note
   * cannot be read is deleted, too, as it may be of any event.
   *
   * @param event {@code null} for all events
   * @return how many lists were deleted
   * @throws Failure if one of the lists is being imported, or a file cannot be deleted
   */
  public int forget(String event) {
    Map<String, List<Path>> lists = lists(event);
    try {
      if (Files.isDirectory(data)) {
        Files.writeString(data.resolve(MARK), UUID.randomUUID().toString());
      }
      for (List<Path> files : lists.values()) {
        // The note is deleted last. So if this is killed, the next run finds the files that are
        // left.
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
          FailureType.CANNOT_WRITE,
          folder().toString(),
          "what the office kept of guest lists cannot be deleted, run it again: " + folder(),
          e);
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
      throw new Failure(
          FailureType.CANNOT_READ,
          data.resolve(MARK).toString(),
          "cannot read " + data.resolve(MARK),
          e);
    }
  }

  /** Returns the name of a file of an import. The index of its first file is 0. */
  public static String file(String id, int index) {
    return id + (index == 0 ? "" : "." + (index + 1)) + LIST;
  }

  /**
   * A list that is kept.
   *
   * @param files the contents of the list's files, by the names that they had when they were
   *     dropped
   * @param orders the orders as they were before the import and after it, one JSON object each
   */
  record KeptList(String event, Map<String, byte[]> files, Set<String> orders) {
    /** Returns the names of the files. */
    String named() {
      return String.join(", ", files.keySet());
    }
  }

  /**
   * Returns all lists that have a note, sorted by their ids.
   *
   * @throws Failure if they cannot be read
   */
  List<KeptList> all() {
    List<KeptList> all = new ArrayList<>();
    Map<String, Map<String, Object>> notes = new LinkedHashMap<>();
    Map<String, List<Path>> lists = files(notes);
    notes.forEach(
        (id, note) -> {
          if (lists.get(id).contains(folder().resolve(file(id, 0)))) {
            all.add(read(id, note, lists.get(id)));
          }
        });
    return all;
  }

  private KeptList read(String id, Map<String, Object> note, List<Path> files) {
    try {
      Map<String, byte[]> contents = new LinkedHashMap<>();
      if (note.get(FILES) instanceof List<?> names) {
        for (int i = 0; i < names.size(); i++) {
          contents.put(names.get(i).toString(), Files.readAllBytes(folder().resolve(file(id, i))));
        }
      }
      Set<String> orders = new LinkedHashSet<>();
      for (Path file : files) {
        if (ORDERS.stream().anyMatch(ending -> ends(file, ending))) {
          Files.readAllLines(file)
              .forEach(line -> orders.add(line.substring(line.indexOf(' ') + 1)));
        }
      }
      return new KeptList(Objects.toString(note.get("event"), null), contents, orders);
    } catch (IOException e) {
      throw unread(e);
    }
  }

  private Failure unread(IOException e) {
    return new Failure(
        FailureType.CANNOT_READ,
        folder().toString(),
        "what is kept of imports cannot be read: " + folder(),
        e);
  }

  private static boolean ends(Path file, String ending) {
    return file.getFileName().toString().endsWith(ending);
  }

  private static boolean isNote(Path file) {
    return ends(file, NOTE);
  }

  /** Returns the files of each list of an event, by the list's id. */
  private Map<String, List<Path>> lists(String event) {
    Map<String, Map<String, Object>> notes = new LinkedHashMap<>();
    Map<String, List<Path>> lists = files(notes);
    lists.keySet().removeIf(id -> !isOf(event, notes.getOrDefault(id, UNREADABLE)));
    if (lists.keySet().stream()
        .map(id -> Objects.toString(notes.getOrDefault(id, UNREADABLE).get("state"), ""))
        .anyMatch(OPEN::contains)) {
      throw new Failure(
          FailureType.ANOTHER_IMPORT,
          "a guest list is being imported: wait for its end, or start the office to end it, and"
              + " run this again");
    }
    return lists;
  }

  /**
   * Returns the files of each list, by the list's id. It puts the contents of the lists' notes into
   * the given map.
   */
  private Map<String, List<Path>> files(Map<String, Map<String, Object>> notes) {
    Map<String, List<Path>> lists = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder())) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        String id = name.substring(0, Math.max(0, name.indexOf('.')));
        lists.computeIfAbsent(id, any -> new ArrayList<>()).add(file);
        if (isNote(file)) {
          notes.put(id, note(file));
        }
      }
    } catch (NoSuchFileException e) {
      // Nothing has been imported yet.
      return lists;
    } catch (IOException e) {
      throw unread(e);
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
