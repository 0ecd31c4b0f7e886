package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An event is what people attend. The notification of a change is a webhook event, and what Lambda
 * hands to a handler is its input.
 */
class WordsTest {
  /** What nothing is called, and what it is. */
  private static final Map<Pattern, String> OTHERS =
      Map.of(
          Pattern.compile("\\b(APIGateway\\w*|Lambda|Proxy|Gateway|Dynamodb|SQS)Event\\b"),
          "an input",
          Pattern.compile("\\b(InputStream|byte\\[]) (event|\\w+Event)\\b"),
          "an input",
          Pattern.compile("\\b(?!Webhook)\\w*(EventRecorder|EventSender|EventDelivery)\\b"),
          "of webhook events");

  /** Names of several classes of main code, and why they mean the same. */
  private static final Map<String, String> SHARED =
      Map.of(
          "Answer", "of the service: to a phone, and as a history has it",
          "Decimals", "the page has the browser's in place of the door's",
          "Json", "the library for apps shares no code with the service",
          "Phone", "the library for apps has one for a JVM and one for a page",
          "Request", "of HTTP, as Json",
          "Response", "of HTTP, as Json");

  /** The declaration of a class within another. */
  private static final Pattern NESTED =
      Pattern.compile("(?m)^ +(?:[a-z-]+ )*(?:class|interface|enum|record) (\\w+)(?=[ (<])");

  private static final String LAMBDA = "com.amazonaws.services.lambda.runtime.events.";

  @Test
  void names_haveOneMeaning() {
    assertEquals(
        List.of(),
        Sources.files(".java").stream()
            .filter(file -> !file.endsWith("WordsTest.java"))
            // Tests that compare our reading with Lambda's own types.
            .filter(file -> !Sources.text(file).contains("import " + LAMBDA))
            .flatMap(file -> wrong(Sources.name(file), Sources.text(file)))
            .toList());
  }

  @Test
  void noTwoClasses_shareAName_butThoseThatMeanTheSame() {
    Map<String, Long> named =
        Sources.files(".java").stream()
            .filter(file -> Sources.name(file).contains("src/main/java/"))
            .map(WordsTest::className)
            .filter(name -> !name.equals("package-info"))
            .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    named.values().removeIf(classes -> classes == 1);

    assertEquals(new TreeSet<>(SHARED.keySet()), named.keySet());
  }

  @Test
  void aNestedClass_hasNoNameOfAClassOfItsModule() {
    Map<String, List<Path>> modules =
        Sources.files(".java").stream()
            .filter(file -> Sources.name(file).contains("src/main/java/"))
            .collect(Collectors.groupingBy(file -> Sources.name(file).split("src/main/")[0]));

    assertEquals(
        List.of(), modules.values().stream().flatMap(WordsTest::namedAsAClassOfItsModule).toList());
  }

  private static Stream<String> namedAsAClassOfItsModule(List<Path> module) {
    Set<String> classes = module.stream().map(WordsTest::className).collect(Collectors.toSet());
    return module.stream()
        .flatMap(
            file ->
                NESTED
                    .matcher(Sources.text(file))
                    .results()
                    .map(nested -> nested.group(1))
                    .filter(classes::contains)
                    .map(nested -> className(file) + "." + nested));
  }

  private static String className(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static Stream<String> wrong(String file, String text) {
    return OTHERS.entrySet().stream()
        .flatMap(
            each ->
                each.getKey()
                    .matcher(text)
                    .results()
                    .map(found -> file + ": " + found.group() + " is " + each.getValue()));
  }
}
