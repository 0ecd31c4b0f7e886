package io.doorlist.cli.office;

import io.doorlist.cli.console.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What goes on, so that whoever ends the program is asked first. Nothing of it is lost.
 *
 * @param phones names of paired phones
 * @param imports files that are being imported, or taken back
 * @param mails the event whose tickets are being sent; {@code null} if none are
 * @param leaving events that are being taken away
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

  /** Returns what a window says of it. */
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
