package io.doorlist.checkinlists;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.desk.GuestChange;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.SearchOutcome;
import io.doorlist.domain.search.TicketSearch;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.TicketHistoryJson;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.ticket.TicketKeys;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Answers searches for tickets of an event, and requests for the history of one. Thread-safe. */
record Tickets(CheckinListStores stores) {
  private static final String Q = "q";
  private static final int MAX_CHARACTERS = 200;
  private static final String TOO_SHORT =
      "must have " + TicketSearch.MIN_LETTERS + " letters at least, or be a word of 2";

  Response searchTickets(Call call) {
    TicketSearch search =
        call.query()
            .text(Q, MAX_CHARACTERS)
            .flatMap(TicketSearch::of)
            .orElseThrow(() -> new InvalidInputException(Q, TOO_SHORT));
    SearchOutcome outcome = stores.searches().find(call.definition(), scan(call, search));
    return OutcomeMapper.answer(outcome, call.definition().event());
  }

  Response getTicketHistory(Call call) {
    PageRequest request = call.query().page();
    EventDefinition definition = call.definition();
    TicketSearch search =
        TicketSearch.ofReference(call.pathParameter("reference"))
            .orElseThrow(() -> new NotFoundException("ticket"));
    SearchCommand scan = scan(call, search);
    Optional<SearchOutcome> tooMany = stores.searches().tooMany(definition, scan);
    if (tooMany.isPresent()) {
      return OutcomeMapper.answer(tooMany.get(), definition.event());
    }
    List<TicketKeys> tickets = stores.searches().places(definition, scan);
    if (tickets.isEmpty()) {
      throw new NotFoundException("ticket");
    }
    List<Happening> events =
        stores.ticketHistories().read(definition, call.mode(), tickets, scan.deadline());
    Page<Happening> page = Page.of(events, request);
    SortedMap<Long, DeskNote> notes = new TreeMap<>();
    tickets.forEach(ticket -> notes.put(ticket.ticketId(), ticket.note()));
    return Response.page(
        call,
        page,
        TicketHistoryJson.page(page, notes, changes(tickets), call.mode(), definition.event()));
  }

  private static List<GuestChange> changes(List<TicketKeys> tickets) {
    return tickets.stream()
        .flatMap(
            each -> GuestChange.of(each.ticketId(), each.reference(), each.corrections()).stream())
        .sorted(GuestChange.NEWEST_FIRST)
        .toList();
  }

  private static SearchCommand scan(Call call, TicketSearch search) {
    return new SearchCommand(search, call.mode(), call.caller().tokenId(), call.deadline());
  }
}
