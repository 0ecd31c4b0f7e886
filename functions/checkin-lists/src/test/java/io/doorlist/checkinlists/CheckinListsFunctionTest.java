package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What acceptance tests do not show of check-in lists. */
class CheckinListsFunctionTest extends FunctionFixture {
  @Test
  void listCheckinLists_refuses_whenTheTextIsTooLong() throws Exception {
    Input input =
        recorded("list-checkin-lists")
            .with(List.of("x".repeat(201)), "multiValueQueryStringParameters", "q");

    assertProblem(400, "invalid_parameter", call(input));
  }

  @Test
  void door_findsAList_thatIsNewerThanWhatIsRemembered() throws Exception {
    call("list-checkins");
    Imports.into(stores).putCheckinList("acme", "spring-gala", Imports.list(5, "New"));

    Answer answer = call(recorded("list-checkins").with("5", "pathParameters", "checkin_list_id"));

    assertEquals(200, answer.status());
  }
}
