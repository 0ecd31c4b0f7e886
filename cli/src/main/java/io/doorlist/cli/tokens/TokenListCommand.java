package io.doorlist.cli.tokens;

import io.doorlist.cli.connection.AccountCommand;
import io.doorlist.cli.console.Console;
import picocli.CommandLine.Command;

/** Shows the tokens of an account, without their secrets. */
@Command(name = "list", description = "List the tokens of an account.")
public final class TokenListCommand extends AccountCommand {
  public TokenListCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    report(
        connected(stores -> new Tokens(stores).list(account)),
        Tokens::members,
        tokens -> TokenTable.lines(tokens, clock.instant()),
        "account '" + account + "' has no tokens");
    return 0;
  }
}
