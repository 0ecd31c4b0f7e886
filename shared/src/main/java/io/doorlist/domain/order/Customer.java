package io.doorlist.domain.order;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Who placed an order. Every text may be unknown ({@code null}). The address is never {@code null},
 * but may be {@link Address#UNKNOWN}.
 */
public record Customer(
    String firstName,
    String lastName,
    String email,
    String phoneNumber,
    String companyName,
    String taxId,
    Address address) {
  public static final Customer UNKNOWN =
      new Customer(null, null, null, null, null, null, Address.UNKNOWN);

  /** Names in Chinese, Japanese and Korean. */
  private static final Pattern FAMILY_FIRST =
      Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}々ー]+");

  public Customer {
    Objects.requireNonNull(address, "address");
  }

  /**
   * Returns the whole name in the order that is usual in its script. It is empty if the name is
   * unknown.
   */
  public String name() {
    return Objects.toString(joined(firstName, lastName), "");
  }

  /**
   * Joins both parts of a name. In scripts that put the family name first, there is no blank
   * between them.
   *
   * @return the name, or {@code null} if both parts are {@code null}
   */
  public static String joined(String first, String last) {
    if (first == null || last == null) {
      return first == null ? last : first;
    }
    boolean familyFirst = FAMILY_FIRST.matcher(first + last).matches();
    return familyFirst ? last + first : first + " " + last;
  }

  Customer withCompany(String company) {
    return new Customer(firstName, lastName, email, phoneNumber, company, taxId, address);
  }
}
