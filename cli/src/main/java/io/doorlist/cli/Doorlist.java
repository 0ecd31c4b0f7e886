package io.doorlist.cli;

import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.ConsoleCommand;
import io.doorlist.cli.console.FailureReporter;
import io.doorlist.cli.console.Misuse;
import io.doorlist.cli.console.StandardOutput;
import io.doorlist.cli.console.UnwrittenException;
import io.doorlist.cli.console.Version;
import io.doorlist.cli.demo.DemoCommand;
import io.doorlist.cli.doctor.DoctorCommand;
import io.doorlist.cli.exporting.ExportCommand;
import io.doorlist.cli.following.FollowCommand;
import io.doorlist.cli.forgetting.ForgetCommand;
import io.doorlist.cli.forgetting.RemoveCommand;
import io.doorlist.cli.forgetting.ShowCommand;
import io.doorlist.cli.importing.ImportCommand;
import io.doorlist.cli.reporting.EveningReportCommand;
import io.doorlist.cli.starting.StartCommand;
import io.doorlist.cli.tickets.BadgesCommand;
import io.doorlist.cli.tickets.TicketsCommand;
import io.doorlist.cli.tokens.PairCommand;
import io.doorlist.cli.tokens.TokenCommands;
import io.doorlist.cli.webhooks.WebhookCommands;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/**
 * The command line of Doorlist. The exit status is 0 if the command succeeded, 1 if something was
 * refused or failed, and 2 if it was called incorrectly. It is 141 if the program that reads the
 * command's output has ended.
 */
@Command(
    name = "doorlist",
    description = "The door of an event as a service: run it here, import and export data.",
    synopsisSubcommandLabel = "COMMAND")
public final class Doorlist {
  /** In the order of the help. */
  static final List<Class<?>> COMMANDS =
      List.of(
          UpCommand.class,
          StartCommand.class,
          BackupCommand.class,
          PairCommand.class,
          ImportCommand.class,
          FollowCommand.class,
          ExportCommand.class,
          TicketsCommand.class,
          BadgesCommand.class,
          EveningReportCommand.class,
          ShowCommand.class,
          ForgetCommand.class,
          RemoveCommand.class,
          DemoCommand.class,
          DoctorCommand.class,
          TokenCommands.class,
          WebhookCommands.class);

  /**
   * The system property with the width of the terminal that shows standard error. It is not set if
   * standard error goes elsewhere.
   */
  private static final String COLUMNS = "doorlist.columns";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  private boolean help;

  @Option(names = "--version", versionHelp = true, description = "Show the version.")
  private boolean version;

  private Doorlist() {}

  /**
   * Runs one command, and returns the exit status.
   *
   * @param in what a command reads if its file argument is {@code -}
   * @param out gets results
   * @param err gets progress and messages
   */
  public static int run(InputStream in, PrintStream out, PrintStream err, String... args) {
    Console console = new Console(in, out, err, Integer.getInteger(COLUMNS, 0));
    CommandLine line = new CommandLine(new Doorlist(), ConsoleCommand.factory(console));
    commands(args).forEach(line::addSubcommand);
    line.getCommandSpec().version("doorlist " + Version.text());
    line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    line.setParameterExceptionHandler((fault, arguments) -> misuse(console, fault));
    line.setExecutionExceptionHandler(
        (fault, at, parsed) ->
            fault instanceof UnwrittenException ? 0 : FailureReporter.report(console, fault));
    int status = line.execute(args);
    return status == 0 && out.checkError() ? StandardOutput.unwritten(console) : status;
  }

  /**
   * Returns the command that is called, or all if it is none of ours. To read the options of all
   * commands takes longer than most commands do.
   */
  private static List<Class<?>> commands(String... args) {
    List<Class<?>> called = new ArrayList<>(COMMANDS);
    called.removeIf(type -> args.length == 0 || !args[0].equals(name(type)));
    if (called.contains(StartCommand.class)) {
      // A double click is `start`, which calls `up`.
      called.add(UpCommand.class);
    }
    return called.isEmpty() ? COMMANDS : called;
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static int misuse(Console console, ParameterException fault) {
    CommandSpec spec = fault.getCommandLine().getCommandSpec();
    console.message("doorlist: " + Misuse.words(fault));
    console.message("see: " + spec.qualifiedName() + " --help");
    return spec.exitCodeOnInvalidInput();
  }

  public static void main(String[] args) {
    // Otherwise the numbers in keys, paths and reports would be in the notation of the user's
    // locale.
    Locale.setDefault(Locale.ROOT);
    // Names of people and events are UTF-8, whatever the terminal's locale.
    PrintStream out = stream(FileDescriptor.out);
    PrintStream err = stream(FileDescriptor.err);
    int status = run(System.in, out, err, args);
    out.flush();
    err.flush();
    System.exit(status);
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
  }
}
