package io.doorlist.runtime;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.template.FunctionSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every function of template.yaml, packaged, under Lambda's runtime interface emulator, which
 * {@code -Ddoorlist.emulator} names.
 */
@EnabledIfSystemProperty(named = "doorlist.emulator", matches = ".+")
@Tag("long")
class EmulatedFunctionTest extends SampleStackFixture {
  private static final Path EMULATOR = Path.of(System.getProperty("doorlist.emulator", ""));

  @ParameterizedTest
  @MethodSource("functions")
  void function_answersItsInputs_andReportsWhatItThrows(FunctionSpec spec) throws Exception {
    List<Input> inputs = Input.all().stream().filter(input -> input.isFor(spec)).toList();

    try (EmulatedFunction function =
        EmulatedFunction.start(
            spec, stack.code(spec), SampleStack.CLIENT, EMULATOR, stack.settings())) {
      for (Input input : inputs) {
        input.assertAnswered(function.invoke(input.bytes(stack)));
      }
      RuntimeFunctionTest.assertReported(
          function.invoke("no object".getBytes(StandardCharsets.UTF_8)));
      assertInstanceOf(
          InvocationOutcome.Returned.class,
          function.invoke(inputs.getFirst().bytes(stack)),
          function.log());
      assertTrue(
          function.awaitLine(line -> line.contains("INIT RTDONE(status: success)")),
          function.log());
    }
  }

  @Test
  void codesOfAnyText_areTaken_andNotLogged() throws Exception {
    FunctionSpec spec = SampleStack.function("CheckinListsFunction");

    try (EmulatedFunction function =
        EmulatedFunction.start(
            spec, stack.code(spec), SampleStack.CLIENT, EMULATOR, stack.settings())) {
      CodesOfAnyText.assertTaken(stack, 4001, function::invoke, function::log);
    }
  }
}
