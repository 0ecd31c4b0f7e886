package io.doorlist.cli;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Import lines to change and to read: one of each kind, complete and correct. */
public final class SampleLines {
  public static final String ACCOUNT =
      """
      {"kind":"account","slug":"acme","name":"Acme Events"}""";

  public static final String EVENT =
      """
      {"kind":"event","account":"acme","id":7,"slug":"spring-gala","title":"Spring Gala",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"},{"id":2,"slug":"child","name":"Child"}]}""";

  public static final String CHECKIN_LIST =
      """
      {"kind":"checkin_list","account":"acme","event":"spring-gala","id":3,"name":"Main door",\
      "ticket_types":["adult"]}""";

  public static final String ORDER =
      """
      {"kind":"order","account":"acme","event":"spring-gala","id":1001,"reference":"K7QX2",\
      "test_mode":false,"state":"confirmed","payment_state":"paid",\
      "customer":{"first_name":"Zoë","last_name":"Example","email":"zoe@example.org",\
      "phone_number":"+49 30 123456","company_name":null,"tax_id":null,\
      "address":{"address":"1 Example Street","city":"Köln","state_province_region":null,\
      "postal_code":"50667","country":"Germany","country_code":"DE"}},\
      "currency":"EUR","amount":5000,"amount_refunded":0,\
      "invoice":{"number":"2026-17","due_at":"2026-03-15","paid":true,\
      "line_items":[{"description":"Adult","quantity":2,"amount":5000}],"subtotal":4202,\
      "taxes":[{"name":"VAT 19 %","amount":798}],"discount":0,"total":5000},\
      "responses":{"diet":"vegan","guests":[1,2.50],"more":{"yes":true,"no":null}},\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T12:30:00.5+02:00",\
      "qr_code_identifier":"order-qr-1001","tickets":[\
      {"id":9001,"reference":"K7QX2-1","state":"valid","name":"Zoë Example",\
      "email":"zoe@example.org","phone_number":null,"ticket_type":"adult","responses":{},\
      "qr_code_identifier":"ticket-qr-9001","created_at":"2026-03-01T10:00:00Z",\
      "updated_at":"2026-03-01T10:00:00Z"},\
      {"id":9002,"reference":"K7QX2-2","state":"void","name":null,"email":null,\
      "phone_number":null,"ticket_type":"child","responses":{"seat":"A 12"},\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}]}""";

  /** The least that an order line must have. */
  public static final String SMALLEST_ORDER =
      """
      {"kind":"order","account":"acme","event":"spring-gala","id":1002,"reference":"K7QX3",\
      "state":"pending","payment_state":"unpaid","currency":"EUR","amount":0,\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[]}""";

  private SampleLines() {}

  /** Returns the schema of docs/import.schema.json. */
  public static Schema schema() {
    Path file = Path.of(System.getProperty("doorlist.root"), "docs", "import.schema.json");
    try {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(Files.readString(file), InputFormat.JSON);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the line with the member at a path, such as {@code tickets[1].id}, set to a JSON value.
   */
  public static String with(String line, String path, String json) {
    Map<String, Object> members = read(line);
    Object value = read("{\"value\":" + json + "}").get("value");
    Map<String, Object> parent = parent(members, path);
    parent.put(path.substring(path.lastIndexOf('.') + 1), value);
    return Json.writeValue(members);
  }

  /** Returns the line without the member at a path. */
  public static String without(String line, String path) {
    Map<String, Object> members = read(line);
    parent(members, path).remove(path.substring(path.lastIndexOf('.') + 1));
    return Json.writeValue(members);
  }

  public static Map<String, Object> read(String line) {
    try {
      return Json.readObject(line);
    } catch (MalformedJsonException e) {
      throw new IllegalArgumentException(line, e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> parent(Map<String, Object> members, String path) {
    Map<String, Object> parent = members;
    String[] steps = path.split("[.]");
    for (int i = 0; i < steps.length - 1; i++) {
      int bracket = steps[i].indexOf('[');
      if (bracket < 0) {
        parent = (Map<String, Object>) parent.get(steps[i]);
      } else {
        int index = Integer.parseInt(steps[i].substring(bracket + 1, steps[i].length() - 1));
        parent =
            ((List<Map<String, Object>>) parent.get(steps[i].substring(0, bracket))).get(index);
      }
    }
    return parent;
  }
}
