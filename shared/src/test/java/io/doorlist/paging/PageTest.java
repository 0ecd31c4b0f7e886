package io.doorlist.paging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final List<Integer> SEVEN = List.of(1, 2, 3, 4, 5, 6, 7);

  @Test
  void of_cutsPages_andIsEmptyPastTheEnd() {
    assertEquals(List.of(1, 2, 3), Page.of(SEVEN, new PageRequest(1, 3)).items());
    assertEquals(List.of(7), Page.of(SEVEN, new PageRequest(3, 3)).items());
    assertEquals(List.of(), Page.of(SEVEN, new PageRequest(4, 3)).items());
    assertEquals(List.of(), Page.of(SEVEN, new PageRequest(PageRequest.MAX_PAGE, 250)).items());
  }

  @Test
  void pages_isRoundedUp_andNoneForNothing() {
    assertEquals(3, Page.of(SEVEN, new PageRequest(1, 3)).pages());
    assertEquals(1, Page.of(SEVEN, new PageRequest(1, 7)).pages());
    assertEquals(0, Page.of(List.of(), new PageRequest(1, 7)).pages());
  }

  @Test
  void request_hasBounds() {
    assertThrows(IllegalArgumentException.class, () -> new PageRequest(0, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new PageRequest(PageRequest.MAX_PAGE + 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new PageRequest(1, 0));
    assertThrows(IllegalArgumentException.class, () -> new PageRequest(1, 251));
  }
}
