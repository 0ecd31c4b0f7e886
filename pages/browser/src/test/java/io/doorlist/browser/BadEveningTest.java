package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two phones at one door, 500 scans each, without a network most of the time; tabs are killed,
 * answers get lost, requests arrive twice. Every scan is a check-in, or a double admission of which
 * the phone that caused it is told.
 */
@Tag("long")
class BadEveningTest extends BrowserTest {
  private static final int SCANS = 500;
  private static final int ROUND = SCANS / 5;

  /** The codes that only the first phone scans; both scan the rest. */
  private static final int APART = SCANS * 2 / 5;

  @Test
  void manyScans_areEachACheckinOrAReportedDoubleAdmission() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage first = phone(network, "North 1");
        PhonePage second = phone(network, "North 2")) {
      List<String> ofFirst = codes(0, 1);
      List<String> ofSecond = codes(APART, 2);
      Set<String> everybody = new HashSet<>();
      int before = host.in(Fair.EVENT, Fair.MAIN);
      int in = 0;

      for (int from = 0; from < SCANS; from += ROUND) {
        in += round(first, ofFirst.subList(from, from + ROUND), everybody);
        in += round(second, ofSecond.subList(from, from + ROUND), everybody);
        first.killAndReopen(network.link(host.url() + "/-/scan"));
        if (from == 2 * ROUND) {
          // For a moment there is a bad network; the next kill comes in the middle of it.
          network.loses(0.3, 0.3);
          first.goOnline();
          second.goOnline();
          in += admit(first, ofFirst.subList(from + ROUND - 10, from + ROUND), everybody);
          second.killAndReopen(network.link(host.url() + "/-/scan"));
        }
      }
      network.loses(0.3, 0.3);
      first.goOnline();
      second.goOnline();
      first.waitUntilSent();
      second.waitUntilSent();

      assertEquals(before + everybody.size(), host.in(Fair.EVENT, Fair.MAIN));
      int doubles = in - everybody.size();
      assertTrue(doubles > SCANS / 10, () -> doubles + " double admissions");
      assertEquals(doubles, first.kept("doubles") + second.kept("doubles"));
      assertEquals(
          doubles, Host.number("double_admissions", host.get("/demo/fair/pulse?minutes=1")));
    }
  }

  private static int round(PhonePage phone, List<String> codes, Set<String> everybody) {
    phone.goOffline();
    return admit(phone, codes, everybody);
  }

  /** Returns how many of the codes were let in. */
  private static int admit(PhonePage phone, List<String> codes, Set<String> everybody) {
    List<String> kinds = phone.scanAll(codes);
    int in = 0;
    for (int i = 0; i < codes.size(); i++) {
      if (kinds.get(i).equals("in")) {
        everybody.add(codes.get(i));
        in++;
      } else {
        assertEquals("already", kinds.get(i));
      }
    }
    return in;
  }

  private static List<String> codes(int from, long seed) {
    List<String> codes =
        new ArrayList<>(IntStream.range(from, from + SCANS).mapToObj(i -> "fair-" + i).toList());
    Collections.shuffle(codes, new Random(seed));
    return codes;
  }
}
