package io.doorlist.cli.console;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what is wrong with the arguments of a call, in words of our own instead of those of picocli.
 */
public final class Misuse {
  private Misuse() {}

  /** Returns the message, without a full stop. */
  public static String words(ParameterException fault) {
    CommandLine line = fault.getCommandLine();
    return switch (fault) {
      case UnmatchedArgumentException unmatched -> unmatched(unmatched, line);
      case MissingParameterException missing -> missing(missing);
      case OverwrittenOptionException twice -> name(twice.getOverwritten()) + " is there twice";
      case MutuallyExclusiveArgsException several -> exclusive(several);
      default -> other(fault, line);
    };
  }

  private static String unmatched(UnmatchedArgumentException fault, CommandLine line) {
    String first = fault.getUnmatched().getFirst();
    CommandSpec spec = line.getCommandSpec();
    String what;
    if (first.startsWith("-")) {
      what = "%s has no option %s".formatted(spec.qualifiedName(), first);
    } else if (!spec.subcommands().isEmpty()) {
      what = "there is no command '%s'".formatted(spec.qualifiedName() + " " + first);
    } else {
      what = "%s takes nothing more, but there is '%s'".formatted(spec.qualifiedName(), first);
    }
    List<String> similar = fault.getSuggestions();
    return similar.isEmpty() ? what : what + "; did you mean " + similar.getFirst() + "?";
  }

  /**
   * Returns the message about options that exclude each other. The exception names them only in its
   * own message, so this cuts them out of that.
   */
  private static String exclusive(MutuallyExclusiveArgsException fault) {
    String options =
        fault.getMessage().replaceFirst("^Error: ", "").replaceFirst(" are mutually.*", "");
    return "only one of these may be there: " + options.replace('=', ' ');
  }

  private static String missing(MissingParameterException fault) {
    ArgSpec first = fault.getMissing().getFirst();
    if (fault.getMissing().size() == 1 && !first.required()) {
      return "%s needs a value: %s".formatted(name(first), label(first));
    }
    String missing =
        fault.getMissing().stream().map(Misuse::wanted).collect(Collectors.joining(", "));
    if (fault.getMessage().contains("specify one of these")) {
      return "one of these is missing: " + missing;
    }
    return missing + (fault.getMissing().size() == 1 ? " is missing" : " are missing");
  }

  /** Returns an argument as users type it. */
  private static String wanted(ArgSpec arg) {
    boolean alone = arg.isOption() && arg.arity().max() == 0;
    return alone ? name(arg) : arg.isOption() ? name(arg) + " " + label(arg) : label(arg);
  }

  private static String other(ParameterException fault, CommandLine line) {
    ArgSpec arg = fault.getArgSpec();
    if (arg != null && fault.getCause() instanceof TypeConversionException wrong) {
      return name(arg) + ": " + reason(wrong.getMessage());
    }
    if (arg == null && !(line.getCommand() instanceof Runnable) && isParent(line)) {
      return "%s needs a command: %s"
          .formatted(
              line.getCommandSpec().qualifiedName(),
              String.join(", ", line.getSubcommands().keySet()));
    }
    return reason(fault.getMessage());
  }

  private static boolean isParent(CommandLine line) {
    return !line.getSubcommands().isEmpty();
  }

  private static String reason(String message) {
    return message.replaceFirst(" is not an? (int|long)$", " is not a whole number");
  }

  private static String name(ArgSpec arg) {
    return arg instanceof OptionSpec option ? option.longestName() : label(arg);
  }

  private static String label(ArgSpec arg) {
    return arg.paramLabel().replaceAll("[<>]", "");
  }
}
