package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.http.Access.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AccessTest {
  private static final EventDefinition GALA =
      new EventDefinition(new Event("acme", 7, "spring-gala", "Spring Gala", List.of()), List.of());

  private final List<String> asked = new ArrayList<>();
  private final Access events =
      Access.event(
          (account, slug) -> {
            asked.add(account + " " + slug);
            return slug.equals("spring-gala") ? Optional.of(GALA) : Optional.empty();
          });

  @Test
  void event_admitsWithTheEventThatWasFound() {
    Decision admission = events.admit(call("acme", "spring-gala", caller(Role.SCANNER, "*")));

    assertEquals(new Decision(GALA, null), admission);
    assertEquals(List.of("acme spring-gala"), asked);
  }

  @ParameterizedTest
  @CsvSource({
    "other, spring-gala, *",
    "ACME, spring-gala, *",
    "'', spring-gala, *",
    "acme, no-such, *",
    "acme, spring-gala, autumn-fair",
    "acme, '', *",
    "acme, webhooks, *",
    "acme, 7, *",
    "acme, spring-gala#x, *"
  })
  void event_refusesInOneWay_whateverTheReason(String account, String event, String opens) {
    Decision admission = events.admit(call(account, event, caller(Role.FULL, opens)));

    assertSame(Problem.FORBIDDEN, problem(admission));
  }

  @Test
  void event_isNotLookedFor_unlessTheCallerOpensIt() {
    Access access = events.fullOnly();

    access.admit(call("other", "spring-gala", caller(Role.FULL, "*")));
    access.admit(call("acme", "spring-gala", caller(Role.FULL, "autumn-fair")));
    atTheGala(access, Role.SCANNER);
    access.admit(call("acme", "spring gala", caller(Role.FULL, "*")));

    assertEquals(List.of(), asked);
  }

  @Test
  void roles_openWhatIsForThem() {
    Access desk = events.deskOnly();
    Access full = events.fullOnly();

    assertSame(Problem.FORBIDDEN, problem(atTheGala(desk, Role.SCANNER)));
    assertSame(Problem.FORBIDDEN, problem(atTheGala(full, Role.SCANNER)));
    assertSame(Problem.FORBIDDEN, problem(atTheGala(full, Role.DESK)));
    for (Decision granted :
        List.of(
            atTheGala(desk, Role.DESK), atTheGala(desk, Role.FULL), atTheGala(full, Role.FULL))) {
      assertEquals(new Decision(GALA, null), granted);
    }
  }

  @Test
  void accountAndAnyone_grantNoEvent() {
    Caller caller = caller(Role.FULL, "*");

    assertEquals(new Decision(null, null), Access.account().admit(call("acme", "", caller)));
    assertSame(Problem.FORBIDDEN, problem(Access.account().admit(call("other", "", caller))));
    assertEquals(new Decision(null, null), Access.anyone().admit(call("", "", caller)));
    assertFalse(Access.anyone().grants(call("", "", caller)));
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void hidden_answersNotFoundToOtherAccounts_whateverTheRole(Role role) {
    Access access = Access.account().hidden().fullOnly();

    assertSame(Problem.NOT_FOUND, problem(access.admit(call("other", "", caller(role, "*")))));
  }

  private static Problem problem(Decision admission) {
    return admission.refusal();
  }

  private static Caller caller(Role role, String opens) {
    boolean all = opens.equals("*");
    return new Caller(
        "id", "acme", all, all ? List.of() : List.of(opens), Mode.LIVE, role, null, null, null);
  }

  private static Call call(String account, String event, Caller caller) {
    Request request =
        new Request(
            "request-1",
            "GET",
            "/{account_slug}/{event_slug}/things",
            "/",
            Map.of("account_slug", account, "event_slug", event),
            new Query(Map.of()),
            new Headers(Map.of()),
            Map.of(),
            "",
            false);
    return new Call(request, caller, null, Form.EMPTY, null, null);
  }

  private static Decision atTheGala(Access access, Role role) {
    return access.admit(call("acme", "spring-gala", caller(role, "*")));
  }
}
