package io.doorlist.ingest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.doorlist.testing.ClassCircles;
import org.junit.jupiter.api.Test;

/** The import depends only on the stores and on what these depend on. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.doorlist.ingest");

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

  @Test
  void classes_areInNoCircle() {
    ClassCircles.check(CLASSES);
  }
}
