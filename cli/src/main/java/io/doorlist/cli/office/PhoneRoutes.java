package io.doorlist.cli.office;

import io.doorlist.cli.tokens.PairingCode.Paired;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.token.Role;
import io.doorlist.json.JsonValue;
import io.doorlist.local.office.Office.Call;
import io.doorlist.local.office.Office.Reply;
import java.io.IOException;
import java.util.List;

/** What the page asks about phones, and about pages of this machine that need a token too. */
record PhoneRoutes(Phones phones, EventSetup events) {
  Reply answer(Call call) throws IOException {
    boolean every = call.path().size() == 1;
    if (every && call.method().equals("GET")) {
      return OfficeAnswers.json(
          200, JsonValue.object(it -> it.putArray("phones", all(), OfficeAnswers::phone)));
    }
    if (every && call.method().equals("POST")) {
      OfficeRequest asked = OfficeRequest.read(call);
      Role role = role(asked);
      Long list = asked.number("list");
      String event = asked.text("event");
      Paired paired =
          phones.pair(
              event == null ? "" : event,
              list == null ? "" : list.toString(),
              asked.flag("test") ? Mode.TEST : Mode.LIVE,
              role,
              asked.required("name"));
      return OfficeAnswers.json(
          201,
          JsonValue.object(
              it ->
                  it.put("id", paired.token())
                      .put("link", paired.link())
                      .put("image", OfficeAnswers.image(paired.link()))));
    }
    if (call.path().size() == 2 && call.method().equals("DELETE")) {
      return phones.revoke(call.path().get(1))
          ? OfficeAnswers.json(200, OfficeAnswers.EMPTY)
          : OfficeAnswers.nothing();
    }
    return OfficeAnswers.nothing();
  }

  /** Returns all phones of all events. */
  List<Phones.Phone> all() {
    return phones.list(events.list());
  }

  /** Returns the names of phones that are paired, without pages of this machine. */
  List<String> paired() {
    return phones.names();
  }

  private static Role role(OfficeRequest asked) {
    Role role = asked.read("role", word -> Worded.read(Role.class, word));
    if (role == null) {
      throw new OfficeRequest.WrongException("role is missing");
    }
    return role;
  }

  /** Answers with a link to the board, or to the scanner, of this machine. */
  Reply page(Call call) throws IOException {
    String link =
        phones.page(events.get(call.path().get(1)).event().slug(), role(OfficeRequest.read(call)));
    return OfficeAnswers.json(201, JsonValue.object(it -> it.put("link", link)));
  }
}
