package io.doorlist.phone;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests to send, and those that wait for an answer. */
final class Outgoing {
  private final Map<Integer, Sent> inFlight = new HashMap<>();
  private final Deque<Request> requests = new ArrayDeque<>();
  private int last;

  /** What a request is for. This decides how its answer is handled. */
  enum Purpose {
    /** Brings a scan whose guest waits, after the queued scans that must come before it. */
    ASK,

    /** Brings only the scan whose guest waits, as a single check-in. */
    ASK_ONE,

    /** Brings scans of the queue. */
    DRAIN,

    /** Asks what the verdict on a code would be, and lets nobody in. */
    LOOK,

    /** Asks for lists and copies, every few seconds. */
    POLL
  }

  /**
   * A request that was sent.
   *
   * @param about the key of the guest's scan, or what is polled; empty for scans of the queue
   * @param at when the request was made
   */
  record Sent(Purpose purpose, String about, List<KeptScan> scans, long at) {}

  void add(
      Sent sent, String method, String path, Map<String, String> headers, String body, int millis) {
    int id = ++last;
    inFlight.put(id, sent);
    requests.add(new Request(id, method, path, headers, body, millis));
  }

  /** Returns all requests to send. */
  List<Request> take() {
    List<Request> all = new ArrayList<>(requests);
    requests.clear();
    return all;
  }

  /** Returns the request that an answer belongs to, or null if nobody waits for it any more. */
  Sent answered(int id) {
    return inFlight.remove(id);
  }
}
