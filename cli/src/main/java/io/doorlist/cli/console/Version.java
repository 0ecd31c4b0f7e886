package io.doorlist.cli.console;

/** Which Doorlist this is. */
public final class Version {
  private Version() {}

  /** Returns it as people read it; a build that is not packaged says so. */
  public static String text() {
    String packaged = Version.class.getPackage().getImplementationVersion();
    return packaged == null ? "(not packaged)" : packaged;
  }
}
