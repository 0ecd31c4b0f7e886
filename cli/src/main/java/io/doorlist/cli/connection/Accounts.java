package io.doorlist.cli.connection;

import io.doorlist.cli.console.Failure;
import io.doorlist.domain.Slug;
import io.doorlist.store.Stores;
import java.util.List;

/** Checks that what a command names exists. */
public final class Accounts {
  private Accounts() {}

  /**
   * Checks an account.
   *
   * @throws Failure if there is none
   */
  public static void check(Stores stores, String account) {
    if (!Slug.valid(account) || stores.events().findAccount(account).isEmpty()) {
      throw new Failure("there is no account '" + account + "'");
    }
  }

  /**
   * Checks that events of an account exist.
   *
   * @throws Failure if it has not all of them
   */
  public static void checkEvents(Stores stores, String account, List<String> events) {
    for (String event : events) {
      if (!Slug.validForEvent(event) || stores.events().find(account, event).isEmpty()) {
        throw new Failure("account '" + account + "' has no event '" + event + "'");
      }
    }
  }
}
