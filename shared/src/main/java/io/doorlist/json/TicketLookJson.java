package io.doorlist.json;

import io.doorlist.domain.CheckinList;
import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.Event;
import io.doorlist.domain.TicketLook;
import io.doorlist.domain.TicketType;
import java.util.List;
import java.util.Optional;

/** Writes what a door shows of a ticket that is not to be checked in. */
public final class TicketLookJson {
  private TicketLookJson() {}

  /** Writes the answer of {@code getAdmission}. */
  public static JsonValue of(TicketLook.Seen seen, Event event) {
    Optional<TicketType> type = event.ticketType(seen.ticketType());
    CheckinOutcome refusal = seen.refusal();
    List<CheckinList> admittedOn =
        refusal instanceof NotAdmissible not ? not.admittedOn() : List.of();
    return JsonValue.objectOf(
        json -> {
          json.writeStringField("verdict", verdict(refusal));
          json.writeStringField(
              "reason", refusal instanceof NotAdmissible not ? not.reason().word() : null);
          json.writeObjectFieldStart("ticket");
          json.writeNumberField("id", seen.ticketId());
          json.writeStringField("reference", seen.ticketReference());
          json.writeStringField("name", seen.name());
          json.writeStringField(
              "ticket_type", type.map(TicketType::name).orElse(seen.ticketType()));
          json.writeStringField("note", type.map(TicketType::note).orElse(null));
          json.writeBooleanField("attention", type.map(TicketType::attention).orElse(false));
          json.writeEndObject();
          json.writeFieldName("checkin");
          if (refusal instanceof AlreadyCheckedIn already) {
            CheckinJson.write(json, already.first());
          } else {
            json.writeNull();
          }
          json.writeFieldName("admitted_on");
          CheckinListJson.names(admittedOn).write(json);
          if (refusal instanceof NotAdmissible not && not.limit() != null) {
            json.writeStringField(not.limit().kind().word(), Times.exact(not.limit().at()));
          }
        });
  }

  private static String verdict(CheckinOutcome refusal) {
    return switch (refusal) {
      case null -> "admissible";
      case AlreadyCheckedIn already -> "already_checked_in";
      default -> "not_admissible";
    };
  }
}
