package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Lid;
import io.doorlist.cli.console.OfThisMachine;
import io.doorlist.cli.console.PowerSupply;
import io.doorlist.cli.console.Version;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.cli.doctor.HostChecks;
import io.doorlist.cli.forgetting.EventRemovals;
import io.doorlist.cli.forgetting.KeptLists;
import io.doorlist.domain.DomainException;
import io.doorlist.json.JsonValue;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.local.office.Office;
import io.doorlist.table.Table;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * Answers the requests of the office, which is the organiser's page on this machine. It does what a
 * request asks for, and answers with the result. Thread-safe.
 */
public final class OfficePage implements Office, AutoCloseable {
  private final String account;
  private final OfficeHost host;
  private final PageFiles files = new PageFiles();
  private final EventRoutes events;
  private final PhoneRoutes phones;
  private final PaperRoutes paper;
  private final Mailings mailings;
  private final MailRoutes mail;
  private final GuestImports imports;
  private final GuestRoutes guests;
  private final RemovalRoutes removals;
  private final ShopRoutes shop;
  private final Waits waits = new Waits();

  /** Creates the page for the events of an account. */
  public OfficePage(Table table, String account, OfficeHost host) {
    this.account = account;
    this.host = host;
    Path folder = host.folder();
    EventSetup setup = new EventSetup(table, account);
    this.events = new EventRoutes(setup);
    this.phones =
        new PhoneRoutes(
            new Phones(table, account, Clock.systemUTC(), host.reachable(), host.here()), setup);
    KeptLists lists = new KeptLists(folder, account);
    ImportFolder kept = new ImportFolder(lists);
    Previews previews = new Previews(table, account, Clock.systemUTC(), lists);
    this.paper = new PaperRoutes(table, account, setup, lists);
    this.imports = new GuestImports(table, account, Clock.systemUTC(), kept, previews);
    this.guests = new GuestRoutes(setup, previews, imports, waits);
    // These two files are outside the folder of guest lists, because files in that folder are
    // deleted when somebody is forgotten.
    String own = lists.folder().getFileName() + ".json";
    this.shop = new ShopRoutes(table, account, folder.resolve("shops").resolve(own));
    this.mailings = new Mailings(table, account);
    this.mail =
        new MailRoutes(table, account, setup, mailings, folder.resolve("mail").resolve(own));
    this.removals = new RemovalRoutes(new EventRemovals(table, account, lists), waits);
  }

  /** Goes on with work that a kill cut off. */
  public void resume() {
    imports.resume();
    removals.resume();
    shop.resume();
  }

  /** Stops the running work. The next start goes on with everything except mails. */
  @Override
  public void close() {
    imports.close();
    removals.close();
    shop.close();
    mailings.close();
  }

  @Override
  public Optional<Reply> file(String name) {
    return files.find(name);
  }

  @Override
  public Reply answer(Call call) throws IOException {
    try {
      return switch (call.path().getFirst()) {
        case "state" -> OfficeAnswers.json(200, state());
        case "events" -> events(call);
        case "phones" -> phones.answer(call);
        case "shop" -> shop.answer(call);
        case "previews" -> guests.preview(call);
        case "imports" -> guests.one(call);
        case "forget" ->
            call.method().equals("POST") ? paper.forget(call) : OfficeAnswers.nothing();
        case "sample" -> PaperRoutes.sample();
        case "progress" -> waits.find(call.path().getLast());
        case "troubles" -> OfficeAnswers.json(200, troubles());
        case "person" -> paper.person(call.query("email"));
        case "sleep" -> OfficeAnswers.json(200, sleep());
        case "end" -> call.method().equals("POST") ? end(call) : OfficeAnswers.nothing();
        case "doctor" -> OfficeAnswers.json(200, doctor());
        case "backup" ->
            new Reply(
                200, "application/zip", new BackupZip(host.folder()).make(), "doorlist-backup.zip");
        default -> OfficeAnswers.nothing();
      };
    } catch (OfficeRequest.WrongException e) {
      return OfficeAnswers.problem(400, e.problem());
    } catch (Failure e) {
      return OfficeAnswers.problem(422, WordedProblem.of(e));
    } catch (DomainException e) {
      return OfficeAnswers.problem(503, WordedProblem.of(e));
    }
  }

  private Reply events(Call call) throws IOException {
    if (call.path().size() != 3) {
      return events.answer(call);
    }
    String event = call.path().get(1);
    return switch (call.method() + " " + call.path().get(2)) {
      case "GET mail", "POST mail", "DELETE mail" -> mail.answer(call);
      case "GET recipients" -> mail.recipients(event);
      case "POST previews" -> guests.read(call);
      case "GET imports" -> guests.list(event);
      case "GET counts" -> paper.counts(event);
      case "GET tickets" -> paper.tickets(event);
      case "GET badges" -> paper.badges(event, call.query("size"));
      case "GET report" -> paper.report(event, false, call.query("format"));
      case "GET absent" -> paper.report(event, true, call.query("format"));
      case "POST pages" -> phones.page(call);
      case "POST remove" -> removals.remove(call);
      case "POST rehearsal" -> paper.rehearse(event);
      case "GET rehearsal" -> paper.testTickets(event);
      default -> events.answer(call);
    };
  }

  private JsonValue troubles() {
    Troubles found =
        Troubles.of(
            phones.all(),
            Troubles.freeBytes(host.folder()),
            host.reachable().get(),
            Clock.systemUTC().instant());
    return JsonValue.object(
        it ->
            it.putTexts("unheard", found.unheard())
                .put("free_megabytes", found.freeMegabytes())
                .put("on_battery", PowerSupply.onBattery())
                .putTexts("addresses", found.addresses().stream().map(URI::toString).toList()));
  }

  /** Returns the work that the end of the program would cut off. */
  public Unfinished unfinished() {
    return new Unfinished(
        phones.paired(),
        imports.open(),
        mailings.running().map(run -> run.event().title()).orElse(null),
        removals.titles());
  }

  /**
   * Ends the program. If the user has not confirmed it, and work goes on, this answers with that
   * work instead.
   */
  private Reply end(Call call) throws IOException {
    Unfinished open = unfinished();
    boolean ends = OfficeRequest.read(call).flag("sure") || open.isNothing();
    if (ends) {
      host.end().run();
    }
    return OfficeAnswers.json(
        200,
        JsonValue.object(
            it ->
                it.put("ended", ends)
                    .putTexts("phones", open.phones())
                    .putTexts("imports", open.imports())
                    .put("mails", open.mails())
                    .putTexts("leaving", open.leaving())));
  }

  private JsonValue sleep() {
    Lid lid = Lid.ofThisMachine();
    return JsonValue.object(it -> it.put("awake", host.awake()).put("lid", lid.word()));
  }

  /** Returns lines about this machine, which tell a helper what they need to know. */
  private JsonValue doctor() {
    List<URI> addresses = host.reachable().get().map(Reachable::urls).orElse(List.of());
    HostChecks checks =
        new HostChecks(
            Version.text(),
            host.folder(),
            host.temporary(),
            host.here().get(),
            addresses,
            Clock.systemUTC());
    try {
      List<String> lines = checks.lines();
      return JsonValue.object(it -> it.putTexts("lines", lines));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("the office ends", e);
    }
  }

  @OfThisMachine
  private JsonValue state() {
    return JsonValue.object(
        it -> {
          it.put("account", account)
              .put("time_zone", ZoneId.systemDefault().getId())
              .put("folder", host.temporary() ? null : host.folder().toAbsolutePath().toString())
              .putTexts("leaving", removals.titles());
          host.reachable()
              .get()
              .ifPresent(found -> it.putObject("phones", found, OfficeAnswers::reachable));
        });
  }
}
