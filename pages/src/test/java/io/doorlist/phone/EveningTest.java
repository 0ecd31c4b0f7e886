package io.doorlist.phone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.phone.Outbox.Settled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two phones whose network loses requests and answers, delivers requests twice and is gone for
 * hours; whose tabs are killed; and one of which has a clock that is wrong by an hour. Nothing is
 * lost, nothing is counted twice, every double admission is shown on the phone that caused it, and
 * whoever is in came when they did, however late the server hears of it.
 */
class EveningTest {
  private static final int SCANS = 500;
  private static final int TICKETS = 800;
  private static final long HOUR_MILLIS = 3_600_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void evening_losesNothing_andTellsEveryDoubleAdmission(long seed) {
    Random random = new Random(seed);
    Server server = new Server();
    List<Phone> phones =
        List.of(new Phone("a", server, random, 0), new Phone("b", server, random, HOUR_MILLIS));

    long now = 1_790_000_000_000L;
    for (int i = 0; i < SCANS; i++) {
      for (Phone phone : phones) {
        phone.letIn("t" + random.nextInt(TICKETS), now);
        // For half of the evening both are without a network.
        double lost = i > SCANS / 4 && i < SCANS * 3 / 4 ? 1 : 0.3;
        phone.drain(now, lost);
      }
      now += 2_000;
    }
    while (phones.stream().anyMatch(phone -> !phone.queue.isEmpty())) {
      for (Phone phone : phones) {
        phone.drain(now, 0.3);
      }
      now += 1_000;
    }

    int admitted = phones.stream().mapToInt(phone -> phone.admitted.size()).sum();
    int told = phones.stream().mapToInt(phone -> phone.told.size()).sum();
    Set<String> everybody = new HashSet<>();
    phones.forEach(phone -> everybody.addAll(phone.admitted));
    assertEquals(everybody, server.in.keySet());
    server.doorTimes.forEach(
        (key, at) -> assertEquals(phones.get(key.startsWith("a") ? 0 : 1).came.get(key), at, key));
    assertEquals(admitted - everybody.size(), told);
    assertEquals(told, server.doubles.size());
    assertTrue(told > 0, "two phones never let the same ticket in");
  }

  /** Answers as the API does: the same key, the same answer. */
  private static final class Server {
    final Map<String, String> in = new LinkedHashMap<>();
    final Set<String> doubles = new HashSet<>();
    final Map<String, Long> doorTimes = new HashMap<>();
    private final Map<String, Integer> answers = new HashMap<>();

    int checkIn(QueuedScan scan, long deviceMillis, long nowMillis) {
      Integer before = answers.get(scan.key());
      if (before != null && before == 201) {
        return before;
      }
      if (in.putIfAbsent(scan.code(), scan.key()) == null) {
        answers.put(scan.key(), 201);
        doorTimes.put(scan.key(), scan.scannedAtMillis() + nowMillis - deviceMillis);
        return 201;
      }
      if (!scan.online()) {
        doubles.add(scan.key());
      }
      return 409;
    }
  }

  /** What the page does around the logic, with a queue that is stored before anybody is let in. */
  private static final class Phone {
    final List<QueuedScan> queue = new ArrayList<>();
    final Set<String> admitted = new HashSet<>();
    final Map<String, Long> came = new HashMap<>();
    final List<String> told = new ArrayList<>();
    private final String name;
    private final Server server;
    private final Random random;
    private final long off;

    Phone(String name, Server server, Random random, long off) {
      this.name = name;
      this.server = server;
      this.random = random;
      this.off = off;
    }

    /** Lets a ticket in by the copy; every second time the request was sent and not answered. */
    void letIn(String code, long now) {
      if (!admitted.add(code)) {
        return;
      }
      came.put(name + "-" + code, now);
      QueuedScan asked =
          QueuedScan.asked(name + "-" + code, "1", code, "", now + off, true, now + off).admitted();
      QueuedScan decided = QueuedScan.decided(name + "-" + code, "1", code, now + off, true);
      QueuedScan scan = random.nextBoolean() ? asked : decided;
      if (scan.online() && random.nextBoolean()) {
        server.checkIn(scan, now + off, now);
      }
      queue.add(scan);
    }

    void drain(long now, double lost) {
      for (QueuedScan due : Outbox.next(queue, now + off)) {
        QueuedScan scan = due.begun();
        queue.set(queue.indexOf(due), scan);
        boolean arrives = random.nextDouble() >= lost;
        int status = arrives ? server.checkIn(scan, now + off, now) : 0;
        if (arrives && random.nextInt(10) == 0) {
          status = server.checkIn(scan, now + off, now);
        }
        if (random.nextDouble() < lost) {
          status = 0;
        }
        if (random.nextInt(20) == 0) {
          // The tab is killed before the answer is stored.
          return;
        }
        String code = status == 409 ? "already_checked_in" : "";
        Outbox.Answer answer = new Outbox.Answer(status, code, "", 0, List.of());
        settle(scan, Outbox.settle(scan, scan, answer, now + off, 0.5));
      }
    }

    private void settle(QueuedScan scan, Settled settled) {
      int place = queue.indexOf(scan);
      switch (settled) {
        case Settled.Done done -> queue.remove(place);
        case Settled.DoubleAdmission twice -> {
          queue.remove(place);
          told.add(scan.code());
        }
        case Settled.Kept kept -> queue.set(place, kept.scan());
        case Settled.NotUndone not -> throw new AssertionError("nothing was undone");
        case Settled.Locked locked -> throw new AssertionError("the token is good");
      }
    }
  }
}
