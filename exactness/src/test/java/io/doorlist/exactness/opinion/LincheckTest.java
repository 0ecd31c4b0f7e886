package io.doorlist.exactness.opinion;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.exactness.planted.Planted;
import java.util.HashMap;
import java.util.Map;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Lincheck, which is independent of our checker, finds the store linearizable. */
class LincheckTest {
  private static final int SCENARIOS = Integer.getInteger("exactness.scenarios", 20);
  private static final int INVOCATIONS = Integer.getInteger("exactness.invocations", 300);

  /** The sequential specification: what calls return one after the other. */
  public static class Sequential {
    private final Map<Integer, String> in = new HashMap<>();

    public String scan(int ticket) {
      return in.putIfAbsent(ticket, "") == null ? "in" : "already";
    }

    public String scanWithKey(int ticket) {
      String by = in.putIfAbsent(ticket, "key");
      return by == null || by.equals("key") ? "in" : "already";
    }

    public long count() {
      return in.size();
    }
  }

  /** The operations that Lincheck calls. */
  @Param(name = "ticket", gen = IntGen.class, conf = "0:1")
  abstract static class Calls {
    private final LincheckDoor door;

    Calls(LincheckDoor door) {
      this.door = door;
    }

    @Operation
    public String scan(@Param(name = "ticket") int ticket) {
      return door.scan(ticket);
    }

    @Operation
    public String scanWithKey(@Param(name = "ticket") int ticket) {
      return door.scanWithKey(ticket);
    }

    @Operation
    public long count() {
      return door.count();
    }
  }

  /** The store without a fault. */
  @Param(name = "ticket", gen = IntGen.class, conf = "0:1")
  public static final class Sound extends Calls {
    public Sound() {
      super(new LincheckDoor(client -> client));
    }
  }

  /** The store without the condition on the mark. */
  @Param(name = "ticket", gen = IntGen.class, conf = "0:1")
  public static final class Unconditional extends Calls {
    public Unconditional() {
      super(new LincheckDoor(Planted.NO_CONDITION_ON_MARK::on));
    }
  }

  /** The store that reads first and then writes unconditionally. */
  @Param(name = "ticket", gen = IntGen.class, conf = "0:1")
  public static final class ReadThenWrite extends Calls {
    public ReadThenWrite() {
      super(new LincheckDoor(Planted.READ_THEN_WRITE::on));
    }
  }

  /** The store that gives the same ordinal to two rows. */
  @Param(name = "ticket", gen = IntGen.class, conf = "0:1")
  public static final class OrdinalReused extends Calls {
    public OrdinalReused() {
      super(new LincheckDoor(Planted.ORDINAL_REUSED::on));
    }
  }

  private static void check(Class<?> calls) {
    new StressOptions()
        .iterations(SCENARIOS)
        .invocationsPerIteration(INVOCATIONS)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .minimizeFailedScenario(false)
        .sequentialSpecification(Sequential.class)
        .check(calls);
  }

  @Test
  void store_isLinearizable() {
    check(Sound.class);
  }

  @Test
  void storeWithoutCondition_isNot() {
    assertThrows(LincheckAssertionError.class, () -> check(Unconditional.class));
  }

  @Test
  void storeThatReadsThenWrites_isNot() {
    assertThrows(LincheckAssertionError.class, () -> check(ReadThenWrite.class));
  }

  @Test
  void storeThatGivesAPlaceTwice_isNot() {
    assertThrows(LincheckAssertionError.class, () -> check(OrdinalReused.class));
  }
}
