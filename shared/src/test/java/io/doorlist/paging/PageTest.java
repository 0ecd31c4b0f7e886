package io.doorlist.paging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void numberOfPages_isRoundedUp_andZeroWithoutRows() {
    assertEquals(3, Page.of(SEVEN, new PageRequest(1, 3)).pages());
    assertEquals(1, Page.of(SEVEN, new PageRequest(1, 7)).pages());
    assertEquals(0, Page.of(List.of(), new PageRequest(1, 7)).pages());
  }

  @Test
  void hasNext_isWhetherItemsFollow() {
    assertTrue(Page.of(SEVEN, new PageRequest(2, 3)).hasNext());
    assertFalse(Page.of(SEVEN, new PageRequest(3, 3)).hasNext());
    assertFalse(Page.of(SEVEN, new PageRequest(1, 7)).hasNext());
  }

  @Test
  void offset_isAsMuchEarlier_asRowsLeftSinceTheClientBegan() {
    PageRequest third = new PageRequest(3, 10, 4);
    assertEquals(20, third.offset(4));
    assertEquals(13, third.offset(11));
    assertEquals(0, third.offset(99));
    assertEquals(20, third.offset(3), "of another list, or a table restored since");
    assertEquals(20, third.offset(PageRequest.UNKNOWN));
    assertEquals(19, new PageRequest(3, 10, 0).offset(1));
    assertEquals(20, new PageRequest(3, 10).offset(99));
  }

  @Test
  void changedPage_keepsTheRest() {
    Page<Integer> page = new Page<>(List.of(1), new PageRequest(1, 3), 7, List.of(), 2, null);

    assertEquals("v1", page.version("v1").version());
    assertNull(page.without(List.of("k")).version("v1").version(), "it may be fixed");
    assertEquals(
        new Page<>(List.of(1), page.request(), 7, List.of("k"), 2, null),
        page.without(List.of("k")));
  }

  @Test
  void pageAndItems_areRefusedOutsideTheirBounds() {
    assertThrows(IllegalArgumentException.class, () -> new PageRequest(0, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new PageRequest(PageRequest.MAX_PAGE + 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new PageRequest(1, 0));
    assertThrows(IllegalArgumentException.class, () -> new PageRequest(1, 251));
    for (int items : new int[] {1, 250}) {
      assertEquals(items, new PageRequest(1, items).items());
    }
  }
}
