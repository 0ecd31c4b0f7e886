package io.doorlist.packaging;

import org.teavm.extension.spi.substitution.SimpleSubstitutionPolicy;
import org.teavm.extension.spi.substitution.SubstitutionSink;

/** Tells TeaVM which classes of the page replace other classes. */
public final class Substitutions extends SimpleSubstitutionPolicy {
  private static final String DOOR = "io.doorlist.door.rules";

  @Override
  public void contribute(SubstitutionSink sink) {
    sink.selectClasses(named(DOOR + ".Decimals")).replacePackage(DOOR, "io.doorlist.phone.browser");
  }
}
