package io.doorlist.local.dynamodb.engine;

import java.lang.reflect.Method;

/**
 * DynamoDB Local's jar, which may join the class path late.
 *
 * <p>Implementation note. Its manifest names folders, and the JVM keeps no archive of loaded
 * classes for a class path with folders. So {@code ./doorlist up} names the jar by a property
 * instead; the other jars' classes then come from an archive. See ADR 0021.
 */
public final class EngineJar {
  private static final String PROPERTY = "doorlist.engine";

  private EngineJar() {}

  /**
   * Adds the jar that the system property names, if one does. Must come before anything uses
   * DynamoDB Local. The method is the one that {@code java.lang.instrument} asks of class loaders.
   */
  public static void join() {
    String jar = System.getProperty(PROPERTY);
    if (jar == null) {
      return;
    }
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    try {
      Method append =
          loader.getClass().getDeclaredMethod("appendToClassPathForInstrumentation", String.class);
      append.setAccessible(true);
      append.invoke(loader, jar);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("DynamoDB Local cannot join the class path", e);
    }
  }
}
