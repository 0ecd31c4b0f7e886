package io.doorlist.phone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopiedCheckin;
import io.doorlist.door.CopiedTicket;
import io.doorlist.door.DoorArea;
import io.doorlist.door.DoorColumns;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.DoorRule;
import io.doorlist.door.Emptying;
import io.doorlist.door.OfflineDoor;
import io.doorlist.door.Presence;
import io.doorlist.door.Reason;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.door.rules.ListRule;
import io.doorlist.door.rules.Rule;
import io.doorlist.door.rules.Zone;
import io.doorlist.phone.DoorVerdict.Guest;
import io.doorlist.phone.DoorVerdict.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairing, codes, clock, polling and copies. */
class PhoneTest {
  private static final String TOKEN = "dl_live_ExampleExampleExampleExample0019CHCi";
  private static final byte[] MAIN = {1, 2, 3};
  private static final byte[] VIP = {4, 5, 6};

  @Test
  void link_isReadBack() {
    PairingLink link = new PairingLink("https://api.example/v1", "acme", "spring-gala", "3", TOKEN);

    assertEquals(link, PairingLink.find(link.on("https://api.example/v1/-/scan")).orElseThrow());
    assertFalse(link.toString().contains(TOKEN), "shows the token");
  }

  @ParameterizedTest
  @CsvSource({
    "https://x.example/-/scan",
    "https://x.example/-/scan#",
    "https://x.example/-/scan#token=secret",
    "https://x.example/-/scan#account=acme",
    "dl_live_x"
  })
  void link_isNone_withoutAToken(String text) {
    assertTrue(PairingLink.find(text).isEmpty());
  }

  @Test
  void text_meansTheCodesOfEveryVector() throws IOException {
    List<?> vectors;
    try (InputStream file = DoorRule.class.getResourceAsStream("vectors.json")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      vectors = Json.list(Json.object(text).get("codes"));
    }
    assertFalse(vectors.isEmpty());
    for (Object each : vectors) {
      Map<?, ?> vector = Json.object(each);
      String text = Json.text(vector.get("text"));

      List<String> codes =
          CodeText.all(
              text,
              Json.text(vector.get("qr_base_url")),
              read -> Normalizer.normalize(read, Normalizer.Form.NFC));

      assertEquals(vector.get("means"), codes, text);
    }
  }

  @Test
  void path_namesACodeByItsDigest_whenAGatewayMightNotPassIt() {
    assertEquals("abc-._~9", CodePath.of("abc-._~9"));
    assertEquals("sha256-wUzdwDP2S53qgOpnXPKAoBXmclFgkKViZ4EVPcaP6hE", CodePath.of("a/b"));
    assertEquals("sha256-", CodePath.of("..").substring(0, 7));
    assertEquals("sha256-", CodePath.of("x".repeat(129)).substring(0, 7));
  }

  @Test
  void clock_isCorrected_whenItIsAnHourOff() {
    long server = 1_790_000_000_000L;
    long phone = server - 3_600_000;

    assertEquals(
        3_600_000, PhoneClock.correctionMillis(phone - 100, phone + 100, server - 500), 1_000);
    assertEquals(0, PhoneClock.correctionMillis(server, server + 400, server - 1_000));
  }

  @Test
  void clock_staysCorrected_unlessItWasPutBack() {
    assertEquals(-7_200, PhoneClock.restoredMillis(20_000, -7_200, 12_000));
    assertEquals(2_000, PhoneClock.restoredMillis(10_000, -7_200, 12_000));
  }

  @Test
  void polling_restsWhileNothingHappens() {
    assertEquals(4_000, Polling.waitMillis(0, 0));
    assertEquals(20_000, Polling.waitMillis(180_000, 0));
    assertEquals(60_000, Polling.waitMillis(180_000, 9));
  }

  @Test
  void book_decidesByItsCopies_andByWhatThePhoneDid() {
    DoorBook book = book();

    assertEquals(new Verdict.Admissible(), book.decide("1", "adult", 100));
    assertEquals(new Verdict.AlreadyIn(50), book.decide("1", "early bird", 100));
    assertEquals(new Verdict.Refused(Reason.WRONG_LIST), book.decide("1", "vip", 100));
    assertEquals(List.of("2"), book.doorsFor("vip", 100));
    assertEquals(new Verdict.Unknown(), book.decide("1", "nobody's", 100));

    book.record("in", "1", book.digest("1", "adult"), 101_000, false);
    assertEquals(new Verdict.AlreadyIn(101), book.decide("1", "adult", 102));
    assertTrue(book.mine("1", "adult", 102));
    assertFalse(book.mine("1", "early bird", 102));

    book.withdraw("in");
    assertEquals(new Verdict.Admissible(), book.decide("1", "adult", 103));
  }

  @Test
  void book_knowsWhenADoorIsOpen() {
    DoorBook book = book();
    Window evening = new Window(200, 300);
    book.define("1", evening, null, DoorArea.NONE);

    assertEquals(
        new Verdict.OutsideWindow(Reason.TOO_EARLY, Verdict.DecidedBy.LIST, evening),
        book.decide("1", "adult", 199));
    assertEquals(new Verdict.Admissible(), book.decide("1", "adult", 200));
  }

  /** Issue 36: people were sent to doors that were closed. */
  @Test
  void book_namesNoDoorThatIsClosed() {
    DoorBook book = book();

    book.define("2", new Window(200, 300), null, DoorArea.NONE);

    assertEquals(List.of(), book.doorsFor("vip", 199));
    assertEquals(List.of("2"), book.doorsFor("vip", 200));
    assertEquals(List.of(), book.doorsFor("vip", 300));
  }

  @Test
  void book_foldsWhatThePhoneDidOnTopOfItsCopies() {
    DoorBook book = book();
    DoorArea area = new DoorArea("site", Reentry.AFTER_EXIT, Emptying.NEVER);
    book.define("1", Window.ALWAYS, null, area);
    book.define("2", Window.ALWAYS, null, area);
    long adult = book.digest("1", "adult");
    assertEquals(1, inside(book, "1", 100));

    book.record("first in", "1", adult, 101_000, false);
    assertEquals(new Verdict.AlreadyIn(101), book.decide("1", "adult", 102));
    assertEquals(2, inside(book, "2", 102));
    book.record("out", "1", adult, 103_000, true);
    book.record("early out", "1", book.digest("1", "early bird"), 103_500, true);
    assertEquals(new Verdict.Admissible(), book.decide("1", "adult", 104));
    assertEquals(0, inside(book, "1", 104));
    book.record("in", "1", adult, 105_000, false);

    assertEquals(new Verdict.AlreadyIn(105), book.decide("1", "adult", 106));
    assertEquals(new Presence(true, 105_000, 2), book.presence("2", "adult", 106));
    assertEquals(Optional.of("1"), book.cameInAt("2", "adult", 106));
    assertEquals(105_000, book.ownEntry("2", "adult", 106));
    assertEquals(Optional.of("1"), book.cameInAt("1", "early bird", 103));
    assertEquals(Presence.NEVER, book.ownEntry("1", "early bird", 103));
    assertTrue(book.mine("1", "adult", 106));
    assertEquals(1, inside(book, "1", 106));
    book.withdraw("in");
    assertEquals(new Verdict.Admissible(), book.decide("1", "adult", 107));
    book.withdraw("early out");
    assertEquals(new Verdict.AlreadyIn(50), book.decide("1", "early bird", 107));
  }

  @Test
  void book_judgesARule_byWhatThePhoneDidAtThisList() {
    DoorBook book = book();
    DoorArea area = new DoorArea("site", Reentry.ALWAYS, Emptying.NEVER);
    ListRule twice =
        new ListRule(
            Rule.of("{\"<\":[{\"var\":\"entries_number\"},2]}"),
            Map.of(),
            Map.of(),
            Zone.UTC,
            null);
    book.define("1", Window.ALWAYS, twice, area);
    book.define("2", Window.ALWAYS, null, area);
    long adult = book.digest("1", "adult");

    book.record("first in", "1", adult, 101_000, false);
    book.record("away", "2", book.digest("2", "adult"), 102_000, false);
    assertEquals(new Verdict.Admissible(), book.decide("1", "adult", 103));
    book.record("again", "1", adult, 103_000, false);

    assertTrue(book.decide("1", "adult", 104) instanceof Verdict.AgainstRules);
    book.withdraw("again");
    assertEquals(new Verdict.Admissible(), book.decide("1", "adult", 105));
  }

  @Test
  void book_letsATicketIn_thatThePhoneLetInAtAListOfAnotherArea() {
    DoorBook book = book();

    for (String there : List.of("", "hall")) {
      for (String here : List.of("", "garden")) {
        book.define("1", Window.ALWAYS, null, area(here));
        book.define("2", Window.ALWAYS, null, area(there));
        book.record("in", "2", book.digest("2", "adult"), 101_000, false);

        assertEquals(new Verdict.Admissible(), book.decide("1", "adult", 102));
        assertEquals(Presence.NEVER, book.ownEntry("1", "adult", 102));
        assertFalse(book.mine("1", "adult", 102));
        assertEquals(101_000, book.ownEntry("2", "adult", 102));
      }
    }
  }

  /** What the phone did, or took back, in another area is nothing to this one. */
  @Test
  void book_keepsAreasApart() {
    DoorBook book = book();
    book.define("1", Window.ALWAYS, null, area("garden"));
    book.define("2", Window.ALWAYS, null, area("hall"));

    OfflineDoor.Withdrawn then = new OfflineDoor.Withdrawn(49_000, 51_000, false);
    book.leaveOut("gone", "2", book.digest("2", "early bird"), then);
    assertEquals(new Verdict.AlreadyIn(50), book.decide("1", "early bird", 100));

    book.record("vip", "2", book.digest("2", "vip"), 60_000, false);
    assertEquals(1, inside(book, "1", 100));

    book.record("garden", "1", book.digest("1", "adult"), 70_000, false);
    book.record("hall", "2", book.digest("2", "adult"), 70_000, false);
    assertEquals(Optional.of("1"), book.cameInAt("1", "adult", 100));
    assertEquals(Optional.of("2"), book.cameInAt("2", "adult", 100));
  }

  /** A copy only says that there is a note; what the service tells depends on the token. */
  @Test
  void noteOfAGuest_isHandedOn_orThatTheDeskHasIt() {
    DoorBook book = book();
    long digest = new CodeDigest(MAIN).of("noted");
    CopiedTicket noted = new CopiedTicket(9, 9, digest, "adult", Window.ALWAYS, null, false, true);
    apply(book, "1", new DoorDelta(List.of(noted), List.of(), List.of(), List.of()));
    DoorScan scan = new DoorScan("key", "1", "noted", false, Map.of(), 0, true);
    String checkin = "{\"ticket\":{\"reference\":\"R-1\"}}";

    assertTrue(book.noted("1", "noted", 100));
    assertFalse(book.noted("1", "adult", 100));
    DoorVerdict read =
        ServiceVerdict.letIn(
            scan,
            Json.object(
                "{\"note\":\"call Anna\",\"attention\":true,\"shown\":[{\"title\":\"Table\",\"value\":\"7\"}]}"),
            Guest.UNKNOWN);
    assertEquals(List.of(new DoorVerdict.Shown("Table", "7")), read.guest().shown());
    assertEquals("call Anna", read.guest().note());
    assertFalse(read.guest().hasNote());
    DoorVerdict unread =
        ServiceVerdict.letIn(scan, Json.object("{\"note\":null,\"noted\":true}"), Guest.UNKNOWN);
    assertTrue(unread.guest().hasNote());
    DoorVerdict refused =
        ServiceVerdict.refused(
            Kind.ALREADY_IN,
            scan,
            Json.object("{\"checkin\":" + checkin + ",\"note\":\"call Anna\",\"attention\":true}"));
    assertEquals("R-1", refused.guest().reference());
    assertEquals("call Anna", refused.guest().note());
    assertTrue(refused.guest().attention());
  }

  private static DoorArea area(String name) {
    return name.isEmpty() ? DoorArea.NONE : new DoorArea(name, Reentry.AFTER_EXIT, Emptying.NEVER);
  }

  private static int inside(DoorBook book, String list, long epochSecond) {
    book.count(list, epochSecond);
    assertTrue(book.counted(1).isEmpty());
    return book.counted(Integer.MAX_VALUE).orElseThrow();
  }

  private static void apply(DoorBook book, String list, DoorDelta delta) {
    book.begin(list, DoorColumns.write(delta));
    while (book.step(list, 1)) {
      // One entry at a time.
    }
  }

  private static DoorBook book() {
    DoorBook book = new DoorBook();
    book.open("1", MAIN);
    book.open("2", VIP);
    apply(
        book,
        "1",
        new DoorDelta(
            List.of(ticket(1, "adult", MAIN), ticket(2, "early bird", MAIN)),
            List.of(),
            List.of(new CopiedCheckin(64, 2, 50)),
            List.of()));
    apply(
        book, "2", new DoorDelta(List.of(ticket(3, "vip", VIP)), List.of(), List.of(), List.of()));
    return book;
  }

  private static CopiedTicket ticket(long id, String code, byte[] salt) {
    return new CopiedTicket(id, id, new CodeDigest(salt).of(code), code, Window.ALWAYS);
  }
}
