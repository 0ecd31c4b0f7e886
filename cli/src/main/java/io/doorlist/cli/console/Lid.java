package io.doorlist.cli.console;

import io.doorlist.domain.Worded;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What this machine does when its lid is closed. */
public enum Lid implements Worded {
  /** A machine without a battery has no lid. */
  NONE,
  SLEEPS,
  STAYS_AWAKE,
  UNKNOWN;

  /**
   * The command that asks systemd what it does when the lid is closed, unless a program has asked
   * for something else.
   */
  private static final List<String> LOGIND =
      List.of(
          "busctl",
          "get-property",
          "org.freedesktop.login1",
          "/org/freedesktop/login1",
          "org.freedesktop.login1.Manager",
          "HandleLidSwitch");

  /**
   * The command that prints what the present power plan says about the lid, even if Windows hides
   * that setting.
   */
  private static final List<String> POWERCFG =
      List.of("powercfg", "/qh", "SCHEME_CURRENT", "SUB_BUTTONS", "LIDACTION");

  private static final Pattern INDEX = Pattern.compile("0x[0-9a-fA-F]{8}");

  /** Asks the operating system what it does when the lid is closed. That takes a moment. */
  public static Lid ofThisMachine() {
    if (!PowerSupply.hasBattery()) {
      return NONE;
    }
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return ofPowercfg(SystemProgram.said(POWERCFG), PowerSupply.onBattery());
    }
    // A Mac always sleeps when its lid is closed, as there is no setting for that.
    return system.startsWith("mac") ? SLEEPS : ofLogind(SystemProgram.said(LOGIND));
  }

  /**
   * Reads systemd's answer, such as {@code s "suspend"}. If systemd ignores the lid, the result is
   * unknown, because the desktop may still put the machine to sleep.
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
   * Reads Windows' answer, whose words are in the language of Windows. Only its last two numbers
   * count: the first is for power from the cable, the second for the battery. The number 0 means
   * that the machine stays awake.
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
