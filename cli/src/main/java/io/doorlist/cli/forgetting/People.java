package io.doorlist.cli.forgetting;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.guests.ForgottenGuests;
import io.doorlist.cli.mailing.MailLog;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.Forgetting;
import io.doorlist.table.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Gatherers;

/** The people of an account, whose data can be erased. */
public record People(Table table, String account) {
  /**
   * What was erased.
   *
   * @param mails how many lines of this machine's mail log lost their address
   */
  public record Erased(Forgetting.Counts counts, int mails) {}

  /**
   * Forgets everybody with an e-mail address.
   *
   * @param event the event's slug; {@code null} for all events
   * @param email the address; {@code null} for everybody
   * @param order the order's id; {@code null} for all orders
   * @param dryRun whether to erase nothing
   * @throws Failure if tickets are being sent
   */
  public Erased forget(String event, String email, Long order, boolean dryRun) {
    AccountReader reader = new AccountReader(table, account);
    reader.account();
    List<EventDefinition> definitions = reader.definitions(event);
    List<String> slugs = definitions.stream().map(each -> each.event().slug()).toList();
    MailLog.checkFree(account, slugs);
    AddressOwner owner = new AddressOwner(email);
    Forgetting forgetting = new Forgetting(table, account, dryRun, AccountReader::checkComplete);
    for (EventDefinition definition : definitions) {
      String slug = definition.event().slug();
      List<Long> ids = order == null ? reader.orderIds(slug) : List.of(order);
      ids.stream()
          .gather(
              Gatherers.mapConcurrent(
                  AccountReader.AT_A_TIME,
                  id -> {
                    Order each = reader.order(slug, id);
                    return owner.tickets(each).map(tickets -> Map.entry(each, tickets));
                  }))
          .flatMap(Optional::stream)
          .forEach(
              hit -> {
                Order each = hit.getKey();
                Set<Long> tickets = hit.getValue();
                Set<String> said = ForgottenGuests.said(each.asSourceSaid(), tickets);
                forgetting.ask(slug, each.id(), tickets, said);
                owner.found(slug, each.id(), tickets);
              });
    }
    Forgetting.Counts counts = forgetting.run(definitions, owner.email());
    return new Erased(counts, MailLog.forget(account, slugs, dryRun, owner::isIn));
  }
}
