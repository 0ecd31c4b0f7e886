package io.doorlist.checkinlists;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.TicketSearch;
import io.doorlist.http.Call;

/** Reads the parameters of {@code searchTickets} and {@code getTicketHistory}. */
final class SearchParameters {
  private static final String Q = "q";
  private static final int MAX_CHARACTERS = 200;

  private SearchParameters() {}

  /**
   * Reads {@code q}.
   *
   * @throws InvalidInputException if it is missing, too short or too long
   */
  static SearchCommand search(Call call) {
    TicketSearch search =
        call.query()
            .text(Q, MAX_CHARACTERS)
            .flatMap(TicketSearch::of)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        Q,
                        "must have "
                            + TicketSearch.MIN_LETTERS
                            + " letters at least, or be a word of 2"));
    return command(call, search);
  }

  /**
   * Reads a ticket's reference from the path.
   *
   * @throws NotFoundException if no ticket can have it
   */
  static SearchCommand reference(Call call, String parameter) {
    TicketSearch search =
        TicketSearch.ofReference(call.pathParameter(parameter))
            .orElseThrow(() -> new NotFoundException("ticket"));
    return command(call, search);
  }

  private static SearchCommand command(Call call, TicketSearch search) {
    return new SearchCommand(search, call.mode(), call.caller().tokenId(), call.deadline());
  }
}
