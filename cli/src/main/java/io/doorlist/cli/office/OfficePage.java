package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureReporter;
import io.doorlist.cli.console.OfThisMachine;
import io.doorlist.domain.DomainException;
import io.doorlist.json.JsonValue;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.local.office.Office;
import io.doorlist.store.Stores;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Supplier;

/** The organiser's page: asks the use cases, and answers with what they return. Thread-safe. */
public final class OfficePage implements Office {
  private final String account;
  private final Path folder;
  private final Supplier<Optional<Reachable>> reachable;
  private final PageFiles files = new PageFiles();
  private final EventRoutes events;
  private final PhoneRoutes phones;
  private final PaperRoutes paper;

  /**
   * Creates it for the events of an account.
   *
   * @param folder where the data is kept; {@code null} if it is not
   * @param reachable how phones reach this machine at the moment
   * @param here where the API is on this machine
   */
  public OfficePage(
      Stores stores,
      String account,
      Path folder,
      Supplier<Optional<Reachable>> reachable,
      Supplier<URI> here) {
    this.account = account;
    this.folder = folder;
    this.reachable = reachable;
    EventSetup setup = new EventSetup(stores, account);
    this.events = new EventRoutes(setup);
    this.phones =
        new PhoneRoutes(new Phones(stores, account, Clock.systemUTC(), reachable, here), setup);
    this.paper = new PaperRoutes(stores, account, setup);
  }

  @Override
  public Optional<Reply> file(String name) {
    return files.find(name);
  }

  @Override
  public Reply answer(Call call) throws IOException {
    try {
      return switch (call.path().getFirst()) {
        case "state" -> Answers.json(200, state());
        case "events" -> events(call);
        case "phones" -> phones.answer(call);
        case "forget" -> call.method().equals("POST") ? paper.forget(call) : Answers.nothing();
        case "sample" -> PaperRoutes.sample();
        default -> Answers.nothing();
      };
    } catch (Asked.WrongException e) {
      return Answers.problem(400, e.getMessage());
    } catch (Failure e) {
      return Answers.problem(422, e.getMessage());
    } catch (DomainException e) {
      return Answers.problem(503, FailureReporter.reason(e));
    }
  }

  private Reply events(Call call) throws IOException {
    if (call.path().size() != 3) {
      return events.answer(call);
    }
    String event = call.path().get(1);
    return switch (call.method() + " " + call.path().get(2)) {
      case "GET counts" -> paper.counts(event);
      case "GET tickets" -> paper.tickets(event);
      case "GET report" -> paper.report(event, false, call.query("format"));
      case "GET absent" -> paper.report(event, true, call.query("format"));
      case "POST pages" -> phones.page(call);
      default -> events.answer(call);
    };
  }

  @OfThisMachine
  private JsonValue state() {
    return JsonValue.object(
        it -> {
          it.put("account", account)
              .put("time_zone", ZoneId.systemDefault().getId())
              .put("folder", folder == null ? null : folder.toAbsolutePath().toString());
          reachable.get().ifPresent(found -> it.putObject("phones", found, Answers::reachable));
        });
  }
}
