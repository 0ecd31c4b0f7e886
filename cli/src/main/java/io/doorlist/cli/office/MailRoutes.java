package io.doorlist.cli.office;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.OwnersFile;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.cli.mailing.MailLog;
import io.doorlist.cli.mailing.MailSettings;
import io.doorlist.cli.mailing.Mailing;
import io.doorlist.cli.tickets.TicketMails;
import io.doorlist.domain.event.Event;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.local.office.Office.Call;
import io.doorlist.local.office.Office.Reply;
import io.doorlist.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers what the page asks about tickets by mail. The organiser's account at the mail server is
 * stored beside the data for the next time. Its password is never stored.
 *
 * @param file the file of that account, which only its owner can read
 */
record MailRoutes(Table table, String account, EventSetup events, Mailings mailings, Path file) {
  private static final int MAX_TEXT = 10_000;

  private static final String HOST = "host";
  private static final String PORT = "port";
  private static final String USER = "user";
  private static final String FROM = "from";

  Reply answer(Call call) throws IOException {
    Event event = events.get(call.path().get(1)).event();
    switch (call.method()) {
      case "POST" -> begin(event, OfficeRequest.read(call));
      case "DELETE" -> mailings.stop();
      default -> {
        // The page only asks how many mails are done.
      }
    }
    return OfficeAnswers.json(200, JsonValue.object(it -> write(it, event)));
  }

  /** Answers with who gets a mail now, and who does not. Nothing is sent. */
  Reply recipients(String slug) {
    Event event = events.get(slug).event();
    TicketMails mails =
        TicketMails.of(
            new AccountReader(table, account),
            event,
            MailLog.statesOf(account, slug),
            TicketMails.Letter.PLAIN);
    Map<String, List<TicketMails.Guest>> all = new LinkedHashMap<>();
    all.put("open", mails.open());
    all.put("unsure", mails.unsure());
    all.put("refused", mails.refused());
    all.put("silent", mails.silent());
    all.put("boxed", mails.boxed());
    return OfficeAnswers.json(
        200,
        JsonValue.object(
            it -> {
              it.put("mails", mails.mails().size()).put("earlier", mails.earlier());
              all.forEach(
                  (name, guests) ->
                      it.putArray(name, OfficeAnswers.first(guests), MailRoutes::guest));
              it.putObject(
                  "all", writer -> all.forEach((name, guests) -> writer.put(name, guests.size())));
            }));
  }

  private static void guest(ObjectWriter it, TicketMails.Guest guest) {
    it.put("reference", guest.reference()).put("name", guest.name());
  }

  private void begin(Event event, OfficeRequest asked) {
    MailSettings settings = settings(asked);
    String password = asked.text("password");
    if (settings.host() == null || !settings.hasPossibleNumbers()) {
      throw new Failure(
          FailureType.NO_MAIL_SERVER,
          "a mail server has a name, a port, and at least one mail a minute");
    }
    if (!settings.hasSender()) {
      throw new Failure(FailureType.NO_SENDER, "the sender is not an e-mail address");
    }
    if (settings.user() != null && password == null) {
      throw new Failure(FailureType.NO_PASSWORD, "there is no password");
    }
    String above = asked.text("text", MAX_TEXT);
    TicketMails.Letter letter =
        new TicketMails.Letter(
            asked.text("subject"), above == null ? "" : above, asked.texts("resend"));
    mailings.begin(event, settings, settings.user() == null ? null : password, letter);
    keep(settings);
  }

  private static MailSettings settings(OfficeRequest asked) {
    return new MailSettings(
        asked.text(HOST),
        number(asked, PORT, MailSettings.PORT),
        asked.text(USER),
        asked.required(FROM),
        number(asked, "rate", MailSettings.RATE));
  }

  private static int number(OfficeRequest asked, String name, int usual) {
    Long number = asked.number(name);
    return number == null ? usual : Math.clamp(number, 0, Integer.MAX_VALUE);
  }

  private void keep(MailSettings settings) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(HOST, settings.host());
    members.put(PORT, settings.port());
    members.put(USER, settings.user());
    members.put(FROM, settings.from());
    OwnersFile.write(file, Json.writeValue(members));
  }

  /**
   * Returns the account that sent the last mails; empty if there were none, or if the file cannot
   * be read.
   */
  private Optional<MailSettings> kept() {
    try {
      return Optional.of(settings(new OfficeRequest(Json.readObject(Files.readString(file)))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | OfficeRequest.WrongException e) {
      // The account in the file is lost, so the organiser types it again.
      return Optional.empty();
    }
  }

  private void write(ObjectWriter it, Event event) {
    kept()
        .ifPresent(
            settings ->
                it.putObject(
                    "server",
                    writer ->
                        writer
                            .put(HOST, settings.host())
                            .put(PORT, settings.port())
                            .put(USER, settings.user())
                            .put(FROM, settings.from())));
    Optional<Mailings.Run> running = mailings.running();
    running.ifPresent(
        run ->
            it.put("running", run.event().slug())
                .put("title", run.event().title())
                .put("done", run.done())
                .put("of", run.of()));
    mailings
        .last()
        .filter(run -> run.event().slug().equals(event.slug()))
        .flatMap(Mailings.Run::result)
        .ifPresent(result -> it.putObject("last", result, MailRoutes::result));
  }

  private static void result(ObjectWriter it, Mailing.Result result) {
    it.put("sent", result.sent())
        .putArray("refused", result.refused(), MailRoutes::notTaken)
        .putArray("failed", result.failed(), MailRoutes::notTaken)
        .putTexts("unsure", result.unsure());
    OfficeAnswers.problem(
        it, "problem", result.fault() == null ? null : WordedProblem.of(result.fault()));
  }

  private static void notTaken(ObjectWriter it, Mailing.NotTaken mail) {
    it.putTexts("references", mail.references()).put("code", mail.code());
  }
}
