package io.doorlist.cli.importing;

import static io.doorlist.cli.SampleLines.ACCOUNT;
import static io.doorlist.cli.SampleLines.CHECKIN_LIST;
import static io.doorlist.cli.SampleLines.EVENT;
import static io.doorlist.cli.SampleLines.ORDER;
import static io.doorlist.cli.SampleLines.with;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.TestTable;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports into a table that others import into as well. */
@Tag("long")
class ImportUnderLoadTest {
  private static final PageRequest ALL = new PageRequest(1, PageRequest.MAX_ITEMS);

  private static String file(int orders) {
    List<String> lines = new ArrayList<>(List.of(ACCOUNT, EVENT, CHECKIN_LIST));
    for (int i = 1; i <= orders; i++) {
      String order = with(with(ORDER, "id", i + ""), "reference", "\"R" + i + "\"");
      order = with(order, "qr_code_identifier", "\"o" + i + "\"");
      for (int ticket = 0; ticket < 2; ticket++) {
        String path = "tickets[" + ticket + "].";
        order = with(order, path + "id", i + "0" + ticket);
        order = with(order, path + "qr_code_identifier", "\"t" + i + "-" + ticket + "\"");
      }
      lines.add(order);
    }
    return String.join("\n", lines);
  }

  @Test
  void twoImportsOfOneFileAtOnce_refuseNothing_andEndAsOne() {
    String file = file(80);
    try (TestTable one = new TestTable();
        TestTable both = new TestTable()) {
      one.runWith(file, "import", "-");

      CompletableFuture<CommandResult> rival =
          CompletableFuture.supplyAsync(() -> both.runWith(file, "import", "-", "--json"));
      CommandResult result = both.runWith(file, "import", "-", "--json");

      for (CommandResult each : List.of(result, rival.join())) {
        assertEquals(0, each.status(), each.err());
        assertEquals(0L, each.json().get("refused"));
      }
      assertEquals(
          one.run("export", "--account", "acme").out(),
          both.run("export", "--account", "acme").out());
      assertEquals(80, admitted(both));
    }
  }

  /** Returns how many tickets the list admits, after checking that its pages have as many. */
  private static long admitted(TestTable table) {
    CheckinList list =
        table
            .stores()
            .events()
            .readDefinition("acme", "spring-gala")
            .orElseThrow()
            .list(3)
            .orElseThrow();
    Page<AdmittedTicket> page =
        table.stores().orders().listAdmittedTickets("acme", "spring-gala", list, Mode.LIVE, ALL);
    assertEquals(page.count(), page.items().stream().distinct().count());
    return page.count();
  }
}
