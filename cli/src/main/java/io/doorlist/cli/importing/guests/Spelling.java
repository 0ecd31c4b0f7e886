package io.doorlist.cli.importing.guests;

/** Says whether two names differ only by a spelling mistake. */
final class Spelling {
  /** The most letters in which two first names may differ. */
  private static final int MISSPELT = 2;

  /** Two first names may differ in one of this many letters. */
  private static final int SHARE = 3;

  private Spelling() {}

  /**
   * Returns whether the first names are the same but for spelling. A missing name is never the same
   * as another.
   */
  static boolean firstNamesAgree(String one, String other) {
    if (one == null || other == null) {
      return false;
    }
    String first = firstName(one);
    String second = firstName(other);
    int allowed = Math.min(MISSPELT, Math.min(first.length(), second.length()) / SHARE);
    return distance(first, second) <= allowed;
  }

  private static String firstName(String name) {
    return GuestWords.plain(GuestWords.line(name).split(" ")[0]);
  }

  /** Returns how many letters differ. Two neighbouring letters that changed places count as one. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    int[] above = row;
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] next = new int[other.length() + 1];
      next[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = row[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        next[j] = Math.min(replaced, Math.min(row[j], next[j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && one.charAt(i - 1) == other.charAt(j - 2)
                && one.charAt(i - 2) == other.charAt(j - 1);
        if (swapped) {
          next[j] = Math.min(next[j], above[j - 2] + 1);
        }
      }
      above = row;
      row = next;
    }
    return row[other.length()];
  }
}
