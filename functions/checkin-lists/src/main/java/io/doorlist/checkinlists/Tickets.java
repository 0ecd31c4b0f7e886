package io.doorlist.checkinlists;

import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.SearchOutcome;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.HappeningJson;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.ticket.TicketKeys;
import java.util.List;
import java.util.Optional;

/** Finds tickets of an event, and what happened to one. Thread-safe. */
record Tickets(Stores stores) {
  Response searchTickets(Call call) {
    SearchCommand command = SearchParameters.search(call);

    SearchOutcome outcome = stores.searches().find(call.definition(), command);

    return OutcomeMapper.answer(outcome, call.definition().event());
  }

  Response getTicketHistory(Call call) {
    PageRequest request = call.query().page();
    SearchCommand command = SearchParameters.reference(call, "reference");

    Optional<SearchOutcome> tooMany = stores.searches().tooMany(call.definition(), command);
    if (tooMany.isPresent()) {
      return OutcomeMapper.answer(tooMany.get(), call.definition().event());
    }
    List<TicketKeys> tickets = stores.searches().places(call.definition(), command);
    if (tickets.isEmpty()) {
      throw new NotFoundException("ticket");
    }
    List<Happening> events =
        stores.ticketHistories().read(call.definition(), call.mode(), tickets, command.deadline());

    Page<Happening> page = Page.of(events, request);
    return Response.page(
        call, page, HappeningJson.history(page, call.mode(), call.definition().event()));
  }
}
