package io.doorlist.ingest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.doorlist.testing.ClassCircles;
import org.junit.jupiter.api.Test;

/** The import depends only on the stores and on what these depend on. */
class ArchitectureTest {
  private static final JavaClasses CLASSES = ClassCircles.classes("io.doorlist.ingest");

  @Test
  void ingest_knowsTheStores() {
    classes()
        .that()
        .resideInAPackage("io.doorlist.ingest..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.doorlist.domain",
            "io.doorlist.paging",
            "io.doorlist.store..",
            "io.doorlist.ingest..")
        .check(CLASSES);
  }

  /** Those of the stores too, whose own tests cannot use this fixture. */
  @Test
  void classes_areInNoCircle() {
    ClassCircles.check(ClassCircles.classes("io.doorlist"));
  }
}
