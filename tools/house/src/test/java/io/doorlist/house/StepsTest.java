package io.doorlist.house;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code .ci/run} and {@code .ci/night} make of a step that a machine cannot run. */
class StepsTest {
  private static final Path STEPS = Sources.ROOT.resolve(".ci/steps.sh");

  @TempDir Path folder;

  /** Found from outside: a release went out although steps of the night had not run. */
  @Test
  void stepThatCannotRun_isNamed_andEndsWhatMustBeWhole() throws Exception {
    String steps = "step true; step sh -c 'exit 77'; conclude";
    String named = "ci: NOT RUN, as this machine cannot: sh -c exit 77";

    assertEquals(0, run(steps));
    assertEquals(List.of("- " + named), summary());
    assertEquals(1, run(steps, "--whole"));
    assertEquals(
        List.of("- " + named, "- ci: failed: every step must run with --whole"), summary());
    assertEquals(0, run("step true; conclude", "--whole"));
    assertEquals(1, run("step false; conclude"));
  }

  /** One red step of a night would hide what else is red. */
  @Test
  void nightGoesOn_afterAStepThatFails_andNamesAllAtItsEnd() throws Exception {
    String steps = "step false; step true; step sh -c 'exit 3'; conclude";

    assertEquals(1, run("go_on=yes; " + steps));
    assertEquals(List.of("- ci: FAILED: false", "- ci: FAILED: sh -c exit 3"), summary());
    assertEquals(1, run(steps));
    assertTrue(!Files.exists(folder.resolve("summary")));
    String night = Sources.text(Sources.ROOT.resolve(".ci/night"));
    assertTrue(night.contains("\ngo_on=yes\n"), night);
  }

  @Test
  void stepBeside_isSaid_whenItsOthersHaveRun_andFailsTheScript() throws Exception {
    assertEquals(
        1,
        run("beside sh -c 'echo aside; exit 77'; step echo step; together; conclude", "--whole"));
    List<String> said = Files.readAllLines(folder.resolve("said"));
    assertEquals(List.of("step", "ci: 0 s: echo step", "aside"), said.subList(0, 3));
    assertEquals(
        "- ci: NOT RUN, as this machine cannot: sh -c echo aside; exit 77", summary().getFirst());
    assertEquals(0, run("beside true; step true; together; conclude", "--whole"));
    assertEquals(1, run("beside false; step true; together; conclude"));
    assertEquals(1, run("beside sleep 3600; step false"));
  }

  /** GitHub runs the night's parts beside each other, none of them twice. */
  @Test
  void nightsParts_areJobs() {
    List<String> parts = matches(".ci/night", "(?m)^(\\w+)\\(\\) \\{$");
    assertEquals(parts, matches(".github/workflows/night.yml", "(?m)^ {10}- (\\w+)$"));
    assertEquals(
        List.of(String.join(" ", parts)),
        matches(".ci/night", "(?m)^\\[ \\$# -gt 0 ] \\|\\| set -- ([\\w ]+)$"));
  }

  /** On GitHub a part has a clean clone of its own, in which nobody has built. */
  @Test
  void nightsPart_buildsFirst_whatItsStepsOnlyRead() {
    String night = Sources.text(Sources.ROOT.resolve(".ci/night"));
    Map.of(
            "stacks",
            "functions/packages,cli,tools/bench,tools/standin/runtime",
            "users",
            "phone/js")
        .forEach(
            (part, modules) ->
                assertTrue(
                    night.contains(
                        "\n%s() {\n  step mvn -B -q package -DskipTests -pl %s -am\n"
                            .formatted(part, modules)),
                    part));
  }

  private static List<String> matches(String file, String pattern) {
    return Pattern.compile(pattern)
        .matcher(Sources.text(Sources.ROOT.resolve(file)))
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  /**
   * As before a release, with programs that do nothing in place of each step's. A script ends with
   * 1 if it names a step, and here it names them all.
   */
  @Test
  void releaseEnds_whenItsStepsDidNotRun_andNamesEach() throws Exception {
    for (String each : List.of("run", "night")) {
      List<String> programs = withoutWork(each);
      String script = "cd '" + folder + "'; bash .ci/" + each + " --whole";
      assertEquals(0, run(script), each);
      for (String program : programs) {
        Files.writeString(folder.resolve(program), "#!/bin/sh\nexit 77\n");
      }

      assertEquals(1, run(script), each);

      String said = Files.readString(folder.resolve("said"));
      for (String program : programs) {
        assertTrue(said.contains("NOT RUN, as this machine cannot: " + program), said);
      }
    }
  }

  /** Copies a script of steps, makes their programs, which do nothing, and returns their names. */
  private List<String> withoutWork(String script) throws IOException {
    Path ci = Files.createDirectories(folder.resolve(".ci"));
    for (String each : List.of(script, "steps.sh")) {
      Files.copy(Sources.ROOT.resolve(".ci/" + each), ci.resolve(each), REPLACE_EXISTING);
    }
    List<String> programs =
        Pattern.compile("\n *(?:step|beside) ([\\w-]*[./][\\w./-]+)")
            .matcher(Sources.text(ci.resolve(script)))
            .results()
            .map(each -> each.group(1))
            .distinct()
            .toList();
    for (String each : programs) {
      Path program = folder.resolve(each);
      Files.createDirectories(program.getParent());
      Files.writeString(program, "#!/bin/sh\n");
      program.toFile().setExecutable(true);
    }
    return programs;
  }

  /** A build passes with a test that was left out, as without a browser or as nobody's root. */
  @Test
  void testThatWasLeftOut_isNamedWithItsReason() throws Exception {
    Path reports = Files.createDirectories(folder.resolve("disk/target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-io.doorlist.DiskTest.xml"),
        """
        <testsuite name="io.doorlist.DiskTest" tests="2" errors="0" skipped="1" failures="0">
          <testcase name="diskThatIsFull_isSaid" classname="io.doorlist.DiskTest" time="0.1">
            <skipped message="Assumption failed: only root can mount"/>
          </testcase>
          <testcase name="disk_isRead" classname="io.doorlist.DiskTest" time="0.2"/>
        </testsuite>
        """);
    String steps = "cd '" + folder + "'; left_out_tests; conclude";

    assertEquals(1, run(steps, "--whole"));
    assertEquals(
        List.of(
            "- ci: NOT RUN, as this machine cannot: io.doorlist.DiskTest.diskThatIsFull_isSaid:"
                + " Assumption failed: only root can mount",
            "- ci: failed: every step must run with --whole"),
        summary());
    Files.delete(reports.resolve("TEST-io.doorlist.DiskTest.xml"));
    assertEquals(0, run(steps, "--whole"));
    for (String each : List.of("run", "night")) {
      Matcher build =
          Pattern.compile("\n *step mvn [^\n]*verify[^\n]*\n *left_out_tests\n")
              .matcher(Sources.text(Sources.ROOT.resolve(".ci/" + each)));
      assertTrue(build.find(), each + " does not look at the tests of its build");
    }
  }

  /** On a clean clone sam is what the linter installs, and a container's tools are not a host's. */
  @Test
  void cleanMachine_hasWhatItsStepsNeed() {
    for (String each : List.of("run", "night")) {
      String steps = Sources.text(Sources.ROOT.resolve(".ci/" + each));
      int lint = steps.indexOf("\nstep .ci/lint\n");
      assertTrue(lint >= 0, each + " installs no sam");
      Matcher deployed = Pattern.compile("(step|beside) tools/deployed/run").matcher(steps);
      assertTrue(deployed.find() && lint < deployed.start(), each);
    }
    // LocalStack needs a newer Python than Debian's, and is a step that a release must run.
    for (String each : List.of("night", "release")) {
      String workflow = Sources.text(Sources.ROOT.resolve(".github/workflows/" + each + ".yml"));
      assertTrue(workflow.contains("\n      image: python:3.13-bookworm\n"), each);
      assertTrue(workflow.contains("- run: echo /usr/bin >>\"$GITHUB_PATH\"\n"), each);
    }
    assertEquals(List.of("tools-ubuntu-"), kept("ci"));
    assertEquals(List.of("tools-debian-"), kept("night"));
  }

  /** Returns how the keys of a workflow's caches begin. */
  private static List<String> kept(String workflow) {
    return Pattern.compile("\n +key: ([\\w-]+)\\$.*\n +restore-keys: \\1\n")
        .matcher(Sources.text(Sources.ROOT.resolve(".github/workflows/" + workflow + ".yml")))
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  @Test
  void release_runsAllSteps_andActionsArePinned() throws IOException {
    String release = Sources.text(Sources.ROOT.resolve(".github/workflows/release.yml"));
    for (String each : List.of("run", "night")) {
      assertTrue(release.contains("- run: bash .ci/" + each + " --whole\n"), each);
      Matcher ends =
          Pattern.compile("\nconclude\n$")
              .matcher(Sources.text(Sources.ROOT.resolve(".ci/" + each)));
      assertTrue(ends.find(), each + " does not end with what it did not run");
    }
    for (String each : List.of("archives", "ci", "night", "release")) {
      Sources.text(Sources.ROOT.resolve(".github/workflows/" + each + ".yml"))
          .lines()
          .filter(line -> line.contains("uses: "))
          .forEach(
              line -> assertTrue(line.matches(".*uses: [\\w/-]+@[0-9a-f]{40} # v[\\d.]+"), line));
    }
  }

  private int run(String steps, String... options) throws Exception {
    Path tools = Files.createDirectories(folder.resolve("bin"));
    // Nothing is to be installed.
    for (String each : "mvn curl jq python3 chromium npm gcc docker".split(" ")) {
      Path tool = tools.resolve(each);
      Files.writeString(tool, "#!/bin/sh\n");
      tool.toFile().setExecutable(true);
    }
    Files.deleteIfExists(folder.resolve("summary"));
    List<String> command =
        new ArrayList<>(List.of("bash", "-euc", ". \"$0\"; " + steps, STEPS.toString()));
    command.addAll(List.of(options));
    ProcessBuilder bash = new ProcessBuilder(command);
    bash.environment().put("PATH", tools + ":" + System.getenv("PATH"));
    bash.environment().put("GITHUB_STEP_SUMMARY", folder.resolve("summary").toString());
    bash.redirectErrorStream(true).redirectOutput(folder.resolve("said").toFile());
    return bash.start().waitFor();
  }

  private List<String> summary() throws IOException {
    return Files.readAllLines(folder.resolve("summary"));
  }
}
