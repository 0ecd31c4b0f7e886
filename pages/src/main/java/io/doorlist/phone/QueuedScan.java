package io.doorlist.phone;

import java.util.List;
import java.util.Optional;

/**
 * A scan that the phone keeps until the person at the door and the server agree: the person was
 * told what the server has.
 *
 * @param key the idempotency key, the same in every attempt
 * @param list id of the check-in list
 * @param code of the ticket or, with counts, of the order
 * @param counts how many of which type, as the form that is sent; empty for a ticket
 * @param at when it was scanned, in epoch milliseconds by the server's clock as far as it is known
 * @param scanned whether it was scanned rather than typed
 * @param online whether the server is asked; if not, it is told that the person is in
 * @param stage what the person was told
 * @param checkins ids of the check-ins or passages that are to be undone
 * @param attempts how many requests were begun: with none the server cannot know of it
 * @param notBefore epoch milliseconds; until then whoever scanned it waits for the answer
 */
public record QueuedScan(
    String key,
    String list,
    String code,
    String counts,
    long at,
    boolean scanned,
    boolean online,
    Stage stage,
    List<Long> checkins,
    int attempts,
    long notBefore,
    Kind kind) {
  /** A request is given up after ten seconds; until then only who sent it reads the answer. */
  private static final long OPEN_MILLIS = 15_000;

  /** No request is on its way for longer. */
  private static final long MAX_ON_ITS_WAY_MILLIS = 60_000;

  public enum Kind {
    ENTRY,

    /** An entry of which is known that it is not the ticket's first. */
    REENTRY,

    EXIT
  }

  public enum Stage {
    /** Nothing yet: the request is out. */
    OPEN,

    IN,

    /** No, or nothing at all: if the server has let them in, that is undone. */
    AWAY,

    /**
     * No, and so did the server, but not to an earlier request, which may still be on its way: once
     * whoever is in with that ticket is undone, it would let them in. So it is asked once more.
     */
    REFUSED,

    /** No, but the server has check-ins: they are to be undone. */
    UNDOING,

    /** In, but the server cannot read it; it is kept so that somebody can look at it. */
    SET_ASIDE
  }

  public QueuedScan {
    checkins = List.copyOf(checkins);
  }

  public QueuedScan as(Kind other) {
    return new QueuedScan(
        key, list, code, counts, at, scanned, online, stage, checkins, attempts, notBefore, other);
  }

  /** Returns a scan that the server is asked about now. */
  public static QueuedScan asked(
      String key, String list, String code, String counts, long at, boolean scanned, long now) {
    long until = now + OPEN_MILLIS;
    return new QueuedScan(
        key, list, code, counts, at, scanned, true, Stage.OPEN, List.of(), 1, until, Kind.ENTRY);
  }

  /** Returns a scan that the door has decided: the person is in. */
  public static QueuedScan decided(String key, String list, String code, long at, boolean scanned) {
    return new QueuedScan(
        key, list, code, "", at, scanned, false, Stage.IN, List.of(), 0, 0, Kind.ENTRY);
  }

  /** Returns this scan, asked again: whoever was sent away is back. */
  public QueuedScan reopened(long now) {
    return with(online, Stage.OPEN, checkins, attempts + 1, now + OPEN_MILLIS);
  }

  /** Returns this scan once the door let the person in: from now on the server is told. */
  public QueuedScan admitted() {
    return with(false, Stage.IN, checkins, attempts, 0);
  }

  /** Returns this scan once the person was told that they are not in, or is gone. */
  public QueuedScan sentAway() {
    return with(true, Stage.AWAY, checkins, attempts, notBefore);
  }

  /** Returns this scan once the server has refused another request than the first. */
  public QueuedScan refused(long now) {
    return with(online, Stage.REFUSED, checkins, attempts, now + MAX_ON_ITS_WAY_MILLIS);
  }

  public QueuedScan undoing(List<Long> ids) {
    return with(online, Stage.UNDOING, ids, 0, 0);
  }

  /**
   * Returns this scan as it is stored before a request is sent. Nobody waits for an open one any
   * more, as its page was closed; whoever left meanwhile has left. Of a refused one a request is on
   * its way again.
   */
  public QueuedScan begun() {
    Stage told =
        switch (stage) {
          case OPEN -> kind == Kind.EXIT ? Stage.IN : Stage.AWAY;
          case REFUSED -> Stage.AWAY;
          default -> stage;
        };
    return with(online, told, checkins, attempts + 1, notBefore);
  }

  QueuedScan later(long notBefore) {
    return with(online, stage, checkins, attempts, notBefore);
  }

  /** Returns this scan once it is taken back; nothing if the server cannot know of it. */
  public Optional<QueuedScan> withdrawn() {
    return attempts > 0 ? Optional.of(sentAway()) : Optional.empty();
  }

  QueuedScan setAside() {
    return with(online, Stage.SET_ASIDE, checkins, attempts, 0);
  }

  private QueuedScan with(boolean asks, Stage told, List<Long> ids, int begun, long notBefore) {
    return new QueuedScan(
        key, list, code, counts, at, scanned, asks, told, ids, begun, notBefore, kind);
  }

  /** Shows no code. */
  @Override
  public String toString() {
    return "QueuedScan[" + key + " " + stage + " " + attempts + "]";
  }
}
