package io.doorlist.cli.office;

import io.doorlist.door.Reentry;
import io.doorlist.local.office.Office.Call;
import io.doorlist.local.office.Office.Reply;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Pattern;

/** Answers what the page asks about events and their doors. */
record EventRoutes(EventSetup events) {
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

  Reply answer(Call call) throws IOException {
    int length = call.path().size();
    if (length == 1) {
      return switch (call.method()) {
        case "GET" -> OfficeAnswers.json(200, OfficeAnswers.events(events.list()));
        case "POST" ->
            OfficeAnswers.json(
                201, OfficeAnswers.event(events.create(said(OfficeRequest.read(call)))));
        default -> OfficeAnswers.nothing();
      };
    }
    String event = call.path().get(1);
    if (length == 2 && call.method().equals("PUT")) {
      return OfficeAnswers.json(
          200, OfficeAnswers.event(events.change(event, said(OfficeRequest.read(call)))));
    }
    if (length == 3 && call.method().equals("POST") && call.path().get(2).equals("doors")) {
      return OfficeAnswers.json(
          200, OfficeAnswers.event(events.putDoor(event, door(OfficeRequest.read(call)))));
    }
    return OfficeAnswers.nothing();
  }

  private static EventSetup.Said said(OfficeRequest asked) {
    return new EventSetup.Said(
        asked.required("title"),
        asked.read("date", LocalDate::parse),
        asked.text("place"),
        asked.read("time_zone", ZoneId::of),
        asked.read("currency", EventRoutes::currency),
        asked.objects("types").stream()
            .map(
                type ->
                    new EventSetup.SaidType(
                        type.text("slug"),
                        type.required("name"),
                        type.text("note"),
                        type.number("price")))
            .toList());
  }

  private static String currency(String text) {
    String currency = text.toUpperCase(Locale.ROOT);
    if (!CURRENCY.matcher(currency).matches()) {
      throw new IllegalArgumentException("a currency has three letters");
    }
    return currency;
  }

  private static EventSetup.SaidDoor door(OfficeRequest asked) {
    return new EventSetup.SaidDoor(
        asked.number("id"),
        asked.required("name"),
        asked.members().get("types") == null ? null : asked.texts("types"),
        asked.read("opens_at", Instant::parse),
        Reentry.of(asked.text("reentry")));
  }
}
