package io.doorlist;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks which package may depend on which. {@code CirclesTest} checks that there are no circles.
 */
class ArchitectureTest {
  private static final String ROOT = "io.doorlist.";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.doorlist");
  private static final Pattern KNOWN_TO_FUNCTIONS =
      Pattern.compile(
          "(java|com[.]amazonaws[.]services[.]lambda[.]runtime|io[.]doorlist[.]"
              + "(domain|door|environment|paging|json|http|ingest|priming|store[.][a-z]+|table|queue|webhook))[.].*"
              + "|javax[.]net[.]ssl[.]SSLSocketFactory;");

  /** What a package knows besides itself and the JDK's java packages. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          door..      | ''
          domain..    | door.. javax.crypto..
          environment | ''
          paging      | ''
          json        | domain.. door.. paging com.fasterxml.jackson..
          http        | domain.. paging json environment com.amazonaws.services.lambda.runtime
          table       | domain
          table.aws   | environment table software.amazon.awssdk..
          table.memory | table
          store.table | domain.. table
          ingest..    | domain.. door json paging store.. table
          webhook     | domain.. javax.crypto.. javax.net.ssl..
          queue       | domain.. environment json software.amazon.awssdk..
          priming     | environment domain http store.table table table.aws com.amazonaws.services.lambda.runtime
          """)
  void packages_knowOnlyTheseOthers(String room, String others) {
    String[] known =
        Stream.of((room + " " + others).strip().split(" "))
            .map(each -> each.matches("(com|javax|software)[.].*") ? each : ROOT + each)
            .toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(ROOT + room)
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage("java..").or(resideInAnyPackage(known)))
        .check(CLASSES);
  }

  /** Settings are read in one place. */
  @Test
  void environment_aloneReadsVariables() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.doorlist.environment")
        .should()
        .callMethod(System.class, "getenv", String.class)
        .orShould()
        .callMethod(System.class, "getenv")
        .check(CLASSES);
  }

  /** Nobody else can depend on what only DynamoDB does, but the tests that compare with it. */
  @Test
  void dynamo_isKnownToOnePackage() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.doorlist.table.aws", "io.doorlist.table.conformance")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("software.amazon.awssdk.services.dynamodb..")
        .check(CLASSES);
  }

  /** Who makes them opens the table. */
  @Test
  void stores_knowNoEngine() {
    classes()
        .that()
        .resideInAPackage("io.doorlist.store..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.doorlist.domain..",
            "io.doorlist.door..",
            "io.doorlist.paging",
            "io.doorlist.table",
            "io.doorlist.store..")
        .check(CLASSES);
  }

  /** Only functions that send webhooks carry the queue's client, and stores know no import. */
  @Test
  void jacksonAndTheQueueAndTheImport_areKnownInFewPlaces() {
    notKnown(List.of("io.doorlist.http", "io.doorlist.store.."), "com.fasterxml..");
    notKnown(List.of("io.doorlist.store..", "io.doorlist.priming"), "io.doorlist.ingest..");
    noClasses()
        .that()
        .resideOutsideOfPackage("io.doorlist.queue")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("software.amazon.awssdk.services.sqs..")
        .check(CLASSES);
  }

  /** The stores use sequences, and sequences the table. */
  @Test
  void storePackages_knowOnlyThoseBelow() {
    List<String> aggregates =
        List.of(
            "io.doorlist.store.checkin..",
            "io.doorlist.store.order",
            "io.doorlist.store.event",
            "io.doorlist.store.search",
            "io.doorlist.store.token",
            "io.doorlist.store.webhook");
    List<String> above = new ArrayList<>(aggregates);
    notKnown(List.of("io.doorlist.store.sequence"), above.toArray(String[]::new));
    above.add("io.doorlist.store.sequence");
    notKnown(List.of("io.doorlist.store.table"), above.toArray(String[]::new));
  }

  /** A check-in goes down these rooms, from its store to what the table has of a ticket. */
  @Test
  void checkinRooms_knowOnlyThoseBelow() {
    List<String> above = new ArrayList<>();
    for (String room :
        List.of(".history", ".pulse", ".copy", ".area", ".sum", "", ".refusal", ".ticket")) {
      String name = "io.doorlist.store.checkin" + room;
      notKnown(List.of(name), above.toArray(String[]::new));
      above.add(name);
    }
  }

  private static void notKnown(List<String> below, String... above) {
    noClasses()
        .that()
        .resideInAnyPackage(below.toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(above)
        .check(CLASSES);
  }

  /**
   * Only the functions combine http and store, and they depend on nothing else: not on all stores
   * together either, as each loads the classes that it needs.
   */
  @Test
  void functions_knowSharedAndTheLambdaInterfaces() throws IOException {
    Path functions = Path.of(System.getProperty("doorlist.root"), "functions");

    List<String> others;
    try (Stream<Path> files = Files.walk(functions)) {
      others =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> file.toString().replace('\\', '/').contains("/src/main/java/"))
              .flatMap(ArchitectureTest::imports)
              .filter(name -> !KNOWN_TO_FUNCTIONS.matcher(name).matches())
              .toList();
    }

    assertEquals(List.of(), others);
  }

  private static Stream<String> imports(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith("import "))
          .map(line -> line.replaceFirst("^import (static )?", ""));
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }
}
