package io.doorlist.domain.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GeneratedCodeTest {
  @Test
  void draw_usesEachOf32SignsAtEachPlace_andNoLookalikes() {
    Random random = new Random(70);
    List<String> codes =
        Stream.generate(() -> GeneratedCode.draw(random)).limit(2_000).distinct().toList();

    assertEquals(2_000, codes.size());
    for (int place = 0; place < 32; place++) {
      int at = place;
      Set<Character> signs =
          codes.stream()
              .map(code -> code.charAt(at))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(32, signs.size(), "160 bits need all of them at place " + place);
      assertTrue(signs.stream().noneMatch(sign -> "01OI".indexOf(sign) >= 0), signs.toString());
    }
    assertTrue(codes.stream().allMatch(code -> code.length() == 32 && GeneratedCode.is(code)));
  }

  @Test
  void groups_areOfFour_butACodeThatIsNotOursStaysWhole() {
    String code = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

    assertEquals(
        List.of("2345", "6789", "ABCD", "EFGH", "JKLM", "NPQR", "STUV", "WXYZ"),
        GeneratedCode.groups(code));
    for (String other :
        List.of("K7QX2-1", code.toLowerCase(Locale.ROOT), code + "2", "x".repeat(27))) {
      assertEquals(List.of(other), GeneratedCode.groups(other));
    }
  }

  @Test
  void is_knowsCodesOfEarlierVersions() {
    assertTrue(GeneratedCode.is("aB3_-xYz0123456789abcdefghi"));
    assertFalse(GeneratedCode.is("K7QX2-1"));
  }
}
