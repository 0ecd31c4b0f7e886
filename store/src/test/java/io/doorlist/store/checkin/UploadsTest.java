package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.RecordedPassage;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans of one upload that come in together, and share a row. */
class UploadsTest extends PassageFixture {
  private static final int TICKETS = 90;

  /** Another table, in which every scan comes alone. */
  private static final class Alone extends PassageFixture {}

  static LongStream seeds() {
    return Effort.first(1, 1L, 2, 3, 4, 5, 6);
  }

  /** However scans come, together or alone, every read is the same but for the ids. */
  @ParameterizedTest
  @MethodSource("seeds")
  void upload_leavesWhatSingleScansLeave(long seed) {
    Random random = new Random(seed);
    Alone other = new Alone();
    List<PassageFixture> both = List.of(this, other);
    both.forEach(UploadsTest::sell);
    Instant start = clock.instant();
    List<List<CheckinOutcome>> happened = List.of(new ArrayList<>(), new ArrayList<>());
    int together = 0;

    for (int step = 0; step < Effort.of(30, 60); step++) {
      Instant now = clock.instant().plusSeconds(random.nextInt(600));
      both.forEach(each -> each.clock.moveTo(now));
      long list = List.of(DOOR, SMOKERS, OFTEN, Gala.VIP).get(random.nextInt(4));
      List<UploadedScan> scans = scans(random, start);
      if (random.nextInt(3) == 0) {
        String code = scans.getFirst().qrToken();
        boolean exit = random.nextBoolean() && list != Gala.VIP;
        for (int i = 0; i < 2; i++) {
          PassageFixture each = both.get(i);
          happened.get(i).add(exit ? each.exit(list, code) : each.enter(list, code));
        }
        continue;
      }
      List<CheckinOutcome> uploaded = upload(list, scans);
      together += uploadedTogether;
      List<CheckinOutcome> alone = scans.stream().map(scan -> other.alone(list, scan)).toList();
      assertEquals(texts(alone), texts(uploaded));
      assertEquals(texts(uploaded), texts(upload(list, scans)), "a repetition");
      happened.get(0).addAll(uploaded);
      happened.get(1).addAll(alone);
      if (random.nextInt(2) == 0) {
        int which = random.nextInt(happened.getFirst().size());
        assertEquals(
            undo(happened.get(1).get(which), other), undo(happened.get(0).get(which), this));
      }
    }

    assertTrue(together > Effort.of(20, 100), together + " came in together");
    assertEquals(other.reads(), reads());
  }

  private int uploadedTogether;

  /** Does what {@code createCheckins} does. */
  private List<CheckinOutcome> upload(long list, List<UploadedScan> scans) {
    Map<Integer, CheckinOutcome> in =
        stores.checkins().checkInTickets(gala.definition(), gala.list(list), scans);
    uploadedTogether = in.size();
    List<CheckinOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < scans.size(); i++) {
      outcomes.add(in.containsKey(i) ? in.get(i) : alone(list, scans.get(i)));
    }
    return outcomes;
  }

  /** Sells tickets of every kind; three of an order share their marks. */
  private static void sell(PassageFixture to) {
    to.gala.put(Gala.order(1, Gala.adults(TICKETS)));
    for (int i = 2; i < 20; i++) {
      to.gala.put(Gala.order(i, "adult", "vip"));
    }
    to.gala.put(Gala.voided(Gala.order(20, "adult", "adult")));
  }

  private List<UploadedScan> scans(Random random, Instant start) {
    List<String> codes = new ArrayList<>();
    IntStream.range(0, TICKETS).forEach(i -> codes.add("t" + (10_000 + i)));
    IntStream.range(2, 21).forEach(i -> codes.addAll(List.of("t" + i + "0000", "t" + i + "0001")));
    codes.addAll(List.of("nobody", "o1"));
    Collections.shuffle(codes, random);
    List<UploadedScan> scans = new ArrayList<>();
    for (String code : codes.subList(0, 1 + random.nextInt(12))) {
      long seconds = clock.instant().getEpochSecond() - start.getEpochSecond();
      Instant at = start.plusSeconds(random.nextLong(seconds + 1));
      Scan scan =
          new Scan(
              Mode.LIVE,
              "phone",
              "Phone",
              false,
              random.nextBoolean(),
              random.nextInt(10) == 0 ? null : at,
              new IdempotencyKey("scan" + random.nextLong(), code, false),
              deadline(),
              null,
              random.nextBoolean() ? Duration.ZERO : null,
              0L);
      scans.add(new UploadedScan(code, scan));
    }
    return scans;
  }

  private static List<String> texts(List<CheckinOutcome> outcomes) {
    return outcomes.stream().map(UploadsTest::text).toList();
  }

  private static String text(Object read) {
    return read.toString().replaceAll("\\b(id|repeated)=[^,\\]]+", "");
  }

  private static String undo(CheckinOutcome outcome, PassageFixture of) {
    return switch (outcome) {
      case CheckedIn in -> of.undoCheckin(in.checkin()).toString();
      case CheckinOutcome.Reentered again -> undoPassage(again.passage(), of);
      case CheckinOutcome.CheckedOut out -> undoPassage(out.passage(), of);
      default -> "nothing to undo";
    };
  }

  private static String undoPassage(RecordedPassage passage, PassageFixture of) {
    return of.undoAnywhere(passage.id()).toString();
  }

  @Test
  void replay_isTheScansOwn_andAnotherRequestWithItsKeyIsRefused() {
    gala.put(Gala.order(1, Gala.adults(3)));
    List<UploadedScan> scans = uploads(3);
    List<CheckinOutcome> first = upload(DOOR, scans);
    assertEquals(3, uploadedTogether);

    for (int i = 0; i < 3; i++) {
      assertEquals(first.get(i), alone(DOOR, scans.get(i)));
    }
    IdempotencyKey used = scans.get(1).scan().key();
    Scan other = withKey(new IdempotencyKey(used.digest(), "other", false));
    assertInstanceOf(
        CheckinOutcome.KeyReused.class, alone(DOOR, new UploadedScan("t10001", other)));
    undoCheckin(((CheckedIn) first.get(1)).checkin());
    assertEquals(first.get(1), alone(DOOR, scans.get(1)), "an answer does not change");
    assertEquals(
        List.of("T10002", "T10000"), list(DOOR).stream().map(Checkin::ticketReference).toList());
  }

  /** A key that comes twice is used once; its second scan is another request. */
  @Test
  void keyOfTwoScans_isTakenByTheFirst() {
    gala.put(Gala.order(1, Gala.adults(3)));
    IdempotencyKey key = key();
    List<UploadedScan> scans =
        List.of(
            new UploadedScan("t10000", withKey(key)),
            new UploadedScan("t10001", withKey(new IdempotencyKey(key.digest(), "other", false))),
            new UploadedScan("t10002", withKey(key())));

    List<CheckinOutcome> outcomes = upload(DOOR, scans);

    assertEquals(2, uploadedTogether);
    assertInstanceOf(CheckinOutcome.KeyReused.class, outcomes.get(1));
  }

  /** A printed code and its digest stand for one ticket. */
  @Test
  void ticketOfTwoScans_comesInOnce() {
    gala.put(Gala.order(1, Gala.adults(3)));
    List<UploadedScan> scans =
        List.of(
            new UploadedScan("t10000", withKey(key())),
            new UploadedScan("sha256-" + QrCode.digest("t10000"), withKey(key())),
            new UploadedScan("t10001", withKey(key())));

    upload(DOOR, scans);

    assertEquals(2, uploadedTogether);
    assertEquals(2, gala.count(DOOR));
  }

  /** An upload is one reservation and one transaction: a crash leaves all or nothing. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void upload_isThereAsAWholeOrNotAtAll_whereverTheFunctionDies(int writes) {
    gala.put(Gala.order(1, Gala.adults(Uploads.MAX)));
    List<UploadedScan> scans = uploads(Uploads.MAX);
    CheckinStore dying = table.stores(new DyingEngine(table.engine(), writes), clock).checkins();

    boolean died =
        DyingEngine.kills(() -> dying.checkInTickets(gala.definition(), gala.list(DOOR), scans));

    assertEquals(writes < 2, died);
    assertEquals(died ? 0 : Uploads.MAX, gala.count(DOOR));
    upload(DOOR, scans).forEach(outcome -> assertInstanceOf(CheckedIn.class, outcome));
    assertEquals(Uploads.MAX, gala.count(DOOR));
    assertEquals(Uploads.MAX, list(DOOR).size());
  }

  private List<UploadedScan> uploads(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new UploadedScan("t" + (10_000 + i), withKey(key())))
        .toList();
  }

  private Scan withKey(IdempotencyKey key) {
    return new Scan(
        Mode.LIVE, "phone", "Phone", false, true, clock.instant(), key, deadline(), null, null, 0L);
  }
}
