package io.doorlist.store.checkin;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Presence;
import io.doorlist.store.checkin.log.LogAnswers;
import io.doorlist.store.checkin.log.LogAttempt;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.ScannedTickets;
import io.doorlist.store.checkin.request.UnknownCodes;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records that tickets leave. Thread-safe. */
public final class ExitStore {
  private final Dynamo dynamo;
  private final Lanes lanes;
  private final UnknownCodes unknownCodes;
  private final ScannedTickets tickets;
  private final LogAnswers answers;
  private final Groups groups;

  public ExitStore(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.lanes = new Lanes(dynamo);
    this.unknownCodes = new UnknownCodes(dynamo);
    this.tickets = new ScannedTickets(dynamo);
    this.answers = new LogAnswers(dynamo, new SequencePages(dynamo));
    this.groups = new Groups(dynamo, lanes, tickets, answers);
  }

  /**
   * Records that a ticket left, whatever it is: a door cannot hold people in; by the code of an
   * order, all of its tickets that are inside. Access pattern 43: one read, two round trips to
   * write; 5 write units, 7 with a key.
   *
   * @throws UnavailableException if the store did not answer before the command's deadline; asking
   *     again returns what happened
   */
  public CheckinOutcome exit(
      EventDefinition definition, CheckinList list, String qrToken, CheckinCommand command) {
    CheckinRequest request = new CheckinRequest(definition, list, command);
    Key code = request.qr(qrToken);
    Optional<Key> repeat = request.repeatExitKey(code);
    List<Key> keys = new ArrayList<>(request.codes(qrToken));
    repeat.ifPresent(keys::add);
    Map<Key, Item> found = dynamo.get(keys, command.deadline());
    Item item = request.code(found, qrToken);
    if (request.standsFor(item, CodeItems.ORDER)) {
      return groups
          .leave(request, item, repeat.orElse(null))
          .orElseGet(() -> unknownCodes.answer(request.account(), command.tokenId()));
    }
    if (!request.standsFor(item, CodeItems.TICKET)) {
      return unknownCodes.answer(definition.event().account(), command.tokenId());
    }
    List<ScannedTicket> meant = tickets.meant(request, item, request.scanned(dynamo.clock()));
    if (repeat.map(found::get).isPresent()) {
      return answers.repeated(request, found.get(repeat.get()), meant);
    }
    ScannedTicket ticket = leaving(request, meant);
    while (true) {
      LogAttempt attempt =
          new LogAttempt(
              request, ticket, Type.EXIT, null, repeat.orElse(null), request.now(dynamo.clock()));
      Attempt<List<Item>> made = attempt.run(lanes.of(command));
      Optional<CheckinOutcome> outcome =
          answers.of(
              request,
              made,
              meant,
              rows -> answers.of(request, SequenceRow.of(rows.getFirst()), meant, false));
      if (outcome.isPresent()) {
        return outcome.get();
      }
      ticket = tickets.again(request, ticket, made.changed());
    }
  }

  /**
   * Returns the ticket that leaves: of several, which are add-ons of one guest, the one that came
   * in last and is inside.
   */
  private ScannedTicket leaving(CheckinRequest request, List<ScannedTicket> meant) {
    long now = dynamo.clock().millis();
    ScannedTicket leaving = meant.getFirst();
    long since = Long.MIN_VALUE;
    for (ScannedTicket each : meant) {
      Comings comings = request.comings(each, dynamo.clock());
      Presence presence = comings.fold().presence().at(now, comings.emptying());
      if (presence.inside() && presence.since() > since) {
        leaving = each;
        since = presence.since();
      }
    }
    return leaving;
  }
}
