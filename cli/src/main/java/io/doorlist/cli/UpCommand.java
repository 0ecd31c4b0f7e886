package io.doorlist.cli;

import io.doorlist.cli.connection.RunningHost;
import io.doorlist.cli.connection.TableFolder;
import io.doorlist.cli.console.ConsoleCommand;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Interruption;
import io.doorlist.cli.console.Progress;
import io.doorlist.cli.demo.DemoClock;
import io.doorlist.cli.demo.DemoData;
import io.doorlist.cli.demo.DemoEvening;
import io.doorlist.cli.demo.DemoLoader;
import io.doorlist.cli.office.Browser;
import io.doorlist.cli.office.ClosingQuestion;
import io.doorlist.cli.office.OfficeHost;
import io.doorlist.cli.office.OfficePage;
import io.doorlist.cli.office.OpeningFile;
import io.doorlist.cli.tokens.PairCommand;
import io.doorlist.cli.tokens.PairingCode;
import io.doorlist.cli.tokens.QrImage;
import io.doorlist.cli.tokens.Tokens;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import io.doorlist.domain.token.Role;
import io.doorlist.local.LocalHost;
import io.doorlist.local.gateway.GatewayServer;
import io.doorlist.local.gateway.Lan;
import io.doorlist.local.office.Office;
import io.doorlist.local.office.OfficeKeys;
import io.doorlist.local.office.OpenOffice;
import io.doorlist.local.table.HostTable;
import io.doorlist.local.table.WantedChanges;
import io.doorlist.local.template.Template;
import io.doorlist.phone.PairingLink;
import io.doorlist.store.table.PatientTable;
import io.doorlist.store.table.TableFormat;
import io.doorlist.table.Table;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the whole API on this machine until it is told to end. */
@Command(
    name = "up",
    description = {
      "Run the API on this machine, with a table and with demo data, until Ctrl-C.",
      "The data is lost at the end unless --data says where to keep it."
    })
final class UpCommand extends ConsoleCommand {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * The system property that lets the webhook sender reach this machine and its networks. It is
   * never set in a deployed sender.
   */
  private static final String WEBHOOKS_NEARBY = "doorlist.webhooks.nearby";

  private static final String TOKEN_NAME = "doorlist up";

  /**
   * Each start with demo data creates a token of its own, and revokes the tokens of earlier starts
   * that are older than this.
   */
  private static final Duration DEMO_TOKEN_LIFE = Duration.ofDays(1);

  /**
   * The id of a check-in list of the demo's largest event. The list admits every type of ticket.
   */
  private static final String DEMO_LIST = "1";

  /** The account whose events the office shows if no option names one. */
  private static final String OFFICE_ACCOUNT = "doorlist";

  private static final DemoData DATA = new DemoData(DemoData.ORDERS);

  /** With {@code --busy}, the pause between the guests of one order and the guests of the next. */
  private static final Duration BETWEEN_GUESTS = Duration.ofSeconds(20);

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "3000",
      description = "Port of the API; 0 for any (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(names = "--data", paramLabel = "DIR", description = "Keep the data in this folder.")
  private Path data;

  @Option(names = "--in-memory", description = "Do not keep the data (default without --data).")
  private boolean inMemory;

  @Option(names = "--empty", description = "Load no demo data.")
  private boolean empty;

  @Option(names = "--busy", description = "Let guests of the demo data in, a few in every minute.")
  private boolean busy;

  @Option(
      names = "--origin",
      paramLabel = "ORIGIN",
      description = "Let browsers call from this origin, such as http://localhost:5173.")
  private String origin;

  @Option(
      names = "--lan",
      description = {
        "Listen on this machine's network addresses too, by TLS, for phones on the same Wi-Fi.",
        "Needs --data; loads no demo data without --demo. See docs/laptop.md."
      })
  private boolean lan;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Like --lan, but only on this address of the machine.")
  private String host;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description =
          "With --lan: your own certificate and its chain, PEM (default: its own authority).")
  private Path certificate;

  @Option(names = "--key", paramLabel = "FILE", description = "The certificate's key, PEM.")
  private Path key;

  @Option(
      names = "--trust-port",
      paramLabel = "PORT",
      defaultValue = "3080",
      description =
          "With --lan: port of the page that helps phones to trust it (default: ${DEFAULT-VALUE}).")
  private int trustPort;

  @Option(
      names = "--demo",
      description = "Load the demo data (default without --lan); with --lan, pair phones with it.")
  private boolean demo;

  @Option(
      names = "--office",
      description = {
        "Serve the organiser's page to the person at this machine, and open it in the browser.",
        "It does what the commands do. See docs/laptop.md."
      })
  private boolean office;

  @Option(
      names = "--no-browser",
      description = "With --office: only print the file that opens the page.")
  private boolean noBrowser;

  @Option(
      names = "--in-a-window",
      hidden = true,
      description = "With --office: Enter ends it, after a question if something goes on.")
  private boolean inAWindow;

  @Option(
      names = "--kept-awake",
      hidden = true,
      description = "With --office: whoever starts it keeps the machine from falling asleep.")
  private boolean keptAwake;

  @Option(
      names = "--account",
      paramLabel = "A",
      description =
          "With --office: the account whose events it shows (default: doorlist; with demo data:"
              + " demo).")
  private String account;

  @Override
  public Integer call() {
    if (port < 0 || port > 65_535) {
      throw usage("--port must be 0 to 65535");
    }
    if (inMemory && data != null) {
      throw usage("--data and --in-memory exclude each other");
    }
    Optional<Lan> network = network();
    boolean withDemo = network.isPresent() ? demo : !empty;
    if (empty && demo || busy && !withDemo) {
      throw usage("--demo and --busy go without --empty; with --lan, --busy needs --demo");
    }
    if (!office && (noBrowser || account != null)) {
      throw usage("--no-browser and --account go with --office");
    }
    if (account != null && !Slug.valid(account)) {
      throw usage("--account must be letters, digits, '.', '_' or '-'");
    }
    Map<String, String> parameters = new HashMap<>(Map.of("ApiUrl", LocalHost.Options.OWN_URL));
    if (origin != null) {
      parameters.put("AllowedOrigins", origin);
    }
    try (Interruption interruption = new Interruption(PATIENCE);
        OpenTable open = open()) {
      SqliteEngine table = open.table();
      CompletableFuture<String> token =
          CompletableFuture.supplyAsync(() -> prepare(table, withDemo), Thread::startVirtualThread);
      LocalHost.Options options =
          new LocalHost.Options(TableFolder.template(), port, new HostTable.Here(table), parameters)
              .sharingClasses()
              .on(network.orElse(null));
      System.setProperty(WEBHOOKS_NEARBY, "true");
      CompletableFuture<LocalHost> started = new CompletableFuture<>();
      try (OpeningFile opening = new OpeningFile(open.folder());
          OfficePage page = office ? page(open, withDemo, started, interruption) : null;
          LocalHost host = LocalHost.start(options.with(opened(page, opening)))) {
        started.complete(host);
        interruption.await(token);
        if (!interruption.asked()) {
          run(host, open, join(token), page, opening, interruption);
        }
      }
    }
    return 0;
  }

  /**
   * Creates the office, which is the organiser's page.
   *
   * @param started completes once the host answers. The office gets no request before that.
   */
  private OfficePage page(
      OpenTable open,
      boolean withDemo,
      CompletableFuture<LocalHost> started,
      Interruption interruption) {
    String whose = account != null ? account : withDemo ? DemoData.ACCOUNT : OFFICE_ACCOUNT;
    return new OfficePage(
        open(open.table(), Clock.systemUTC()),
        whose,
        new OfficeHost(
            open.folder(),
            open.temporary(),
            () -> started.join().reachable(),
            () -> started.join().url(),
            keptAwake,
            interruption::ask));
  }

  /**
   * Returns the page with the keys to it, for the host to serve. Only somebody who can read the
   * opening file gets in. Returns {@code null} without a page.
   */
  private static OpenOffice opened(OfficePage page, OpeningFile opening) {
    return page == null
        ? null
        : new OpenOffice(page, new OfficeKeys(InstantSource.system(), opening::code));
  }

  /**
   * The table of this process, with its folder. Closing it deletes the folder if that is temporary.
   */
  private record OpenTable(Path folder, boolean temporary, SqliteEngine table)
      implements AutoCloseable {
    @Override
    public void close() {
      table.close();
      if (temporary) {
        try {
          LocalHost.delete(folder);
        } catch (IOException e) {
          throw new Failure("the temporary data stays in " + folder, e);
        }
      }
    }
  }

  private OpenTable open() {
    if (data != null) {
      return new OpenTable(data, false, TableFolder.openForUp(data, console::message));
    }
    try {
      WantedChanges wanted = WantedChanges.of(Template.read(TableFolder.template()));
      Path folder = Files.createTempDirectory("doorlist-data-");
      return new OpenTable(folder, true, SqliteEngine.temporary(folder, wanted, console::message));
    } catch (IOException e) {
      throw new Failure("there is no room for temporary data: name a folder with --data", e);
    }
  }

  /** Returns where to listen besides loopback; empty if loopback is enough. */
  private Optional<Lan> network() {
    if (!lan && host == null) {
      if (certificate != null || key != null) {
        throw usage("--certificate and --key go with --lan or --host");
      }
      return Optional.empty();
    }
    if (data == null) {
      throw usage("--lan needs --data: an evening that ends with the program is lost");
    }
    if (certificate == null != (key == null)) {
      throw usage("--certificate and --key go together");
    }
    if (trustPort < 0 || trustPort > 65_535) {
      throw usage("--trust-port must be 0 to 65535");
    }
    try {
      InetAddress address = host == null ? null : InetAddress.getByName(host);
      return Optional.of(
          new Lan(
              address,
              trustPort,
              data.resolve(TableFolder.AUTHORITY),
              certificate,
              key,
              Lan.REQUESTS_A_SECOND));
    } catch (UnknownHostException e) {
      throw new Failure("--host: there is no address " + host, e);
    }
  }

  /**
   * Says how to ask the API, loads the demo data, says that all is ready, and waits for the end.
   *
   * @param token for the demo data; {@code null} without demo data
   */
  private void run(
      LocalHost host,
      OpenTable open,
      String token,
      OfficePage page,
      OpeningFile opening,
      Interruption interruption) {
    SqliteEngine table = open.table();
    try (RunningHost.Note note =
        RunningHost.leave(open.folder(), open.temporary(), host.url(), table, console::message)) {
      if (note.problem() != null) {
        console.message(note.problem());
      }
      if (token != null) {
        console.result("token " + token);
        console.result(
            "curl -H 'Authorization: Bearer %s' %s/%s/%s/checkin_lists"
                .formatted(token, host.url(), DemoData.ACCOUNT, DemoData.LARGEST));
        CompletableFuture<Void> loaded =
            CompletableFuture.runAsync(() -> loadDemo(table), Thread::startVirtualThread);
        interruption.await(loaded);
        if (interruption.asked()) {
          return;
        }
        join(loaded);
      }
      announce(host, token);
      host.reachable().ifPresent(reachable -> announce(reachable, table));
      if (page != null) {
        page.resume();
        opening.leadTo(host.url().resolve(Office.PATH));
        announce(opening.file());
        if (inAWindow) {
          new ClosingQuestion(console, page::unfinished, interruption::ask).listen();
        }
      }
      if (busy) {
        goOn(table, interruption);
      }
      interruption.await();
    }
  }

  private static void goOn(SqliteEngine engine, Interruption interruption) {
    Table table = open(engine, Clock.systemUTC());
    DemoEvening.of(table, DATA, Mode.LIVE, Instant.now())
        .orElseThrow()
        .goOn(table, interruption, BETWEEN_GUESTS);
  }

  private static <T> T join(CompletableFuture<T> work) {
    try {
      return work.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException fault ? fault : e;
    }
  }

  /**
   * Writes the format into a new table and, with demo data, the demo's events and lists. Returns
   * the secret of a new token for these events, or {@code null} without demo data.
   */
  private static String prepare(SqliteEngine engine, boolean demo) {
    DemoClock clock = new DemoClock();
    Table table = open(engine, clock.withZone(ZoneOffset.UTC));
    new TableFormat(table).begin(true);
    if (!demo) {
      return null;
    }
    new DemoLoader(DATA, table, clock, Instant.now()).begin();
    Tokens tokens = new Tokens(table, DemoData.ACCOUNT);
    // Recent tokens stay, so phones that were paired at an earlier start keep working this evening.
    Instant stale = Instant.now().minus(DEMO_TOKEN_LIFE);
    tokens.named(TOKEN_NAME).stream()
        .filter(token -> token.createdAt().isBefore(stale))
        .forEach(tokens::revoke);
    return tokens.create(TOKEN_NAME, List.of(), Mode.LIVE, Role.FULL, Instant.now());
  }

  private void loadDemo(SqliteEngine engine) {
    DemoClock clock = new DemoClock();
    Table table = open(engine, clock.withZone(ZoneOffset.UTC));
    DemoLoader demo = new DemoLoader(DATA, table, clock, Instant.now());
    if (!demo.isLoaded()) {
      console.message("loading the demo data; the API answers already");
      Progress progress = new Progress(console, 0);
      demo.load(progress);
      progress.clear();
    }
  }

  private void announce(LocalHost host, String token) {
    console.result("ready " + host.url());
    if (token != null) {
      // The data for pairing is in the address's fragment, which no browser sends to a server.
      PairingLink link = new PairingLink("", DemoData.ACCOUNT, DemoData.LARGEST, DEMO_LIST, token);
      String pages = host.url() + "/-/";
      console.result("scanner " + link.on(pages + "scan"));
      console.result("board " + link.on(pages + "board"));
      console.result("desk " + link.on(pages + "desk"));
      console.result("tickets " + link.on(pages + "tickets"));
      console.result("reference " + link.on(pages + "docs"));
    }
  }

  /** Prints the path of the file that opens the office, and opens that file in the browser. */
  private void announce(Path opening) {
    console.result("office " + opening.toAbsolutePath());
    if (!noBrowser && !Browser.open(opening)) {
      console.message("no browser opens by itself here: open " + opening.toUri());
    }
  }

  /**
   * Prints the addresses for phones. With demo data, it also prints codes to pair phones with it.
   */
  private void announce(GatewayServer.Reachable reachable, SqliteEngine engine) {
    console.result("lan " + reachable.url());
    PairedAddress.change(data, reachable.url()).ifPresent(console::message);
    reachable.urls().stream().skip(1).forEach(other -> console.result("also " + other));
    if (reachable.trust() != null) {
      console.result("trust " + reachable.trust());
      console.result("fingerprint " + reachable.fingerprint());
      console.message("Phones trust it once, by this page:");
      QrImage.of(reachable.trust().toString()).draw(console);
    }
    if (!demo) {
      console.message("Pair phones: doorlist pair --account ACCOUNT --role scanner");
      return;
    }
    Table table = open(engine, Clock.systemUTC());
    for (Role role : Role.values()) {
      PairingCode code =
          new PairingCode(DemoData.ACCOUNT, DemoData.LARGEST, DEMO_LIST, Mode.LIVE, role);
      PairCommand.draw(code.pair(table, reachable.url(), role.word(), Instant.now()), console);
    }
  }

  /** Returns the table of an engine. The caller does not close it, but closes the engine. */
  private static Table open(SqliteEngine engine, Clock clock) {
    return PatientTable.open(engine, HostTable.Here.NAME, clock);
  }
}
