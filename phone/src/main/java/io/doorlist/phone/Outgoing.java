package io.doorlist.phone;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests that are to be sent, and those on their way. */
final class Outgoing {
  private final Map<Integer, Sent> inFlight = new HashMap<>();
  private final Deque<Request> requests = new ArrayDeque<>();
  private int last;

  /** What a request is for. */
  enum Purpose {
    /** Scans up to one that somebody waits for. */
    ASK,

    /** That scan alone, as a check-in. */
    ASK_ONE,

    /** What is queued. */
    DRAIN,

    /** A look at a code. */
    LOOK,

    /** What is asked for every few seconds. */
    POLL
  }

  /**
   * A request on its way.
   *
   * @param about the key of a scan, or what is polled
   * @param at when it was made
   */
  record Sent(Purpose purpose, String about, List<KeptScan> scans, long at) {}

  void add(
      Sent sent, String method, String path, Map<String, String> headers, String body, int millis) {
    int id = ++last;
    inFlight.put(id, sent);
    requests.add(new Request(id, method, path, headers, body, millis));
  }

  /** Returns all that is to be sent. */
  List<Request> take() {
    List<Request> all = new ArrayList<>(requests);
    requests.clear();
    return all;
  }

  /** Returns what an answer is to, null if nobody waits for it. */
  Sent answered(int id) {
    return inFlight.remove(id);
  }
}
