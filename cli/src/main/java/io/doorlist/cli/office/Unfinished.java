package io.doorlist.cli.office;

import io.doorlist.cli.console.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The work that is going on. The program names it and asks the user before it ends. None of this
 * work is lost.
 *
 * @param phones the names of paired phones
 * @param imports the files that are being imported, or taken back
 * @param mails the title of the event whose tickets are being sent; {@code null} if there is none
 * @param leaving the titles of the events that are being taken away
 */
public record Unfinished(
    List<String> phones, List<String> imports, String mails, List<String> leaving) {
  public Unfinished {
    phones = List.copyOf(phones);
    imports = List.copyOf(imports);
    leaving = List.copyOf(leaving);
  }

  public boolean isNothing() {
    return phones.isEmpty() && imports.isEmpty() && mails == null && leaving.isEmpty();
  }

  /** Returns a line about each kind of work that is going on, for the terminal window. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!phones.isEmpty()) {
      lines.add("Phones are paired, and decide alone after that: " + named(phones));
    }
    if (!imports.isEmpty()) {
      lines.add("Lists are being imported, which the next start ends: " + named(imports));
    }
    if (mails != null) {
      lines.add(
          "Mails are being sent, and the others wait until you send again: "
              + Text.printable(mails));
    }
    if (!leaving.isEmpty()) {
      lines.add("Events are being taken away, which the next start ends: " + named(leaving));
    }
    return lines;
  }

  private static String named(List<String> all) {
    return all.stream().map(Text::printable).collect(Collectors.joining(", "));
  }
}
