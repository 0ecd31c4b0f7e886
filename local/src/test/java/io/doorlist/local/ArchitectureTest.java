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
    mayKnow("function", "template", "failure");
    mayKnow("tls", "failure");
    mayKnow("gateway", "function", "template", "json", "tls", "failure");
    mayKnow("trigger", "function", "template", "json", "failure");
    mayKnow("dynamodb", "dynamodb.engine", "template", "json", "failure");
    mayKnow("dynamodb.engine", "failure");
  }

  /** Only one package uses the internals of DynamoDB Local and of its database. */
  @Test
  void insidesOfDynamoDbLocal_areUsedInOneRoom() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".dynamodb.engine")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "com.almworks..",
            "software.amazon.dynamodb.services.local.shared..",
            "java.lang.reflect")
        .because("a version of DynamoDB Local that is built otherwise must fail in one place")
        .check(CLASSES.that(notFunction()));
  }

  @Test
  void nothing_isDoorlists() {
    noClasses()
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are Doorlist's",
                type ->
                    type.getPackageName().startsWith("io.doorlist")
                        && !type.getPackageName().startsWith(ROOT)))
        .check(CLASSES);
  }

  /**
   * A function's handler and context are called by reflection, as each function has its own class
   * loader.
   */
  private static DescribedPredicate<JavaClass> notFunction() {
    return DescribedPredicate.describe(
        "are not of a function", type -> !type.getPackageName().equals(ROOT + ".function"));
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
                        || allowed.contains(type.getPackageName())))
        .check(CLASSES);
  }
}
