package io.doorlist.exactness.simulator.actor;

import io.doorlist.domain.Mode;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.phone.DoorBook;
import io.doorlist.store.checkin.copy.CopyPart;
import java.util.HashMap;
import java.util.Map;

/** The copy of one list, and whom the phone let in itself, as copies.js keeps them. */
final class PageCopy {
  /** So long the copy may lack a check-in that the server has confirmed. */
  private static final long LAG_MILLIS = 10_000;

  private final Run run;
  private final Uplink uplink;
  private final long list;
  private final String name;
  private final DoorBook book = new DoorBook();
  private final Map<Long, Own> letIn = new HashMap<>();
  private String version;
  private boolean whole;

  private record Own(long at, boolean queued) {}

  PageCopy(Run run, Uplink uplink, long list) {
    this.run = run;
    this.uplink = uplink;
    this.list = list;
    this.name = Long.toString(list);
  }

  boolean whole() {
    return whole;
  }

  Verdict decide(String code, long millis) {
    return book.decide(name, code, Math.floorDiv(millis, 1_000L));
  }

  /** Asks for what is new; returns whether the server answered. */
  boolean refresh() {
    if (!uplink.there()) {
      return false;
    }
    long asked = run.scheduler().now().toEpochMilli();
    boolean reached = run.attempt("copy of list " + list, this::parts);
    if (reached) {
      letIn
          .entrySet()
          .removeIf(
              each -> {
                boolean known =
                    !each.getValue().queued() && each.getValue().at() < asked - LAG_MILLIS;
                if (known) {
                  book.takeBack(name, each.getKey());
                }
                return known;
              });
    }
    return reached;
  }

  private boolean parts() {
    CopyPart part;
    do {
      part =
          uplink
              .instance()
              .stores()
              .doorCopies()
              .read(
                  SimulatedEvent.ACCOUNT,
                  SimulatedEvent.EVENT,
                  list,
                  Mode.LIVE,
                  Copier.TERMS,
                  version);
      if (part.have() == null) {
        book.open(name, part.salt(), Window.ALWAYS);
        whole = false;
      }
      book.apply(name, DoorColumns.write(part.delta()));
      version = part.version();
    } while (part.more());
    whole = true;
    return true;
  }

  /** Records that this phone let somebody in; {@code queued} if the server may not know it. */
  void letIn(String code, long millis, boolean queued) {
    if (version == null) {
      return;
    }
    long digest = book.digest(name, code);
    book.letIn(name, digest, Math.floorDiv(millis, 1_000L));
    letIn.put(digest, new Own(millis, queued));
  }

  /** Records that the server knows of whom this phone let in. */
  void sent(String code, long millis) {
    if (version != null) {
      letIn.computeIfPresent(book.digest(name, code), (digest, own) -> new Own(millis, false));
    }
  }

  void takeBack(String code) {
    if (version != null) {
      long digest = book.digest(name, code);
      letIn.remove(digest);
      book.takeBack(name, digest);
    }
  }
}
