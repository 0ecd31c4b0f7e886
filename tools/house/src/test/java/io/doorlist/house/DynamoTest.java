package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Where DynamoDB and DynamoDB Local may be, in all modules (issue 67). */
class DynamoTest {
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(?:(?!</dependency>).)*</dependency>", Pattern.DOTALL);

  /** Versions for all modules, which bring no library to any. */
  private static final Pattern MANAGEMENT =
      Pattern.compile("<dependencyManagement>.*</dependencyManagement>", Pattern.DOTALL);

  @Test
  void client_isKnownToOnePackage() {
    List<String> others =
        Sources.files(".java").stream()
            .map(Sources::name)
            .filter(name -> name.contains("src/main/java/"))
            .filter(name -> !name.startsWith("table/src/main/java/io/doorlist/table/aws/"))
            .filter(
                name ->
                    Sources.text(Sources.ROOT.resolve(name))
                        .contains("software.amazon.awssdk.services.dynamodb"))
            .toList();

    assertEquals(List.of(), others);
  }

  /** Its licence lets nobody hand it on, so it may be in nothing that is given away. */
  @Test
  void dynamoDbLocal_isForTests_forTheBench_andForSamLocal() {
    List<Path> poms =
        Sources.files("pom.xml").stream()
            .filter(pom -> !scopes(pom, "DynamoDBLocal").isEmpty())
            .toList();

    assertFalse(poms.isEmpty());
    assertEquals(
        List.of("tools/bench/pom.xml", "tools/sam-local/dynamodb/pom.xml"),
        poms.stream()
            .filter(pom -> !scopes(pom, "DynamoDBLocal").equals(List.of("test")))
            .map(Sources::name)
            .toList());
  }

  /** The table before this one was reached through private parts of DynamoDB Local. */
  @Test
  void nothingReachesIntoPrivateParts() {
    Pattern reach = Pattern.compile("\\b(?:setAccessible|trySetAccessible|privateLookupIn)\\(");

    assertEquals(
        List.of(),
        Sources.files(".java").stream()
            .filter(file -> Sources.name(file).contains("src/main/java/"))
            .filter(file -> reach.matcher(Sources.text(file)).find())
            .map(Sources::name)
            .toList());
  }

  /** Returns the scopes in which a module has a library. */
  private static List<String> scopes(Path pom, String library) {
    String own = MANAGEMENT.matcher(Sources.text(pom)).replaceAll("");
    return DEPENDENCY
        .matcher(own)
        .results()
        .map(MatchResult::group)
        .filter(each -> each.contains("<artifactId>" + library + "</artifactId>"))
        .map(each -> each.contains("<scope>test</scope>") ? "test" : "compile")
        .toList();
  }
}
