package io.doorlist.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.template.FunctionSpec;
import io.doorlist.testing.Gateway;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every function of template.yaml, packaged, under Lambda's Java runtime client. */
@Tag("long")
class RuntimeFunctionTest extends SampleStackFixture {
  private static final Pattern KEEP_WARM = Pattern.compile("KeepWarm: [^']*Input: '([^']+)'");
  private static final Map<String, String> NOWHERE =
      Map.of(
          "AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:9",
          "AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:9");

  @Test
  void everyInput_isOneFunctions() throws Exception {
    for (Input input : Input.all()) {
      assertEquals(1, SampleStack.functions().filter(input::isFor).count(), input.name());
    }
  }

  @ParameterizedTest
  @MethodSource("functions")
  void function_answersItsInputs_andReportsWhatItThrows(FunctionSpec spec) throws Exception {
    List<Input> inputs = Input.all().stream().filter(input -> input.isFor(spec)).toList();
    assertFalse(inputs.isEmpty(), "events/ has no input of " + spec.name());

    try (RuntimeFunction function = start(spec, Initialization.ON_DEMAND, stack.settings())) {
      assertStarted(function);
      for (Input input : inputs) {
        input.assertAnswered(function.invoke(input.bytes(stack)));
      }
      assertReported(function.invoke("no object".getBytes(StandardCharsets.UTF_8)));
      assertInstanceOf(
          InvocationOutcome.Returned.class,
          function.invoke(inputs.getFirst().bytes(stack)),
          function.log());
    }
  }

  @ParameterizedTest
  @MethodSource("functions")
  void function_answers_afterASnapshot(FunctionSpec spec) throws Exception {
    Input input = Input.all().stream().filter(each -> each.isFor(spec)).findFirst().orElseThrow();

    try (RuntimeFunction function = start(spec, Initialization.SNAP_START, stack.settings())) {
      assertStarted(function);
      assertInstanceOf(
          InvocationOutcome.Returned.class, function.invoke(input.bytes(stack)), function.log());
    }
  }

  @Test
  void codesOfAnyText_areTaken_andNotLogged() throws Exception {
    FunctionSpec spec = SampleStack.function("CheckinListsFunction");

    try (RuntimeFunction function = start(spec, Initialization.ON_DEMAND, stack.settings())) {
      assertStarted(function);
      CodesOfAnyText.assertTaken(stack, 4002, function::invoke, function::log);
    }
  }

  /** Nothing answers at the addresses of the table and the queue, so every call to them fails. */
  @ParameterizedTest
  @MethodSource("functions")
  void function_isKeptWarm_withoutAskingForAnything(FunctionSpec spec) throws Exception {
    Matcher keepWarm = KEEP_WARM.matcher(Gateway.resource(spec.name()));
    assertTrue(keepWarm.find(), "nothing keeps " + spec.name() + " warm");
    byte[] input = keepWarm.group(1).getBytes(StandardCharsets.UTF_8);

    try (RuntimeFunction function = start(spec, Initialization.ON_DEMAND, NOWHERE)) {
      assertStarted(function);
      InvocationOutcome.Returned returned =
          assertInstanceOf(
              InvocationOutcome.Returned.class, function.invoke(input), function.log());
      String output = new String(returned.output(), StandardCharsets.UTF_8);
      assertFalse(output.contains("\"statusCode\":5"), output);
      assertFalse(function.log().contains("\"level\":\"ERROR\""), function.log());
    }
  }

  /** The client starts nevertheless, and every call gets this error. */
  @Test
  void call_isReported_whenTheHandlerIsNotInThePackage() throws Exception {
    FunctionSpec spec = SampleStack.functions().findFirst().orElseThrow();
    FunctionSpec wrong =
        new FunctionSpec(
            spec.name(),
            spec.codeUri(),
            spec.handler() + "X",
            spec.memoryMegabytes(),
            spec.timeout(),
            spec.environment());

    try (RuntimeFunction function = start(wrong, Initialization.ON_DEMAND, stack.settings())) {
      String report = assertReported(function.invoke("{}".getBytes(StandardCharsets.UTF_8)));
      assertTrue(report.contains(wrong.handler()), report);
    }
  }

  @ParameterizedTest
  @MethodSource("functionsOfTheTable")
  void start_isReported_whenItFails(FunctionSpec spec) throws Exception {
    Map<String, String> environment = new HashMap<>(spec.environment());
    environment.remove("TABLE_NAME");
    FunctionSpec lacking =
        new FunctionSpec(
            spec.name(),
            spec.codeUri(),
            spec.handler(),
            spec.memoryMegabytes(),
            spec.timeout(),
            environment);

    try (RuntimeFunction function = start(lacking, Initialization.ON_DEMAND, stack.settings())) {
      String report = assertReported(function.init());
      assertTrue(report.contains("TABLE_NAME"), report);
      assertTrue(function.log().contains("Status: error"), function.log());
    }
  }

  /** Returns all functions except that of the pages, which needs no table. */
  static Stream<FunctionSpec> functionsOfTheTable() {
    return functions().filter(spec -> !spec.name().equals("PagesFunction"));
  }

  private static RuntimeFunction start(
      FunctionSpec spec, Initialization initialization, Map<String, String> settings)
      throws Exception {
    return RuntimeFunction.start(
        spec, stack.code(spec), SampleStack.CLIENT, initialization, settings);
  }

  private static void assertStarted(RuntimeFunction function) {
    assertInstanceOf(InvocationOutcome.Returned.class, function.init(), function.log());
    assertTrue(function.log().contains("INIT_REPORT Init Duration: "), function.log());
    assertTrue(function.log().contains("Status: success"), function.log());
  }

  /** Checks that a failure has a report, and returns the report. */
  static String assertReported(InvocationOutcome outcome) {
    InvocationOutcome.Failed failed = assertInstanceOf(InvocationOutcome.Failed.class, outcome);
    assertTrue(failed.report().contains("\"errorType\""), failed.report());
    assertTrue(failed.report().contains("\"errorMessage\""), failed.report());
    return failed.report();
  }
}
