package io.doorlist.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** The packages of the local host: which may depend on which. */
class ArchitectureTest {
  private static final String ROOT = "io.doorlist.local";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @Test
  void rooms_dependInOneDirection() {
    mayKnow("failure");
    mayKnow("json");
    mayKnow("template", "json");
    mayKnow("table", "template");
    mayKnow("function", "table", "template", "failure");
    mayKnow("tls", "failure");
    mayKnow("office");
    mayKnow("gateway", "function", "template", "json", "tls", "office", "failure");
    mayKnow("trigger", "function", "table", "template", "json", "failure");
  }

  /** Functions are loaded from their packages, so a host knows nothing of what they do. */
  @Test
  void host_knowsOfDoorlistTheTableOnly() {
    noClasses()
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are Doorlist's, but neither the host's nor the table's",
                type ->
                    type.getPackageName().startsWith("io.doorlist")
                        && !type.getPackageName().startsWith(ROOT)
                        && !isOfTheTable(type)))
        .check(CLASSES);
  }

  private static boolean isOfTheTable(JavaClass type) {
    return type.getPackageName().startsWith("io.doorlist.table");
  }

  private static void mayKnow(String room, String... others) {
    String own = ROOT + "." + room;
    HashSet<String> allowed = new HashSet<>();
    allowed.add(own);
    for (String other : others) {
      allowed.add(ROOT + "." + other);
    }
    classes()
        .that()
        .resideInAPackage(own)
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are in " + allowed,
                type ->
                    !type.getPackageName().startsWith("io.doorlist")
                        || isOfTheTable(type)
                        || allowed.contains(type.getPackageName())))
        .check(CLASSES);
  }
}
