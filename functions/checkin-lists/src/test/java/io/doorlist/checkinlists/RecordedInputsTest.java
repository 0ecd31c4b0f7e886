package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import io.doorlist.http.Request;
import io.doorlist.testing.FunctionInvoker;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The gateway's recorded inputs, as we read them and as Lambda's own type for them does. */
class RecordedInputsTest {
  private static final List<String> OF_OTHERS =
      List.of("authorize.json", "deliver-webhook-event.json", "record-changes.json");

  static List<Path> inputs() throws Exception {
    try (Stream<Path> files = Files.list(FunctionInvoker.ROOT.resolve("events"))) {
      return files
          .filter(file -> !OF_OTHERS.contains(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void read_takesWhatLambdasTypeHas(Path file) throws Exception {
    APIGatewayProxyRequestEvent expected;
    try (InputStream input = Files.newInputStream(file)) {
      expected =
          LambdaEventSerializers.serializerFor(
                  APIGatewayProxyRequestEvent.class, getClass().getClassLoader())
              .fromJson(input);
    }

    Request request = Request.read(Files.newInputStream(file), "none");

    assertEquals(expected.getHttpMethod(), request.method());
    assertEquals(expected.getResource(), request.resource());
    assertEquals(expected.getPath(), request.path());
    assertEquals(expected.getRequestContext().getRequestId(), request.id());
    assertEquals(orEmpty(expected.getPathParameters()), request.pathParameters());
    assertEquals(expected.getBody() == null ? "" : expected.getBody(), request.body());
    assertEquals(Boolean.TRUE.equals(expected.getIsBase64Encoded()), request.base64Encoded());
    Map<String, Object> caller = expected.getRequestContext().getAuthorizer();
    Map<String, String> identity = new TreeMap<>();
    orEmpty(caller).forEach((name, value) -> identity.put(name, value.toString()));
    assertEquals(identity, new TreeMap<>(request.identity()));
    orEmpty(expected.getMultiValueQueryStringParameters())
        .forEach((name, values) -> assertEquals(values.getLast(), last(request, name)));
    List<String> tags = orEmpty(expected.getMultiValueHeaders()).get("If-None-Match");
    assertEquals(tags == null ? List.of() : tags, request.headers().all("If-None-Match"));
  }

  private static String last(Request request, String name) {
    return request.query().find(name).orElseThrow();
  }

  private static <V> Map<String, V> orEmpty(Map<String, V> members) {
    return members == null ? Map.of() : members;
  }
}
