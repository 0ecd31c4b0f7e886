package io.doorlist.orders;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.Rfc3339;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.desk.GuestEdit;
import io.doorlist.domain.desk.GuestEditOutcome;
import io.doorlist.domain.desk.GuestPart;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.SearchOutcome.FoundTicket;
import io.doorlist.domain.search.TicketSearch;
import io.doorlist.domain.token.Role;
import io.doorlist.http.Call;
import io.doorlist.http.DeskMoney;
import io.doorlist.http.Headers;
import io.doorlist.http.Metric;
import io.doorlist.http.Problem;
import io.doorlist.http.ProblemType;
import io.doorlist.http.Response;
import io.doorlist.ingest.AddedGuests;
import io.doorlist.ingest.GuestEdits;
import io.doorlist.json.GuestJson;
import io.doorlist.json.JsonValue;
import io.doorlist.store.guest.GuestStore;
import io.doorlist.store.search.SearchStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers the requests by which a desk sees, adds and changes guests. Thread-safe. */
public record Guests(GuestStore guests, AddedGuests added, GuestEdits edits, SearchStore searches) {
  private static final int MAX_VERSION = 6_000;
  private static final int MAX_SIMILAR = 5;

  Response listGuests(Call call) {
    String after = call.query().text("after", MAX_VERSION).orElse(null);

    GuestPart part = guests.since(call.definition(), call.mode(), after, call.deadline());

    return Response.ok(GuestJson.of(part, call.definition().event()));
  }

  Response addGuest(Call call) {
    Event event = call.definition().event();
    DeskTerms.AddGuests terms = event.deskTerms().addGuests();
    String usual =
        terms == null || terms.ticketTypes().isEmpty() ? null : terms.ticketTypes().getFirst();
    GuestReader.Requested requested = GuestReader.read(call, usual);
    String type = requested.guest().ticketType();
    if (terms == null || type == null) {
      return notAllowed();
    }
    if (event.ticketType(type).isEmpty()) {
      throw new InvalidInputException(GuestReader.TICKET_TYPE, "is no type of the event");
    }
    if (!terms.ticketTypes().contains(type)) {
      return notAllowed();
    }
    Optional<Response> noMoney = DeskMoney.refusal(call, event);
    if (requested.guest().collected() > 0 && noMoney.isPresent()) {
      return noMoney.get();
    }
    CheckinList list =
        requested.list() == null
            ? null
            : call.definition()
                .list(requested.list())
                .orElseThrow(() -> new NotFoundException("check-in list"));

    AddGuestOutcome outcome =
        added.add(call.definition(), requested.guest(), list, scan(call, requested));

    return answer(call, requested, outcome);
  }

  Response updateGuest(Call call) {
    GuestEdit edit = GuestReader.readUpdate(call);
    boolean may = edit instanceof GuestEdit.PrintBadge || mayCorrect(call);

    return may ? edit(call, edit) : notAllowed();
  }

  Response voidGuest(Call call) {
    GuestReader.checkEmpty(call);

    return edit(call, new GuestEdit.MakeVoid(isFull(call)));
  }

  Response replaceCode(Call call) {
    GuestEdit edit = new GuestEdit.ReplaceCode(GuestReader.readKey(call));

    return mayCorrect(call) ? edit(call, edit) : notAllowed();
  }

  private static boolean isFull(Call call) {
    return call.caller().role().includes(Role.FULL);
  }

  private static boolean mayCorrect(Call call) {
    return isFull(call) || call.definition().event().deskTerms().correctGuests();
  }

  private static Response notAllowed() {
    return Response.of(Problem.of(ProblemType.DESK_NOT_ALLOWED));
  }

  private Response edit(Call call, GuestEdit edit) {
    GuestEditOutcome outcome =
        edits.edit(
            call.definition(),
            call.mode(),
            call.id("ticket_id"),
            edit,
            call.caller().name(),
            call.deadline());

    return switch (outcome) {
      case GuestEditOutcome.Done done ->
          Response.ok(GuestJson.of(done.guest(), call.definition().event()));
      case GuestEditOutcome.Refused refused ->
          Response.of(
              Problem.of(ProblemType.GUEST_NOT_CHANGED)
                  .with("reason", JsonValue.of(refused.reason().word())));
    };
  }

  private static Scan scan(Call call, GuestReader.Requested requested) {
    Duration behind =
        Scan.clockBehind(
            call.request()
                .headers()
                .single(Headers.DEVICE_TIME)
                .flatMap(Rfc3339::read)
                .orElse(null),
            call.arrived());
    return new Scan(
        call.mode(),
        call.caller().tokenId(),
        call.caller().name(),
        requested.online(),
        false,
        requested.scannedAt(),
        null,
        call.deadline(),
        call.caller().gate(),
        behind,
        null);
  }

  private Response answer(Call call, GuestReader.Requested requested, AddGuestOutcome outcome) {
    return switch (outcome) {
      case AddGuestOutcome.Added done -> {
        Response created =
            Response.created(
                GuestJson.of(done, similar(call, requested, done), call.definition().event()));
        int in = done.checkins().size();
        yield in == 0 ? created : created.with(Metric.of("CheckIns", in));
      }
      case AddGuestOutcome.Refused refused -> Response.of(refusal(refused));
      case AddGuestOutcome.KeyReused reused ->
          Response.of(Problem.of(ProblemType.IDEMPOTENCY_KEY_REUSED));
      case AddGuestOutcome.TooLarge large ->
          throw new InvalidInputException(
              "companions", "must be fewer: so many lists admit them that one write is too small");
      case AddGuestOutcome.TooMany many ->
          Response.of(Problem.of(ProblemType.TOO_MANY_REQUESTS))
              .with(Map.of("Retry-After", Long.toString(many.retryAfterSeconds())));
    };
  }

  private static Problem refusal(AddGuestOutcome.Refused refused) {
    Problem problem = Problem.of(ProblemType.NOT_ADMISSIBLE);
    if (!(refused.refusal() instanceof NotAdmissible not)) {
      return problem;
    }
    Problem why = problem.with("reason", JsonValue.of(not.reason().word()));
    return not.due() == null
        ? why
        : why.with("due", JsonValue.of(not.due().cents()))
            .with("currency", JsonValue.of(not.due().currency()));
  }

  /**
   * Returns other guests who may be the same person. These are the guests that a search for the
   * name finds.
   */
  private List<FoundTicket> similar(
      Call call, GuestReader.Requested requested, AddGuestOutcome.Added done) {
    String own = done.guests().getFirst().order().reference();
    Optional<TicketSearch> search = TicketSearch.of(requested.guest().name());
    return search.stream()
        .map(
            words ->
                new SearchCommand(words, call.mode(), call.caller().tokenId(), call.deadline()))
        .flatMap(command -> searches.named(call.definition(), command).stream())
        .filter(ticket -> !ticket.orderReference().equals(own))
        .limit(MAX_SIMILAR)
        .toList();
  }
}
