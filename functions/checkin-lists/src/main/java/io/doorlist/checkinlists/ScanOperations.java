package io.doorlist.checkinlists;

import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.TypedCodes;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.TicketSearch;
import io.doorlist.domain.token.Role;
import io.doorlist.http.Call;
import io.doorlist.http.Metric;
import io.doorlist.http.Response;
import io.doorlist.json.StaffView;
import io.doorlist.store.checkin.CheckinStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers requests with one or many scans, at entries and exits. Refusals are stored for the
 * histories of their tickets and counted for the board. Both happen before the answer, because
 * Lambda may freeze the function after it. Thread-safe.
 */
final class ScanOperations {
  static final String TICKET = ScanFields.CODE;
  static final String ORDER = ScanFields.ORDER;

  /**
   * How long storing a refusal may be tried. After this no attempt begins, so that a refused guest
   * does not wait for a busy table.
   */
  private static final Duration PATIENCE = Duration.ofMillis(300);

  private final CheckinListStores stores;
  private final Clock clock;
  private final Batch batch;

  ScanOperations(CheckinListStores stores, Clock clock, Workers workers) {
    this.stores = stores;
    this.clock = clock;
    this.batch = new Batch(clock, workers, CheckinStore.MAX_TOGETHER);
  }

  Response createCheckins(Call call) {
    List<RequestedScan> scans = ScanReader.read(call);
    RequestedList requested = RequestedList.of(stores, call);
    return batch.answer(
        call.deadline(),
        scans,
        some -> together(call, requested, some),
        scan -> alone(call, requested, scan));
  }

  private Map<Integer, Response> together(
      Call call, RequestedList requested, List<RequestedScan> scans) {
    List<UploadedScan> uploaded =
        scans.stream().map(scan -> new UploadedScan(scan.code(), scan.scan())).toList();
    Event event = requested.event();
    Map<Integer, Response> answers = new HashMap<>();
    stores
        .checkins()
        .checkInTickets(requested.definition(), requested.list(), uploaded)
        .forEach(
            (index, outcome) ->
                answers.put(index, OutcomeMapper.answer(outcome, event, view(call, event))));
    return answers;
  }

  private Batch.Answer alone(Call call, RequestedList requested, RequestedScan scan) {
    EventDefinition definition = requested.definition();
    CheckinList list = requested.list();
    if (scan.withdrawn()) {
      // The code is not looked up, because the scan does not count whatever its code is.
      return new Batch.Answer(
          OutcomeMapper.answer(stores.withdrawals().withdraw(definition, list, scan.scan())), true);
    }
    if (scan.code().isEmpty()) {
      throw new NotFoundException("QR code");
    }
    CheckinStore checkins = stores.checkins();
    if (scan.exit()) {
      CheckinOutcome outcome =
          checkins.exit(definition, list, scan.code(), scan.leaving(), scan.scan());
      return new Batch.Answer(
          OutcomeMapper.answer(outcome, requested.event(), view(call, requested.event())),
          outcome.isFinal());
    }
    CheckinOutcome outcome =
        scan.order() == null
            ? checkins.checkInTicket(definition, list, scan.code(), scan.scan())
            : checkins.checkInOrder(
                definition,
                list,
                scan.code(),
                scan.order().wanted(),
                scan.order().party(),
                scan.scan());
    return new Batch.Answer(
        answer(call, requested, scan.code(), scan.scan(), outcome), outcome.isFinal());
  }

  Response checkInTicket(Call call) {
    return one(call, ScanReader.one(call, ScanFields.ENTRY));
  }

  Response createExit(Call call) {
    return one(call, ScanReader.one(call, ScanFields.EXIT));
  }

  Response checkInOrder(Call call) {
    return one(call, ScanReader.oneOfOrder(call));
  }

  private Response one(Call call, RequestedScan scan) {
    if (scan.collected() == null) {
      return alone(call, RequestedList.of(stores, call), scan).response();
    }
    RequestedList requested = RequestedList.current(stores, call);
    return new CollectedMoney(stores)
        .take(call, requested, scan)
        .orElseGet(() -> alone(call, requested, scan).response());
  }

  private static boolean party(Call call) {
    return call.query().flag("party").orElse(false);
  }

  Response getAdmission(Call call) {
    Scan scan = CheckinParameters.look(call);
    String qrToken = CheckinParameters.qrToken(call, TICKET);
    RequestedList requested = RequestedList.of(stores, call);
    TicketLook look = look(call, requested, qrToken, scan);
    return look instanceof TicketLook.Unseen unseen
        ? answer(call, requested, qrToken, scan, unseen.outcome())
        : OutcomeMapper.answer(look, requested.event(), view(call, requested.event()));
  }

  /**
   * Returns the language in which answers show guests to the caller, and whether they show notes.
   */
  private static StaffView view(Call call, Event event) {
    boolean notes =
        call.caller().role().includes(Role.DESK)
            || event.deskTerms().notesAt() == DeskTerms.NotesAt.DOOR;
    return new StaffView(call.language(), notes);
  }

  /**
   * Returns what a code stands for, without checking anybody in. A desk may also send a ticket's
   * reference that somebody typed.
   */
  private TicketLook look(Call call, RequestedList requested, String text, Scan scan) {
    EventDefinition definition = requested.definition();
    TicketLook look = stores.looks().look(definition, requested.list(), text, party(call), scan);
    boolean unknown =
        look instanceof TicketLook.Unseen unseen
            && unseen.outcome() instanceof CheckinOutcome.UnknownQrCode;
    if (!unknown || scan.qrCodeScanned() || !call.caller().role().includes(Role.DESK)) {
      return look;
    }
    return TicketSearch.ofReference(TypedCodes.plain(text))
        .map(its -> new SearchCommand(its, call.mode(), scan.tokenId(), scan.deadline()))
        .flatMap(search -> stores.searches().codeOfReference(definition, search))
        .map(code -> byReference(call, requested, code, scan))
        .orElse(look);
  }

  private TicketLook byReference(Call call, RequestedList requested, String code, Scan scan) {
    TicketLook look =
        stores.looks().look(requested.definition(), requested.list(), code, party(call), scan);
    return look instanceof TicketLook.Seen seen ? new TicketLook.SeenByReference(seen, code) : look;
  }

  /**
   * Returns the answer to a scan or to a look. A refusal is recorded first. If that fails, the
   * answer stays the same, and the metric {@code RefusalsNotKept} counts the failure.
   */
  private Response answer(
      Call call, RequestedList requested, String code, Scan scan, CheckinOutcome outcome) {
    Event event = requested.event();
    Response answer = OutcomeMapper.answer(outcome, event, view(call, event));
    return outcome.refusalWord().isEmpty() || keep(call, requested.list().id(), code, scan, outcome)
        ? answer
        : answer.with(Metric.of("RefusalsNotKept", 1));
  }

  private boolean keep(Call call, long list, String code, Scan scan, CheckinOutcome refusal) {
    Instant soon = clock.instant().plus(PATIENCE);
    Instant deadline = soon.isBefore(scan.deadline()) ? soon : scan.deadline();
    String account = call.account();
    String event = call.event();
    String reason = refusal.refusalWord().orElseThrow();
    try {
      // The history comes first, so that every refusal on the board is also in the history of its
      // ticket.
      stores
          .refusals()
          .keep(account, event, list, code, scan, refusal, call.request().id(), deadline);
      stores.refusals().count(account, event, list, call.mode(), reason, deadline);
      return true;
    } catch (RuntimeException e) {
      // If a refusal cannot be recorded, it is still a refusal.
      return false;
    }
  }
}
