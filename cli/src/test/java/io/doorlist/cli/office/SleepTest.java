package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the page says of a laptop that falls asleep (issue 71). */
class SleepTest extends OfficeFixture {
  @Test
  void page_isToldWhetherTheMachineIsKeptAwake_andWhatItsLidDoes() {
    Answer said = ask("GET", "sleep", "");

    assertEquals(200, said.status());
    assertEquals(false, said.members().get("awake"), "nobody keeps the fixture awake");
    assertTrue(
        Set.of("none", "sleeps", "stays_awake", "unknown").contains(said.text("lid")), said.text());
  }
}
