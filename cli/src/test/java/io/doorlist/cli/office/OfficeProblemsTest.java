package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Issue 71: what goes wrong in the office is said in the language of its page. */
class OfficeProblemsTest extends OfficeFixture {
  private static final String OURS = "io.doorlist";
  private static final String CLI = OURS + ".cli.";

  /** Failures without a word of their own, by who makes them, and why: a helper reads them. */
  private static final Map<String, String> WITHOUT =
      Map.ofEntries(
          Map.entry("connection.AccountReader.checkComplete", "the table is damaged"),
          Map.entry("connection.AccountReader.order", "the table is damaged"),
          Map.entry("console.Console.line", "only the command line asks"),
          Map.entry("importing.guests.GuestEvent.list", "only the command line has --reentry"),
          Map.entry("importing.guests.GuestTypes.cents", "only the command line has --price"),
          Map.entry("importing.guests.GuestTypes.slugOf", "only the command line has --note"),
          Map.entry("lines.InputFile.whole", "only the command line opens files"),
          Map.entry("importing.pretix.PretixFormat.page", "the shop answers nonsense"),
          Map.entry("importing.pretix.PretixFormat.read", "the shop answers nonsense"),
          Map.entry("importing.pretix.PretixSource.put", "the shop answers nonsense"),
          Map.entry("importing.pretix.PretixSource.text", "the shop answers nonsense"),
          Map.entry("office.OfficePage.doctor", "the program ends, and nobody sees it"));

  /** Follows all calls that begin in the office, to every class that may be meant. */
  @Test
  void everyFailureThatTheOfficeCanMeet_hasAWord() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(OURS + ".cli");
    Deque<JavaCodeUnit> open = new ArrayDeque<>();
    classes.stream()
        .filter(each -> each.getPackageName().equals(OfficePage.class.getPackageName()))
        .forEach(each -> open.addAll(each.getCodeUnits()));
    Set<JavaCodeUnit> reached = new HashSet<>(open);
    Set<String> wordless = new TreeSet<>();
    while (!open.isEmpty()) {
      JavaCodeUnit unit = open.pop();
      calls(unit)
          .forEach(
              call -> {
                if (isWordless(call)) {
                  wordless.add(unit.getFullName().replaceAll("\\(.*", "").replace(CLI, ""));
                }
                meant(call).filter(reached::add).forEach(open::add);
              });
    }
    assertTrue(reached.size() > 1_000, "only " + reached.size());

    assertEquals(new TreeSet<>(WITHOUT.keySet()), wordless);
  }

  private static Stream<? extends JavaAccess<?>> calls(JavaCodeUnit unit) {
    return Stream.concat(
        unit.getCallsFromSelf().stream(), unit.getCodeUnitReferencesFromSelf().stream());
  }

  /** Returns whether a failure is made that only has a text. */
  private static boolean isWordless(JavaAccess<?> call) {
    return call.getTargetOwner().isEquivalentTo(Failure.class)
        && call.getTarget() instanceof CodeUnitAccessTarget target
        && target.getName().equals("<init>")
        && target.getRawParameterTypes().stream()
            .noneMatch(each -> each.isEquivalentTo(FailureType.class))
        && !call.getOriginOwner().isEquivalentTo(Failure.class);
  }

  private static Stream<JavaCodeUnit> meant(JavaAccess<?> call) {
    JavaClass owner = call.getTargetOwner();
    if (!owner.getPackageName().startsWith(OURS)) {
      return Stream.of();
    }
    return Stream.of(List.of(owner), owner.getAllSubclasses(), owner.getAllRawSuperclasses())
        .flatMap(Collection::stream)
        .flatMap(each -> each.getCodeUnits().stream())
        .filter(each -> each.getName().equals(call.getTarget().getName()));
  }

  /** A problem of the page's own requests is one of its problems, too. */
  @Test
  void everyRefusal_hasAWord() {
    String event = event("Gala");
    List<Answer> refused =
        List.of(
            ask("GET", "nowhere", ""),
            ask("POST", "events", "{}"),
            ask("POST", "events", "no JSON"),
            ask("GET", "events/none/tickets", ""),
            ask("POST", "shop", "{\"url\":\"here\",\"organizer\":\"a\",\"token\":\"b\"}"),
            ask("POST", "events/" + event + "/mail", "{\"from\":\"gala@example.org\"}"),
            ask("POST", "imports/none/take-back", ""));
    assertEquals(
        List.of(
            "gone",
            "not_accepted",
            "not_accepted",
            "gone",
            "shop_address",
            "no_mail_server",
            "gone"),
        refused.stream().map(answer -> answer.text("word")).toList());
  }
}
