package io.doorlist.cli.console;

/** The version of this Doorlist. */
public final class Version {
  private Version() {}

  /** Returns the version as users read it. A build that is not packaged has none. */
  public static String text() {
    String packaged = Version.class.getPackage().getImplementationVersion();
    return packaged == null ? "(not packaged)" : packaged;
  }
}
