package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a phone without a network decides by its copies and by what it has recorded itself: {@code
 * +100} is an entry in second 100, {@code -100} an exit. Somebody wants in in second 900.
 */
class OfflineDoorTest {
  private static final long START = 1_796_500_000;
  private static final long NOW = START + 900;
  private static final CodeDigest DIGEST = new CodeDigest(new byte[16]);
  private static final DoorArea CLUB = new DoorArea("club", Reentry.AFTER_EXIT, Emptying.NEVER);

  @ParameterizedTest(name = "{0}: {1}, {2}, own {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          # reentry  | this list | others of the area | the phone's own | in since
          never      | none      | none               | none      | admissible
          never      | +100      | none               | none      | 100
          never      | +100 -200 | none               | none      | 100
          never      | none      | +100               | none      | 100
          never      | none      | -100               | none      | admissible
          never      | none      | none               | +300      | 300
          after_exit | none      | none               | none      | admissible
          after_exit | +100      | none               | none      | 100
          after_exit | +100 -200 | none               | none      | admissible
          after_exit | +100      | -200               | none      | admissible
          after_exit | +100      | -200 +300          | none      | 300
          after_exit | none      | +100               | none      | 100
          after_exit | none      | +100 -200          | none      | admissible
          after_exit | +100      | none               | -200      | admissible
          after_exit | +100      | -200               | +300      | 300
          after_exit | none      | none               | +300      | 300
          after_exit | none      | none               | +300 -400 | admissible
          after_exit | +100      | none               | -950      | 100
          after_exit | none      | -100               | none      | admissible
          always     | +100      | none               | none      | admissible
          always     | none      | +100               | +300      | admissible
          """)
  void ticket_comesInAgain_asTheAreasPassagesAllow(
      String reentry, String here, String there, String own, String expected) {
    DoorArea area = new DoorArea("site", Reentry.of(reentry), Emptying.NEVER);
    OfflineDoor door = door(area, here);
    List<OfflineDoor> others =
        List.of(
            door(new DoorArea("site", Reentry.AFTER_EXIT, Emptying.NEVER), there),
            // Another area's passages, by the same ticket, mean nothing here.
            door(CLUB, "+10"));

    List<Passage> recorded = passages(own, area.reentry());

    for (OfflineDoor.Own each :
        List.of(
            new OfflineDoor.Own(recorded, List.of()), new OfflineDoor.Own(List.of(), recorded))) {
      assertEquals(expected, said(door.decide("a", others, each, NOW)));
    }
  }

  /** A copy still shows for a while what the phone has withdrawn. */
  @ParameterizedTest(name = "{0}, withdrawn {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # the list  | withdrawn | in since, without an area | with re-entry after an exit
          +100      | +100 +110 | admissible | admissible
          +100      | +90 +100  | admissible | admissible
          +100      | +101 +110 | 100        | 100
          +100      | +90 +99   | 100        | 100
          +100      | -90 -110  | 100        | 100
          +100 -200 | -190 -210 | 100        | 100
          +100 -200 | +300 +310 | 100        | admissible
          """)
  void passageThatThePhoneHasWithdrawn_doesNotCount(
      String here, String withdrawn, String alone, String inArea) {
    List<Passage> range = passages(withdrawn, Reentry.NEVER);
    OfflineDoor.Withdrawn gone =
        new OfflineDoor.Withdrawn(
            range.getFirst().at(), range.getLast().at(), range.getFirst().exit());
    OfflineDoor.Own own = new OfflineDoor.Own(List.of(), List.of(), List.of(gone));

    assertEquals(alone, said(door(DoorArea.NONE, here).decide("a", List.of(), own, NOW)));
    assertEquals(inArea, said(door(CLUB, here).decide("a", List.of(), own, NOW)));
  }

  @ParameterizedTest
  @CsvSource({
    // its check-in here, elsewhere, verdict
    "none, none, admissible",
    "+100, none, 100",
    "none, +100, admissible"
  })
  void listThatIsAnAreaOfItsOwn_knowsItsCheckinsOnly(String here, String there, String expected) {
    OfflineDoor door = door(DoorArea.NONE, here.equals("none") ? null : here);
    OfflineDoor other = door(DoorArea.NONE, there.equals("none") ? null : there);

    assertEquals(expected, said(door.decide("a", List.of(other), NOW)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          # the code is in the copy of | valid until | list closes at | in | verdict
          this  | -   | -   | false | admissible
          this  | 899 | -   | false | too_late
          this  | 900 | -   | false | admissible
          this  | -   | 900 | false | too_late
          this  | -   | 901 | false | admissible
          this  | -   | -   | true  | 100
          other | -   | -   | false | wrong_list
          other | -   | -   | true  | 100
          none  | -   | -   | false | unknown
          none  | -   | -   | true  | unknown
          """)
  void code_isJudgedByWhatTheCopiesHave(
      String where, Long validUntil, Long closesAt, boolean in, String expected) {
    CopiedTicket ticket = new CopiedTicket(1, 1, DIGEST.of("a"), "adult", until(validUntil));
    List<CopiedCheckin> checkins = in ? List.of(new CopiedCheckin(64, 1, START + 100)) : List.of();
    OfflineDoor door =
        new OfflineDoor(
            new ListFacts(false, until(closesAt)),
            DIGEST,
            copy(where.equals("this") ? List.of(ticket) : List.of(), checkins, List.of()));
    OfflineDoor other =
        new OfflineDoor(
            ListFacts.PLAIN,
            DIGEST,
            copy(where.equals("other") ? List.of(ticket) : List.of(), List.of(), List.of()));

    assertEquals(expected, said(door.decide("a", List.of(other), NOW)));
    assertEquals(
        in && !where.equals("none"), door.presence("a", List.of(other), List.of(), NOW).inside());
  }

  /** Returns the door of a list at which a ticket came and went. */
  private static OfflineDoor door(DoorArea area, String words) {
    List<CopiedCheckin> checkins = new ArrayList<>();
    List<CopiedPassage> passages = new ArrayList<>();
    for (Passage each : passages(words, area.reentry())) {
      if (each.exit() || !checkins.isEmpty()) {
        passages.add(new CopiedPassage(passages.size() + 1, 1, each));
      } else {
        checkins.add(new CopiedCheckin(64, 1, each.at() / 1000));
      }
    }
    CopiedTicket ticket = new CopiedTicket(1, 1, DIGEST.of("a"), "adult", Window.ALWAYS);
    return new OfflineDoor(
        ListFacts.PLAIN, area, DIGEST, copy(List.of(ticket), checkins, passages));
  }

  private static DoorCopy copy(
      List<CopiedTicket> tickets, List<CopiedCheckin> checkins, List<CopiedPassage> passages) {
    DoorCopy copy = new DoorCopy();
    copy.apply(new DoorDelta(tickets, List.of(), checkins, List.of(), passages, List.of()));
    return copy;
  }

  private static List<Passage> passages(String words, Reentry reentry) {
    return words == null
        ? List.of()
        : Arrays.stream(words.split(" "))
            .map(
                word ->
                    new Passage(
                        (START + Long.parseLong(word.substring(1))) * 1000,
                        0,
                        word.startsWith("-"),
                        reentry))
            .toList();
  }

  private static Window until(Long second) {
    return new Window(Window.OPEN_START, second == null ? Window.OPEN_END : START + second);
  }

  private static String said(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Admissible yes -> "admissible";
      case Verdict.AlreadyIn in -> String.valueOf(in.since() - START);
      case Verdict.Refused refused -> refused.reason().word();
      case Verdict.OutsideWindow outside -> outside.reason().word();
      case Verdict.AgainstRules rules -> "rules";
      case Verdict.Unknown unknown -> "unknown";
    };
  }
}
