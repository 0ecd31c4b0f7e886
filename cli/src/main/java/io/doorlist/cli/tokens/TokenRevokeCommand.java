package io.doorlist.cli.tokens;

import io.doorlist.cli.connection.AccountCommand;
import io.doorlist.cli.connection.TableOptions;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.domain.token.AccessToken;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Revokes a token. */
@Command(
    name = "revoke",
    description = {
      "Revoke a token.",
      "The gateway may accept it for as long as it remembers the authorizer's answers (60 s by default)."
    })
public final class TokenRevokeCommand extends AccountCommand {
  @Parameters(
      paramLabel = "TOKEN",
      description = "Its name, its id, or the first 12 or more characters of its secret.")
  private String word;

  public TokenRevokeCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    try (TableOptions.Connection connection = target.connect(clock)) {
      Tokens tokens = new Tokens(connection.stores());
      List<AccessToken> found = tokens.named(account, word);
      if (found.isEmpty()) {
        throw new Failure("account '" + account + "' has no such token");
      }
      if (found.size() > 1) {
        console.message("doorlist: that may be one of these; name one by its id:");
        TokenTable.lines(found, clock.instant()).forEach(console::message);
        return 1;
      }
      tokens.revoke(found.getFirst());
      show(found.getFirst());
    }
    return 0;
  }

  private void show(AccessToken token) {
    if (json) {
      console.json(Tokens.members(token));
    } else {
      String name = token.name() == null ? "" : " (" + Text.printable(token.name()) + ")";
      console.result("revoked " + token.hint() + "…" + token.lastFour() + name);
    }
  }
}
