package io.doorlist.json;

import io.doorlist.domain.checkin.CheckinOutcome.Unpaid;
import io.doorlist.domain.checkin.Explanations;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes what staff should know about a ticket. */
public final class NoteJson {
  private static final String NOTE = "note";
  private static final String ATTENTION = "attention";
  private static final String NOTED = "noted";
  private static final String SHOWN = "shown";

  private NoteJson() {}

  /**
   * Writes what staff should know: the note of the ticket's type, the note about the guest, and the
   * amount to pay.
   *
   * @param type the ticket's type, or {@code null} if the event no longer has it
   * @param unpaid what the guest has to pay, or {@code null} if nothing
   */
  static void write(
      ObjectWriter json, TicketType type, Unpaid unpaid, DeskNote guest, StaffView view) {
    String note =
        Stream.of(
                type == null ? null : type.note(),
                view.notes() ? guest.text() : null,
                unpaid == null ? null : Explanations.unpaid(view.language(), unpaid.cents()))
            .filter(Objects::nonNull)
            .collect(Collectors.joining(" · "));
    boolean attention =
        (type != null && type.attention()) || (view.notes() && guest.attention()) || unpaid != null;
    json.put(NOTE, note.isEmpty() ? null : note).put(ATTENTION, attention);
    if (guest.says() && !view.notes()) {
      json.put(NOTED, true);
    }
    if (!guest.shown().isEmpty()) {
      writeShown(json, guest);
    }
  }

  /** Writes only the note about the guest. */
  static void write(ObjectWriter json, DeskNote guest) {
    writeShown(json.put(NOTE, guest.text()).put(ATTENTION, guest.attention()), guest);
  }

  private static void writeShown(ObjectWriter json, DeskNote guest) {
    json.put(SHOWN, shown(guest));
  }

  private static JsonValue shown(DeskNote guest) {
    return JsonValue.array(
        guest.shown(), (json, each) -> json.put("title", each.title()).put("value", each.value()));
  }

  /** Returns the note about a refused guest, as members of the problem. */
  public static Map<String, JsonValue> ofRefused(DeskNote guest, StaffView view) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    if (guest.says() && view.notes()) {
      members.put(NOTE, guest.text() == null ? JsonValue.NULL : JsonValue.of(guest.text()));
      members.put(ATTENTION, JsonValue.of(guest.attention()));
    } else if (guest.says()) {
      members.put(NOTED, JsonValue.of(true));
    }
    if (!guest.shown().isEmpty()) {
      members.put(SHOWN, shown(guest));
    }
    return members;
  }
}
