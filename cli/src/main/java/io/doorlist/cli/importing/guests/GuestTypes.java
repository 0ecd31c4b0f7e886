package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.Text;
import io.doorlist.domain.Digests;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Payment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The ticket types of an event and those that a list adds, by their names. Not thread-safe. */
final class GuestTypes {
  private static final int MAX_TYPES = 100;
  private static final int MAX_SLUG = 80;
  private static final int MARK_BYTES = 3;

  /**
   * Names that can be read back from their slugs, so no two of them get the same slug. Slugs of
   * other names end with some characters of a digest.
   */
  private static final Pattern SIMPLE = Pattern.compile("[0-9 ]*+[a-z][a-z0-9 ]*+");

  private static final Pattern SIGNS = Pattern.compile("[^a-z0-9]+");

  private final Map<String, String> slugs = new HashMap<>();
  private final List<TicketType> all;

  /**
   * Adds a list's types to those of an event. Fails if there are so many that the column cannot be
   * one of types.
   */
  GuestTypes(List<TicketType> own, GuestList list) {
    all = new ArrayList<>(own);
    own.forEach(type -> slugs.putIfAbsent(same(type.name()), type.slug()));
    long id = own.stream().mapToLong(TicketType::id).max().orElse(0);
    for (GuestRow guest : list.guests()) {
      if (slugOf(guest.type()) == null) {
        all.add(new TicketType(++id, slug(guest.type()), guest.type()));
        slugs.put(same(guest.type()), all.getLast().slug());
      }
      if (all.size() - own.size() > MAX_TYPES) {
        throw new Failure(
            FailureType.TOO_MANY_TYPES,
            list.name(Kind.TYPE),
            "column '%s' has more than %d types: --columns 'type=TITLE' says which column has them"
                .formatted(list.name(Kind.TYPE), MAX_TYPES));
      }
    }
  }

  List<TicketType> all() {
    return all;
  }

  String slugOf(String name) {
    return slugs.get(same(name));
  }

  /** Returns the slug of the type that an option names. Fails if there is no such type. */
  String slugOf(String option, String name) {
    String slug = slugOf(name);
    if (slug == null) {
      throw new Failure(
          "%s: there is no type '%s', but %s"
              .formatted(
                  option,
                  Text.printable(name),
                  all.stream()
                      .map(type -> "'" + Text.printable(type.name()) + "'")
                      .collect(Collectors.joining(", "))));
    }
    return slug;
  }

  /**
   * Sets what guests pay at a desk.
   *
   * @param prices amounts such as {@code 25.00}, by the names of types
   * @throws Failure if a price is no amount of the currency, or if its type does not exist
   */
  void price(Map<String, String> prices, String currency) {
    prices.forEach(
        (name, price) -> {
          String slug = slugOf("--price", name);
          long cents = cents(price, currency);
          all.replaceAll(type -> type.slug().equals(slug) ? type.withPrice(cents) : type);
        });
  }

  private static long cents(String price, String currency) {
    if (currency.equals(Event.NO_CURRENCY)) {
      throw new Failure("--price needs a currency, such as --currency EUR");
    }
    try {
      int digits = Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
      long cents = new BigDecimal(price.strip()).movePointRight(digits).longValueExact();
      if (cents >= 0 && cents <= Payment.MAX_AMOUNT) {
        return cents;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // The end of this method reports that the price is no amount.
    } catch (IllegalArgumentException e) {
      throw new Failure("--currency must be the code of a currency, such as EUR");
    }
    throw new Failure(
        "--price must be an amount such as 25.00, not '%s'".formatted(Text.printable(price)));
  }

  /** Returns what a guest of a type pays, in cents. */
  long price(String slug) {
    return all.stream()
        .filter(type -> type.slug().equals(slug))
        .map(TicketType::price)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(0L);
  }

  private static String same(String name) {
    return GuestWords.line(name).toLowerCase(Locale.ROOT);
  }

  private String slug(String name) {
    String same = same(name);
    String plain = SIGNS.matcher(same).replaceAll("-").replaceAll("^-|-$", "");
    boolean taken = all.stream().anyMatch(type -> type.slug().equals(plain));
    if (SIMPLE.matcher(same).matches() && plain.length() <= MAX_SLUG && !taken) {
      return plain;
    }
    String start = plain.substring(0, Math.min(MAX_SLUG, plain.length()));
    // A few letters and digits that hardly any other name gets.
    String mark = HexFormat.of().formatHex(Digests.sha256(same), 0, MARK_BYTES);
    return (start.isEmpty() ? "type" : start) + "-" + mark;
  }
}
