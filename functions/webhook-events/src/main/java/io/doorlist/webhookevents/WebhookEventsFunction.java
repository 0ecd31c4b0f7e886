package io.doorlist.webhookevents;

import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.Slug;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.http.Access;
import io.doorlist.http.ApiFunction;
import io.doorlist.http.Call;
import io.doorlist.http.Caller;
import io.doorlist.http.Response;
import io.doorlist.http.Router;
import io.doorlist.http.Settings;
import io.doorlist.json.WebhookEventJson;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.priming.FunctionTable;
import io.doorlist.priming.Priming;
import io.doorlist.store.sequence.FollowingItems;
import io.doorlist.store.webhook.DeliveryStore;
import io.doorlist.store.webhook.WebhookEventStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Answers listWebhookEvents and getWebhookEvent from the log of an account's webhook events.
 * Thread-safe.
 */
public final class WebhookEventsFunction extends ApiFunction {
  private static final String WEBHOOK_EVENTS = "/{account_slug}/webhooks/events";
  private static final String EVENT = "event_slug";
  private static final String STATE = "state";
  private static final String TYPE = "type";
  private static final List<String> READING_ON = List.of("after", STATE, TYPE);

  private final WebhookEventStore webhookEvents;
  private final DeliveryStore deliveries;

  public WebhookEventsFunction() {
    this(Priming.table(WebhookEventsFunction.class, WebhookEventsFunction::new));
  }

  private WebhookEventsFunction(FunctionTable opened) {
    this(new WebhookEventStore(opened.table()), new DeliveryStore(opened.table()));
  }

  public WebhookEventsFunction(WebhookEventStore webhookEvents, DeliveryStore deliveries) {
    this.webhookEvents = webhookEvents;
    this.deliveries = deliveries;
    serve(
        new Router()
            .get(
                WEBHOOK_EVENTS + "{?event_slug,page,items,walk,after,state,type}",
                Access.account().fullOnly(),
                this::list)
            .get(WEBHOOK_EVENTS + "/{id}", Access.account().hidden().fullOnly(), this::get),
        Clock.systemUTC(),
        Settings.fromEnvironment());
  }

  private Response list(Call call) {
    if (READING_ON.stream().anyMatch(name -> call.query().find(name).isPresent())) {
      return readOn(call);
    }
    PageRequest request = call.query().page();
    String event = call.query().find(EVENT).orElse(null);

    Page<WebhookEvent> page = find(call, event, request);

    return Response.page(
        call, page, WebhookEventJson.page(page, call.mode(), deliveries(call, page.items())));
  }

  /**
   * Answers with the webhook events after an id, the earliest first. There are no pages, because
   * these events are not counted.
   */
  private Response readOn(Call call) {
    int items = call.items();
    Optional<String> event = call.query().find(EVENT);
    Optional<DeliveryState> state = call.query().word(STATE, DeliveryState.class);
    Optional<WebhookEventType> type = call.query().word(TYPE, WebhookEventType.class);
    Predicate<WebhookEvent> wanted =
        each ->
            call.caller().opens(each.event())
                && event.filter(slug -> !slug.equals(each.event())).isEmpty()
                && state.filter(word -> word != each.state()).isEmpty()
                && type.filter(word -> word != each.type()).isEmpty();

    FollowingItems<WebhookEvent> part =
        webhookEvents.after(call.account(), call.mode(), call.after(), items, wanted);

    List<WebhookEvent> some = part.items();
    return Response.ok(
        WebhookEventJson.part(some, call.next(part.next()), call.mode(), deliveries(call, some)));
  }

  private Map<Long, Map<String, DeliveryProgress>> deliveries(Call call, List<WebhookEvent> some) {
    return deliveries.find(call.account(), call.mode(), some);
  }

  private Response get(Call call) {
    long id = call.id("id");

    WebhookEvent webhookEvent =
        webhookEvents
            .find(call.account(), call.mode(), id)
            .filter(found -> call.caller().opens(found.event()))
            .orElseThrow(() -> new NotFoundException("webhook event"));

    return Response.ok(
        WebhookEventJson.of(
            webhookEvent, deliveries(call, List.of(webhookEvent)).get(webhookEvent.id())));
  }

  private Page<WebhookEvent> find(Call call, String event, PageRequest request) {
    Caller caller = call.caller();
    if (event == null) {
      return caller.allEvents()
          ? webhookEvents.list(call.account(), call.mode(), request)
          : webhookEvents.list(call.account(), caller.events(), call.mode(), request);
    }
    return Slug.validForEvent(event) && caller.opens(event)
        ? webhookEvents.list(call.account(), List.of(event), call.mode(), request)
        : Page.of(List.of(), request);
  }
}
