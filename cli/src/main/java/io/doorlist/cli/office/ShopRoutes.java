package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.OwnersFile;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.cli.following.FollowStatus;
import io.doorlist.cli.following.Following;
import io.doorlist.cli.following.ShopAddress;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.local.office.Office.Call;
import io.doorlist.local.office.Office.Reply;
import io.doorlist.table.Table;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Follows a ticket shop while the office runs, as the command {@code follow} does. The shop and its
 * token are stored beside the data, in a file that only its owner can read. Thread-safe.
 */
final class ShopRoutes implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private static final String URL = "url";
  private static final String ORGANIZER = "organizer";
  private static final String EVENT = "event";
  private static final String TOKEN = "token";

  private final Table table;
  private final String account;
  private final Path file;
  private Followed followed;
  private WordedProblem unread;

  private record Followed(ShopAddress shop, Following following) {}

  /**
   * Creates the routes.
   *
   * @param file the file with the shop and its token
   */
  ShopRoutes(Table table, String account, Path file) {
    this.table = table;
    this.account = account;
    this.file = file;
  }

  /** Goes on following the shop that was set up at an earlier start, if there is one. */
  synchronized void resume() {
    try {
      OfficeRequest kept = new OfficeRequest(Json.readObject(Files.readString(file)));
      begin(shop(kept), kept.required(TOKEN));
    } catch (NoSuchFileException e) {
      // No shop is followed.
      return;
    } catch (IOException | OfficeRequest.WrongException e) {
      // The office starts nevertheless, and its page shows this problem.
      unread =
          new WordedProblem(
              FailureType.CANNOT_READ,
              file.toString(),
              "what was followed cannot be read, set it up again: " + file);
    }
  }

  synchronized Reply answer(Call call) throws IOException {
    switch (call.method()) {
      case "POST" -> follow(OfficeRequest.read(call));
      case "DELETE" -> end();
      default -> {
        // The page only asks how following goes.
      }
    }
    return OfficeAnswers.json(200, JsonValue.object(this::write));
  }

  private void follow(OfficeRequest asked) {
    ShopAddress shop = shop(asked);
    String token = asked.required(TOKEN);
    if (!ShopAddress.isToken(token)) {
      throw new OfficeRequest.WrongException(FailureType.SHOP_TOKEN, "token is not understood");
    }
    close();
    unread = null;
    keep(shop, token);
    begin(shop, token);
  }

  private static ShopAddress shop(OfficeRequest asked) {
    asked.required(URL);
    ShopAddress shop =
        new ShopAddress(asked.read(URL, URI::create), asked.required(ORGANIZER), asked.text(EVENT));
    shop.fault()
        .ifPresent(
            fault -> {
              throw new OfficeRequest.WrongException(FailureType.SHOP_ADDRESS, fault);
            });
    return shop;
  }

  private void begin(ShopAddress shop, String token) {
    followed = new Followed(shop, new Following(table, account, shop, () -> token, INTERVAL));
  }

  private void keep(ShopAddress shop, String token) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(URL, shop.url().toString());
    members.put(ORGANIZER, shop.organizer());
    members.put(EVENT, shop.event());
    members.put(TOKEN, token);
    OwnersFile.write(file, Json.writeValue(members));
  }

  /** Stops following. Everything that was imported stays. */
  private void end() {
    close();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new Failure(FailureType.CANNOT_WRITE, file.toString(), "cannot delete " + file, e);
    }
  }

  private void write(ObjectWriter it) {
    if (followed == null) {
      OfficeAnswers.problem(it, "problem", unread);
      return;
    }
    FollowStatus.Watched watched = followed.following().watched();
    it.put(URL, followed.shop().url().toString())
        .put(ORGANIZER, followed.shop().organizer())
        .put(EVENT, followed.shop().event())
        .put("up_to_date_at", watched.upToDateAt())
        .put("counts", JsonValue.ofJson(Json.writeValue(watched.counts())))
        .put("reported", watched.reported());
    OfficeAnswers.problem(it, "problem", watched.problem());
    OfficeAnswers.problem(it, "report_problem", watched.reportProblem());
  }

  @Override
  public synchronized void close() {
    if (followed != null) {
      followed.following().close();
      followed = null;
    }
  }
}
