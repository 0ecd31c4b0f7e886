package io.doorlist.bench.cold;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/**
 * Records the table's answers to this process while it is switched on. The SDK creates it for each
 * client, because a resource file lists it. Thread-safe.
 */
public final class Recording implements ExecutionInterceptor {
  private static final List<Answer> ANSWERS = new ArrayList<>();
  private static boolean on;

  /** The body of an answer to an operation such as {@code GetItem}. */
  record Answer(String operation, byte[] body) {}

  static synchronized void begin() {
    ANSWERS.clear();
    on = true;
  }

  static synchronized List<Answer> end() {
    on = false;
    return List.copyOf(ANSWERS);
  }

  @Override
  public Optional<InputStream> modifyHttpResponseContent(
      Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
    return context.responseBody().map(body -> keep(body, attributes));
  }

  private static InputStream keep(InputStream body, ExecutionAttributes attributes) {
    synchronized (Recording.class) {
      if (!on) {
        return body;
      }
      try {
        byte[] bytes = body.readAllBytes();
        String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
        ANSWERS.add(new Answer(operation, bytes));
        return new ByteArrayInputStream(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
