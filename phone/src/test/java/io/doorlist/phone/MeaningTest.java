package io.doorlist.phone;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.phone.KeptScan.Stage;
import io.doorlist.phone.Meaning.Kind;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 68: the table "What an answer means" of docs/apps.md, for entries and exits. */
class MeaningTest {
  /** How a scan was sent; what it is when the answer comes; the answer; whether it is to all. */
  @ParameterizedTest
  @CsvSource({
    "ASKED, ASKED, entry, 201, '', scan, DONE",
    "ASKED, ASKED, entry, 200, '', scan, DONE",
    "ASKED, ASKED, entry, 409, already_checked_in, scan, REFUSED",
    "ASKED, ASKED, entry, 422, not_admissible, scan, REFUSED",
    "ASKED, ASKED, entry, 404, not_found, scan, REFUSED",
    "ASKED, ASKED, entry, 409, withdrawn, scan, REFUSED",
    "ASKED, ASKED, entry, 409, idempotency_key_in_use, scan, LATER",
    "ASKED, ASKED, entry, 0, '', request, LATER",
    "ASKED, ASKED, entry, 429, too_many_requests, request, LATER",
    "ASKED, ASKED, entry, 503, unavailable, scan, LATER",
    "ASKED, ASKED, entry, 401, unauthorized, request, ENDED",
    "ASKED, ASKED, entry, 403, forbidden, request, LATER",
    "ASKED, ASKED, entry, 404, not_found, request, LATER",
    // The copy has let them in meanwhile, or they were sent away.
    "ASKED, TOLD, entry, 201, '', scan, DONE",
    "ASKED, TOLD, entry, 409, already_checked_in, scan, NOTHING",
    "ASKED, TOLD, entry, 0, '', request, NOTHING",
    "ASKED, WITHDRAWN, entry, 201, '', scan, NOTHING",
    "TOLD, TOLD, entry, 201, '', scan, DONE",
    "TOLD, TOLD, entry, 409, already_checked_in, scan, NOTICE",
    "TOLD, TOLD, entry, 422, not_admissible, scan, NOTICE",
    "TOLD, TOLD, entry, 404, not_found, scan, NOTICE",
    // Another token or another tab took back who is in.
    "TOLD, TOLD, entry, 409, withdrawn, scan, NOTICE",
    "TOLD, TOLD, exit, 409, withdrawn, scan, NOTICE",
    // Nobody is held in.
    "TOLD, TOLD, exit, 404, not_found, scan, DONE",
    "TOLD, TOLD, entry, 503, unavailable, scan, LATER",
    "TOLD, TOLD, entry, 401, unauthorized, request, ENDED",
    "TOLD, TOLD, entry, 404, not_found, request, SET_ASIDE",
    "TOLD, TOLD, entry, 403, forbidden, request, SET_ASIDE",
    "TOLD, TOLD, entry, 422, idempotency_key_reused, scan, SET_ASIDE",
    "TOLD, WITHDRAWN, entry, 201, '', scan, NOTHING",
    "WITHDRAWN, WITHDRAWN, entry, 200, '', scan, DONE",
    "WITHDRAWN, WITHDRAWN, entry, 503, unavailable, scan, LATER",
    "WITHDRAWN, WITHDRAWN, entry, 401, unauthorized, request, ENDED",
    "WITHDRAWN, WITHDRAWN, entry, 404, not_found, request, SET_ASIDE",
    "WITHDRAWN, WITHDRAWN, entry, 422, idempotency_key_reused, scan, SET_ASIDE",
  })
  void answer_meansWhatTheDocsSay(
      Stage sent, Stage now, String way, int status, String code, String to, Kind meant) {
    DoorScan scan = new DoorScan("key", "1", "ada", way.equals("exit"), Map.of(), 0, true);
    Map<String, Object> body = code.isEmpty() ? Map.of() : Map.of("code", code);
    Answer answer = new Answer(status, body, to.equals("request"));

    assertEquals(meant, Meaning.of(sent, new KeptScan(scan, now, 1, 0, ""), answer).kind());
  }
}
