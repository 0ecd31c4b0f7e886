package io.doorlist.store.checkin;

import io.doorlist.testing.EveningText;
import io.doorlist.testing.Gala;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plays the evenings of {@code evenings.txt} with the store, which keeps them in a table. */
class EveningTextStoreTest extends PassageFixture {
  static List<EveningText> evenings() {
    return EveningText.all();
  }

  @ParameterizedTest
  @MethodSource("evenings")
  void evening_goesAsItsRowsSay(EveningText evening) {
    gala.put(Gala.order(1, "adult", "adult", "adult"));

    new EveningPlayer(this)
        .guest("A", 10_000, "t10000")
        .guest("B", 10_001, "t10001")
        .guest("C", 10_002, "t10002")
        .guest(EveningText.GROUP, 0, "o1")
        .play(evening);
  }
}
