package io.doorlist.house;

import java.util.ArrayList;
import java.util.List;

/** The comments of a Java file. Lines with {@code //} below each other are one comment. */
final class Comments {
  private static final String TEXT_BLOCK = "\"\"\"";

  private final String java;
  private final List<String> found = new ArrayList<>();
  private int at;

  private Comments(String java) {
    this.java = java;
  }

  /** Returns the comments, without what marks them as such. */
  static List<String> of(String java) {
    Comments comments = new Comments(java);
    comments.read();
    return comments.found;
  }

  private void read() {
    while (at < java.length()) {
      if (java.startsWith("/*", at)) {
        String comment = java.substring(at + 2, until("*/", at + 2));
        found.add(comment.replaceAll("(?m)^[ \\t]*\\*+ ?", "").replaceFirst("^\\*", ""));
      } else if (java.startsWith("//", at)) {
        found.add(lines());
      } else if (java.startsWith(TEXT_BLOCK, at)) {
        until(TEXT_BLOCK, at + TEXT_BLOCK.length());
      } else if (java.charAt(at) == '"' || java.charAt(at) == '\'') {
        skipLiteral(java.charAt(at));
      } else {
        at++;
      }
    }
  }

  /** Goes behind an end, and returns where that begins. */
  private int until(String end, int from) {
    int found = java.indexOf(end, from);
    int begin = found < 0 ? java.length() : found;
    at = Math.min(java.length(), begin + end.length());
    return begin;
  }

  private String lines() {
    List<String> lines = new ArrayList<>();
    int next = at;
    while (java.startsWith("//", next)) {
      lines.add(java.substring(next + 2, until("\n", next)).strip());
      next = at;
      while (next < java.length() && java.charAt(next) == ' ') {
        next++;
      }
    }
    return String.join("\n", lines);
  }

  private void skipLiteral(char quote) {
    at++;
    while (at < java.length() && java.charAt(at) != quote && java.charAt(at) != '\n') {
      at += java.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }
}
