package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureReporter;
import io.doorlist.cli.console.OfThisMachine;
import io.doorlist.cli.tokens.PairingCode.Paired;
import io.doorlist.domain.DomainException;
import io.doorlist.domain.Worded;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.door.Reentry;
import io.doorlist.json.JsonValue;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.local.office.Office;
import io.doorlist.store.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The organiser's page: asks the use cases, and answers with what they return. Thread-safe. */
public final class OfficePage implements Office {
  private final String account;
  private final Path folder;
  private final Supplier<Optional<Reachable>> reachable;
  private final PageFiles files = new PageFiles();
  private final EventSetup events;
  private final Phones phones;

  /**
   * Creates it for the events of an account.
   *
   * @param folder where the data is kept; {@code null} if it is not
   * @param reachable how phones reach this machine at the moment
   */
  public OfficePage(
      Stores stores, String account, Path folder, Supplier<Optional<Reachable>> reachable) {
    this.account = account;
    this.folder = folder;
    this.reachable = reachable;
    this.events = new EventSetup(stores, account);
    this.phones = new Phones(stores, account, Clock.systemUTC(), reachable);
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
        case "phones" -> phones(call);
        default -> nothing();
      };
    } catch (Asked.WrongException e) {
      return Answers.problem(400, e.getMessage());
    } catch (Failure e) {
      return Answers.problem(422, e.getMessage());
    } catch (DomainException e) {
      return Answers.problem(503, FailureReporter.reason(e));
    }
  }

  private static Reply nothing() {
    return Answers.problem(404, "there is no such thing");
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

  private Reply events(Call call) throws IOException {
    int length = call.path().size();
    if (length == 1) {
      return switch (call.method()) {
        case "GET" -> Answers.json(200, Answers.events(events.list()));
        case "POST" -> Answers.json(201, Answers.event(events.create(said(Asked.read(call)))));
        default -> nothing();
      };
    }
    String event = call.path().get(1);
    if (length == 2 && call.method().equals("PUT")) {
      return Answers.json(200, Answers.event(events.change(event, said(Asked.read(call)))));
    }
    if (length == 3 && call.method().equals("POST") && call.path().get(2).equals("doors")) {
      return Answers.json(200, Answers.event(events.putDoor(event, door(Asked.read(call)))));
    }
    return nothing();
  }

  private static EventSetup.Said said(Asked asked) {
    return new EventSetup.Said(
        asked.required("title"),
        asked.read("date", LocalDate::parse),
        asked.text("place"),
        asked.read("time_zone", ZoneId::of),
        asked.objects("types").stream()
            .map(
                type ->
                    new EventSetup.SaidType(
                        type.text("slug"), type.required("name"), type.text("note")))
            .toList());
  }

  private static EventSetup.SaidDoor door(Asked asked) {
    return new EventSetup.SaidDoor(
        asked.number("id"),
        asked.required("name"),
        asked.members().get("types") == null ? null : asked.texts("types"),
        asked.read("opens_at", Instant::parse),
        Reentry.of(asked.text("reentry")));
  }

  private Reply phones(Call call) throws IOException {
    boolean all = call.path().size() == 1;
    if (all && call.method().equals("GET")) {
      List<EventDefinition> known = events.list();
      return Answers.json(
          200, JsonValue.object(it -> it.putArray("phones", phones.list(known), Answers::phone)));
    }
    if (all && call.method().equals("POST")) {
      Asked asked = Asked.read(call);
      Role role = asked.read("role", word -> Worded.read(Role.class, word));
      if (role == null) {
        throw new Asked.WrongException("role is missing");
      }
      Long list = asked.number("list");
      String event = asked.text("event");
      Paired paired =
          phones.pair(
              event == null ? "" : event,
              list == null ? "" : list.toString(),
              role,
              asked.required("name"));
      return Answers.json(
          201,
          JsonValue.object(
              it ->
                  it.put("id", paired.token())
                      .put("link", paired.link())
                      .put("image", Answers.image(paired.link()))));
    }
    if (call.path().size() == 2 && call.method().equals("DELETE")) {
      return phones.revoke(call.path().get(1)) ? Answers.json(200, empty()) : nothing();
    }
    return nothing();
  }

  private static JsonValue empty() {
    return JsonValue.object(it -> {});
  }
}
