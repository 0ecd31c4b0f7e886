package io.doorlist.events;

import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.Slug;
import io.doorlist.domain.WholeNumber;
import io.doorlist.domain.event.Event;
import io.doorlist.http.Access;
import io.doorlist.http.ApiFunction;
import io.doorlist.http.Call;
import io.doorlist.http.Caller;
import io.doorlist.http.Response;
import io.doorlist.http.Router;
import io.doorlist.http.Settings;
import io.doorlist.json.JsonValue;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.json.PageJson;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.priming.FunctionTable;
import io.doorlist.priming.Priming;
import io.doorlist.store.event.EventStore;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;

/** Answers getAccess, listEvents and getEvent. Thread-safe. */
public final class EventsFunction extends ApiFunction {
  private static final String EVENTS = "/{account_slug}/events";

  private final EventStore events;

  public EventsFunction() {
    this(Priming.table(EventsFunction.class, EventsFunction::new));
  }

  private EventsFunction(FunctionTable opened) {
    this(new EventStore(opened.table()));
  }

  public EventsFunction(EventStore events) {
    this.events = events;
    serve(
        new Router()
            .get("/", Access.anyone(), this::getAccess)
            .get(EVENTS + "{?page,items,walk}", Access.account(), this::list)
            .get(EVENTS + "/{id}", Access.account().hidden(), this::get),
        Clock.systemUTC(),
        Settings.fromEnvironment());
  }

  private Response getAccess(Call call) {
    Caller caller = call.caller();
    return Response.ok(
        JsonValue.object(
            json -> {
              json.put("account_slug", caller.account())
                  .put("mode", caller.mode())
                  .put("role", caller.role());
              if (caller.allEvents()) {
                json.put("events", (String) null);
              } else {
                json.putTexts("events", caller.events());
              }
              json.put("name", caller.name())
                  .put("expires_at", caller.expiresAt())
                  .put("gate", caller.gate());
            }));
  }

  private Response list(Call call) {
    PageRequest request = call.query().page();

    Caller caller = call.caller();
    Page<Event> page =
        caller.allEvents()
            ? events.list(call.account(), request)
            : Page.of(events.find(call.account(), caller.events()), request);

    JsonValue body =
        PageJson.of(
            "events",
            page,
            call.mode(),
            (json, event) -> {
              write(json, event);
              json.put("slug", event.slug());
            });
    return Response.page(call, page, body);
  }

  private Response get(Call call) {
    Event event =
        find(call)
            .filter(found -> call.caller().opens(found.slug()))
            .orElseThrow(() -> new NotFoundException("event"));

    return Response.ok(JsonValue.object(event, EventsFunction::write));
  }

  private static void write(ObjectWriter json, Event event) {
    json.put("id", event.id()).put("title", event.title());
    if (event.date() != null) {
      json.put("date", event.date().toString());
    }
    if (event.place() != null) {
      json.put("place", event.place());
    }
  }

  private Optional<Event> find(Call call) {
    String slugOrId = call.pathParameter("id");
    OptionalLong id = WholeNumber.readId(slugOrId);
    if (id.isPresent()) {
      return events.find(call.account(), id.getAsLong());
    }
    return Slug.validForEvent(slugOrId) ? events.find(call.account(), slugOrId) : Optional.empty();
  }
}
