package io.doorlist.local.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Makes the {@code Context} objects that a function is called with. They are proxies, because the
 * interface is loaded by the function's class loader. What functions do not ask for is null or
 * zero.
 */
final class FunctionContexts {
  private static final ThrottledLog LINES =
      new ThrottledLog(InstantSource.system(), line -> System.err.println(line));

  private final String name;
  private final Class<?> contextType;
  private final Object logger;

  FunctionContexts(String name, Class<?> contextType) throws NoSuchMethodException {
    this.name = name;
    this.contextType = contextType;
    this.logger =
        proxy(
            contextType.getMethod("getLogger").getReturnType(),
            (proxy, method, arguments) ->
                method.getName().equals("log") && arguments.length == 1
                    ? log(arguments[0])
                    : other(proxy, method, arguments));
  }

  /** Returns the context of one call. Its remaining time starts to run now. */
  Object create(String requestId, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    return proxy(
        contextType,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getAwsRequestId" -> requestId;
              case "getFunctionName" -> name;
              case "getLogger" -> logger;
              case "getRemainingTimeInMillis" ->
                  (int) Math.max(0, (deadline - System.nanoTime()) / 1_000_000);
              default -> other(proxy, method, arguments);
            });
  }

  private static Object proxy(Class<?> type, InvocationHandler handler) {
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private static Object log(Object message) {
    String line =
        message instanceof byte[] bytes ? new String(bytes, UTF_8) : String.valueOf(message);
    LINES.add(line.stripTrailing());
    return null;
  }

  private static Object other(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.isDefault()) {
      return InvocationHandler.invokeDefault(proxy, method, arguments);
    }
    return method.getReturnType() == int.class ? 0 : null;
  }
}
