package io.doorlist.admin.tokens;

import io.doorlist.admin.connection.AccountCommand;
import io.doorlist.admin.connection.TableOptions;
import io.doorlist.admin.console.Console;
import io.doorlist.domain.AccessToken;
import java.util.List;
import picocli.CommandLine.Command;

/** Shows the tokens of an account, without their secrets. */
@Command(name = "list", description = "List the tokens of an account.")
public final class TokenListCommand extends AccountCommand {
  public TokenListCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    List<AccessToken> tokens;
    try (TableOptions.Connection connection = target.connect(clock)) {
      tokens = new Tokens(connection.stores()).list(account);
    }
    if (json) {
      console.json(tokens.stream().map(Tokens::members).toList());
    } else if (tokens.isEmpty()) {
      console.message("account '" + account + "' has no tokens");
    } else {
      TokenTable.lines(tokens, clock.instant()).forEach(console::result);
    }
    return 0;
  }
}
