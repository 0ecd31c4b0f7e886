package io.doorlist.webhookevents;

import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.Slug;
import io.doorlist.domain.webhook.WebhookEvent;
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
import io.doorlist.priming.Priming;
import io.doorlist.store.Stores;
import io.doorlist.store.webhook.WebhookEventStore;
import java.time.Clock;
import java.util.List;

/** The log of an account's webhook events (listWebhookEvents and getWebhookEvent). Thread-safe. */
public final class WebhookEventsFunction extends ApiFunction {
  private static final String WEBHOOK_EVENTS = "/{account_slug}/webhooks/events";

  private final Stores stores;

  /** Creates the function with the table and the settings of the environment. */
  public WebhookEventsFunction() {
    this(Stores.fromEnvironment());
    Priming.run(WebhookEventsFunction.class, stores, WebhookEventsFunction::new);
  }

  private WebhookEventsFunction(Stores stores) {
    this(stores, Clock.systemUTC(), Settings.fromEnvironment());
  }

  WebhookEventsFunction(Stores stores, Clock clock, Settings settings) {
    this.stores = stores;
    serve(
        Router.routes()
            .get(
                WEBHOOK_EVENTS + "{?event_slug,page,items,walk}",
                Access.account().fullOnly(),
                this::list)
            .get(WEBHOOK_EVENTS + "/{id}", Access.account().hidden().fullOnly(), this::get)
            .build(),
        clock,
        settings);
  }

  private Response list(Call call) {
    PageRequest request = call.query().page();
    String event = call.query().find("event_slug").orElse(null);

    Page<WebhookEvent> page = find(call, event, request);

    return Response.page(call, page, WebhookEventJson.page(page, call.mode()));
  }

  private Response get(Call call) {
    long id = call.id("id");

    WebhookEvent webhookEvent =
        stores
            .webhookEvents()
            .find(call.account(), call.mode(), id)
            .filter(found -> call.caller().opens(found.event()))
            .orElseThrow(() -> new NotFoundException("webhook event"));

    return Response.ok(WebhookEventJson.of(webhookEvent));
  }

  private Page<WebhookEvent> find(Call call, String event, PageRequest request) {
    WebhookEventStore webhookEvents = stores.webhookEvents();
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
