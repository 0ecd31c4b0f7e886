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

/**
 * Answers what the page asks about phones. The links to other pages on this machine need tokens,
 * too, so they also come from here.
 */
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

  /** Returns all phones of the account. */
  List<Phones.Phone> all() {
    return phones.list(events.list());
  }

  /** Returns the names of paired phones, without the tokens of pages on this machine. */
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

  /** Answers with a link to a page on this machine, such as the board or the scanner. */
  Reply page(Call call) throws IOException {
    String link =
        phones.page(events.get(call.path().get(1)).event().slug(), role(OfficeRequest.read(call)));
    return OfficeAnswers.json(201, JsonValue.object(it -> it.put("link", link)));
  }
}
