package io.doorlist.phone;

import io.doorlist.phone.KeptScan.Stage;
import io.doorlist.phone.Meaning.Kind;

/** Applies answers to the scans that were sent. Not thread-safe. */
final class ScanSettlement {
  private final ScanQueue queue;
  private final Copies copies;
  private final Notices notices;
  private final WaitingGuests guests;

  ScanSettlement(ScanQueue queue, Copies copies, Notices notices, WaitingGuests guests) {
    this.queue = queue;
    this.copies = copies;
    this.notices = notices;
    this.guests = guests;
  }

  /**
   * Applies an answer to a scan.
   *
   * @param sent the scan as it was sent
   * @param spread a random number from 0 to 1, the same for all scans of a request
   * @return what the answer means; {@link Kind#DONE} if the scan is no longer queued
   */
  Kind settle(KeptScan sent, Answer answer, long retryAfter, double spread, long now) {
    String key = sent.scan().key();
    KeptScan scan = queue.find(key).orElse(null);
    if (scan == null) {
      return Kind.DONE;
    }
    Meaning meaning = Meaning.of(sent.stage(), scan, answer);
    switch (meaning.kind()) {
      case NOTHING -> {
        // The scan stays as it is.
      }
      case ENDED -> guests.explain(key, answer);
      case DONE -> done(scan, answer, now);
      case REFUSED -> refuse(scan, answer);
      case NOTICE -> {
        String reference =
            ServiceVerdict.guest(Json.object(answer.body().get("checkin"))).reference();
        notices.add(scan, meaning.detail(), reference);
        queue.remove(key);
        copies.confirm(key, now);
      }
      case LATER -> {
        guests.explain(key, answer);
        if (scan.stage() != Stage.ASKED) {
          queue.retries().later(key, answer.status(), retryAfter, now, spread);
        }
      }
      case SET_ASIDE -> queue.setAside(key, meaning.detail());
    }
    return meaning.kind();
  }

  /** Returns whether an answer of this kind ends a scan. */
  static boolean ends(Kind kind) {
    return kind != Kind.NOTHING && kind != Kind.LATER && kind != Kind.ENDED;
  }

  private void done(KeptScan scan, Answer answer, long now) {
    DoorScan about = scan.scan();
    queue.remove(about.key());
    if (scan.stage() == Stage.ASKED) {
      copies.note(about);
      guests.tell(about.key(), ServiceVerdict.letIn(about, answer.body(), copies.guest(about)));
    }
    copies.confirm(about.key(), now);
  }

  /**
   * Withdraws a scan that the service refuses, unless the service is asked again. Otherwise the
   * same request, if it arrives twice, could still let the guest in unnoticed.
   */
  private void refuse(KeptScan scan, Answer answer) {
    DoorScan about = scan.scan();
    if (guests.askAgain(scan)) {
      return;
    }
    queue.become(about.key(), Stage.WITHDRAWN);
    guests.tell(about.key(), ServiceVerdict.refused(about, answer));
  }
}
