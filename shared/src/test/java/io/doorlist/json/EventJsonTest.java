package io.doorlist.json;

import static io.doorlist.json.Samples.EVENT;
import static io.doorlist.json.Samples.compact;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventJsonTest {
  @Test
  void of_writesIdAndTitle() {
    assertEquals("{\"id\":7,\"title\":\"Spring Gala\"}", EventJson.of(EVENT).text());
  }

  @Test
  void page_writesSlugsTooAndMeta() {
    Page<Event> page = Page.of(List.of(EVENT), new PageRequest(1, 50));

    assertEquals(
        compact(
            """
            {"events": [{"id": 7, "title": "Spring Gala", "slug": "spring-gala"}],
             "meta": {"lookup_mode": "live",
                      "pagination": {"page": 1, "items": 50, "pages": 1, "count": 1}}}
            """),
        EventJson.page(page, Mode.LIVE).text());
  }
}
