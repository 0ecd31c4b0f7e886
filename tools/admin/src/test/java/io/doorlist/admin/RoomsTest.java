package io.doorlist.admin;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.doorlist.testing.ClassCircles;
import org.junit.jupiter.api.Test;

/** Each command has its own package, and packages depend on each other one way only. */
class RoomsTest {
  private static final JavaClasses CLASSES = ClassCircles.classes("io.doorlist.admin");

  @Test
  void rooms_haveNoCircles() {
    slices().matching("io.doorlist.admin.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void onlyTheCommandLineItself_knowsAllRooms() {
    noClasses()
        .that()
        .resideInAPackage("io.doorlist.admin.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.doorlist.admin")
        .check(CLASSES);
  }

  @Test
  void formatsOfOtherSystems_doNotKnowEachOther() {
    noClasses()
        .that()
        .resideInAPackage("io.doorlist.admin.importing.pretix..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.doorlist.admin.importing.tito..")
        .check(CLASSES);
  }

  @Test
  void classes_areInNoCircle() {
    ClassCircles.check(CLASSES);
  }
}
