package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Java that the page runs as JavaScript agrees with the test vectors of docs/door.md. */
@Tag("long")
class CompiledTest extends BrowserTest {
  private static final String VECTORS = "/io/doorlist/door/vectors.json";

  @Test
  void compiledCode_knowsDigestsColumnsAndAddedGuests() throws Exception {
    String vectors;
    try (InputStream file = CompiledTest.class.getResourceAsStream(VECTORS)) {
      vectors = new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");

      Object wrong =
          phone.page.evaluate(
              """
              async (vectors) => {
                const phone = await load('phone.js');
                const bytes = (base64) => Int8Array.from(atob(base64), (c) => c.charCodeAt(0));
                const ids = await load('desk-ids.js');
                const {digests, columns, typed, guests} = JSON.parse(vectors);
                const wrong = [];
                for (const {salt, code, digest} of digests) {
                  phone.open('v', bytes(salt));
                  const expected = BigInt.asIntN(64, BigInt('0x' + digest)).toString();
                  if (phone.digest('v', code) !== expected) wrong.push(code);
                }
                for (const each of columns) {
                  phone.open('v', bytes(digests[0].salt));
                  phone.begin('v', bytes(each.columns));
                  while (phone.step('v', 1_000));
                  if (phone.admitted('v') !== each.tickets.length
                    || phone.checkedIn('v') !== each.checkins.length) wrong.push(each.name);
                }
                for (const {text, means} of typed) {
                  if ([...phone.typed(text)].join() !== means.join()) wrong.push(text);
                }
                const same = (one, other) => ['id', 'reference', 'code'].every((name) => one[name] === other[name]);
                for (const {key, order, tickets} of guests) {
                  if (!same(ids.order(key), order)) wrong.push(key);
                  for (const ticket of tickets) if (!same(ids.ticket(key, ticket.number), ticket)) wrong.push(key);
                }
                const all = [digests, columns, typed, guests].every((each) => each.length);
                return wrong.concat(all ? [] : ['none']).join();
              }
              """,
              vectors);

      assertEquals("", wrong);
    }
  }
}
