package io.doorlist.cli.tokens;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.console.TextTable;
import io.doorlist.domain.token.AccessToken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Shows tokens as a table of text, without their secrets. */
final class TokenTable {
  private static final List<String> TITLES =
      List.of("NAME", "TOKEN", "MODE", "ROLE", "EVENTS", "EXPIRES", "CREATED", "ID");

  private TokenTable() {}

  static List<String> lines(List<AccessToken> tokens, Instant now) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(TITLES);
    for (AccessToken token : tokens) {
      rows.add(row(token, now));
    }
    return TextTable.lines(rows);
  }

  private static List<String> row(AccessToken token, Instant now) {
    String events = token.allEvents() ? "all" : TextTable.list(token.events());
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
