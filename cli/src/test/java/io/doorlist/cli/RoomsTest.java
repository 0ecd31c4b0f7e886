package io.doorlist.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.doorlist.testing.ClassCircles;
import org.junit.jupiter.api.Test;

/** Each command has its own package, and packages depend on each other one way only. */
class RoomsTest {
  private static final JavaClasses CLASSES = ClassCircles.classes("io.doorlist.cli");

  @Test
  void rooms_haveNoCircles() {
    slices().matching("io.doorlist.cli.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void onlyTheCommandLineItself_knowsAllRooms() {
    noClasses()
        .that()
        .resideInAPackage("io.doorlist.cli.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.doorlist.cli")
        .check(CLASSES);
  }

  @Test
  void classes_areInNoCircle() {
    ClassCircles.check(CLASSES);
  }
}
