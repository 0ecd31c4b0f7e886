package io.doorlist.phone.jvm;

import io.doorlist.phone.DoorList;
import io.doorlist.phone.DoorScan;
import io.doorlist.phone.DoorVerdict;
import io.doorlist.phone.KeptScan;
import io.doorlist.phone.Notice;
import io.doorlist.phone.Pairing;
import io.doorlist.phone.PairingLink;
import io.doorlist.phone.PhoneCore;
import io.doorlist.phone.PhoneState;
import io.doorlist.phone.Request;
import io.doorlist.phone.Response;
import io.doorlist.phone.Surroundings;
import java.io.IOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * A phone at a door. It asks the service about each scan. If the service does not answer, the phone
 * decides by its copy. It keeps every scan until the service has recorded what the guest was told,
 * whatever happens to network, app or device.
 *
 * <p>Methods that scan take up to a second and a half and write a file, so call them on a thread of
 * their own. They throw an {@link IllegalStateException} if no list is chosen, or if the phone is
 * closed. Thread-safe.
 *
 * <p>Implementation notes. {@link PhoneCore} decides. This class only has the lock, the threads,
 * the file and the connection.
 */
public final class Phone implements AutoCloseable {
  private final Object lock = new Object();
  private final PhoneSettings settings;
  private final Journal journal;
  private final Transport transport;
  private final PhoneCore core;
  private final LongSupplier clock;
  private final ExecutorService requests = Executors.newCachedThreadPool(Transport::thread);
  private final Thread worker = Transport.thread(this::work);
  private boolean closed;

  private PhoneState said;

  /**
   * Whether {@link #state} has returned another state than the one that the listener was last told.
   */
  private boolean otherSeen;

  private Phone(
      PhoneSettings settings,
      Journal journal,
      Transport transport,
      PairingLink pairing,
      LongSupplier clock) {
    this.settings = settings;
    this.journal = journal;
    this.transport = transport;
    this.clock = clock;
    core = new PhoneCore(pairing, journal.values(), new Drawn(), clock.getAsLong());
    worker.start();
  }

  private static final class Drawn implements Surroundings {
    @Override
    public String uuid() {
      return UUID.randomUUID().toString();
    }

    @Override
    public double random() {
      return ThreadLocalRandom.current().nextDouble();
    }

    @Override
    public String composed(String text) {
      return Normalizer.normalize(text, Normalizer.Form.NFC);
    }
  }

  /**
   * Opens the phone with a pairing link, as {@code ./doorlist pair} shows it. Scans that are queued
   * for the same event are sent with the link's token.
   *
   * @throws IllegalArgumentException if the text is no such link, or if the link names no event and
   *     its token gives access to several
   * @throws IOException if the folder cannot be used, or if the link names no event and the service
   *     does not answer
   */
  public static Phone open(String link, PhoneSettings settings) throws IOException {
    PairingLink found =
        PairingLink.find(link)
            .orElseThrow(() -> new IllegalArgumentException("this link pairs no phone"));
    Transport transport =
        new Transport(Pairing.api(link, found), found.token(), settings.sockets().orElse(null));
    Journal journal = null;
    try {
      PairingLink whole = named(found, transport);
      journal = Journal.open(settings.folder().resolve(Pairing.fileName(whole) + ".journal"));
      long began = settings.elapsedMillis().getAsLong();
      long wall = System.currentTimeMillis();
      LongSupplier clock = () -> wall + settings.elapsedMillis().getAsLong() - began;
      return new Phone(settings, journal, transport, whole, clock);
    } catch (IOException | RuntimeException e) {
      transport.close();
      if (journal != null) {
        journal.close();
      }
      throw e;
    }
  }

  /** Asks the service for account and event if the link does not name them. */
  private static PairingLink named(PairingLink link, Transport transport) throws IOException {
    PairingLink whole = link;
    for (String path = Pairing.missing(whole); !path.isEmpty(); path = Pairing.missing(whole)) {
      Response response =
          transport
              .send(new Request(0, "GET", path, Map.of(), "", 10_000))
              .filter(each -> each.status() == 200)
              .orElseThrow(() -> new IOException("the service does not say what the link opens"));
      whole = Pairing.completed(whole, response.body());
    }
    return whole;
  }

  /**
   * Returns the lists of the event. There are none until the service has answered for the first
   * time.
   */
  public List<DoorList> lists() {
    synchronized (lock) {
      return core.lists();
    }
  }

  /** Returns the id of the list at which the phone scans. It is empty if none is chosen. */
  public String list() {
    synchronized (lock) {
      return core.list();
    }
  }

  /** Chooses the list at which the phone scans. If the link names one, it is already chosen. */
  public void choose(String list) {
    synchronized (lock) {
      core.choose(list);
      pump();
    }
  }

  /**
   * Scans a ticket.
   *
   * @param text what a camera or a hand scanner read
   * @return what to tell the guest
   */
  public DoorVerdict scan(String text) {
    synchronized (lock) {
      return await(core.scan(text, true, now()));
    }
  }

  /** Scans a ticket whose code was typed, or found by the guest's name. */
  public DoorVerdict scanTyped(String text) {
    synchronized (lock) {
      return await(core.scan(text, false, now()));
    }
  }

  /**
   * Scans the code of an order, to let in as many of each ticket type as {@code counts} says. Only
   * the service can decide this.
   */
  public DoorVerdict scanOrder(String text, Map<String, Integer> counts) {
    synchronized (lock) {
      return await(core.scanOrder(text, counts, true, now()));
    }
  }

  /** Lets somebody out. By the code of an order, all its guests who are inside leave. */
  public DoorVerdict exit(String text) {
    return exit(text, Map.of());
  }

  /**
   * Lets some of an order's guests out by the order's code. Tickets that are inside are taken
   * first.
   *
   * @param counts how many leave with each ticket type; if it is empty, all who are inside leave
   */
  public DoorVerdict exit(String text, Map<String, Integer> counts) {
    synchronized (lock) {
      return await(core.exit(text, counts, true, now()));
    }
  }

  /** Returns the verdict that a scan would have now. Nobody comes in. */
  public DoorVerdict look(String text) {
    synchronized (lock) {
      return await(core.look(text, now()));
    }
  }

  /**
   * Takes a scan back, at any time. Pass {@link DoorVerdict#scan} of the verdict that was shown.
   * Once this returns, the scan counts as taken back, and its result is undone.
   */
  public void undo(DoorScan scan) {
    synchronized (lock) {
      core.undo(scan, now());
      pump();
    }
  }

  /**
   * Returns the scans for which the service has not yet recorded what guests were told, oldest
   * first.
   */
  public List<KeptScan> queue() {
    synchronized (lock) {
      return new ArrayList<>(core.queue());
    }
  }

  /** Returns the notices that staff must see. */
  public List<Notice> notices() {
    synchronized (lock) {
      return core.notices();
    }
  }

  /** Removes a notice, or a scan that was set aside, because staff have seen it. */
  public void dismiss(DoorScan scan) {
    synchronized (lock) {
      core.dismiss(scan.key());
      pump();
    }
  }

  /** Returns the state of the phone. The listener is told every later state. */
  public PhoneState state() {
    synchronized (lock) {
      PhoneState state = core.state();
      otherSeen |= !state.equals(said);
      return state;
    }
  }

  /** Ends all threads and requests. Nothing is lost, and the next {@link #open} continues. */
  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      lock.notifyAll();
      transport.close();
      requests.shutdownNow();
      journal.close();
    }
  }

  private long now() {
    if (closed) {
      throw new IllegalStateException("the phone is closed");
    }
    return clock.getAsLong();
  }

  /** Waits for a verdict. Meanwhile the lock is free. */
  private DoorVerdict await(String key) {
    boolean interrupted = false;
    try {
      for (; ; ) {
        pump();
        DoorVerdict verdict = core.verdict(key);
        if (verdict != null) {
          lock.notifyAll();
          return verdict;
        }
        try {
          lock.wait(Math.max(1, core.wakeAt() - now()));
        } catch (InterruptedException e) {
          // A guest waits, and the verdict comes within a second and a half, so the interruption is
          // postponed.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Sends requests and writes changes until there are no more. */
  private void pump() {
    for (; ; ) {
      for (Request request : core.requests(now())) {
        requests.execute(() -> exchange(request));
      }
      Map<String, String> changes = core.changes(now());
      if (changes.isEmpty()) {
        return;
      }
      boolean done = true;
      try {
        journal.write(changes);
      } catch (IOException e) {
        // The phone's state says that writing failed. Until writing works again, nobody is let in
        // without the service.
        done = false;
      }
      core.written(done, now());
    }
  }

  private void exchange(Request request) {
    Response response = transport.send(request).orElse(null);
    synchronized (lock) {
      if (!closed) {
        core.received(request.id(), response, now());
        pump();
        lock.notifyAll();
      }
    }
  }

  /** Does what is due while nobody scans, and tells the listener what has changed. */
  private void work() {
    for (; ; ) {
      PhoneState state;
      synchronized (lock) {
        if (closed) {
          return;
        }
        pump();
        state = core.state();
        if (state.equals(said) && !otherSeen) {
          try {
            lock.wait(Math.max(1, Math.min(60_000, core.wakeAt() - now())));
          } catch (InterruptedException e) {
            return;
          }
          continue;
        }
        said = state;
        otherSeen = false;
      }
      settings.listener().changed(state);
    }
  }
}
