package io.doorlist.checkinlists;

import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.Emptying;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.DoorCopyJson;
import io.doorlist.json.JsonValue;
import io.doorlist.store.checkin.copy.CopyPart;
import io.doorlist.store.checkin.copy.CopyTerms;
import io.doorlist.store.checkin.ticket.AreaClock;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Answers {@code getDoorCopy}, which gives a phone what it needs to decide without a network.
 * Thread-safe.
 */
record DoorCopies(CheckinListStores stores, String qrBaseUrl, Clock clock) {
  /**
   * The most characters of a version. It can be long, because it also lists what its reader has not
   * seen yet.
   */
  private static final int MAX_VERSION = 6_000;

  private static final Base64.Encoder BASE64 = Base64.getEncoder();

  Response getDoorCopy(Call call) {
    String have = call.query().text("have", MAX_VERSION).orElse(null);
    EventDefinition definition = call.definition();
    CheckinList list =
        definition
            .list(call.id(RequestedList.ID))
            .orElseThrow(() -> new NotFoundException("check-in list"));

    Emptying emptying = emptying(definition, list);
    CopyPart part =
        stores
            .doorCopies()
            .read(
                call.account(),
                call.event(),
                list.id(),
                call.mode(),
                terms(definition, list),
                have);

    JsonValue body =
        JsonValue.object(
            json -> {
              json.put("version", part.version())
                  .put("have", part.have())
                  .put("more", part.more())
                  .put("at", clock.instant().truncatedTo(ChronoUnit.SECONDS));
              DoorCopyJson.writeWords(json, definition, list, emptying, qrBaseUrl);
              json.put("salt", BASE64.encodeToString(part.salt()))
                  .put("columns", BASE64.encodeToString(DoorColumns.write(part.delta())));
            });
    return Response.ok(body).version(part.whole() ? part.version() : null);
  }

  /**
   * Returns the versions that a copy may have now. They are made with texts that may be some
   * seconds old. If those are out of date, the phone gets an answer with a body instead of 304.
   */
  List<String> versions(Call call) {
    long id = call.id(RequestedList.ID);
    Optional<EventDefinition> definition =
        stores.events().findDefinition(call.account(), call.event());
    Optional<CheckinList> list = definition.flatMap(event -> event.list(id));
    return list
        .flatMap(
            found ->
                stores
                    .doorCopies()
                    .version(
                        call.account(),
                        call.event(),
                        id,
                        call.mode(),
                        terms(definition.orElseThrow(), found)))
        .stream()
        .toList();
  }

  private CopyTerms terms(EventDefinition definition, CheckinList list) {
    Emptying emptying = emptying(definition, list);
    JsonValue words =
        JsonValue.object(
            json -> DoorCopyJson.writeWords(json, definition, list, emptying, qrBaseUrl));
    return new CopyTerms(words.bytes(), list.terms().tracked());
  }

  private Emptying emptying(EventDefinition definition, CheckinList list) {
    return AreaClock.ofCopy(definition.event(), definition.area(list).area(), clock.instant());
  }
}
