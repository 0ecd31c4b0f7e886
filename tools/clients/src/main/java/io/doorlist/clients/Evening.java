package io.doorlist.clients;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.AccessApi;
import org.openapitools.client.api.CheckInListsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.api.WebhookEventsApi;
import org.openapitools.client.auth.HttpBearerAuth;
import org.openapitools.client.model.Admission;
import org.openapitools.client.model.AdmittedOrder;
import org.openapitools.client.model.AdmittedTicket;
import org.openapitools.client.model.Checkin;
import org.openapitools.client.model.CheckinList;
import org.openapitools.client.model.DoorCopy;
import org.openapitools.client.model.DoubleAdmission;
import org.openapitools.client.model.FoundTicket;
import org.openapitools.client.model.ListPulse;
import org.openapitools.client.model.NewCheckin;
import org.openapitools.client.model.NotAdmissibleProblem;
import org.openapitools.client.model.OrderCheckinRequest;
import org.openapitools.client.model.OrderCheckins;
import org.openapitools.client.model.OrderConflictProblem;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.Pulse;
import org.openapitools.client.model.Scan;
import org.openapitools.client.model.ScanBatch;
import org.openapitools.client.model.ScanProblem;
import org.openapitools.client.model.ScanResult;
import org.openapitools.client.model.TicketConflictProblem;
import org.openapitools.client.model.UndoneCheckin;

/** An evening at a door, by the generated Java client. Arguments: address, token, account, event. */
public final class Evening {
  private final String account;
  private final String event;
  private final AccessApi access;
  private final EventsApi events;
  private final OrdersApi orders;
  private final WebhookEventsApi webhookEvents;
  private final CheckInListsApi lists;

  private Evening(ApiClient client, String account, String event) {
    this.account = account;
    this.event = event;
    access = new AccessApi(client);
    events = new EventsApi(client);
    orders = new OrdersApi(client);
    webhookEvents = new WebhookEventsApi(client);
    lists = new CheckInListsApi(client);
  }

  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient();
    client.setBasePath(arguments[0]);
    ((HttpBearerAuth) client.getAuthentication("token")).setBearerToken(arguments[1]);
    new Evening(client, arguments[2], arguments[3]).run();
  }

  private void run() throws ApiException {
    look();
    AdmittedTicket ticket = checkInTicket();
    conflict(ticket);
    wrongList();
    group();
    upload(ticket);
    undo();
    pulse();
    copyTheDoor();
    System.out.println("java: every operation did what its client says");
  }

  private void look() throws ApiException {
    check(access.getAccess().getAccountSlug().equals(account), "getAccess");
    check(events.getEvent(account, event).getTitle() != null, "getEvent");
    check(!events.listEvents(account, null, null).getEvents().isEmpty(), "listEvents");
    Long order = orders.listOrders(account, event, 1L, 2).getOrders().get(0).getId();
    check(!orders.getOrder(account, event, order).getTickets().isEmpty(), "getOrder");
    Long webhookEvent =
        webhookEvents.listWebhookEvents(account, null, 1L, 2).getWebhookEvents().get(0).getId();
    check(
        webhookEvents.getWebhookEvent(account, webhookEvent).getData().getObject() != null,
        "getWebhookEvent");
    for (CheckinList list : lists.listCheckinLists(account, event, null, null, null, null).getCheckinLists()) {
      check(
          lists.getCheckinList(account, event, list.getId(), null).getName().equals(list.getName()),
          "getCheckinList");
    }
  }

  /** Lets someone in who is not in yet. */
  private AdmittedTicket checkInTicket() throws ApiException {
    for (AdmittedTicket ticket : lists.listTicketsOfList(account, event, 1L, 1L, 250, null).getTickets()) {
      try {
        NewCheckin checkin =
            lists.checkInTicket(
                account,
                event,
                1L,
                ticket.getQrCodeIdentifier(),
                "java-" + ticket.getId(),
                false,
                true,
                OffsetDateTime.now());
        check(checkin.getTicket().getId().equals(ticket.getId()), "checkInTicket");
        check(Boolean.FALSE.equals(checkin.getOnline()), "online");
        check(
            lists.listCheckins(account, event, 1L, 1L, 1, null).getCheckins().get(0).getId()
                >= checkin.getId(),
            "listCheckins");
        return ticket;
      } catch (ApiException e) {
        check(e.getCode() == 409, "a check-in is refused: " + e.getResponseBody());
      }
    }
    throw new AssertionError("nobody is left to let in");
  }

  private void conflict(AdmittedTicket ticket) {
    try {
      lists.checkInTicket(account, event, 1L, ticket.getQrCodeIdentifier(), null, null, null, null);
      throw new AssertionError("let in twice");
    } catch (ApiException e) {
      TicketConflictProblem problem = problem(e, 409, TicketConflictProblem.class);
      check("already_checked_in".equals(problem.getCode()), "code");
      check(problem.getCheckin().getTicket().getId().equals(ticket.getId()), "first check-in");
      check(problem.getSecondsSince() >= 0 && problem.getSameToken(), "seconds_since, same_token");
    }
  }

  private void wrongList() throws ApiException {
    for (CheckinList list : lists.listCheckinLists(account, event, null, null, null, null).getCheckinLists()) {
      for (AdmittedTicket ticket : lists.listTicketsOfList(account, event, list.getId(), 1L, 5, null).getTickets()) {
        for (CheckinList other : lists.listCheckinLists(account, event, null, null, null, null).getCheckinLists()) {
          try {
            lists.checkInTicket(
                account, event, other.getId(), ticket.getQrCodeIdentifier(), null, null, null, null);
          } catch (ApiException e) {
            if (e.getCode() == 422) {
              NotAdmissibleProblem problem = problem(e, 422, NotAdmissibleProblem.class);
              check("wrong_list".equals(problem.getReason()), "reason");
              check(
                  problem.getAdmittedOn().stream().anyMatch(on -> on.getId().equals(list.getId())),
                  "admitted_on");
              return;
            }
          }
        }
      }
    }
    throw new AssertionError("every list takes every ticket");
  }

  /** Lets a group in by counts, and asks for more than there are. */
  private void group() throws ApiException {
    AdmittedOrder order = lists.listOrdersOfList(account, event, 1L, 1L, 250, null).getOrders().get(200);
    String type = order.getTicketTypes().keySet().iterator().next();
    try {
      lists.checkInOrder(
          account,
          event,
          1L,
          order.getQrCodeIdentifier(),
          new OrderCheckinRequest().tickets(Map.of(type, 10_000)),
          null,
          null,
          null,
          null);
      throw new AssertionError("more came in than there are");
    } catch (ApiException e) {
      OrderConflictProblem problem = problem(e, 409, OrderConflictProblem.class);
      check(problem.getRemaining().get(type) < 10_000, "remaining");
      int left = problem.getRemaining().get(type);
      if (left > 0) {
        OrderCheckins in =
            lists.checkInOrder(
                account,
                event,
                1L,
                order.getQrCodeIdentifier(),
                new OrderCheckinRequest().tickets(Map.of(type, left)),
                null,
                null,
                null,
                null);
        check(in.getCheckins().size() == left, "checkInOrder");
        check(in.getRemaining().get(type) == 0, "remaining");
      }
    }
  }

  /** Uploads what a phone let in offline: somebody who was in already, and a code that nobody has. */
  private void upload(AdmittedTicket ticket) throws ApiException {
    Admission admission = lists.getAdmission(account, event, 1L, ticket.getQrCodeIdentifier());
    check("already_checked_in".equals(admission.getVerdict()), "getAdmission");
    check(admission.getCheckin().getTicket().getId().equals(ticket.getId()), "first check-in");
    FoundTicket found =
        lists.searchTickets(ticket.getReference(), account, event).getTickets().stream()
            .filter(each -> each.getId().equals(ticket.getId()))
            .findFirst()
            .orElseThrow();
    check(found.getCheckedIn().get(0).getCheckinListId() == 1L, "searchTickets");
    ScanBatch batch =
        new ScanBatch()
            .addScansItem(scan(ticket.getQrCodeIdentifier(), "java-offline-1"))
            .addScansItem(scan("nobody has this", "java-offline-2"));
    List<ScanResult> results = lists.createCheckins(account, event, 1L, batch).getResults();
    check(results.size() == 2 && results.get(1).getStatus() == 404, "createCheckins");
    ScanProblem twice = results.get(0).getProblem();
    check("already_checked_in".equals(twice.getCode()) && twice.getRecorded(), "recorded");
    DoubleAdmission recorded =
        lists.listDoubleAdmissions(account, event, 1L, 1L, 2).getDoubleAdmissions().stream()
            .filter(each -> each.getTicketId() != null)
            .findFirst()
            .orElseThrow();
    check(recorded.getTicketId().equals(ticket.getId()), "listDoubleAdmissions");
    check(recorded.getCheckin().getId().equals(twice.getCheckin().getId()), "first check-in");
  }

  private static Scan scan(String code, String key) {
    return new Scan()
        .ticketQrToken(code)
        .idempotencyKey(key)
        .online(false)
        .scannedAt(OffsetDateTime.now());
  }

  /** Takes back the last check-in, which frees its ticket. */
  private void undo() throws ApiException {
    Checkin last = lists.listCheckins(account, event, 1L, 1L, 1, null).getCheckins().get(0);
    lists.deleteCheckin(account, event, 1L, last.getId());
    UndoneCheckin undone = lists.listUndone(account, event, 1L, 1L, 1).getUndone().get(0);
    check(undone.getId().equals(last.getId()), "listUndone");
    check(undone.getUndoneAt() != null && undone.getCreatedAt().equals(last.getCreatedAt()), "undone_at");
    try {
      lists.deleteCheckin(account, event, 1L, last.getId());
      throw new AssertionError("undone twice");
    } catch (ApiException e) {
      check("not_found".equals(problem(e, 404, Problem.class).getCode()), "404");
    }
  }

  private void pulse() throws ApiException {
    Pulse pulse = lists.getPulse(account, event, 30, null);
    check(pulse.getPeopleIn() > 0 && pulse.getAt() != null, "getPulse");
    for (CheckinList list : lists.listCheckinLists(account, event, null, null, null, null).getCheckinLists()) {
      ListPulse one =
          pulse.getLists().stream()
              .filter(each -> each.getId().equals(list.getId()))
              .findFirst()
              .orElseThrow();
      check(one.getCheckedInCount().equals(list.getCheckedInCount()), "checked_in_count");
      check(one.getPerMinute().size() == 30, "per_minute");
      check(
          one.getByType().values().stream().mapToInt(Integer::intValue).sum()
              == one.getCheckedInCount(),
          "by_type");
    }
  }

  private void copyTheDoor() throws ApiException {
    DoorCopy copy = lists.getDoorCopy(account, event, 1L, null, null);
    check(copy.getHave() == null && !copy.getColumns().isEmpty(), "getDoorCopy");
    DoorCopy delta = lists.getDoorCopy(account, event, 1L, copy.getVersion(), null);
    check(copy.getVersion().equals(delta.getHave()), "have");
  }

  private static <T> T problem(ApiException e, int status, Class<T> type) {
    check(e.getCode() == status, status + " and not " + e.getCode() + ": " + e.getResponseBody());
    return Objects.requireNonNull(JSON.deserialize(e.getResponseBody(), type));
  }

  private static void check(boolean good, String what) {
    if (!good) {
      throw new AssertionError(what);
    }
  }
}
