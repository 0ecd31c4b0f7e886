package io.doorlist.admin;

import io.doorlist.domain.AccessToken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Shows tokens as a table of text, without their secrets. */
final class TokenTable {
  private static final List<String> TITLES =
      List.of("NAME", "TOKEN", "MODE", "ROLE", "EVENTS", "EXPIRES", "CREATED", "ID");
  private static final int MOST_COLUMNS_OF_EVENTS = 40;

  private TokenTable() {}

  /** Returns the lines, titles first. */
  static List<String> lines(List<AccessToken> tokens, Instant now) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(TITLES);
    for (AccessToken token : tokens) {
      rows.add(row(token, now));
    }
    int[] widths = new int[TITLES.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).codePointCount(0, row.get(i).length()));
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = row.get(i);
        line.append(cell).append(" ".repeat(widths[i] - cell.codePointCount(0, cell.length()) + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private static List<String> row(AccessToken token, Instant now) {
    String events = token.allEvents() ? "all" : String.join(", ", token.events());
    if (events.length() > MOST_COLUMNS_OF_EVENTS) {
      events = events.substring(0, MOST_COLUMNS_OF_EVENTS - 1) + "…";
    }
    String expires =
        token.expiresAt() == null
            ? "never"
            : token.expired(now) ? "expired " + day(token.expiresAt()) : day(token.expiresAt());
    return List.of(
        token.name() == null ? "-" : Text.printable(token.name()),
        token.hint() + "…" + token.lastFour(),
        token.mode().word(),
        token.role().word(),
        events,
        expires,
        day(token.createdAt()),
        token.id());
  }

  private static String day(Instant time) {
    return time.toString().substring(0, 10);
  }
}
