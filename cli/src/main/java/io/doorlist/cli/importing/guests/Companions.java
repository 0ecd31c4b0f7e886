package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.GuestWords.Meaning;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The people who come along with a guest.
 *
 * @param names the names of those who have one
 * @param more how many people come along, including those with names
 */
record Companions(List<String> names, int more) {
  static final Companions NONE = new Companions(List.of(), 0);

  private static final int MAX_PERSONS = 1_000;

  /** A number of people, such as 2, +2, 2.0, "2 Pers." or "2 (mit Hund)". */
  private static final Pattern NUMBER =
      Pattern.compile(
          "\\+?(\\d{1,4})(?:[.,]0{1,9})?(?:\\s*[(（\\[].*|\\s*[x×]|\\s*\\p{L}{1,12}\\.?)?");

  private static final Pattern BETWEEN_NAMES =
      Pattern.compile(" ?[,;/&+、] ?| (?:and|und|et|y|e|en|i|ve|та|و) ");

  /** At least a first and a last name, so that a remark such as "maybe" is no companion. */
  private static final Pattern NAME = Pattern.compile("[^\\d? ]++(?: [^\\d? ]++)++");

  private static final Pattern FIRST_NAME = Pattern.compile("\\p{L}[\\p{L}\\p{M}.'’-]*");

  Companions {
    names = List.copyOf(names);
  }

  /**
   * Reads a cell that says who comes along. Returns {@code null} if the cell is not understood.
   *
   * @param cell the text of the cell, which is not empty. A line break counts as a comma.
   */
  static Companions read(String cell) {
    String line = GuestWords.line(cell.replace('\n', ','));
    Meaning meaning = GuestWords.meaning(line);
    if (meaning == Meaning.NO || meaning == Meaning.YES) {
      return new Companions(List.of(), meaning == Meaning.YES ? 1 : 0);
    }
    int number = number(line);
    if (number >= 0) {
      return new Companions(List.of(), number);
    }
    List<String> names =
        Stream.of(BETWEEN_NAMES.split(line)).filter(name -> !name.isEmpty()).toList();
    boolean whole = names.stream().anyMatch(name -> NAME.matcher(name).matches());
    boolean all =
        names.stream()
            .allMatch(name -> NAME.matcher(name).matches() || FIRST_NAME.matcher(name).matches());
    return whole && all && !GuestWords.says(line) ? new Companions(names, names.size()) : null;
  }

  /**
   * Reads a number of people. Returns -1 if the text is no number, or if the number is too large.
   */
  static int number(String text) {
    Matcher number = NUMBER.matcher(text);
    int read = number.matches() ? Integer.parseInt(number.group(1)) : -1;
    return read > MAX_PERSONS ? -1 : read;
  }

  /** A guest's name from a list, and the companions whom the cell of the name mentions. */
  record Named(String name, Companions companions) {
    private static final Pattern MORE = Pattern.compile("(.*[^+\\s])\\s*\\+\\s*(\\d{1,3})");

    /**
     * A text with several names, such as "Anna &amp; Ben Krug" and "Anna und Ben Krug". The words
     * "y" and "e" do not count, as they occur in family names.
     */
    private static final Pattern SEVERAL =
        Pattern.compile("\\p{L}\\.? ?[+&/] ?\\p{L}| (?:and|und|et|en|ve|та) \\p{L}");

    private static final Pattern TWO = Pattern.compile("([^+]*[^+\\s])\\s+\\+\\s+([^+]+)");

    /** Reads names such as "Anna + Ben Krug", and "Cleo Fink +1", which is two people. */
    static Named of(String text) {
      Matcher more = MORE.matcher(text);
      if (more.matches()) {
        return new Named(more.group(1), new Companions(List.of(), Integer.parseInt(more.group(2))));
      }
      Matcher two = TWO.matcher(text);
      if (two.matches() && NAME.matcher(two.group(2)).matches()) {
        String first = two.group(1);
        String other = two.group(2).strip();
        boolean shared = !first.contains(" ");
        String name = shared ? first + other.substring(other.lastIndexOf(' ')) : first;
        return new Named(name, new Companions(List.of(other), 1));
      }
      return new Named(text, NONE);
    }

    /** Returns whether the text may name several people, so that it is not clear who they are. */
    boolean doubtful() {
      return companions.equals(NONE) && SEVERAL.matcher(name).find();
    }
  }

  Companions and(Companions others) {
    return new Companions(
        Stream.concat(names.stream(), others.names.stream()).toList(), more + others.more);
  }
}
