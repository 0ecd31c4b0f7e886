package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.guests.GuestListOptions;
import io.doorlist.cli.importing.guests.ListProgress;
import io.doorlist.cli.importing.guests.Sheet;
import io.doorlist.cli.importing.guests.SheetReader;
import io.doorlist.local.office.Office.Call;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A file that the organiser dropped on the page. Together with others, or alone, it makes up a
 * guest list.
 *
 * @param name a name that no other file of the list has
 */
record ListFile(String name, byte[] bytes) {
  private static final int MOST = 20;
  private static final int MAX_NAME = 200;

  /**
   * Reads the files of a call, whose body has them one after the other. The query has the name of
   * each file, and also its size if there are several.
   */
  static List<ListFile> read(Call call) throws IOException {
    List<String> names = call.query().getOrDefault("name", List.of(""));
    List<Integer> sizes =
        call.query().getOrDefault("size", List.of()).stream().map(ListFile::size).toList();
    boolean several = names.size() > 1;
    if (names.size() > MOST || (several && sizes.size() != names.size())) {
      throw new OfficeRequest.WrongException(
          "up to " + MOST + " files have a name and a size each");
    }
    List<ListFile> files = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      byte[] bytes = several ? call.body().readNBytes(sizes.get(i)) : call.body().readAllBytes();
      if (several && bytes.length < sizes.get(i)) {
        throw new OfficeRequest.WrongException("a file ends before its size");
      }
      files.add(new ListFile(free(shown(names.get(i)), taken), bytes));
    }
    return files;
  }

  private static int size(String text) {
    try {
      return Integer.parseUnsignedInt(text);
    } catch (NumberFormatException e) {
      throw new OfficeRequest.WrongException("a size is not understood");
    }
  }

  private static String shown(String name) {
    String printable = Text.printable(name);
    return printable.isBlank()
        ? "?"
        : printable.substring(0, Math.min(MAX_NAME, printable.length()));
  }

  /**
   * Returns a name that no other file has. Files from different folders may have had the same name.
   */
  private static String free(String name, Set<String> taken) {
    String free = name;
    for (int i = 2; !taken.add(free); i++) {
      free = name + " (" + i + ")";
    }
    return free;
  }

  /** Returns the names of several files as one text. */
  static String together(List<String> names) {
    return String.join(", ", names);
  }

  /**
   * Reads the sheets of files that are one list.
   *
   * @throws Failure if one of them is not a file that a spreadsheet program writes
   */
  static List<Sheet> sheets(List<ListFile> files, GuestListOptions options, ListProgress progress) {
    List<Sheet> sheets = new ArrayList<>();
    for (ListFile file : files) {
      try {
        sheets.addAll(SheetReader.read(file.name(), file.bytes(), options, progress));
      } catch (Failure e) {
        throw files.size() == 1 ? e : e.in(file.name());
      }
    }
    return sheets;
  }
}
