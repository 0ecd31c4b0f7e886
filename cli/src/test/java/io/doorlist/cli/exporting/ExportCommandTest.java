package io.doorlist.cli.exporting;

import static io.doorlist.cli.SampleLines.ACCOUNT;
import static io.doorlist.cli.SampleLines.CHECKIN_LIST;
import static io.doorlist.cli.SampleLines.EVENT;
import static io.doorlist.cli.SampleLines.SMALLEST_ORDER;
import static io.doorlist.cli.SampleLines.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.SampleLines;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExportCommandTest {
  private final CommandTable table = new CommandTable();

  @Test
  void export_ofDemoData_importedElsewhere_isTheSameExport() {
    Schema schema = SampleLines.schema();
    CommandTable other = new CommandTable();
    table.run("demo", "--orders", "4");
    String export = table.run("export", "--account", "demo").out();

    CommandResult imported = other.runWith(export, "import", "-");

    assertEquals(0, imported.status(), imported.err());
    assertTrue(imported.out().contains(" 0 changed, 0 unchanged, 0 refused"), imported.out());
    assertEquals(export, other.run("export", "--account", "demo").out());
    assertTrue(export.lines().count() > 20);
    export
        .lines()
        .forEach(line -> assertEquals(List.of(), schema.validate(line, InputFormat.JSON)));
  }

  @Test
  void export_isOrderedById_howeverItCameIn() {
    String second = with(with(EVENT, "id", "2"), "slug", "\"autumn-gala\"");
    String lines =
        String.join(
            "\n",
            ACCOUNT,
            EVENT,
            second,
            with(CHECKIN_LIST, "id", "12"),
            CHECKIN_LIST,
            with(with(SMALLEST_ORDER, "id", "30"), "test_mode", "true"),
            with(SMALLEST_ORDER, "id", "20"),
            with(with(SMALLEST_ORDER, "id", "10"), "test_mode", "true"),
            with(with(SMALLEST_ORDER, "id", "5"), "event", "\"autumn-gala\""));
    table.runWith(lines, "import", "-");

    assertEquals(
        List.of("2", "5", "7", "3", "12", "10", "20", "30"),
        ids(table.run("export", "--account=acme")));
    assertEquals(
        List.of("2", "5"), ids(table.run("export", "--account=acme", "--event=autumn-gala")));
  }

  @Test
  void itemsOfAnEarlierVersion_areRefused_withWhatToDo() {
    String first =
        "{\"kind\":\"evening\",\"account\":\"acme\",\"format\":2,\"items\":1,\"sum\":\"0\"}\n";
    String item = "{\"kind\":\"item\",\"pk\":\"acme\",\"sk\":\"ACCOUNT\",\"attributes\":{}}\n";
    CommandResult refused = table.runWith(first + item, "import", "-");

    assertEquals(1, refused.status());
    assertEquals("0 created, 0 changed, 0 unchanged, 0 refused\n", refused.out());
    assertEquals(
        "standard input has the items of an earlier version's table: import it with that"
            + " version, whose `report` has what happened, and import here what its plain `export`"
            + " writes\n",
        refused.err());
  }

  @Test
  void export_fails_forAnUnknownAccountOrEvent() {
    table.runWith(ACCOUNT, "import", "-");

    CommandResult account = table.run("export", "--account", "nobody");
    CommandResult odd = table.run("export", "--account", "");
    CommandResult event = table.run("export", "--account", "acme", "--event", "none");

    assertEquals(1, account.status());
    assertEquals("doorlist: there is no account 'nobody'\n", account.err());
    assertEquals("", account.out());
    assertEquals(1, odd.status());
    assertEquals(2, table.run("export --checkins --account=acme --event=none").status());
    assertEquals(1, event.status());
    assertEquals("", event.out());
    assertEquals("doorlist: account 'acme' has no event 'none'\n", event.err());
  }

  /** Returns the ids of an export's lines, after its first, which has none. */
  private static List<String> ids(CommandResult result) {
    return result
        .out()
        .lines()
        .skip(1)
        .map(line -> SampleLines.read(line).get("id").toString())
        .toList();
  }

  /** All that a line may have is exported as it was imported. */
  @Test
  void export_writesWhatWasImported_completely() {
    String lines =
        """
        {"kind":"account","slug":"acme","name":"Acme"}
        {"kind":"event","account":"acme","id":1,"slug":"gala","title":"Gala","ticket_types":[\
        {"id":1,"slug":"adult","name":"Adult","note":"check ID","attention":true,\
        "product":7,"variation":71}],\
        "time_zone":"Europe/Berlin","areas":[{"slug":"site","name":"Site","capacity":800,\
        "empties_at":"04:00"},{"slug":"bar","name":"Bar","capacity":null,"empties_at":null}],\
        "date":"2026-05-01","place":"Town Hall"}
        {"kind":"checkin_list","account":"acme","event":"gala","id":1,"name":"Day 1",\
        "ticket_types":["adult"],"include_pending":true,"series_dates":["12","13"],\
        "opens_at":"2026-05-01T17:00:00Z","closes_at":"2026-05-02T02:00:00Z",\
        "area":"site","reentry":"after_exit","addon_match":true,\
        "rules":{"isAfter":[{"var":"now"},{"buildTime":["date_admission"]},0.5]},\
        "rule_dates":[{"series_date":null,"date_from":"2026-05-01T18:00:00Z","date_to":null,\
        "date_admission":"2026-05-01T17:00:00Z"},{"series_date":"12",\
        "date_from":"2026-05-02T18:00:00Z","date_to":"2026-05-02T22:00:00Z",\
        "date_admission":null}]}
        {"kind":"order","account":"acme","event":"gala","id":1,"reference":"ABCDEFGHIJKLMNOP",\
        "test_mode":false,"state":"pending","payment_state":"unpaid","customer":{\
        "first_name":"Zoë","last_name":"Example","email":"zoe@example.org",\
        "phone_number":"+49 30 123456","company_name":null,"tax_id":null,\
        "address":{"address":"1 Example Street","city":"Köln","state_province_region":null,\
        "postal_code":"50667","country":"Germany","country_code":"DE"}},\
        "currency":"EUR","amount":5000,"amount_refunded":0,\
        "invoice":{"number":"2026-17","due_at":"2026-03-15","paid":true,\
        "line_items":[{"description":"Adult","quantity":2,"amount":5000}],"subtotal":4202,\
        "taxes":[{"name":"VAT 19 %","amount":798}],"discount":0,"total":5000},\
        "responses":{"diet":"vegan","guests":[1,2.50],"more":{"yes":true,"no":null}},\
        "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:30:00.500Z","qr_code_identifier":"row 7, ü#1=",\
        "valid_if_pending":true,"tickets":[{"id":1,"reference":"A-1","state":"valid","name":null,\
        "email":null,"phone_number":null,"ticket_type":"adult","responses":{},\
        "qr_code_identifier":"a/b+c==","created_at":"2026-03-01T10:00:00Z",\
        "updated_at":"2026-03-01T10:00:00Z","valid_from":"2026-05-01T17:00:00Z",\
        "valid_until":"2026-05-01T23:00:00.500Z","blocked":"admin","series_date":"12",\
        "addon_to":7}]}
        """;
    String elsewhere = lines.replace("10:30:00.500Z", "12:30:00.5+02:00");
    CommandResult imported = table.runWith(elsewhere, "import", "-");
    CommandResult result = table.run("export", "--account", "acme");

    assertEquals(0, imported.status(), imported.err());
    assertEquals(lines, result.out());
    assertEquals("4 lines\n", result.err());
  }
}
