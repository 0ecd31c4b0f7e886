package io.doorlist.domain.order;

import io.doorlist.door.SpokenCode;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The codes that Doorlist makes for tickets whose source brings no codes. Each has 160 bits in 32
 * capitals and digits. None of these looks like another, so people can read a code out. Capitals
 * make a QR code with fewer, larger squares than small letters do.
 */
public final class GeneratedCode {
  private static final int GROUP = 4;

  /** Codes that earlier versions made. They stay valid. */
  private static final Pattern FORMER = Pattern.compile("[A-Za-z0-9_-]{27}");

  private GeneratedCode() {}

  public static String draw(RandomGenerator random) {
    return IntStream.range(0, SpokenCode.LENGTH)
        .mapToObj(any -> SpokenCode.ALPHABET.charAt(random.nextInt(SpokenCode.ALPHABET.length())))
        .map(String::valueOf)
        .collect(Collectors.joining());
  }

  /** Returns whether Doorlist made the code, in this version or an earlier one. */
  public static boolean is(String code) {
    return SpokenCode.is(code) || FORMER.matcher(code).matches();
  }

  /**
   * Returns the code in the parts that people read out. These are groups of four for a code in the
   * present form, and otherwise the whole code.
   */
  public static List<String> groups(String code) {
    if (!SpokenCode.is(code)) {
      return List.of(code);
    }
    List<String> groups = new ArrayList<>();
    for (int from = 0; from < SpokenCode.LENGTH; from += GROUP) {
      groups.add(code.substring(from, from + GROUP));
    }
    return groups;
  }
}
