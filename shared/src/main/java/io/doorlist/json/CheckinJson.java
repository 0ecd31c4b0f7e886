package io.doorlist.json;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome.Admitted;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.RecordedPassage;
import io.doorlist.domain.checkin.WithdrawalOutcome;
import io.doorlist.domain.event.Event;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.paging.Page;

/** Writes check-ins, and the entries and exits that follow them. */
public final class CheckinJson {
  private CheckinJson() {}

  public static JsonValue page(Page<Checkin> page, Mode mode) {
    return PageJson.of("checkins", page, mode, CheckinJson::write);
  }

  public static JsonValue of(Checkin checkin) {
    return JsonValue.object(checkin, CheckinJson::write);
  }

  public static JsonValue of(Admitted outcome, StaffView view) {
    return JsonValue.object(outcome, (json, in) -> writeAdmitted(json, in, view));
  }

  public static JsonValue of(OrderCheckedIn outcome, StaffView view) {
    return JsonValue.object(
        json ->
            json.putArray(
                    "checkins", outcome.tickets(), (object, in) -> writeAdmitted(object, in, view))
                .putCounts("remaining", outcome.remaining()));
  }

  public static JsonValue of(CheckedOut out, Event event) {
    return JsonValue.object(json -> writeExit(json, out, event));
  }

  /** Writes the answer of {@code createExit} to the code of an order. */
  public static JsonValue of(OrderCheckedOut out, Event event) {
    return JsonValue.object(
        json -> {
          writeExit(json, out.tickets().getFirst(), event);
          json.putArray("exits", out.tickets(), (exit, ticket) -> writeExit(exit, ticket, event));
        });
  }

  /** Writes the answer to the withdrawal of a scan. */
  public static JsonValue of(WithdrawalOutcome.Withdrawn outcome) {
    return JsonValue.object(
        json -> json.put("withdrawn", true).putNumbers("undone", outcome.undone()));
  }

  private static void write(ObjectWriter json, Checkin checkin) {
    json.put("id", checkin.id())
        .putObject(
            "ticket",
            ticket ->
                ticket
                    .put("id", checkin.ticketId())
                    .put("reference", checkin.ticketReference())
                    .put("name", checkin.ticketName()))
        .putMilliseconds("created_at", checkin.createdAt())
        .put("qr_code_scanned", checkin.qrCodeScanned())
        .put("online", checkin.online());
    if (checkin.clockSkew()) {
      json.put("clock_skew", true);
    }
    json.putMilliseconds("scanned_at", checkin.scannedAt()).put("scanned_by", checkin.scannedBy());
  }

  private static void writeAdmitted(ObjectWriter json, Admitted in, StaffView view) {
    write(json, in.checkin());
    NoteJson.write(json, in.type(), in.unpaid(), in.note(), view);
    if (in instanceof CheckedIn first && first.party()) {
      json.put("party", true);
    }
    if (in instanceof Reentered again) {
      json.putObject("passage", again.passage(), CheckinJson::writePassage)
          .put("entries", again.entries());
    }
  }

  private static void writeExit(ObjectWriter json, CheckedOut out, Event event) {
    json.putObject("passage", out.passage(), CheckinJson::writePassage)
        .put("was_inside", out.wasInside())
        .put("minutes_inside", out.minutesInside())
        .put("reference", out.passage().ticketReference())
        .put("name", out.ticketName())
        .put("ticket_type", event.nameOfType(out.ticketType()));
  }

  private static void writePassage(ObjectWriter json, RecordedPassage passage) {
    json.put("id", passage.id())
        .put("type", passage.type())
        .putMilliseconds("created_at", passage.createdAt())
        .putMilliseconds("scanned_at", passage.scannedAt())
        .put("scanned_by", passage.scannedBy());
  }
}
