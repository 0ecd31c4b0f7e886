package io.doorlist.cli.office;

import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.cli.tokens.QrImage;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.TicketType;
import io.doorlist.json.JsonValue;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.local.office.Office.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Writes the answers of the office, in the form that its page reads. */
final class OfficeAnswers {
  /** How many items of a long list an answer names at most. */
  static final int NAMED = 500;

  private static final String JSON = "application/json";

  static final JsonValue EMPTY = JsonValue.object(it -> {});

  private OfficeAnswers() {}

  static Reply nothing() {
    return problem(404, new WordedProblem(FailureType.GONE, null, "there is no such thing"));
  }

  static Reply json(int status, JsonValue value) {
    return new Reply(status, JSON, value.bytes(), null);
  }

  static Reply problem(int status, WordedProblem problem) {
    return json(status, JsonValue.object(it -> problem(it, problem)));
  }

  /** Writes what went wrong, both in English and as the word by which a page finds its own text. */
  private static void problem(ObjectWriter it, WordedProblem problem) {
    it.put("word", problem.type().word())
        .put("about", problem.about())
        .put("problem", problem.text());
  }

  /** Writes what went wrong with a part of the answer, if anything did. */
  static void problem(ObjectWriter it, String name, WordedProblem problem) {
    if (problem != null) {
      it.putObject(name, problem, OfficeAnswers::problem);
    }
  }

  static Reply file(String name, String type, String text) {
    return new Reply(200, type, text.getBytes(StandardCharsets.UTF_8), name);
  }

  /**
   * Returns the first items of a long list. A page with more of them is slow, and nobody reads it.
   */
  static <T> List<T> first(List<T> all) {
    return all.stream().limit(NAMED).toList();
  }

  static void count(ObjectWriter it, ListPulse door) {
    it.put("name", door.list().name())
        .put("came", door.checkedIn())
        .put("admitted", door.admitted());
  }

  static JsonValue events(List<EventDefinition> events) {
    return JsonValue.object(
        it -> it.putArray("events", events, (writer, event) -> event(writer, event)));
  }

  static JsonValue event(EventDefinition event) {
    return JsonValue.object(it -> event(it, event));
  }

  private static void event(ObjectWriter it, EventDefinition definition) {
    it.put("slug", definition.event().slug())
        .put("title", definition.event().title())
        .put(
            "date", definition.event().date() == null ? null : definition.event().date().toString())
        .put("place", definition.event().place())
        .put("time_zone", definition.event().zone().getId())
        .put("currency", definition.event().hasCurrency() ? definition.event().currency() : null)
        .put("notes_at", definition.event().deskTerms().notesAt().word())
        .putArray("types", definition.event().ticketTypes(), OfficeAnswers::type)
        .putArray("doors", definition.lists(), OfficeAnswers::door);
  }

  private static void type(ObjectWriter it, TicketType type) {
    it.put("slug", type.slug())
        .put("name", type.name())
        .put("note", type.note())
        .put("price", type.price());
  }

  private static void door(ObjectWriter it, CheckinList list) {
    it.put("id", list.id()).put("name", list.name());
    if (!list.allTicketTypes()) {
      it.putTexts("types", list.ticketTypes());
    }
    it.put("opens_at", list.terms().opensAt()).put("reentry", list.terms().reentry().word());
  }

  static void phone(ObjectWriter it, Phones.Phone phone) {
    it.put("id", phone.token().id())
        .put("name", phone.token().name())
        .put("role", phone.token().role().word())
        .put("test", phone.token().mode() == Mode.TEST)
        .put("created_at", phone.token().createdAt())
        .putTexts("events", phone.token().events());
    if (phone.heard() != null) {
      it.put("last_scan_at", phone.heard().lastScanAt()).put("waiting", phone.heard().waiting());
    }
  }

  static void reachable(ObjectWriter it, Reachable reachable) {
    it.put("url", reachable.url().toString()).put("fingerprint", reachable.fingerprint());
    if (reachable.trust() != null) {
      it.put("trust", reachable.trust().toString())
          .put("trust_image", image(reachable.trust().toString()));
    }
  }

  /** Returns a QR code as a picture for a page. */
  static String image(String text) {
    return "data:image/svg+xml;base64,"
        + Base64.getEncoder()
            .encodeToString(QrImage.of(text).svg().getBytes(StandardCharsets.UTF_8));
  }
}
