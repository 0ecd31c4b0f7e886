package io.doorlist.cli.demo;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Makes one order of the demo data. An order depends only on its event, mode and index, so loading
 * more orders does not change the others. Not thread-safe.
 */
record DemoOrder(Event event, Mode mode, int index, long id, Random random) {
  static final Instant FIRST = Instant.parse("2026-03-02T08:00:00Z");

  /** The price of each ticket type in cents, in the order of the types' ids. */
  private static final int[] PRICES = {4_900, 11_900, 24_900, 1_500, 0};

  private static final String ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  private static final int REFERENCE_LENGTH = 5;
  private static final int QR_BYTES = 20;
  private static final int VAT = 19;

  /** The index of the order that has tickets for a whole group. */
  private static final int GROUP_INDEX = 5;

  private static final int GROUP = 40;

  // None of these people exist. The phone numbers are from ranges that are reserved for fiction.
  private static final String FIRST_NAMES =
      """
      Ada, Zoë, Łukasz, 美咲, Søren, Nguyễn, José, Ngozi, Анна, Ελένη, يوسف, Ìyábọ̀, Márta, Þóra, \
      Ravi, Chloé, Mehmet, Noa, Tomáš, Aoife, 小明, Lea, Björn, Fatima, Kai, Inês, Oluwaseun, Mia, \
      Giulia, Ana-María\
      """;
  private static final String LAST_NAMES =
      """
      Beispiel, O'Sample, Przykład, 例田, Eksempel, Mẫu, Ejemplo, Okonkwo-Example, Примерова, \
      Παράδειγμα, مثال, Àpẹẹrẹ, Példa, Dæmisdóttir, Udaharan, d'Exemple, Örnek, Dugma, Příklad, \
      Ní Shampla, 示例, van der Voorbeeld, Exempel, Mithal, Musterfrau, Exemplo, Apeere, Test, \
      Esempio, de la Muestra\
      """;
  private static final String COMPANIES =
      "Beispiel GmbH, Sample & Sons Ltd, Exemple SARL, 例 株式会社, Esempio S.p.A.";
  private static final String CITIES =
      "Köln, Århus, Kraków, São Paulo, Gent, Zürich, Exampleton, Nürnberg";
  private static final String DIETS = "vegan, vegetarian, none, no nuts";

  static Order make(Event event, Mode mode, int index) {
    long id = event.id() * 1_000_000 + (mode == Mode.TEST ? 900_000 : 0) + index + 1;
    return new DemoOrder(event, mode, index, id, new Random(spread(1 ^ spread(id)))).make();
  }

  private Order make() {
    int share = random.nextInt(100);
    OrderState state =
        index == GROUP_INDEX || share >= 13
            ? OrderState.CONFIRMED
            : share < 6 ? OrderState.PENDING : OrderState.CANCELLED;
    Instant created =
        FIRST.plus(Duration.ofMinutes(29L * index)).plusMillis(random.nextInt(1_500_000));
    List<Ticket> tickets = tickets(state, created);
    long whole = tickets.stream().mapToLong(this::price).sum();
    long voided =
        tickets.stream()
            .filter(ticket -> ticket.state() == TicketState.VOID)
            .mapToLong(this::price)
            .sum();
    long discount = tickets.size() == GROUP ? whole / 10 : 0;
    long amount = whole - discount;
    boolean back = state == OrderState.CANCELLED && random.nextBoolean();
    PaymentState paid = voided > 0 ? PaymentState.PARTIALLY_REFUNDED : PaymentState.PAID;
    PaymentState unpaid = back ? PaymentState.REFUNDED : PaymentState.UNPAID;
    PaymentState payment = state == OrderState.CONFIRMED ? paid : unpaid;
    long refunded = back ? amount : state == OrderState.CONFIRMED ? Math.min(voided, amount) : 0;
    boolean changed = state != OrderState.CONFIRMED || voided > 0;
    return new Order(
        id,
        reference(),
        mode,
        state,
        payment,
        customer(),
        created,
        changed ? created.plus(Duration.ofHours(30)) : created,
        event.slug().equals("jazz-night") ? "GBP" : "EUR",
        amount,
        refunded,
        amount > 0 && random.nextInt(3) == 0
            ? invoice(tickets, amount, discount, created, payment)
            : null,
        random.nextInt(4) == 0 ? answer("newsletter", random.nextBoolean()) : JsonObject.EMPTY,
        qrCodeIdentifier(),
        tickets,
        false,
        false);
  }

  private long price(Ticket ticket) {
    return PRICES[(int) (event.ticketType(ticket.ticketType()).orElseThrow().id() - 1)];
  }

  private Customer customer() {
    boolean company = random.nextInt(10) == 0;
    Address address =
        random.nextInt(3) > 0
            ? Address.UNKNOWN
            : new Address(
                "Example Street " + (1 + random.nextInt(200)),
                one(CITIES),
                null,
                "%05d".formatted(random.nextInt(100_000)),
                "Germany",
                "DE");
    return new Customer(
        one(FIRST_NAMES),
        one(LAST_NAMES),
        email(reference()),
        random.nextBoolean() ? phoneNumber() : null,
        company ? one(COMPANIES) : null,
        company ? "XX" + (100_000_000 + random.nextInt(900_000_000)) : null,
        address);
  }

  private String one(String words) {
    String[] all = words.split(", ");
    return all[random.nextInt(all.length)];
  }

  private String phoneNumber() {
    return "+44 7700 900%03d".formatted(random.nextInt(1000));
  }

  private static String email(String reference) {
    return reference.toLowerCase(Locale.ROOT) + "@example.org";
  }

  private List<Ticket> tickets(OrderState state, Instant created) {
    int count = index == GROUP_INDEX ? GROUP : count();
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isVoid = state == OrderState.CANCELLED || random.nextInt(30) == 0;
      boolean named = random.nextInt(5) > 0;
      String number = reference() + "-" + (i + 1);
      tickets.add(
          new Ticket(
              id * 100 + i,
              number,
              isVoid ? TicketState.VOID : TicketState.VALID,
              named ? one(FIRST_NAMES) + " " + one(LAST_NAMES) : null,
              named ? email(number) : null,
              random.nextInt(6) == 0 ? phoneNumber() : null,
              ticketType(),
              random.nextInt(4) == 0 ? answer("diet", one(DIETS)) : JsonObject.EMPTY,
              qrCodeIdentifier(),
              created,
              isVoid ? created.plus(Duration.ofHours(30)) : created,
              TicketTerms.NONE,
              false));
    }
    return tickets;
  }

  /** Returns the number of tickets: mostly one or two, sometimes enough for a family or friends. */
  private int count() {
    int share = random.nextInt(100);
    return share < 33
        ? 1
        : share < 68 ? 2 : share < 78 ? 3 : share < 90 ? 4 : 5 + random.nextInt(4);
  }

  /** Returns a ticket type. The event's first types are drawn most often. */
  private String ticketType() {
    List<TicketType> types = event.ticketTypes();
    return types.get(Math.min(random.nextInt(types.size()), random.nextInt(types.size()))).slug();
  }

  private Invoice invoice(
      List<Ticket> tickets, long amount, long discount, Instant created, PaymentState payment) {
    List<Invoice.LineItem> items = new ArrayList<>();
    for (TicketType type : event.ticketTypes()) {
      List<Ticket> sold =
          tickets.stream().filter(ticket -> ticket.ticketType().equals(type.slug())).toList();
      if (!sold.isEmpty()) {
        long sum = sold.stream().mapToLong(this::price).sum();
        items.add(new Invoice.LineItem(type.name(), (long) sold.size(), sum));
      }
    }
    long tax = Math.round(amount * VAT / (100.0 + VAT));
    String day = created.plus(Duration.ofDays(14)).toString().substring(0, 10);
    return new Invoice(
        "R-" + id,
        random.nextBoolean() ? day : day + "T22:00:00Z",
        payment != PaymentState.UNPAID,
        items,
        amount - tax,
        List.of(new Invoice.Tax("VAT " + VAT + " %", tax)),
        discount,
        amount);
  }

  private static JsonObject answer(String question, Object answer) {
    return new JsonObject(Json.writeValue(Map.of(question, answer)));
  }

  private String qrCodeIdentifier() {
    byte[] bytes = new byte[QR_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Returns the reference for an id. An odd factor spreads the ids over all references, and gives
   * no two ids the same reference.
   */
  private String reference() {
    long rest = id * 11_400_713 + 7_919;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < REFERENCE_LENGTH; i++) {
      text.append(ALPHABET.charAt((int) (rest >>> 5 * i & 31)));
    }
    return text.toString();
  }

  /**
   * Returns a number whose bits differ from those of its neighbours, because random numbers from
   * neighbouring seeds are alike.
   */
  private static long spread(long number) {
    long mixed = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
