package io.doorlist.local.function;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Loads a function's classes: the AWS SDK's from this process, for all functions once, and all
 * others from its package. If the package has another version of the SDK, it gets that.
 *
 * <p>Implementation note. As the SDK is shared, a function can use a client that the host made: it
 * gets it by asking the loader of its own classes, and so each host's functions get their own. See
 * ADR 0048.
 */
final class FunctionLoader extends URLClassLoader implements Supplier<DynamoDbClient> {
  private static final List<String> SHARED =
      List.of("software.amazon.awssdk.", "org.reactivestreams.");

  private static final String VERSION = "software.amazon.awssdk.core.util.VersionInfo";

  static {
    registerAsParallelCapable();
  }

  private final ClassLoader host = FunctionLoader.class.getClassLoader();
  private final DynamoDbClient client;
  private final boolean shares;

  /**
   * Creates the loader.
   *
   * @param client to which the function is entitled if it shares the SDK; {@code null} for none
   */
  FunctionLoader(String function, URL[] path, DynamoDbClient client) {
    super(function, path, ClassLoader.getPlatformClassLoader());
    this.client = client;
    this.shares = sharesSdk();
  }

  private boolean sharesSdk() {
    try {
      String packaged = version(findClass(VERSION));
      String shared = version(host.loadClass(VERSION));
      if (packaged.equals(shared)) {
        return true;
      }
      System.err.printf(
          Locale.ROOT,
          "%s has version %s of the AWS SDK, the host %s: it loads its own, which is slower%n",
          getName(),
          packaged,
          shared);
    } catch (ClassNotFoundException e) {
      // The function, or the host, does without the SDK.
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this is not the AWS SDK that we know", e);
    }
    return false;
  }

  private static String version(Class<?> info) throws ReflectiveOperationException {
    return (String) info.getField("SDK_VERSION").get(null);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (shares && SHARED.stream().anyMatch(name::startsWith)) {
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
    return shares ? client : null;
  }
}
