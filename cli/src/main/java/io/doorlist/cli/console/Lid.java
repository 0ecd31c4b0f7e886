package io.doorlist.cli.console;

import io.doorlist.domain.Worded;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What becomes of this machine when its lid is closed. */
public enum Lid implements Worded {
  /** A machine without a battery has no lid. */
  NONE,
  SLEEPS,
  STAYS_AWAKE,
  UNKNOWN;

  /** What systemd does without another program's wish. */
  private static final List<String> LOGIND =
      List.of(
          "busctl",
          "get-property",
          "org.freedesktop.login1",
          "/org/freedesktop/login1",
          "org.freedesktop.login1.Manager",
          "HandleLidSwitch");

  /** The settings of the present plan, those that are hidden too. */
  private static final List<String> POWERCFG =
      List.of("powercfg", "/qh", "SCHEME_CURRENT", "SUB_BUTTONS", "LIDACTION");

  private static final Pattern INDEX = Pattern.compile("0x[0-9a-fA-F]{8}");

  /** Asks the system, which takes a moment. */
  public static Lid ofThisMachine() {
    if (!PowerSupply.hasBattery()) {
      return NONE;
    }
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return ofPowercfg(SystemProgram.said(POWERCFG), PowerSupply.onBattery());
    }
    // A Mac has no setting for it.
    return system.startsWith("mac") ? SLEEPS : ofLogind(SystemProgram.said(LOGIND));
  }

  /**
   * Reads what systemd says, such as {@code s "suspend"}. If that is to ignore the lid, a desktop
   * may still do something itself.
   */
  static Lid ofLogind(String property) {
    boolean sleeps =
        property.contains("suspend")
            || property.contains("hibernate")
            || property.contains("poweroff")
            || property.contains("halt");
    return sleeps ? SLEEPS : UNKNOWN;
  }

  /**
   * Reads what Windows says, in its own language: the last two numbers are those of the cable and
   * of the battery, and 0 is to do nothing.
   */
  static Lid ofPowercfg(String settings, boolean onBattery) {
    List<String> indexes = INDEX.matcher(settings).results().map(MatchResult::group).toList();
    if (indexes.size() < 2) {
      return UNKNOWN;
    }
    String index = indexes.get(indexes.size() - (onBattery ? 1 : 2));
    return Long.decode(index) == 0 ? STAYS_AWAKE : SLEEPS;
  }
}
