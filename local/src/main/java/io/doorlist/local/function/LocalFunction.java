package io.doorlist.local.function;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.template.Deployment.FunctionSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A function, created once from its package and called by any number of threads. Lambda gives each
 * call in flight its own instance. Here all calls share one, so a handler must be thread-safe.
 *
 * <p>Implementation note. Only a limited number of calls runs at a time, and the others wait. If
 * all ran at once under overload, every call would be late. Reads and writes would time out and be
 * repeated, and nothing would get done. Long requests use half of the processors, so that guests at
 * a door do not wait while a phone uploads its queue.
 */
public final class LocalFunction implements AutoCloseable {
  /** The largest input or output of one synchronous call, in bytes, as on Lambda. */
  public static final int MAX_PAYLOAD_BYTES = 6_291_556;

  /** How many calls of one function may run at a time. */
  public static final int CALLS_AT_A_TIME = 16 * Runtime.getRuntime().availableProcessors();

  /** The number of bytes from which an input counts as long, such as the queue of a phone. */
  private static final int LONG_INPUT = 8 * 1024;

  /** How many requests with a long input may run at a time, besides other calls. */
  public static final int LONG_CALLS_AT_A_TIME =
      Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  private static final String HANDLER_INTERFACE =
      "com.amazonaws.services.lambda.runtime.RequestStreamHandler";
  private static final String CONTEXT_INTERFACE = "com.amazonaws.services.lambda.runtime.Context";

  /** The least time between two replacements of a handler. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final FunctionSpec spec;
  private final FunctionPackage source;
  private final Semaphore turns = new Semaphore(CALLS_AT_A_TIME, true);
  private final Semaphore longTurns = new Semaphore(LONG_CALLS_AT_A_TIME, true);
  private final ExecutorService threads;
  private volatile Handler handler;
  private long madeAgainAt;

  /** A handler, with the loader of its classes and the contexts for its calls. */
  private record Handler(FunctionLoader code, MethodHandle method, FunctionContexts contexts) {}

  /**
   * Creates a function and its handler.
   *
   * @throws LocalHostException if the handler cannot be created
   */
  LocalFunction(FunctionPackage source) {
    this.spec = source.spec();
    this.source = source;
    this.handler = handler(source);
    // The pool is unbounded, because a call that ignores its interruption keeps its thread.
    this.threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform().name(spec.name() + "-", 0).daemon().factory());
  }

  /** Creates a handler. Meanwhile its class loader is the thread's context class loader. */
  private static Handler handler(FunctionPackage source) {
    FunctionSpec spec = source.spec();
    FunctionLoader code = source.load();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(code);
    try {
      Class<?> context = code.loadClass(CONTEXT_INTERFACE);
      MethodHandle method =
          MethodHandles.publicLookup()
              .findVirtual(
                  code.loadClass(HANDLER_INTERFACE),
                  "handleRequest",
                  MethodType.methodType(void.class, InputStream.class, OutputStream.class, context))
              .bindTo(code.loadClass(spec.handler()).getConstructor().newInstance())
              .asType(
                  MethodType.methodType(
                      void.class, InputStream.class, OutputStream.class, Object.class));
      return new Handler(code, method, new FunctionContexts(spec.name(), context));
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
      throw new LocalHostException("%s cannot be made: %s".formatted(spec.name(), cause), cause);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /**
   * Calls the function when its turn comes. It waits at most as long as the function's timeout and
   * the gateway allow. A call that is still running after that is interrupted.
   */
  public Invocation invoke(byte[] input, String requestId, Duration gatewayTimeout) {
    return invoke(turns, input, requestId, gatewayTimeout);
  }

  /**
   * Calls the function for a request, like {@link #invoke}. Fewer requests with a long input run at
   * a time.
   */
  public Invocation answer(byte[] input, String requestId, Duration gatewayTimeout) {
    return invoke(input.length < LONG_INPUT ? turns : longTurns, input, requestId, gatewayTimeout);
  }

  private Invocation invoke(
      Semaphore own, byte[] input, String requestId, Duration gatewayTimeout) {
    long asked = System.nanoTime();
    try {
      if (!own.tryAcquire(gatewayTimeout.toNanos(), TimeUnit.NANOSECONDS)) {
        return Invocation.Failed.late(true);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Invocation.Failed.of(e);
    }
    try {
      return call(input, requestId, gatewayTimeout.minusNanos(System.nanoTime() - asked));
    } finally {
      own.release();
    }
  }

  private Invocation call(byte[] input, String requestId, Duration gatewayTimeout) {
    boolean ownLimit = spec.timeout().compareTo(gatewayTimeout) <= 0;
    Duration limit = ownLimit ? spec.timeout() : gatewayTimeout;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    Handler called = handler;
    Object context = called.contexts().create(requestId, spec.timeout());
    Future<Void> task =
        threads.submit(
            () -> {
              Thread.currentThread().setContextClassLoader(called.code());
              call(called.method(), new ByteArrayInputStream(input), output, context);
              return null;
            });
    try {
      task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return output.size() > MAX_PAYLOAD_BYTES
          ? Invocation.Failed.malformed("it is over 6 MB")
          : new Invocation.Returned(output.toByteArray());
    } catch (ExecutionException e) {
      if (hasLostAClass(e.getCause())) {
        makeAgain(called);
      }
      return Invocation.Failed.of(e.getCause());
    } catch (TimeoutException e) {
      task.cancel(true);
      return Invocation.Failed.late(!ownLimit);
    } catch (InterruptedException e) {
      task.cancel(true);
      Thread.currentThread().interrupt();
      return Invocation.Failed.of(e);
    }
  }

  private static boolean hasLostAClass(Throwable failure) {
    return Stream.iterate(failure, each -> each != null, Throwable::getCause)
        .anyMatch(each -> each instanceof LinkageError);
  }

  /**
   * Replaces a handler if one of its classes could not be loaded, for example because the process
   * had no file descriptor left. The virtual machine remembers such a failure as long as the class
   * that needed the missing one stays loaded.
   */
  private synchronized void makeAgain(Handler broken) {
    if (handler != broken
        || madeAgainAt != 0 && System.nanoTime() - madeAgainAt < PAUSE.toNanos()) {
      return;
    }
    madeAgainAt = System.nanoTime();
    try {
      handler = handler(source);
      System.err.println(spec.name() + " is made again, as one of its classes could not be loaded");
    } catch (LocalHostException e) {
      // The next call tries again. Until then calls fail and say why.
    }
  }

  private static void call(
      MethodHandle method, InputStream input, OutputStream output, Object context)
      throws Exception {
    try {
      method.invokeExact(input, output, context);
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    handler.code().close();
  }
}
