package io.doorlist.exactness.storm;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GOODPUT can be broken. {@code HuntTest} has the storms that keep it. */
class StormTest {
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void plantedFault_isCaught(StormFault fault) {
    assertNotEquals(List.of(), Goodput.run(0, false, fault).violations());
  }
}
