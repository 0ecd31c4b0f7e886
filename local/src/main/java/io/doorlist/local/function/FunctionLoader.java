package io.doorlist.local.function;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Loads a function's classes: the AWS SDK's from this process, for all functions once, and all
 * others from its package.
 *
 * <p>Implementation note. As the SDK is shared, a function can use a client that the host made: it
 * gets it by asking the loader of its own classes, and so each host's functions get their own. See
 * ADR 0048.
 */
final class FunctionLoader extends URLClassLoader implements Supplier<DynamoDbClient> {
  static {
    registerAsParallelCapable();
  }

  /** What no jar has: looking for it opens them all. */
  private static final String NOTHING = "io/doorlist/nothing";

  private final ClassLoader host = FunctionLoader.class.getClassLoader();
  private final DynamoDbClient client;

  FunctionLoader(String function, URL[] path, DynamoDbClient client) {
    super(function, path, ClassLoader.getPlatformClassLoader());
    this.client = client;
    // A jar that cannot be opened when it is first needed, as no descriptor is left, is forgotten.
    findResource(NOTHING);
    host.getResource(NOTHING);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("software.amazon.awssdk.") || name.startsWith("org.reactivestreams.")) {
      try {
        return host.loadClass(name);
      } catch (ClassNotFoundException e) {
        // A part of the SDK that only functions use, such as SQS.
      }
    }
    return super.loadClass(name, resolve);
  }

  /** Returns the client of the table in this process; {@code null} if there is none. */
  @Override
  public DynamoDbClient get() {
    return client;
  }
}
