package io.doorlist.phone;

import io.doorlist.phone.Outgoing.Purpose;
import io.doorlist.phone.Outgoing.Sent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Asks the service every few seconds for news: what the phone's token may do, which lists the event
 * has, and copies of these lists. It keeps the answers.
 */
final class KnownLists {
  /**
   * Copies of lists in other areas are requested only in every sixth round, because they only serve
   * to tell a guest the right door.
   */
  private static final int OTHERS_EVERY = 6;

  private static final int REQUEST_MILLIS = 10_000;
  private static final int COPY_MILLIS = 25_000;
  private static final String ACCESS = "access";
  private static final String LISTS = "lists";
  private static final String COPY = "copy:";

  private final KeptValues kept;
  private final Copies copies;
  private final String eventPath;
  private final Surroundings surroundings;

  private final Deque<String> toPoll = new ArrayDeque<>();
  private List<Object> pages = new ArrayList<>();
  private String list;
  private boolean polling;
  private int failures;
  private long pollAt;
  private long activeAt;
  private int round;

  KnownLists(
      KeptValues kept, Copies copies, PairingLink pairing, Surroundings surroundings, long now) {
    this.kept = kept;
    this.copies = copies;
    this.surroundings = surroundings;
    eventPath = "/" + Percent.encoded(pairing.account()) + "/" + Percent.encoded(pairing.event());
    list = pairing.list().isEmpty() ? kept.get("list") : pairing.list();
    standAt(Json.object(kept.get(ACCESS)).get("gate"));
    pollAt = now;
    activeAt = now;
  }

  private void standAt(Object gate) {
    copies.standAt(gate instanceof Long number ? number : null);
  }

  /** Returns the id of the list at which the phone scans. It is empty if none is chosen. */
  String chosen() {
    return list;
  }

  void choose(String id) {
    list = id;
    kept.put("list", id);
    pollAt = 0;
  }

  /** Returns the path of a list, below the API's address. */
  String path(String id) {
    return eventPath + "/checkin_lists/" + Percent.encoded(id);
  }

  List<DoorList> all() {
    return Json.list(Json.object(kept.get(LISTS)).get("lists")).stream()
        .map(Json::object)
        .map(
            each -> {
              String id = String.valueOf(each.get("id"));
              return new DoorList(
                  id,
                  Json.text(each.get("name")),
                  copies.ready(id),
                  copies.admitted(id),
                  copies.checkedIn(id));
            })
        .collect(Collectors.toList());
  }

  /** Notes that somebody uses the phone, so that it asks for news more often. */
  void active(long now) {
    activeAt = now;
  }

  /** Makes the next request happen at this time at the latest. */
  void pollAtMost(long time) {
    pollAt = Math.min(pollAt, time);
  }

  /**
   * Returns when to ask again. It is the largest {@code long} while the phone waits for an answer.
   */
  long pollAt() {
    return polling ? Long.MAX_VALUE : pollAt;
  }

  /** Sends the next request if its time has come. */
  void poll(Outgoing outgoing, long now) {
    if (polling || now < pollAt) {
      return;
    }
    if (toPoll.isEmpty()) {
      plan();
    }
    polling = true;
    String what = toPoll.peek();
    Sent sent = new Sent(Purpose.POLL, what, List.of(), now);
    if (what.equals(ACCESS)) {
      outgoing.add(sent, "GET", "/", Map.of(), "", REQUEST_MILLIS);
    } else if (what.startsWith(LISTS)) {
      String page = what.substring(LISTS.length());
      String path = eventPath + "/checkin_lists?items=250&page=" + page;
      outgoing.add(sent, "GET", path, Map.of(), "", REQUEST_MILLIS);
    } else {
      String id = what.substring(COPY.length());
      String etag = copies.etag(id);
      Map<String, String> headers = etag.isEmpty() ? Map.of() : Map.of("If-None-Match", etag);
      outgoing.add(sent, "GET", path(id) + "/door" + copies.query(id), headers, "", COPY_MILLIS);
    }
  }

  private void plan() {
    boolean others = round++ % OTHERS_EVERY == 0;
    if (others) {
      toPoll.add(ACCESS);
      toPoll.add(LISTS + 1);
    }
    addCopies(others);
    if (toPoll.isEmpty()) {
      toPoll.add(LISTS + 1);
    }
  }

  private void addCopies(boolean others) {
    String area = copies.areaOf(list);
    for (DoorList each : all()) {
      if (others || copies.areaOf(each.id()).equals(area)) {
        toPoll.add(COPY + each.id());
      }
    }
  }

  /**
   * Takes an answer.
   *
   * @param response null if there was none
   * @return the id of the list if the answer has its first copy; otherwise an empty text
   */
  String answered(Sent sent, Response response, Map<?, ?> body, long now) {
    polling = false;
    if (response == null || response.status() >= 500 || response.status() == 429) {
      pollLater(response == null ? 0 : response.retryAfterSeconds(), now);
      return "";
    }
    try {
      return learned(sent, response, body, now);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // A later version of the service may send what this phone cannot read. The phone must go on,
      // so it decides without this copy.
      if (sent.about().startsWith(COPY)) {
        copies.forget(sent.about().substring(COPY.length()));
      }
      pollLater(0, now);
      return "";
    }
  }

  private void pollLater(long retryAfterSeconds, long now) {
    failures++;
    toPoll.clear();
    long wait = Polling.waitMillis(now - activeAt, failures);
    pollAt =
        now + Math.max(retryAfterSeconds * 1_000, (long) (wait * (0.5 + surroundings.random())));
  }

  private String learned(Sent sent, Response response, Map<?, ?> body, long now) {
    failures = 0;
    toPoll.poll();
    String first = "";
    if (response.status() == 200 || response.status() == 304) {
      if (sent.about().equals(ACCESS)) {
        kept.put(ACCESS, Json.write(body));
        standAt(body.get("gate"));
      } else if (sent.about().startsWith(LISTS)) {
        listed(sent.about(), body);
      } else {
        first = copied(sent, response, body);
      }
    } else if (response.status() == 404 && sent.about().startsWith(COPY)) {
      copies.forget(sent.about().substring(COPY.length()));
    }
    pollAt = toPoll.isEmpty() ? now + Polling.waitMillis(now - activeAt, 0) : now;
    return first;
  }

  private void listed(String what, Map<?, ?> body) {
    if (what.equals(LISTS + 1)) {
      pages = new ArrayList<>();
    }
    for (Object each : Json.list(body.get("checkin_lists"))) {
      Map<String, Object> known = new LinkedHashMap<>();
      known.put("id", Json.object(each).get("id"));
      known.put("name", Json.object(each).get("name"));
      pages.add(known);
    }
    Object next = Json.object(body.get("meta")).get("next_page");
    if (next instanceof Long page) {
      toPoll.addFirst(LISTS + page);
      return;
    }
    kept.put(LISTS, Json.write(Map.of("lists", pages)));
    if (list.isEmpty() && pages.size() == 1) {
      choose(all().get(0).id());
    }
    toPoll.clear();
    addCopies(true);
  }

  private String copied(Sent sent, Response response, Map<?, ?> body) {
    String id = sent.about().substring(COPY.length());
    boolean changed = response.status() == 200;
    boolean first = changed && !copies.has(id);
    if (changed && copies.apply(id, body, response.etag())) {
      toPoll.addFirst(sent.about());
    } else {
      copies.upToDate(id, response.etag(), sent.at());
    }
    return first ? id : "";
  }
}
