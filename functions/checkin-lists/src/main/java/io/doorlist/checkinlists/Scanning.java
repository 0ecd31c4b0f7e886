package io.doorlist.checkinlists;

import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UploadedScan;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.CheckinStore;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Scans at entries and exits, one or many at once. Thread-safe. */
final class Scanning {
  /** The path parameter of a ticket's code. */
  static final String TICKET = SaidScan.CODE;

  /** The path parameter of an order's code. */
  static final String ORDER = "order_qr_token";

  private final Stores stores;
  private final Batch batch;
  private final RefusalRecord refusals;

  /**
   * Creates the operations.
   *
   * @param workers that answer the scans of one request
   */
  Scanning(Stores stores, Clock clock, Workers workers) {
    this.stores = stores;
    this.batch = new Batch(clock, workers, CheckinStore.MAX_TOGETHER);
    this.refusals = new RefusalRecord(stores, clock);
  }

  Response createCheckins(Call call) {
    List<Scans.Scan> scans = Scans.read(call);
    RequestedList requested = RequestedList.of(stores, call);

    return batch.answer(
        call.deadline(),
        scans,
        some -> together(requested, some),
        scan -> alone(call, requested, scan));
  }

  private Map<Integer, Response> together(RequestedList requested, List<Scans.Scan> scans) {
    List<UploadedScan> uploaded =
        scans.stream().map(scan -> new UploadedScan(scan.code(), scan.command())).toList();
    Map<Integer, Response> answers = new HashMap<>();
    stores
        .checkins()
        .checkInTickets(requested.definition(), requested.list(), uploaded)
        .forEach((index, outcome) -> answers.put(index, OutcomeMapper.answer(outcome)));
    return answers;
  }

  private Response alone(Call call, RequestedList requested, Scans.Scan scan) {
    if (scan.code().isEmpty()) {
      throw new NotFoundException("QR code");
    }
    return scan.exit() ? exit(requested, scan) : enter(call, requested, scan);
  }

  Response checkInTicket(Call call) {
    return one(call, SaidScan.ENTRY);
  }

  Response createExit(Call call) {
    return one(call, SaidScan.EXIT);
  }

  private Response one(Call call, String type) {
    Scans.Scan scan = Scans.one(call, type);

    return alone(call, RequestedList.of(stores, call), scan);
  }

  private Response enter(Call call, RequestedList requested, Scans.Scan scan) {
    CheckinOutcome outcome =
        stores
            .checkins()
            .checkInTicket(requested.definition(), requested.list(), scan.code(), scan.command());
    return refusals.answer(call, requested.list().id(), scan.code(), scan.command(), outcome);
  }

  Response checkInOrder(Call call) {
    CheckinCommand command = CheckinParameters.command(call);
    SortedMap<String, Integer> wanted = CheckinParameters.ticketCounts(call);
    String qrToken = CheckinParameters.qrToken(call, ORDER);
    RequestedList requested = RequestedList.of(stores, call);

    CheckinOutcome outcome =
        stores
            .checkins()
            .checkInOrder(
                requested.definition(), requested.list(), qrToken, wanted, party(call), command);

    return refusals.answer(call, requested.list().id(), qrToken, command, outcome);
  }

  /** Returns whether the code of a ticket also stands for its order. */
  private static boolean party(Call call) {
    return call.query().flag("party").orElse(false);
  }

  private Response exit(RequestedList requested, Scans.Scan scan) {
    CheckinOutcome outcome =
        stores
            .checkins()
            .exit(requested.definition(), requested.list(), scan.code(), scan.command());
    return OutcomeMapper.answer(outcome, requested.definition().event());
  }

  Response getAdmission(Call call) {
    CheckinCommand command = CheckinParameters.look(call);
    String qrToken = CheckinParameters.qrToken(call, TICKET);
    RequestedList requested = RequestedList.of(stores, call);

    TicketLook look =
        stores
            .checkins()
            .look(requested.definition(), requested.list(), qrToken, party(call), command);

    return look instanceof TicketLook.Unseen unseen
        ? refusals.answer(call, requested.list().id(), qrToken, command, unseen.outcome())
        : OutcomeMapper.answer(look, requested.definition().event());
  }
}
