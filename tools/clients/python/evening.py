"""An evening at a door, with the generated Python client. Arguments: address, token, account, event."""

import datetime
import sys

import doorlist_client
from doorlist_client import exceptions, models

address, token, account, event = sys.argv[1:]
client = doorlist_client.ApiClient(doorlist_client.Configuration(host=address, access_token=token))
lists = doorlist_client.CheckInListsApi(client)


def look():
    assert doorlist_client.AccessApi(client).get_access().account_slug == account
    events = doorlist_client.EventsApi(client)
    assert event in [each.slug for each in events.list_events(account).events]
    assert events.get_event(account, event).title
    orders = doorlist_client.OrdersApi(client)
    order = orders.list_orders(account, event, items=2).orders[0]
    assert orders.get_order(account, event, order.id).tickets
    log = doorlist_client.WebhookEventsApi(client)
    entry = log.list_webhook_events(account, items=2).webhook_events[0]
    assert log.get_webhook_event(account, entry.id).data.object
    for each in lists.list_checkin_lists(account, event).checkin_lists:
        assert lists.get_checkin_list(account, event, each.id).name == each.name


def check_in_ticket():
    """Lets someone in who is not checked in yet."""
    now = datetime.datetime.now(datetime.timezone.utc)
    for ticket in lists.list_tickets_of_list(account, event, 1, items=250).tickets:
        code = ticket.qr_code_identifier
        try:
            checkin = lists.check_in_ticket(account, event, 1, code, f"python-{ticket.id}", online=False, scanned_at=now)
        except exceptions.ConflictException:
            continue
        assert checkin.ticket.id == ticket.id and checkin.online is False
        assert lists.list_checkins(account, event, 1, items=1).checkins[0].id >= checkin.id
        return ticket
    raise AssertionError("nobody is left to let in")


def search(ticket):
    found = lists.search_tickets(ticket.reference, account, event).tickets
    assert [each.checked_in[0].checkin_list_id for each in found if each.id == ticket.id] == [1]


def conflict(ticket):
    try:
        lists.check_in_ticket(account, event, 1, ticket.qr_code_identifier)
    except exceptions.ConflictException as e:
        assert isinstance(e.data, models.TicketConflictProblem), e.body
        assert e.data.code == "already_checked_in"
        assert e.data.checkin.ticket.id == ticket.id
        assert e.data.seconds_since >= 0 and e.data.same_token
    else:
        raise AssertionError("let in twice")


def wrong_list():
    doors = lists.list_checkin_lists(account, event).checkin_lists
    for door in doors:
        for ticket in lists.list_tickets_of_list(account, event, door.id, items=5).tickets:
            for other in doors:
                try:
                    lists.check_in_ticket(account, event, other.id, ticket.qr_code_identifier)
                except exceptions.ConflictException:
                    continue
                except exceptions.UnprocessableEntityException as e:
                    assert isinstance(e.data, models.NotAdmissibleProblem), e.body
                    assert e.data.reason == "wrong_list"
                    assert door.id in [each.id for each in e.data.admitted_on]
                    return
    raise AssertionError("every list takes every ticket")


def group():
    """Lets a group in by counts, and requests more than are left."""
    order = lists.list_orders_of_list(account, event, 1, items=250).orders[210]
    kind = next(iter(order.ticket_types))

    def check_in(count):
        body = models.OrderCheckinRequest(tickets={kind: count})
        return lists.check_in_order(account, event, 1, order.qr_code_identifier, body)

    try:
        check_in(10_000)
    except exceptions.ConflictException as e:
        assert isinstance(e.data, models.OrderConflictProblem), e.body
        left = e.data.remaining[kind]
    else:
        raise AssertionError("more came in than there are")
    if left:
        answer = check_in(left)
        assert len(answer.checkins) == left and answer.remaining[kind] == 0


def upload(ticket):
    """Uploads what a phone let in offline: somebody who was checked in already, and an unknown code."""
    code = ticket.qr_code_identifier
    admission = lists.get_admission(account, event, 1, code)
    assert admission.verdict == "already_checked_in" and admission.checkin.ticket.id == ticket.id
    now = datetime.datetime.now(datetime.timezone.utc)
    scans = [
        models.Scan(ticket_qr_token=each, idempotency_key=f"python-offline-{n}", scanned_at=now)
        for n, each in enumerate([code, "nobody has this"])
    ]
    twice, unknown = lists.create_checkins(account, event, 1, models.ScanBatch(scans=scans)).results
    assert unknown.status == 404
    assert twice.problem.code == "already_checked_in" and twice.problem.recorded
    recorded = lists.list_double_admissions(account, event, 1, items=2).double_admissions
    assert [each.checkin.id for each in recorded if each.ticket_id == ticket.id] == [twice.problem.checkin.id]


def undo():
    """Undoes the last check-in, so that its ticket can be checked in again."""
    last = lists.list_checkins(account, event, 1, items=1).checkins[0]
    lists.delete_checkin(account, event, 1, last.id)
    undone = lists.list_undone(account, event, 1, items=1).undone[0]
    assert undone.id == last.id and undone.created_at == last.created_at <= undone.undone_at
    try:
        lists.delete_checkin(account, event, 1, last.id)
    except exceptions.NotFoundException as e:
        assert e.data.code == "not_found"
    else:
        raise AssertionError("undone twice")


def pulse():
    now = lists.get_pulse(account, event, minutes=30)
    counts = {each.id: each.checked_in_count for each in lists.list_checkin_lists(account, event).checkin_lists}
    assert {each.id: each.checked_in_count for each in now.lists} == counts
    assert now.people_in > 0 and all(len(each.per_minute) == 30 for each in now.lists)
    main = next(each for each in now.lists if each.id == 1)
    assert sum(main.by_type.values()) == main.checked_in_count <= main.admitted_count


def copy_the_door():
    copy = lists.get_door_copy(account, event, 1)
    assert copy.have is None and copy.columns
    assert lists.get_door_copy(account, event, 1, have=copy.version).have == copy.version


look()
somebody = check_in_ticket()
search(somebody)
conflict(somebody)
wrong_list()
group()
upload(somebody)
undo()
pulse()
copy_the_door()
print("python: every operation did what its client says")
